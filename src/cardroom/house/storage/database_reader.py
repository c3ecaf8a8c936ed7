"""Reading the database as it is at one moment."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from cardroom.documents import Hash, hash_of
from cardroom.errors import CardroomError
from cardroom.house.engine.index_rows import BalanceRow, EventRow, PartRow
from cardroom.house.features.awards.rows import WinChangeRow, WinRow
from cardroom.house.features.corrections.rows import LaterRow
from cardroom.house.features.days.rows import DayRow
from cardroom.house.features.rounds.rows import PlayedRow, RealRoundRow, RoundRow
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.kernel.rows import FigureRow, Row
from cardroom.house.log.events import DayClosed
from cardroom.house.log.records import Record, Written, decode_record, table_stream
from cardroom.house.storage import archive_files, schema

SEEDS_AT_ONCE = 1_000
KEYS_AT_ONCE = 400

Kind = TypeVar("Kind", bound=Row)


class Reader:
    def __init__(self, connection: sa.Connection, archive: Path, *, is_sqlite: bool) -> None:
        self.connection = connection
        self.archive = archive
        self._is_sqlite = is_sqlite
        self._seeds: dict[str, str] = {}  # of rounds that are over, some of them

    def house(self) -> str:
        """What tells it from every other."""
        return self.connection.execute(sa.select(schema.identity.c.house)).scalar() or ""

    # --- the log ------------------------------------------------------------------------------------------------------

    def last(self) -> int:
        """The position of the last record."""
        in_database = self.connection.execute(sa.select(sa.func.max(schema.records.c.position))).scalar()
        return int(in_database or self._archived())

    def _archived(self) -> int:
        return int(self.connection.execute(sa.select(sa.func.max(schema.archives.c.last))).scalar() or 0)

    def written(self, after: int = 0, up_to: int | None = None) -> Iterator[Written]:
        """Records to the byte, in their order, from files and database alike."""
        days = schema.archives
        query = sa.select(days).where(days.c.last > after).order_by(days.c.first)
        for row in self.connection.execute(query if up_to is None else query.where(days.c.first <= up_to)).all():
            for record in archive_files.read_segment(self.archive / row.file, row.first, row.last):
                if record.position > after and (up_to is None or record.position <= up_to):
                    yield record
        kept = schema.records
        query = sa.select(kept).where(kept.c.position > after).order_by(kept.c.position)
        if up_to is not None:
            query = query.where(kept.c.position <= up_to)
        for row in self._rows(query):
            body = row.body.encode("utf-8", "surrogateescape") if isinstance(row.body, str) else bytes(row.body)
            yield Written(row.position, row.day, body, row.hash)

    def records(self, after: int = 0, up_to: int | None = None) -> Iterator[tuple[Record, Hash]]:
        """Records as they are meant, with their hashes. One that cannot be read, or is not as written, is an error."""
        for written in self.written(after, up_to):
            if hash_of(written.body) != written.hash:
                raise CardroomError("broken-log", f"record {written.position}: has been changed")
            yield decode_record(written.body), written.hash

    def of_stream(self, stream: str, after: int, up_to: int | None = None) -> Iterator[Record]:
        """The records of a stream between two positions."""
        return (record for record, _ in self.found_in(stream, after, up_to))

    def found_in(self, stream: str, after: int, up_to: int | None = None) -> Iterator[tuple[Record, bool]]:
        """The records of a stream between two positions, and whether each is as it was written."""
        parts = schema.INDEX[PartRow]
        query = sa.select(parts.c.position).where(parts.c.stream == stream, parts.c.position > after)
        if up_to is not None:
            query = query.where(parts.c.position <= up_to)
        return self._at(list(self.connection.execute(query.order_by(parts.c.position)).scalars()))

    def at(self, positions: list[int]) -> Iterator[Record]:
        """The records at these positions, in rising order."""
        return (record for record, _ in self._at(positions))

    def _at(self, positions: list[int]) -> Iterator[tuple[Record, bool]]:
        return ((decode_record(body), hash_of(body) == hash_) for body, hash_ in self._written_at(positions))

    def _written_at(self, positions: list[int], marks: Sequence[bytes] = ()) -> Iterator[tuple[bytes, Hash]]:
        """The text of each record, and the hash that it was written with; the database leaves out what has no mark."""
        wanted, archived = set(positions), self._archived()
        if old := [position for position in positions if position <= archived]:
            for written in self.written(old[0] - 1, old[-1]):
                if written.position in wanted:
                    yield written.body, written.hash
        rest = [position for position in positions if position > archived]
        kept, place_of = schema.records, sa.func.instr if self._is_sqlite else sa.func.strpos
        for start in range(0, len(rest), 500):
            query = sa.select(kept).where(kept.c.position.in_(rest[start : start + 500])).order_by(kept.c.position)
            if marks:
                query = query.where(sa.or_(*(place_of(kept.c.body, mark.decode()) > 0 for mark in marks)))
            for row in self.connection.execute(query):
                yield row.body.encode("utf-8", "surrogateescape"), row.hash

    def positions_in(self, stream: str, first: int, last: int | None = None) -> list[int]:
        """The records of a stream from one position to another, in rising order."""
        parts = schema.INDEX[PartRow]
        query = sa.select(parts.c.position).where(parts.c.stream == stream, parts.c.position >= first)
        if last is not None:
            query = query.where(parts.c.position <= last)
        return list(self.connection.execute(query.order_by(parts.c.position)).scalars())

    def holding(self, positions: list[int], marks: Sequence[bytes]) -> Iterator[Record]:
        """Those of these records, in rising order, whose text holds one of these; others are not decoded."""
        for body, _ in self._written_at(positions, marks):
            if any(mark in body for mark in marks):
                yield decode_record(body)

    def last_indexed(self) -> int:
        """The last record that the index knows of."""
        parts = schema.INDEX[PartRow]
        return self.connection.execute(sa.select(sa.func.max(parts.c.position))).scalar() or 0

    def count(self) -> int:
        """How many records there are in the database itself."""
        return self.connection.execute(sa.select(sa.func.count()).select_from(schema.records)).scalar() or 0

    def streams(self) -> list[str]:
        parts = schema.INDEX[PartRow]
        return sorted(self.connection.execute(sa.select(parts.c.stream).where(parts.c.number == 1)).scalars())

    def holds(self, digest: Hash) -> bool:
        """Whether a record has this hash."""
        found = self.connection.execute(sa.select(schema.records.c.position).where(schema.records.c.hash == digest))
        return found.first() is not None or any(written.hash == digest for written in self.written(0, self._archived()))

    def hash_at(self, position: int) -> Hash | None:
        return next((written.hash for written in self.written(position - 1, position)), None)

    # --- beside the log -----------------------------------------------------------------------------------------------

    def document(self, name: Hash) -> bytes | None:
        query = sa.select(schema.documents.c.body).where(schema.documents.c.hash == name)
        body = self.connection.execute(query).scalar()
        return None if body is None else body.encode("utf-8", "surrogateescape")

    def documents(self) -> Iterator[tuple[Hash, bytes]]:
        for row in self._rows(sa.select(schema.documents)):
            yield row.hash, row.body.encode("utf-8", "surrogateescape")

    def checkpoints(self) -> list[tuple[int, Hash]]:
        """Where there are checkpoints, the last one first."""
        kept = schema.checkpoints
        query = sa.select(kept.c.position, kept.c.hash).order_by(kept.c.position.desc())
        return [(row.position, row.hash) for row in self.connection.execute(query)]

    def checkpoint(self, position: int) -> bytes | None:
        """The state at a position, if what is kept of it is as it was written."""
        kept = schema.checkpoints
        row = self.connection.execute(sa.select(kept).where(kept.c.position == position)).first()
        try:
            body = None if row is None else zlib.decompress(row.body)
        except (zlib.error, TypeError):
            return None
        return body if body is not None and row is not None and hash_of(body) == row.hash else None

    def shown_seed(self, round_id: str) -> bytes | None:
        """Of a round that is over, from its row."""
        if round_id not in self._seeds:
            self._read_seeds(round_id)
        try:
            return bytes.fromhex(self._seeds.get(round_id, "")) or None
        except ValueError:
            return None

    def _read_seeds(self, round_id: str) -> None:
        """With those of the rounds after it: an audit asks for one after another."""
        table, found = schema.INDEX[RoundRow], self.row(RoundRow, round_id=round_id)
        if found is not None:
            query = sa.select(table.c.round_id, table.c.seed).where(table.c.first >= found.first)
            rows = self.connection.execute(query.order_by(table.c.first).limit(SEEDS_AT_ONCE))
            self._seeds = {row.round_id: row.seed for row in rows}

    def segments(self) -> list[archive_files.Segment]:
        """The files of archived days."""
        rows = self.connection.execute(sa.select(schema.archives).order_by(schema.archives.c.first))
        return [
            archive_files.Segment(
                file=row.file, day=archive_files.day_of_file(row.file), first=row.first, last=row.last, hash=row.hash
            )
            for row in rows
        ]

    def heads(self) -> dict[str, str]:
        """Signed statements by day."""
        rows = self.connection.execute(sa.select(schema.heads).order_by(schema.heads.c.day))
        return {row.day: row.statement for row in rows}

    # --- the index ----------------------------------------------------------------------------------------------------

    def row(self, kind: type[Kind], **key: object) -> Kind | None:
        return next(self._select(kind, **key), None)

    def by_keys(self, kind: type[Kind], keys: Iterable[tuple[object, ...]]) -> Iterator[Kind]:
        """The rows under these keys, as far as there are any, each found by its place in the index."""
        table = schema.INDEX[kind]
        first, *rest = (table.c[name] for name in kind.KEY)
        if not rest:
            for chunk in _chunks([key[0] for key in keys]):
                yield from self.made(kind, sa.select(table).where(first.in_(chunk)))
            return
        (second,) = rest
        groups: dict[object, list[object]] = {}
        for one, other in keys:
            groups.setdefault(one, []).append(other)
        if isinstance(first.type, sa.BigInteger):  # a position, which few rows share
            for chunk in _chunks(list(groups)):
                found = self.made(kind, sa.select(table).where(first.in_(chunk)))
                yield from (row for row in found if getattr(row, kind.KEY[1]) in groups[getattr(row, kind.KEY[0])])
            return
        for one, others in groups.items():
            for chunk in _chunks(others):
                yield from self.made(kind, sa.select(table).where(first == one, second.in_(chunk)))

    def all_rows(self, kind: type[Kind]) -> Iterator[Kind]:
        return self._select(kind)

    def _select(self, kind: type[Kind], **equal: object) -> Iterator[Kind]:
        table = schema.INDEX[kind]
        return self.made(kind, sa.select(table).where(*(table.c[name] == value for name, value in equal.items())))

    def made(self, kind: type[Kind], query: sa.Select[Any]) -> Iterator[Kind]:
        names = kind.__struct_fields__
        for row in self._rows(query):
            yield kind(**dict(zip(names, row, strict=True)))

    def count_of(self, kind: type[Row]) -> int:
        return self.connection.execute(sa.select(sa.func.count()).select_from(schema.INDEX[kind])).scalar() or 0

    def days(self) -> list[DayRow]:
        table = schema.INDEX[DayRow]
        return list(self.made(DayRow, sa.select(table).where(table.c.first > 0).order_by(table.c.day)))

    def round_after(self, table_id: str, first: int) -> RoundRow | None:
        """The next round at a table."""
        table = schema.INDEX[RoundRow]
        query = sa.select(table).where(table.c.table_id == table_id, table.c.first > first)
        return next(self.made(RoundRow, query.order_by(table.c.first).limit(1)), None)

    def rounds_over(self, table_id: str, first: int) -> list[int]:
        """The records that ended rounds of a table, from this one on."""
        table = schema.INDEX[RoundRow]
        query = sa.select(table.c.last).where(table.c.table_id == table_id, table.c.last >= first)
        return sorted(self.connection.execute(query).scalars())

    def round_at(self, table_id: str, position: int) -> RoundRow | None:
        """The round that a record of a table belongs to."""
        table = schema.INDEX[RoundRow]
        query = sa.select(table).where(table.c.table_id == table_id, table.c.first <= position)
        return next(self.made(RoundRow, query.order_by(table.c.first.desc()).limit(1)), None)

    def rounds_before(self, table_id: str, position: int, most: int) -> list[RoundRow]:
        """Rounds of a table that began before a record, the last one first."""
        table = schema.INDEX[RoundRow]
        query = sa.select(table).where(table.c.table_id == table_id, table.c.first < position)
        return list(self.made(RoundRow, query.order_by(table.c.first.desc()).limit(most)))

    def real_rounds_before(self, table_id: str, position: int, most: int) -> list[RealRoundRow]:
        """Rounds with real cards at a table that began before a record, the last one first."""
        table = schema.INDEX[RealRoundRow]
        query = sa.select(table).where(table.c.table_id == table_id, table.c.first < position)
        return list(self.made(RealRoundRow, query.order_by(table.c.first.desc()).limit(most)))

    def beginnings_from(self, table_id: str, position: int, most: int) -> list[int]:
        """Where rounds of a table begin, from a record on, in their order."""
        both = (schema.INDEX[RoundRow], schema.INDEX[RealRoundRow])
        here = [sa.select(kind.c.first).where(kind.c.table_id == table_id, kind.c.first >= position) for kind in both]
        query = sa.union_all(*here).order_by("first").limit(most)
        return list(self.connection.execute(query).scalars())

    def players_of(self, rounds: Iterable[str]) -> list[PlayedRow]:
        """Who played in these rounds, from every seat."""
        table = schema.INDEX[PlayedRow]
        found = [
            row
            for chunk in _chunks(list(rounds))
            for row in self.made(PlayedRow, sa.select(table).where(table.c.round_id.in_(chunk)))
        ]
        return sorted(found, key=lambda row: (row.position, row.seat))

    def later(self, rounds: Iterable[str]) -> list[LaterRow]:
        """What was done about these rounds after they were over, in its order."""
        table = schema.INDEX[LaterRow]
        found = [
            row
            for chunk in _chunks(list(rounds))
            for row in self.made(LaterRow, sa.select(table).where(table.c.round_id.in_(chunk)))
        ]
        return sorted(found, key=lambda row: row.position)

    def position_at(self, moment: datetime) -> int:
        """The first record that is not before a moment, or the one after the last, found by halving."""
        low, high = 1, self.last() + 1
        while low < high:
            middle = (low + high) // 2
            record = next(self.at([middle]), None)
            if record is not None and record.at < moment:
                low = middle + 1
            else:
                high = middle
        return low

    def figures_until(self, day: str) -> list[FigureRow]:
        """For every stream, the last figures up to a day."""
        table = schema.INDEX[FigureRow]
        latest = (
            sa.select(table.c.stream, sa.func.max(table.c.day).label("day"))
            .where(table.c.day <= day, table.c.figures != "")
            .group_by(table.c.stream)
            .subquery()
        )
        query = sa.select(table).join(latest, sa.and_(table.c.stream == latest.c.stream, table.c.day == latest.c.day))
        return list(self.made(FigureRow, query.order_by(table.c.stream)))

    def figures_between(self, first: str, last: str) -> list[FigureRow]:
        """What was counted on the days from one to another, day by day."""
        table = schema.INDEX[FigureRow]
        days = sa.and_(table.c.day >= first, table.c.day <= last, table.c.figures != "")
        return list(self.made(FigureRow, sa.select(table).where(days).order_by(table.c.day, table.c.stream)))

    def figures_of(self, stream: str, until: str) -> list[FigureRow]:
        """All figures of a stream up to a day, day by day."""
        table = schema.INDEX[FigureRow]
        own = sa.and_(table.c.stream == stream, table.c.day <= until, table.c.figures != "")
        return list(self.made(FigureRow, sa.select(table).where(own).order_by(table.c.day)))

    def figures_before(self, stream: str, day: str) -> FigureRow | None:
        """The last figures of a stream before a day."""
        table = schema.INDEX[FigureRow]
        earlier = sa.and_(table.c.stream == stream, table.c.day < day, table.c.figures != "")
        return next(self.made(FigureRow, sa.select(table).where(earlier).order_by(table.c.day.desc()).limit(1)), None)

    def events_of(
        self, kinds: Sequence[EventKind], first: int = 0, last: int | None = None, stream: str = ""
    ) -> list[EventRow]:
        """Significant events of these kinds between two records, of one stream or of all."""
        table = schema.INDEX[EventRow]
        query = sa.select(table).where(table.c.kind.in_([kind.value for kind in kinds]), table.c.position >= first)
        if last is not None:
            query = query.where(table.c.position <= last)
        if stream:
            query = query.where(table.c.stream == stream)
        return list(self.made(EventRow, query.order_by(table.c.position, table.c.place)))

    def event_before(self, kind: EventKind, stream: str, position: int) -> EventRow | None:
        """The last significant event of a kind on a stream before a record."""
        table = schema.INDEX[EventRow]
        earlier = sa.and_(table.c.kind == kind.value, table.c.stream == stream, table.c.position < position)
        query = sa.select(table).where(earlier).order_by(table.c.position.desc(), table.c.place.desc()).limit(1)
        return next(self.made(EventRow, query), None)

    def events(self, first: int, last: int | None) -> list[EventRow]:
        """Significant events between two records; None: to the end."""
        table = schema.INDEX[EventRow]
        query = sa.select(table).where(table.c.position >= first).order_by(table.c.position, table.c.place)
        return list(self.made(EventRow, query if last is None else query.where(table.c.position <= last)))

    def rounds_of(self, events: Sequence[EventRow]) -> dict[tuple[int, str], str]:
        """The rounds that tables were at when these events happened, by record and stream."""
        kept, rounds = schema.INDEX[EventRow], schema.INDEX[RoundRow]
        of_table = sa.func.substr(kept.c.stream, len(table_stream("")) + 1)
        round_id = (
            sa.select(rounds.c.round_id)
            .where(rounds.c.table_id == of_table, rounds.c.first <= kept.c.position)
            .order_by(rounds.c.first.desc())
            .limit(1)
            .scalar_subquery()
        )
        query = sa.select(kept.c.position, kept.c.stream, round_id)
        return {
            (position, stream): found
            for chunk in _chunks(sorted({row.position for row in events if row.stream.startswith(table_stream(""))}))
            for position, stream, found in self.connection.execute(query.where(kept.c.position.in_(chunk)))
            if found is not None
        }

    def hits(self, link: str, until: str, most: int = 25) -> list[WinRow]:
        """The latest wins that no tray paid, up to a moment, the last one first."""
        table = schema.INDEX[WinRow]
        query = sa.select(table).where(table.c.link == link, table.c.is_hit, table.c.at < until)
        return list(self.made(WinRow, query.order_by(table.c.at.desc()).limit(most)))

    def hits_between(self, link: str, since: str, until: str) -> list[WinRow]:
        """The wins that no tray paid, from one moment to another, in their order."""
        table = schema.INDEX[WinRow]
        query = sa.select(table).where(table.c.link == link, table.c.is_hit, table.c.at >= since, table.c.at < until)
        return list(self.made(WinRow, query.order_by(table.c.at, table.c.changed)))

    def changes_of(self, win: str, after: int) -> list[Record]:
        """The records that have changed a win since it was recorded, as far as they come after this one."""
        table = schema.INDEX[WinChangeRow]
        query = sa.select(table.c.position).where(table.c.win == win, table.c.position > after)
        return list(self.at(list(self.connection.execute(query.order_by(table.c.position)).scalars())))

    def closings(self) -> dict[str, int]:
        """Closed days, and the records that closed them."""
        table = schema.INDEX[EventRow]
        query = sa.select(table.c.position).where(table.c.kind == EventKind.DAY.value).order_by(table.c.position)
        return {
            event.day: record.position
            for record in self.at(list(self.connection.execute(query).scalars()))
            for part in record.parts
            for event in part.events
            if isinstance(event, DayClosed)
        }

    def balances(self) -> dict[str, int]:
        return {row.account: row.amount for row in self.all_rows(BalanceRow) if row.amount}

    def damage(self) -> str:
        """What SQLite itself finds wrong with its file; "" where that is nothing."""
        if not self._is_sqlite:
            return ""
        found = str(self.connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar())
        return "" if found == "ok" else found

    def _rows(self, query: sa.Select[Any]) -> Iterator[sa.Row[Any]]:
        try:
            yield from self.connection.execution_options(yield_per=1000).execute(query)
        except SQLAlchemyError as error:
            raise CardroomError("broken-log", f"The log cannot be read: {str(error).splitlines()[0]}") from None


def _chunks(values: Sequence[object]) -> Iterator[Sequence[object]]:
    for start in range(0, len(values), KEYS_AT_ONCE):
        yield values[start : start + KEYS_AT_ONCE]
