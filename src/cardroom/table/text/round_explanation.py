"""A round explained card by card: who held what, how it is read, what was compared, and which rule paid what.

Nothing is decided here. What happened is in the events; this says why, in the words of the game's own file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from cardroom.cards import Card
from cardroom.errors import CardroomError
from cardroom.games.citations import Citation, show_rule
from cardroom.games.model import Game, Kind, Verdict
from cardroom.games.paytable import line_name
from cardroom.games.round_facts import COMMUNITY, DEALER, SEAT, Compare, Hand, Reaches, Result
from cardroom.games.settlement import Layout, facts_on, read
from cardroom.money import Money, Odds, OddsKind, show_money
from cardroom.table.commands import Holder, Seat
from cardroom.table.events import (
    AnyEvent,
    CardExposed,
    DealerRevealed,
    HandShown,
    JackpotBetTaken,
    PacketDealt,
    Qualified,
    Surrendered,
    WagerSettled,
)
from cardroom.table.round_state import Phase, RoundState, replay
from cardroom.table.settings import TableSettings
from cardroom.table.text.hand_names import hand_names
from cardroom.table.text.rulebook import whole_sentence
from cardroom.table.text.transcript_lines import reason

Named = Sequence[tuple[AnyEvent, str]]  # events, each with the name of the hand that it speaks of


class HeldHand(msgspec.Struct, frozen=True, kw_only=True):
    """The cards of a holder, as far as they may be seen, and what they make."""

    holder: str
    seat: Seat | None
    name: str
    cards: tuple[Card, ...]
    hand: str  # "" where it is not read, or not all of it may be seen
    made_by: tuple[Card, ...]  # the cards that make it
    note: str  # folded, fouled, qualified or not


class RuleQuote(msgspec.Struct, frozen=True):
    number: str
    name: str  # as it is called: “Rule 12a”
    text: str
    rulings: tuple[str, ...]  # how it is read where the sheet leaves it open


class ExplainedWager(msgspec.Struct, frozen=True, kw_only=True):
    wager: str
    name: str
    stake: Money
    verdict: str  # what became of it, in a word
    hand: str  # what its pay table was read on
    back: Money
    arithmetic: str
    rule: RuleQuote
    is_jackpot: bool


class ExplainedSeat(msgspec.Struct, frozen=True, kw_only=True):
    seat: Seat
    compared: tuple[str, ...]
    wagers: tuple[ExplainedWager, ...]
    staked: Money
    back: Money  # in the end, where something has been put right since


class Explained(msgspec.Struct, frozen=True):
    hands: tuple[HeldHand, ...]
    seats: tuple[ExplainedSeat, ...]


def explain(settings: TableSettings, events: Sequence[AnyEvent], *, is_over: bool) -> Explained:
    """From the events as they may be seen; hands are read once the round is over."""
    state, game = replay(events, settings), settings.rules
    seen = _seen(events)
    can_be_read = is_over and state.phase is Phase.CLOSED
    hands = tuple(_held(game, state, holder, cards, is_read=can_be_read) for holder, cards in seen.items())
    named = list(zip(events, hand_names(settings, events), strict=True))
    seats = tuple(_seat(game, state, named, number, is_read=can_be_read) for number in sorted(state.seats))
    return Explained(hands, seats)


def _seen(events: Sequence[AnyEvent]) -> dict[Holder, tuple[Card, ...]]:
    """The cards of each holder that may be seen, in the order in which they were dealt or turned."""
    dealt: dict[Holder, tuple[Card, ...]] = {}
    turned: dict[Holder, tuple[Card, ...]] = {}
    for event in events:
        match event:
            case PacketDealt(to_empty_seat=False):
                dealt[event.to] = (*dealt.get(event.to, ()), *(event.cards if event.cards is not None else event.up))
            case HandShown():
                turned[event.seat] = event.cards
            case DealerRevealed():
                turned[DEALER] = event.cards
            case CardExposed():
                turned[COMMUNITY] = (*turned.get(COMMUNITY, ()), event.card)
            case _:
                pass
    return {
        holder: cards if len(cards) >= len(turned.get(holder, ())) else turned[holder]
        for holder, cards in dealt.items()
    }


def _held(game: Game, state: RoundState, holder: Holder, cards: tuple[Card, ...], *, is_read: bool) -> HeldHand:
    seat = holder if isinstance(holder, int) else None
    reading = _reading_of(game, SEAT if seat is not None else str(holder))
    hand: str = ""
    made_by: tuple[Card, ...] = ()
    if is_read and reading and state.seats:
        layout = state.layout(seat if seat is not None else next(iter(state.seats)))
        hand, made_by = _read(game, reading, layout)
    return HeldHand(
        holder=SEAT if seat is not None else str(holder),
        seat=seat,
        name=_name(holder),
        cards=cards,
        hand=hand,
        made_by=made_by,
        note=_note(game, state, holder, is_read=is_read),
    )


def _name(holder: Holder) -> str:
    if isinstance(holder, int):
        return f"Seat {holder}"
    return "Community cards" if holder == COMMUNITY else f"The {holder}"


def _note(game: Game, state: RoundState, holder: Holder, *, is_read: bool) -> str:
    if isinstance(holder, int) and holder in state.seats:
        return "fouled" if state.seats[holder].fouled else "folded" if state.seats[holder].folded else ""
    if holder == DEALER and is_read and game.qualifier is not None and state.dealer_revealed:
        return "qualifies" if state.dealer_qualifies else "does not qualify"
    return ""


def _reading_of(game: Game, holder: str) -> str:
    """The reading that a holder's cards are called by; "" where they are no hand of their own."""
    name = "you" if holder == SEAT else holder
    if isinstance(game.hands.get(name), Hand):
        return name
    own = (name for name, hand in game.hands.items() if isinstance(hand, Hand) and hand.of == (holder,))
    return next(own, "")


def _read(game: Game, reading: str, layout: Layout) -> tuple[str, tuple[Card, ...]]:
    hand = game.hands[reading]
    assert isinstance(hand, Hand)
    held = layout.held(hand)
    if not held:
        return "", ()
    return hand.ranking.words(hand.ranking.value(held)), hand.ranking.makers(held)


# --- a seat -----------------------------------------------------------------------------------------------------------


def _seat(game: Game, state: RoundState, named: Named, number: Seat, *, is_read: bool) -> ExplainedSeat:
    settled = {wager.wager: wager for wager in _wagers(game, state, named, number)}
    wagers = tuple(settled.values())
    return ExplainedSeat(
        seat=number,
        compared=tuple(_compared(game, state.layout(number), number)) if is_read and state.seats[number].is_in else (),
        wagers=wagers,
        staked=sum(wager.stake for wager in wagers),
        back=sum(wager.back for wager in wagers),
    )


def _compared(game: Game, layout: Layout, number: Seat) -> Iterator[str]:
    """What the settlements ask of the hands, answered."""
    facts = facts_on(game, layout)
    for name, fact in game.facts.items():
        try:
            answer = getattr(facts, name)
            match fact:
                case Compare(first, second):
                    ours, theirs = (
                        f"{_whose(game, one, number)}, {_words(game, one, layout)}" for one in (first, second)
                    )
                    how = {Result.WIN: "is higher than", Result.COPY: "equals", Result.LOSS: "is lower than"}[answer]
                    yield f"{ours[0].upper()}{ours[1:]}, {how} {theirs}."
                case Reaches(hand, least):
                    needs = game.ranking_of(hand).words(least)
                    verb = "enough" if answer else "not enough"
                    whose = _whose(game, hand, number)
                    yield f"{whose[0].upper()}{whose[1:]}, {_words(game, hand, layout)}: {verb}, it takes {needs}."
                case _:
                    pass
        except CardroomError:
            continue  # cards that were not dealt


def _words(game: Game, reading: str, layout: Layout) -> str:
    value = read(game, reading, layout)
    return "" if value is None else game.ranking_of(reading).words(value)


def _whose(game: Game, reading: str, number: Seat) -> str:
    """A reading by whose cards it is of."""
    hand = game.hands[reading]
    if not isinstance(hand, Hand):
        return reading.replace("_", " ")
    names = [f"seat {number}" if holder == SEAT else f"the {holder}" for holder in hand.of]
    what = "the first cards" if hand.packet is not None else "the hand"
    return f"{what} of {' and '.join(names)}"


def _wagers(game: Game, state: RoundState, named: Named, number: Seat) -> Iterator[ExplainedWager]:
    stakes = state.seats[number].stakes
    for event, hand in named:
        if getattr(event, "seat", None) != number:
            continue
        match event:
            case JackpotBetTaken():
                yield _wager(game, event, event.stake, "taken in", 0, "The wager goes to its jackpot.")
            case Qualified():
                told = f"{line_name(event.line)} pays {event.pays}: its jackpot pays it."
                yield _wager(game, event, event.stake, Verdict.WIN.told, 0, told, hand)
            case Surrendered():
                told = f"Given up: {show_money(event.back)} of {show_money(event.stake)} comes back."
                yield _wager(game, event, event.stake, "surrendered", event.back, told)
            case WagerSettled():
                on = stakes.get(game.wager(event.wager).on, event.stake)
                is_jackpot = event.wager in state.settings.jackpot_wagers
                told = "It pays nothing: the wager is its jackpot's." if is_jackpot else arithmetic(event, on)
                yield _wager(game, event, event.stake, event.verdict.told, event.back, told, hand)
            case _:
                pass


def _wager(
    game: Game,
    event: JackpotBetTaken | Qualified | Surrendered | WagerSettled,
    stake: Money,
    verdict: str,
    back: Money,
    told: str,
    hand: str = "",
) -> ExplainedWager:
    wager = game.wager(event.wager)
    return ExplainedWager(
        wager=wager.id,
        name=wager.name,
        stake=stake,
        verdict=verdict,
        hand=hand,
        back=back,
        arithmetic=told,
        rule=quote(game, reason(game, event, hand)),
        is_jackpot=wager.kind is Kind.JACKPOT,
    )


def arithmetic(event: WagerSettled, on: Money) -> str:
    """The pay-out of a wager in a line; a rider stands `on` another wager's stake.

    >>> from cardroom.money import parse_money, parse_pay
    >>> five = parse_money("$5")
    >>> def settled(verdict, pays, back):
    ...     pay = parse_pay(pays) if pays else None
    ...     return WagerSettled(seat=1, wager="ante", stake=five, verdict=verdict, pays=pay, back=back, rule="1")
    >>> arithmetic(settled(Verdict.WIN, "3 to 1", 4 * five), five)
    '3 to 1 on $5 is $15, and the stake of $5 comes back: $20.'
    >>> arithmetic(settled(Verdict.WIN, "9 for 1", 9 * five), five)
    '9 for 1 on $5 is $45; the stake is in it.'
    >>> arithmetic(settled(Verdict.LOSE, "", 0), five)
    'Lost: nothing of $5 comes back.'
    """
    match event.verdict:
        case Verdict.LOSE:
            return f"Lost: nothing of {show_money(event.stake)} comes back."
        case Verdict.PUSH:
            return f"A push: the stake of {show_money(event.stake)} comes back."
        case _:
            assert isinstance(event.pays, Odds)
            won = f"{event.pays} on {show_money(on)} is {show_money(event.pays.winnings(on))}"
            if event.pays.kind is not OddsKind.TO:
                return f"{won}; the stake is in it."
            if not event.stake:
                return f"{won}."
            return f"{won}, and the stake of {show_money(event.stake)} comes back: {show_money(event.back)}."


def quote(game: Game, rule: Citation) -> RuleQuote:
    """A rule of the sheet as a whole sentence, with how it is read here; any other is only named."""
    if not isinstance(rule, str) or rule not in game.rules:
        return RuleQuote(show_rule(rule), show_rule(rule), "", ())
    rulings = tuple(ruling.text for ruling in game.rulings if ruling.reads == rule)
    name = f"Rule {rule}" if rule[:1].isdigit() else rule
    return RuleQuote(rule, name, whole_sentence(game, rule), rulings)
