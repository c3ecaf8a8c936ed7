"""Rounds with real cards in the log. Cardroom knows of them what its jackpots know, and they have no row of their own.

A table numbers its rounds, so one is found by halving its stream.
"""

from __future__ import annotations

import msgspec

from cardroom.cards import Card
from cardroom.errors import CardroomError
from cardroom.house.core import events as e
from cardroom.house.core.indexing import PartRow
from cardroom.house.core.records import Record, TablePart, table_stream
from cardroom.house.storage.reader import Reader
from cardroom.table.commands import Seat

_LATER = (e.RoundCorrected, e.RoundPrinted)  # which name rounds long past
LOOKED_AT = 400  # records of a table for one page of its rounds


class RealRoundFound(msgspec.Struct, frozen=True, kw_only=True):
    """A round with real cards: which sensors were counted, and the cards that proved a hand."""

    round_id: str
    table: str
    first: Record
    records: tuple[Record, ...]
    until: int | None  # the last record before the next round; None: there is none yet
    lit: dict[str, tuple[Seat, ...]]  # by link
    shown: tuple[e.CardsShown, ...]

    @property
    def seats(self) -> list[Seat]:
        return sorted({seat for seats in self.lit.values() for seat in seats})

    @property
    def cards(self) -> dict[tuple[str, Seat], tuple[Card, ...]]:
        return {(shown.holder, shown.seat): shown.cards for shown in self.shown}


def find_real_round(reader: Reader, round_id: str) -> RealRoundFound:
    table, _, number = round_id.rpartition("-")
    found = _from(reader, table, int(number)) if number.isdecimal() and round_id.isprintable() else None
    if found is None or found.round_id != round_id:
        raise CardroomError("unknown-round", f"There is no round “{round_id}”.")
    return found


def real_rounds_before(reader: Reader, table: str, position: int, most: int) -> list[RealRoundFound]:
    """The rounds that began before a record, the last one first, as far as a page looks back."""
    records = reader.stream_before(table_stream(table), position, LOOKED_AT)
    found: list[RealRoundFound] = []
    rest: list[Record] = []
    until: int | None = None
    for record in records:
        rest.insert(0, record)
        if _began(record, table):
            found.append(_made(table, rest, until))
            until = record.position - 1
            rest = []
        if len(found) == most:
            break
    return found


def _from(reader: Reader, table: str, wanted: int) -> RealRoundFound | None:
    """Halving the stream: the first of its parts that speaks of this round or of a later one."""
    stream = table_stream(table)
    low, high = 1, reader.count_of_stream(stream) + 1
    while low < high:
        middle = (low + high) // 2
        place = middle
        while place < high and (number := _number(_record(reader, stream, place), table)) is None:
            place += 1
        if place < high and number is not None and number >= wanted:
            high = middle
        else:
            low = place + 1
    first = _record(reader, stream, low)
    if first is None or not _began(first, table):
        return None
    records = [first]
    number = low + 1
    while (record := _record(reader, stream, number)) is not None and not _begins_another(record, table):
        records.append(record)
        number += 1
    return _made(table, records, None if record is None else record.position - 1)


def _record(reader: Reader, stream: str, number: int) -> Record | None:
    row = reader.row(PartRow, stream=stream, number=number)
    return None if row is None else next(reader.at([row.position]), None)


def _events(record: Record, table: str) -> list[e.TableEvent]:
    return [
        event
        for part in record.parts
        if isinstance(part, TablePart) and part.table == table
        for event in part.events
        if not isinstance(event, _LATER)
    ]


def _number(record: Record | None, table: str) -> int | None:
    """Of the round that a record speaks of."""
    for event in () if record is None else _events(record, table):
        name = getattr(event, "round_id", "")
        if name:
            return int(name.rpartition("-")[2])
    return None


def _began(record: Record, table: str) -> bool:
    return any(isinstance(event, e.RealRoundBegan) for event in _events(record, table))


def _begins_another(record: Record, table: str) -> bool:
    return any(isinstance(event, e.RealRoundBegan | e.RoundBegan) for event in _events(record, table))


def _made(table: str, records: list[Record], until: int | None) -> RealRoundFound:
    events = [event for record in records for event in _events(record, table)]
    began = next(event for event in events if isinstance(event, e.RealRoundBegan))
    return RealRoundFound(
        round_id=began.round_id,
        table=table,
        first=records[0],
        records=tuple(records),
        until=until,
        lit={event.link: event.seats for event in events if isinstance(event, e.SensorsCounted)},
        shown=tuple(event for event in events if isinstance(event, e.CardsShown)),
    )
