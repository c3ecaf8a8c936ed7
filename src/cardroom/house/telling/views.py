"""What a person may be told of a table: frames of events as they happen, and where things stand."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import msgspec

from cardroom.cards import Card
from cardroom.games.model import Game, Kind
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
    is_you: bool
    chips: Money


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """A table as a person sees it. The round is told by its events, each with what the person may know."""

    table: str
    name: str
    game: str
    number: int  # of the last record that this view includes
    waits_for: Wait
    is_closing: bool  # when the round is over
    deadline: datetime | None = None  # of your own decision, of the bets, or of the pause
    deadlines: dict[Seat, datetime] = {}  # of everyone who has to decide
    seats: tuple[SeatView, ...]
    your_seat: Seat | None
    your_cards: tuple[Card, ...]
    options: tuple[Option, ...]
    next_act: AnyAct | None
    round_id: str
    commitment: str
    events: tuple[RoundEvent, ...]
    words: tuple[str, ...]  # a sentence for each event
    jackpots: tuple[Display, ...]


class Times(msgspec.Struct, frozen=True):
    """Until when a table waits: for the bets or the next round, and for each seat's decision."""

    deadline: datetime | None = None
    deadlines: dict[Seat, datetime] = {}


def timed(view: TableView, times: Times) -> TableView:
    """With its clocks, which start only when what the view says is on disk."""
    mine = None if view.your_seat is None else times.deadlines.get(view.your_seat)
    return msgspec.structs.replace(view, deadline=mine or times.deadline, deadlines=times.deadlines)


def seat_in_round(table: LiveTable, person: str) -> Seat | None:
    """The seat whose cards a person may see: the one held in this round."""
    held = (*table.round_people.items(), *table.people().items())  # also if another seat is taken meanwhile
    return next((seat for seat, holder in held if holder == person), None)


def tell_seat(game: Game, seat: Seat | None, number: int, events: Iterable[e.TableEvent]) -> Told:
    """One record's events as whoever held this seat in its round may see them; None: as anyone may."""
    seen = as_seat(seat, events)
    return Told(number, seen, tuple(in_words(event, game) for event in seen))


def as_seat(seat: Seat | None, events: Iterable[e.TableEvent]) -> tuple[e.TableEvent, ...]:
    return tuple(_as_seen(event, seat) for event in events)


def _as_seen(event: e.TableEvent, seat: Seat | None) -> e.TableEvent:
    match event:
        case OfRound():
            return view(event, "spectator" if seat is None else seat)
        case e.SatDown():
            return msgspec.structs.replace(event, person="")  # others know a player by name only
        case _:
            return event


def table_view(house: House, table: LiveTable, person: str, *, dealing: bool = False) -> TableView:
    seat = seat_in_round(table, person)
    round_ = table.round
    is_current = round_ is not None and bool(table.round_id)
    events = tuple(view(event, "spectator" if seat is None else seat) for event in round_.events) if round_ else ()
    mine = round_.state.seats.get(seat) if round_ is not None and seat is not None else None
    game = round_.state.settings.rules if round_ is not None else table.plan.settings.rules
    return TableView(
        table=table.id,
        name=table.plan.name,
        game=table.plan.settings.game,
        number=house.numbers.get(table_stream(table.id), 0),
        waits_for=waits_for(house, table),
        is_closing=table.id in house.closing,
        seats=tuple(
            SeatView(n, sitter.name, sitter.person == person, house.balance(accounts.stack(table.id, sitter.person)))
            for n, sitter in sorted(table.seats.items())
        ),
        your_seat=next((n for n, sitter in table.seats.items() if sitter.person == person), None),
        your_cards=mine.cards if mine else (),
        options=round_.options(seat) if round_ is not None and seat is not None and table.is_playing else (),
        next_act=round_.next_act() if dealing and round_ is not None and table.is_playing else None,
        round_id=table.round_id if is_current else "",
        commitment=table.commitment,
        events=events,
        words=tuple(round_in_words(event, game) for event in events),
        jackpots=displays(house, table),
    )


def displays(house: House, table: LiveTable) -> tuple[Display, ...]:
    """The jackpot signs of a table. Who approved a win is the staff's business."""
    return tuple(_public(display(link.state, table.id)) for link in house.links_of(table.id))


def _public(sign: Display) -> Display:
    won = tuple(msgspec.structs.replace(win, approved_by="", card=None) for win in sign.won)
    return msgspec.structs.replace(sign, won=won)


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """A place on the layout for a wager, and what may be put there."""

    wager: str
    name: str
    kind: Kind
    minimum: Money
    maximum: Money
    chip: Money


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """A table's felt: what is written on it, and where its wagers lie."""

    table: str
    name: str
    game: str
    seats: int
    lettering: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]  # wagers, from the dealer to the player
    spots: tuple[Spot, ...]


def layout(table: LiveTable) -> Layout:
    spots = _spots(table)
    taken = {spot.wager for spot in spots}
    rows = [tuple(wager for wager in row if wager in taken) for row in table.plan.settings.rules.felt.rows]
    return Layout(
        table=table.id,
        name=table.plan.name,
        game=table.plan.settings.game,
        seats=table.plan.settings.seats,
        lettering=table.plan.settings.rules.felt.lettering,
        rows=tuple(row for row in rows if row),
        spots=spots,
    )


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
        spots.append(
            Spot(wager=wager.id, name=wager.name, kind=wager.kind, minimum=low, maximum=high, chip=settings.chip)
        )
    return tuple(spots)


class LobbyTable(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    name: str
    game: str
    game_name: str
    summary: str  # of the game, in one line
    minimum: Money
    maximum: Money
    seats: int
    taken: tuple[Seat, ...]
    waits_for: Wait
    side_bets: tuple[str, ...]  # their names
    jackpots: tuple[Display, ...]


def lobby(house: House) -> list[LobbyTable]:
    """Every table of the floor, for anyone."""
    return [
        LobbyTable(
            table=table.id,
            name=table.plan.name,
            game=table.plan.settings.game,
            game_name=table.plan.settings.rules.name,
            summary=table.plan.settings.rules.summary,
            minimum=table.plan.settings.minimum,
            maximum=table.plan.settings.maximum,
            seats=table.plan.settings.seats,
            taken=tuple(sorted(table.seats)),
            waits_for=waits_for(house, table),
            side_bets=tuple(
                wager.name
                for wager in table.plan.settings.rules.wagers
                if wager.id in table.plan.settings.offered and wager.kind is Kind.OPTIONAL
            ),
            jackpots=displays(house, table),
        )
        for table in house.tables.values()
    ]
