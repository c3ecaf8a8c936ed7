"""Rounds with real cards in the log. Cardroom knows of them what its jackpots know."""

from __future__ import annotations

import msgspec

from cardroom.cards import Card
from cardroom.errors import CardroomError
from cardroom.house.features.rounds.rows import RealRoundRow
from cardroom.house.history.round_histories import JackpotEvent, config_on, link_events
from cardroom.house.log import events as e
from cardroom.house.log.records import Record, TablePart, link_stream, table_stream
from cardroom.house.storage.database_reader import Reader
from cardroom.ledger import Posting
from cardroom.table.commands import Seat


class RealRoundFound(msgspec.Struct, frozen=True, kw_only=True):
    """A round with real cards: which sensors were counted, and the cards that proved a hand."""

    round_id: str
    table: str
    is_over: bool
    is_void: bool
    first: Record
    records: tuple[Record, ...]
    until: int | None  # the last record before the next round; None: there is none yet
    lit: dict[str, tuple[Seat, ...]]  # by link
    shown: tuple[e.CardsShown, ...]
    jackpots: tuple[JackpotEvent, ...]

    @property
    def seats(self) -> list[Seat]:
        return sorted({seat for seats in self.lit.values() for seat in seats})

    @property
    def postings(self) -> tuple[Posting, ...]:
        """The money of its table."""
        own = [part for record in self.records for part in record.parts if isinstance(part, TablePart)]
        return tuple(posting for part in own if part.table == self.table for posting in part.postings)

    @property
    def cards(self) -> dict[tuple[str, Seat], tuple[Card, ...]]:
        return {(shown.holder, shown.seat): shown.cards for shown in self.shown}


def find_real_round(reader: Reader, round_id: str) -> RealRoundFound:
    row = reader.row(RealRoundRow, round_id=round_id) if round_id.isprintable() else None
    if row is None:
        raise CardroomError("unknown-round", f"There is no round “{round_id}”.")
    return real_round_of(reader, row)


def real_round_of(reader: Reader, row: RealRoundRow) -> RealRoundFound:
    following = next(iter(reader.beginnings_from(row.table_id, row.first + 1, 1)), None)
    until = None if following is None else following - 1
    records = tuple(reader.of_stream(table_stream(row.table_id), row.first - 1, until))
    events = [
        event
        for record in records
        for part in record.parts
        if isinstance(part, TablePart) and part.table == row.table_id
        for event in part.events
    ]
    lit = {event.link: event.seats for event in events if isinstance(event, e.SensorsCounted)}
    jackpots = (
        told
        for link in lit
        for config in (config_on(reader, link, row.day),)
        for record in reader.of_stream(link_stream(link), row.first - 1, until)
        for told in link_events(record, link, config)
        if getattr(told.event, "table", "") == row.table_id
    )
    return RealRoundFound(
        round_id=row.round_id,
        table=row.table_id,
        is_over=bool(row.last),
        is_void=row.is_void,
        first=records[0],
        records=records,
        until=until,
        lit=lit,
        shown=tuple(event for event in events if isinstance(event, e.CardsShown)),
        jackpots=tuple(jackpots),
    )
