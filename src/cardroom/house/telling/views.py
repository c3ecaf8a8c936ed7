"""What a person may be told of a table: frames of events as they happen, and where things stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

import msgspec

from cardroom.cards import Card
from cardroom.games.catalogue import is_known
from cardroom.games.model import COMMUNITY, SEAT, Bet, Deal, Game, Kind
from cardroom.house.core import accounts
from cardroom.house.core import events as e
from cardroom.house.core.house import House
from cardroom.house.core.records import table_stream
from cardroom.house.core.tables import LiveTable
from cardroom.house.core.waiting import Wait, waits_for
from cardroom.house.telling.transcript import in_words
from cardroom.jackpots import Display, display
from cardroom.money import Money
from cardroom.table.commands import AnyAct, Seat
from cardroom.table.events import AnyEvent as RoundEvent
from cardroom.table.events import Event as OfRound
from cardroom.table.round import Option
from cardroom.table.transcript import tell as round_in_words
from cardroom.table.view import view


class Told(msgspec.Struct, frozen=True):
    """Events of one record of a table as a person may see them."""

    number: int
    events: tuple[e.TableEvent, ...]
    words: tuple[str, ...]  # a sentence for each; "" where there is nothing to say


class SeatView(msgspec.Struct, frozen=True):
    seat: Seat
    name: str
    chips: Money


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """Where a table stands, for anyone."""

    waits_for: Wait
    is_closing: bool  # when the round is over
    dealer: str = ""  # the name of whoever is tapped in
    is_calling: bool = False  # for a supervisor
    deadline: datetime | None = None  # of the bets, or of the pause
    deadlines: dict[Seat, datetime] = {}  # of everyone who has to decide
    seats: tuple[SeatView, ...]
    round_id: str
    commitment: str


class Yours(msgspec.Struct, frozen=True, kw_only=True):
    """What only one person is told of where a table stands."""

    your_seat: Seat | None
    your_cards: tuple[Card, ...]
    options: tuple[Option, ...]
    next_act: AnyAct | None  # for whoever deals


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """A table as a person sees it. The round is told by its events, each with what the person may know."""

    table: str
    name: str
    game: str
    number: int  # of the last record that this view includes
    standing: Standing
    yours: Yours | None  # None: for anyone
    events: tuple[RoundEvent, ...]
    words: tuple[str, ...]  # a sentence for each event
    jackpots: tuple[Display, ...]


class Times(msgspec.Struct, frozen=True):
    """Until when a table waits: for the bets or the next round, and for each seat's decision."""

    deadline: datetime | None = None
    deadlines: dict[Seat, datetime] = {}


class Seen(msgspec.Struct, frozen=True):
    """An event that one person sees more of than everyone, and its place among those of its record."""

    number: int
    place: int
    event: e.TableEvent
    words: str


def seat_in_round(table: LiveTable, person: str) -> Seat | None:
    """The seat whose cards a person may see: the one held in this round."""
    held = (*table.round_people.items(), *table.people().items())  # also if another seat is taken meanwhile
    return next((seat for seat, holder in held if holder == person), None)


def tell(game: Game | None, number: int, events: Iterable[e.TableEvent]) -> Told:
    """One record's events as anyone may see them."""
    seen = as_seat(None, events)
    return Told(number, seen, tuple(in_words(event, game) for event in seen))


def tell_more(game: Game | None, seat: Seat, number: int, events: Iterable[e.TableEvent]) -> Iterator[Seen]:
    """Those of a record's events that whoever held this seat in its round sees otherwise than anyone."""
    for place, event in enumerate(events):
        for_all = _as_seen(event, None)
        if for_all is not event and (own := _as_seen(event, seat)) != for_all:
            yield Seen(number, place, own, in_words(own, game))


def as_seat(seat: Seat | None, events: Iterable[e.TableEvent]) -> tuple[e.TableEvent, ...]:
    return tuple(_as_seen(event, seat) for event in events)


def _as_seen(event: e.TableEvent, seat: Seat | None) -> e.TableEvent:
    match event:
        case OfRound():
            return view(event, "spectator" if seat is None else seat)
        case e.CardsShown():
            return msgspec.structs.replace(event, entered_by="", verified_by="")
        case e.Counted():
            return msgspec.structs.replace(event, inventory=0, found=0)  # what a table wins is the house's business
        case e.SatDown() | e.DealerTappedOut():
            return msgspec.structs.replace(event, person="")  # others know a person by name only
        case e.DealerTappedIn():
            return msgspec.structs.replace(event, person="", relieves="")
        case e.SupervisorCalled():
            return msgspec.structs.replace(event, why="")  # the staff's business
        case _:
            return event


def standing_of(house: House, table: LiveTable) -> Standing:
    return Standing(
        waits_for=waits_for(house, table),
        is_closing=table.id in house.closing,
        dealer=house.people[house.dealing[table.id].person].name if table.id in house.dealing else "",
        is_calling=table.id in house.calls,
        seats=tuple(
            SeatView(seat, sitter.name, house.balance(accounts.stack(table.id, sitter.person)))
            for seat, sitter in sorted(table.seats.items())
        ),
        round_id=table.round_id if table.round is not None else "",
        commitment=table.commitment,
    )


def timed(standing: Standing, times: Times) -> Standing:
    """With its clocks, which start only when what the standing says is on disk."""
    return msgspec.structs.replace(standing, deadline=times.deadline, deadlines=times.deadlines)


def yours_of(table: LiveTable, person: str, *, dealing: bool = False) -> Yours | None:
    """What is for this person alone; None for whoever has no seat and does not deal."""
    sits = next((seat for seat, sitter in table.seats.items() if sitter.person == person), None)
    seat, round_ = seat_in_round(table, person), table.round
    if sits is None and seat is None and not dealing:
        return None
    mine = round_.state.seats.get(seat) if round_ is not None and seat is not None else None
    playing = round_ if table.is_playing else None
    return Yours(
        your_seat=sits,
        your_cards=mine.cards if mine else (),
        options=playing.options(seat) if playing is not None and seat is not None else (),
        next_act=playing.next_act() if dealing and playing is not None else None,
    )


def table_view(house: House, table: LiveTable, person: str, *, dealing: bool = False) -> TableView:
    seat = seat_in_round(table, person)
    round_ = table.round
    can_be_told = round_ is not None and is_known(round_.state.settings.game)
    seen = round_.events if round_ is not None and can_be_told else []
    events = tuple(view(event, "spectator" if seat is None else seat) for event in seen)
    return TableView(
        table=table.id,
        name=table.plan.name,
        game=table.plan.settings.game,
        number=house.numbers.get(table_stream(table.id), 0),
        standing=standing_of(house, table),
        yours=yours_of(table, person, dealing=dealing),
        events=events,
        words=tuple(round_in_words(event, round_.state.game) for event in events) if round_ is not None else (),
        jackpots=displays(house, table),
    )


def displays(house: House, table: LiveTable) -> tuple[Display, ...]:
    """The jackpot signs of a table. Who approved a win, handed it over or printed it is the staff's business."""
    return tuple(_public(display(link.state, table.id)) for link in house.links_of(table.id))


def _public(sign: Display) -> Display:
    later = dict.fromkeys(("proof", "handed_over", "printed"), msgspec.UNSET)
    won = tuple(msgspec.structs.replace(win, approved_by="", card=None, **later) for win in sign.won)
    return msgspec.structs.replace(sign, won=won)


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
    game: str
    is_real: bool  # real cards are dealt on the felt; nobody takes a seat here
    seats: int
    colour: str
    lettering: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]  # wagers, from the dealer to the player
    spots: tuple[Spot, ...]
    hands: tuple[HandPlace, ...]
    seat_cards: int  # that a player gets in any case


def layout(table: LiveTable) -> Layout:
    spots = _spots(table)
    taken = {spot.wager for spot in spots}
    game = table.plan.settings.rules
    felt = game.felt
    rows = [tuple(wager for wager in row if wager in taken) for row in felt.rows]
    return Layout(
        table=table.id,
        name=table.plan.name,
        game=table.plan.settings.game,
        is_real=table.plan.is_real,
        seats=table.plan.settings.seats,
        colour=felt.colour,
        lettering=felt.lettering,
        rows=tuple(row for row in rows if row),
        spots=spots,
        hands=tuple(_place(game, holder) for holder in game.holders if holder != SEAT),
        seat_cards=_cards_in_any_case(game, SEAT),
    )


def _place(game: Game, holder: str) -> HandPlace:
    cards = _cards_in_any_case(game, holder)
    if holder == COMMUNITY:
        return HandPlace(holder=holder, name="Community cards", whose="Community cards", cards=cards)
    return HandPlace(holder=holder, name=holder.capitalize(), whose=f"The {holder}'s cards", cards=cards)


def _cards_in_any_case(game: Game, holder: str) -> int:
    return sum(stage.cards for stage in game.stages_of(Deal) if holder in stage.to and stage.when is None)


def _spots(table: LiveTable) -> tuple[Spot, ...]:
    """Every wager that a table takes, in the order of its game. Decisions are multiples of the base wager."""
    settings = table.plan.settings
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
        spots.append(
            Spot(
                wager=wager.id,
                name=wager.name,
                kind=wager.kind,
                minimum=low,
                maximum=high,
                chip=settings.chip,
                multiples=_multiples(settings.rules, wager.id),
                on=settings.rules.wager(wager.on).name if wager.on else "",
            )
        )
    return tuple(spots)


def _multiples(game: Game, wager: str) -> tuple[int, ...]:
    options = [option for decision in game.decisions for option in decision.options]
    return tuple(sorted({option.multiple for option in options if isinstance(option, Bet) and option.wager == wager}))
