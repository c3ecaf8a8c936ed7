"""Significant events as people read them: found by the index, told out of their records."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cardroom.errors import CardroomError
from cardroom.house.engine.index_rows import EventRow
from cardroom.house.engine.significant_event_text import event_in_words
from cardroom.house.log.records import Record
from cardroom.house.storage.database_reader import Reader


class ListedEvent(msgspec.Struct, frozen=True, kw_only=True):
    position: int
    place: int
    day: str
    at: str
    by: str
    stream: str
    number: int
    kind: str
    what: str


def list_events(reader: Reader, rows: Sequence[EventRow]) -> list[ListedEvent]:
    """All records are read at once. Where those of an archived day are not there, that is what is told."""
    records: dict[int, Record] = {}
    why = "Its record is not in the log."
    try:
        for record in reader.at(sorted({row.position for row in rows})):
            records[record.position] = record
    except CardroomError as error:
        if error.code != "missing-archive":
            raise
        why = f"{error.message[0].upper()}{error.message[1:]}."
    rounds = reader.rounds_of(rows)
    return [
        ListedEvent(
            position=row.position, place=row.place, day=row.day, at=row.at, by=row.by, stream=row.stream,
            number=row.number, kind=row.kind,
            what=_what(row, records.get(row.position), rounds.get((row.position, row.stream), "")) or why,
        )
        for row in rows
    ]  # fmt: skip


def _what(row: EventRow, record: Record | None, round_id: str) -> str:
    parts = () if record is None else record.parts
    part = next((part for part in parts if part.stream == row.stream), None)
    if record is None or part is None or not 0 <= row.event < len(part.events):
        return ""
    return event_in_words(part, part.events[row.event], record, round_id)
