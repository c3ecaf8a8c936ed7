"""An evidence pack made from a database: records to the byte, what they name, and reports of their days."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import tempfile
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path

import msgspec

from cardroom import __version__
from cardroom.documents import Hash, encode_document, hash_of
from cardroom.errors import CardroomError
from cardroom.house.audit.signed_heads import SignedHead, load_key, sign_bytes
from cardroom.house.audit.software_identity import SoftwareManifest, installed
from cardroom.house.conformity.requirement import Standing
from cardroom.house.conformity.statement import conformity_of
from cardroom.house.engine.house import House
from cardroom.house.evidence import contents
from cardroom.house.evidence.archive_file import ArchiveWriter
from cardroom.house.evidence.contents import Begins, PackedFile, PackManifest, PackSeal
from cardroom.house.evidence.text import readme
from cardroom.house.features.days.rows import DayRow
from cardroom.house.log.records import START
from cardroom.house.reports.day_closing import day_closing, day_paper
from cardroom.house.reports.day_report import Day, span_of
from cardroom.house.reports.formula_safe_csv import Rows
from cardroom.house.reports.meter_periods import games_paper, meters_paper, read_links
from cardroom.house.reports.papers import as_csv as paper_as_csv
from cardroom.house.reports.table_periods import GroupedBy, read_lines, tables_paper
from cardroom.house.reports.win_pages import wins_of_day
from cardroom.house.storage.database_reader import Reader
from cardroom.house.storage.private_files import open_private, sync_directory
from cardroom.house.storage.store import Store
from cardroom.house.views.staff.approval_conditions import conditions_view

MOST_LEADING = 50_000  # records between a checkpoint and the days asked for

Told = Callable[[int], object]  # how many records there are to be read
Advance = Callable[[int], object]


class WantedPack(msgspec.Struct, frozen=True, kw_only=True):
    """The days that are asked for, and what only a running house knows."""

    first_day: str
    last_day: str
    at: datetime
    slowest_display: float | None = None
    release: SoftwareManifest | None = None  # the software as it should be


class _Span(msgspec.Struct, frozen=True):
    """Records of a pack: those of the days, after one that they can be done again from."""

    days: tuple[DayRow, ...]
    first: int
    last: int
    after: int
    begins: Begins
    state: Hash


class _Folder:
    """Files on their way into a pack."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.files: list[PackedFile] = []

    def add(self, name: str, body: bytes) -> None:
        place = self._place(name)
        place.write_bytes(body)
        self.files.append(PackedFile(name=name, size=len(body), hash=hash_of(body)))

    def pack(self, name: str, lines: Iterable[bytes]) -> None:
        """Packed tight, and read back in pieces: it may be larger than the memory."""
        place = self._place(name)
        with place.open("wb") as raw, gzip.GzipFile("", "wb", 6, raw, mtime=0) as packed:
            for line in lines:
                packed.write(line)
        with place.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        self.files.append(PackedFile(name=name, size=place.stat().st_size, hash=digest))

    def _place(self, name: str) -> Path:
        place = self.path / name
        place.parent.mkdir(parents=True, exist_ok=True)
        return place


def write_pack(
    out: Path,
    store: Store,
    house: House,
    wanted: WantedPack,
    *,
    told: Told = lambda _: None,
    advance: Advance = lambda _: None,
) -> PackManifest:
    """The house is as its log leaves it; nothing of the database is changed."""
    with store.reading() as reader, tempfile.TemporaryDirectory(dir=out.parent, prefix=".evidence-") as folder:
        span = _span_of(reader, house, wanted)
        told(span.last - span.after + house.position)
        files = _Folder(Path(folder))
        _add_records(files, reader, span, advance)
        _add_heads(files, reader, span)
        for row in span.days:
            _add_reports(files, reader, house, row.day, wanted.at)
        files.add(contents.CONDITIONS, _as_json(conditions_view(house)))
        standing = Standing(house, reader, wanted.at, wanted.slowest_display, wanted.release)
        records = (record for record, _ in reader.records(up_to=house.position))
        files.add(contents.CONFORMITY, _as_json(conformity_of(standing, records, advance=lambda: advance(1))))
        files.add(contents.SOFTWARE, encode_document(installed()))
        return _write(out, store, files, _manifest(reader, house, wanted, span))


def _span_of(reader: Reader, house: House, wanted: WantedPack) -> _Span:
    days = tuple(row for row in reader.days() if wanted.first_day <= row.day <= wanted.last_day)
    if not days:
        raise CardroomError("no-days", f"The log has no day from {wanted.first_day} to {wanted.last_day}.")
    known = reader.days()
    first, last = span_of(known, days[0].day)[0], span_of(known, days[-1].day)[1] or house.position
    states = {position: state for position, state in reader.checkpoints() if position < first}
    after = max(states, default=0)
    if first - 1 - after > MOST_LEADING:
        return _Span(days, first, last, first - 1, Begins.BEFORE, "")
    begins = Begins.CHECKPOINT if after else Begins.FIRST
    return _Span(days, first, last, after, begins, states.get(after, ""))


def _add_records(files: _Folder, reader: Reader, span: _Span, advance: Advance) -> None:
    def lines() -> Iterable[bytes]:
        for written in reader.written(span.after, span.last):
            yield written.hash.encode() + b" " + written.body + b"\n"
            advance(1)

    files.pack(contents.RECORDS, lines())
    if span.state:
        body = reader.checkpoint(span.after)
        if body is None or hash_of(body) != span.state:
            raise CardroomError("broken-checkpoint", f"The checkpoint at record {span.after:,} has been changed.")
        files.pack(contents.CHECKPOINT, [body])
    for name, body in sorted(reader.documents()):
        files.add(f"{contents.DOCUMENTS}{name}.json", body)


def _add_heads(files: _Folder, reader: Reader, span: _Span) -> None:
    for day, statement in reader.heads().items():
        signed = msgspec.json.decode(statement, type=SignedHead)
        if span.after < signed.head.position <= span.last:
            files.add(f"{contents.HEADS}{day}.json", statement.encode())


def _add_reports(files: _Folder, reader: Reader, house: House, day: str, at: datetime) -> None:
    of_day, folder = Day(reader, day), f"{contents.REPORTS}{day}/"
    tables, links, banks = of_day.tables(), of_day.jackpots(), of_day.banks(of_day.ends)
    events, wins = of_day.events(), wins_of_day(reader, house, day)
    files.add(
        f"{folder}day.json",
        _as_json({"date": day, "tables": tables, "jackpots": links, "bank": banks, "dealers": of_day.dealers()}),
    )
    for name, rows in (("events", events), ("wins", wins)):
        files.add(f"{folder}{name}.csv", _as_csv(rows))
    of_links = read_links(reader, day)
    papers = {
        "tables": tables_paper(
            house, read_lines(reader, house, day, GroupedBy.TABLE, at=at), day, GroupedBy.TABLE, at=at
        ),
        "games": games_paper(house, of_links, day, at),
        "meters": meters_paper(house, of_links, day, at),
        "close": day_paper(day_closing(reader, house, day, at), at),
    }
    for name, paper in papers.items():
        files.add(f"{folder}{name}.csv", paper_as_csv(paper).encode())
        files.add(f"{folder}{name}.json", _as_json(paper))
    files.add(f"{folder}wins.json", _as_json(wins))


def _manifest(reader: Reader, house: House, wanted: WantedPack, span: _Span) -> PackManifest:
    previous, head = reader.hash_at(span.after) if span.after else START, reader.hash_at(span.last)
    assert previous is not None, "the record before is there"
    assert head is not None, "the last record is there"
    return PackManifest(
        format=contents.FORMAT,
        house=house.floor.name,
        version=__version__,
        made=wanted.at,
        first_day=span.days[0].day,
        last_day=span.days[-1].day,
        first=span.first,
        last=span.last,
        begins=span.begins,
        after=span.after,
        previous=previous,
        head=head,
        state=span.state,
        files=(),
    )


def _write(out: Path, store: Store, files: _Folder, manifest: PackManifest) -> PackManifest:
    names = {name.lower(): getattr(contents, name) for name in dir(contents) if name.isupper() and name != "FORMAT"}
    files.add(contents.README, readme(manifest, names).encode())
    manifest = msgspec.structs.replace(manifest, files=tuple(sorted(files.files, key=lambda one: one.name)))
    body = encode_document(manifest)
    unfinished = out.with_name(f"{out.name}.unfinished")
    try:
        with open_private(unfinished) as file:
            archive = ArchiveWriter(file)
            archive.add_bytes(contents.MANIFEST, body)
            archive.add_bytes(contents.SEAL, encode_document(_seal(store, body)))
            for one in manifest.files:
                with (files.path / one.name).open("rb") as content:
                    archive.add(one.name, content, one.size)
            archive.end()
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(out)
    finally:
        unfinished.unlink(missing_ok=True)
    sync_directory(out.parent)
    return manifest


def _seal(store: Store, body: bytes) -> PackSeal:
    """Signed where the key of the house is at hand. None is made for it: it would be another's."""
    if not store.key_file.exists():
        return PackSeal(manifest=hash_of(body), public_key="", signature="")
    public_key, signature = sign_bytes(body, load_key(store.key_file, store.house))
    return PackSeal(manifest=hash_of(body), public_key=public_key, signature=signature)


def _as_json(found: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(found), indent=1)


def _as_csv(rows: Sequence[msgspec.Struct]) -> bytes:
    """A row each, amounts in whole micro-dollars as in the JSON."""
    out = io.StringIO()
    table = Rows(out)
    if rows:
        table.write(*rows[0].__struct_fields__)
    for row in rows:
        table.write(*(_cell(value) for value in (getattr(row, name) for name in row.__struct_fields__)))
    return out.getvalue().encode()


def _cell(value: object) -> str:
    if isinstance(value, str):
        return value
    return "" if value is None else msgspec.json.encode(value).decode()
