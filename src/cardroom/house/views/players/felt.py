"""A table's felt: what is written on it, where its wagers lie, and what is said where chips do not fit there."""

from __future__ import annotations

import msgspec

from cardroom.games.model import COMMUNITY, SEAT, Deal, Game, Kind, MakeBet
from cardroom.house.floor import Chips, TablePlan
from cardroom.house.floor.display_names import jackpot_names, table_title
from cardroom.money import Money, show_money
from cardroom.table.text.rulebook import RulesDocument, RuleText, rules_at_table


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """A place on the layout for a wager, and what may be put there."""

    wager: str
    name: str
    kind: Kind
    minimum: Money
    maximum: Money
    chip: Money
    multiples: tuple[int, ...] = ()  # of the base wager, where it is made at a decision
    on: str = ""  # the name of the wager that a rider stands on
    too_little: str  # these three are said where chips do not fit
    too_much: str
    odd_chips: str


class NoBet(msgspec.Struct, frozen=True, kw_only=True):
    """Why chips that a player puts down are no bet, in the sentences of the house: a page has none of its own."""

    nothing_there: str
    no_base: str
    short_of_chips: str
    at_maximum: str


class HandPlace(msgspec.Struct, frozen=True, kw_only=True):
    """A place for a hand of the table, which is no player's."""

    holder: str
    name: str
    whose: str  # its cards in words
    cards: int  # dealt there in any case; more may follow


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """A table's felt: what is written on it, and where its wagers lie."""

    table: str
    name: str
    title: str  # what it is called beside others
    game: str
    is_real: bool  # real cards are dealt on the felt; nobody takes a seat here
    is_private: bool  # a table among friends
    seats: int
    colour: str
    lettering: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]  # wagers, from the dealer to the player
    spots: tuple[Spot, ...]
    no_bet: NoBet
    chips: Chips  # that are bet with here, each in its colour
    hands: tuple[HandPlace, ...]
    seat_cards: int  # that a player gets in any case


def layout(plan: TablePlan, chips: Chips) -> Layout:
    spots = _spots(plan)
    taken = {spot.wager for spot in spots}
    game = plan.settings.rules
    felt = game.felt
    rows = [tuple(wager for wager in row if wager in taken) for row in felt.rows]
    return Layout(
        table=plan.id,
        name=plan.name,
        title=table_title(plan),
        game=plan.settings.game,
        is_real=plan.is_real,
        is_private=plan.is_private,
        seats=plan.settings.seats,
        colour=felt.colour,
        lettering=_lettering(game, taken),
        rows=tuple(row for row in rows if row),
        spots=spots,
        no_bet=_no_bet(plan),
        chips=chips,
        hands=tuple(place_of(game, holder) for holder in game.holders if holder != SEAT),
        seat_cards=_cards_in_any_case(game, SEAT),
    )


def _lettering(game: Game, taken: set[str]) -> tuple[str, ...]:
    """What is written on the felt, but for what speaks of a wager that this table does not take."""
    missing = [wager.name for wager in game.wagers if wager.is_side_bet and wager.id not in taken]
    return tuple(line for line in game.felt.lettering if not any(name in line for name in missing))


def place_of(game: Game, holder: str) -> HandPlace:
    cards = _cards_in_any_case(game, holder)
    if holder == COMMUNITY:
        return HandPlace(holder=holder, name="Community cards", whose="Community cards", cards=cards)
    return HandPlace(holder=holder, name=holder.capitalize(), whose=f"The {holder}'s cards", cards=cards)


def _cards_in_any_case(game: Game, holder: str) -> int:
    return sum(stage.cards for stage in game.stages_of(Deal) if holder in stage.to and stage.when is None)


def _spots(plan: TablePlan) -> tuple[Spot, ...]:
    """Every wager that a table takes, in the order of its game. Decisions are multiples of the base wager."""
    settings, names = plan.settings, jackpot_names(plan)
    spots = []
    for wager in settings.rules.wagers:
        if wager.is_side_bet and wager.id not in settings.offered:
            continue
        low, high = settings.minimum, settings.maximum
        if wager.kind is Kind.JACKPOT:
            low = high = settings.jackpot_wagers[wager.id]
        elif wager.is_side_bet:
            low, high = settings.side_minimum, settings.side_maximum
        elif wager.kind is Kind.DECISION:
            high *= settings.rules.largest_multiple
        elif wager.kind is Kind.RIDER:
            low = high = 0
        name = names.get(wager.id, wager.name)
        spots.append(
            Spot(
                wager=wager.id,
                name=name,
                kind=wager.kind,
                minimum=low,
                maximum=high,
                chip=settings.chip,
                multiples=_multiples(settings.rules, wager.id),
                on=settings.rules.wager(wager.on).name if wager.on else "",
                too_little=f"{name} takes at least {show_money(low)} here.",
                too_much=f"{name} takes at most {show_money(high)} here.",
                odd_chips=f"{name} takes multiples of {show_money(settings.chip)}.",
            )
        )
    return tuple(spots)


def _no_bet(plan: TablePlan) -> NoBet:
    opening = " or ".join(wager.name for wager in plan.settings.rules.base_wagers)
    return NoBet(
        nothing_there=f"Put chips on the {opening} first: pick a chip and press a spot.",
        no_base=f"Every hand needs the {opening}: at least {show_money(plan.settings.minimum)}.",
        short_of_chips="You have too few chips at this table for that. Buy chips, or bet less.",
        at_maximum="Everything that lies there is at its maximum.",
    )


def rules_with_jackpots(plan: TablePlan, promotions: tuple[str, ...] = ()) -> RulesDocument:
    """The rules in force at a table, with its jackpots by their names, and its promotions."""
    found, names = rules_at_table(plan.settings), jackpot_names(plan)
    wagers = tuple(msgspec.structs.replace(wager, name=names.get(wager.id, wager.name)) for wager in found.wagers)
    added = tuple(
        RuleText(number=f"Promotion {number}", cite="", text=said, whole=said)
        for number, said in enumerate(promotions, 1)
    )
    return msgspec.structs.replace(found, wagers=wagers, rules=(*found.rules, *added))


def _multiples(game: Game, wager: str) -> tuple[int, ...]:
    options = [option for decision in game.decisions for option in decision.options]
    return tuple(
        sorted({option.multiple for option in options if isinstance(option, MakeBet) and option.wager == wager})
    )
