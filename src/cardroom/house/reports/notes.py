"""What accounting has written: notes beside figures, and statements of the bank, found by the index."""

from __future__ import annotations

from datetime import datetime

import msgspec

from cardroom.house.features.accounting.messages import NoteAbout, NoteWritten, StatementEntered
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.storage.database_reader import Reader


class KeptNote(msgspec.Struct, frozen=True, kw_only=True):
    about: NoteAbout
    day: str
    place: str
    text: str
    by: str
    at: datetime
    position: int


class KeptStatement(msgspec.Struct, frozen=True, kw_only=True):
    event: StatementEntered
    by: str
    at: datetime
    position: int


def notes_since(reader: Reader, first: int, about: NoteAbout | None = None) -> list[KeptNote]:
    """From a record on: a note is written after what it is about."""
    return [
        KeptNote(about=event.about, day=event.day, place=event.place, text=event.text, by=record.by, at=record.at,
             position=record.position)
        for record in reader.at(_positions(reader, first))
        for part in record.parts
        for event in part.events
        if isinstance(event, NoteWritten) and about in (None, event.about)
    ]  # fmt: skip


def statements_of(reader: Reader, link: str, first: int = 0) -> list[KeptStatement]:
    """The last one under each name, in the order in which they were entered."""
    found: dict[str, KeptStatement] = {}
    for record in reader.at(_positions(reader, first)):
        for part in record.parts:
            for event in part.events:
                if isinstance(event, StatementEntered) and event.link == link:
                    found.pop(event.name, None)
                    found[event.name] = KeptStatement(event=event, by=record.by, at=record.at, position=record.position)
    return list(found.values())


def _positions(reader: Reader, first: int) -> list[int]:
    return sorted({row.position for row in reader.events_of([EventKind.ACCOUNTING], first)})
