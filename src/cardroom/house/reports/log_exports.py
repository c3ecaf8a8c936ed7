"""The log for others to read: records as JSON Lines, or events and entries as rows of a table.

Seeds are in the log only once their rounds are over. What was dealt face down goes out with its cards then; in a round
that is not over, as a spectator sees it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import IO

import msgspec

from cardroom import __version__
from cardroom.cards import Card
from cardroom.documents import Hash
from cardroom.errors import CardroomError
from cardroom.house.engine.past_decks import past_deck
from cardroom.house.features.rounds.rows import RoundRow
from cardroom.house.log.records import AnyPart, Record, TablePart, table_stream, without_repeated_stamps
from cardroom.house.reports.formula_safe_csv import Rows
from cardroom.house.storage.database_reader import Reader
from cardroom.money import plain_dollars
from cardroom.table import TableSettings
from cardroom.table.event_visibility import is_sealed, unsealed, view
from cardroom.table.events import AnyEvent as RoundEvent
from cardroom.table.events import EventOfRound, PacketDealt, RoundOpened

COLUMNS = ("position", "at", "day", "by", "stream", "number", "kind", "name", "account", "dollars", "data")


class Exported(msgspec.Struct, frozen=True, kw_only=True):
    """A record as it goes out. Its hash is that of the record as it is kept, where face-down cards are sealed."""

    record: Record
    hash: Hash
    is_complete: bool


def exported_records(
    reader: Reader, first: int = 1, last: int | None = None, streams: Collection[str] = ()
) -> Iterator[Exported]:
    """Records between two positions and of some streams, as anyone who may read the log may see them now."""
    for record, digest in reader.records(first - 1, last):
        wanted = [part for part in record.parts if not streams or part.stream in streams]
        if not wanted:
            continue
        seen = tuple(_as_seen(reader, part, record) if isinstance(part, TablePart) else part for part in wanted)
        yield Exported(
            record=msgspec.structs.replace(record, parts=without_repeated_stamps(seen, record.at, record.by)),
            hash=digest,
            is_complete=len(seen) == len(record.parts) and not any(map(_is_withheld, seen)),
        )


def _is_withheld(part: AnyPart) -> bool:
    of_round = (event for event in part.events if isinstance(event, EventOfRound))
    return isinstance(part, TablePart) and any(map(is_sealed, of_round))


def _as_seen(reader: Reader, part: TablePart, record: Record) -> TablePart:
    if not any(isinstance(event, PacketDealt) for event in part.events):
        return part
    latest = reader.round_at(part.table, record.position)
    deck = _deck_of(reader, latest) if latest is not None and latest.last else None
    if deck is not None:
        return _with_events(part, lambda event: unsealed(event, deck))
    return _with_events(part, lambda event: view(event, "spectator"))


def _deck_of(reader: Reader, row: RoundRow) -> tuple[Card, ...] | None:
    """The deck that a round was dealt from; none, where its game is gone or another by now."""
    events = _events_of(reader, row)
    opened = next((event for event in events if isinstance(event, RoundOpened)), None)
    if opened is not None and (body := reader.document(opened.settings)) is not None:
        return past_deck(msgspec.json.decode(body, type=TableSettings), opened, events, row.seed)
    raise CardroomError("broken-log", f"Round {row.round_id} does not say under which settings it was played.")


def _events_of(reader: Reader, row: RoundRow) -> Iterator[object]:
    """Of the first record, which is all that is mostly needed; then of the others."""
    for after, last in ((row.first - 1, row.first), (row.first, row.last)):
        for record in reader.of_stream(table_stream(row.table_id), after, last):
            for part in record.parts:
                if isinstance(part, TablePart) and part.table == row.table_id:
                    yield from part.events


def _with_events(part: TablePart, change: Callable[[RoundEvent], RoundEvent]) -> TablePart:
    events = tuple(change(event) if isinstance(event, EventOfRound) else event for event in part.events)
    return msgspec.structs.replace(part, events=events)


class ExportManifest(msgspec.Struct, frozen=True, kw_only=True):
    """Which records a file has, so that whoever has the file knows that it is all of it."""

    file: str
    size: int
    hash: Hash  # SHA-256 of the file
    version: str  # of the software
    house: str  # what tells it from every other
    streams: tuple[str, ...]  # none: all of them
    records: int
    first: int  # positions
    last: int
    head: Hash  # of the last record, as it is kept


class Noted:
    """Records on their way out, and which they were."""

    def __init__(self, records: Iterator[Exported]) -> None:
        self._records = records
        self._count = self._first = 0
        self._last: Exported | None = None

    def __iter__(self) -> Iterator[Exported]:
        for exported in self._records:
            self._count, self._last = self._count + 1, exported
            self._first = self._first or exported.record.position
            yield exported

    def manifest(self, path: Path, streams: Collection[str], house: str) -> bytes:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        last = self._last
        found = ExportManifest(
            file=path.name,
            size=path.stat().st_size,
            hash=digest,
            version=__version__,
            house=house,
            streams=tuple(streams),
            records=self._count,
            first=self._first,
            last=0 if last is None else last.record.position,
            head="" if last is None else last.hash,
        )
        return msgspec.json.format(msgspec.json.encode(found), indent=1)


def write_lines(records: Iterator[Exported], out: IO[str]) -> int:
    """JSON Lines, a record a line; amounts are whole numbers of a millionth of a dollar."""
    count = 0
    for record in records:
        out.write(msgspec.json.encode(record).decode() + "\n")
        count += 1
    return count


def write_rows(records: Iterator[Exported], out: IO[str]) -> int:
    """CSV: a row for every event, and one for every account that a posting touches; amounts in dollars."""
    rows = Rows(out)
    rows.write(*COLUMNS)
    count = 0
    for exported_ in records:
        record = exported_.record
        for part in record.parts:
            head = (record.position, record.at.isoformat(), record.day, record.by, part.stream, part.number)
            for event in part.events:
                data = msgspec.json.encode(event).decode()
                rows.write(*head, "event", str(event.__struct_config__.tag), "", "", data)
            for posting in part.postings:
                data = msgspec.json.encode(msgspec.structs.replace(posting, entries=())).decode()
                for entry in posting.entries:
                    rows.write(*head, "posting", posting.code, entry.account, plain_dollars(entry.amount), data)
        count += 1
    return count
