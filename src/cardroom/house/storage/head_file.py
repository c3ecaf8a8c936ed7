"""The end of the log, kept in a file beside it while the house runs: who finds less in the database knows what is gone.

It is lodged after its record is on disk, every second while anything is written; so a log that is shorter than the head
lodged beside it has lost what people were told is done, by a write-ahead log that was cut, a file exchanged for an
older one, a replica that lagged. Nobody owns such a log. `cardroom restore` is the one way round.
"""

from __future__ import annotations

import logging
import os
import re
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from cardroom.documents import Hash
from cardroom.errors import CardroomError
from cardroom.house.storage import schema
from cardroom.house.storage.database_reader import Reader
from cardroom.house.storage.private_files import create_private_file
from cardroom.house.storage.store import Store

log = logging.getLogger("cardroom")

_told: set[Path] = set()  # files that could not be written
_MANIFEST = re.compile(r"manifest-([0-9]+)\.json")


class RecordedHead(msgspec.Struct, frozen=True, kw_only=True):
    """Whose log it is, and its last record."""

    house: str
    position: int
    hash: Hash
    at: datetime  # when it was lodged


class _Head(msgspec.Struct):
    position: int
    hash: Hash


class _Signed(msgspec.Struct):
    head: _Head


def write_head_file(store: Store, position: int, digest: Hash) -> None:
    """Keep the end of the log, unless a later one is kept. That it cannot be kept is told once, and ends nothing."""
    try:
        before = read_head_file(store)
        if before is not None and before.house == store.house and before.position >= position:
            return
        head = RecordedHead(house=store.house, position=position, hash=digest, at=datetime.now(UTC))
        unfinished = store.head_file.with_name(f"{store.head_file.name}.unfinished-{os.getpid()}")
        unfinished.parent.mkdir(parents=True, exist_ok=True)
        with create_private_file(unfinished) as file:
            file.write(msgspec.json.encode(head) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(store.head_file)
        _told.discard(store.head_file)
    except (OSError, CardroomError) as error:
        if store.head_file not in _told:
            _told.add(store.head_file)
            log.warning("The end of the log cannot be lodged in %s: %s", store.head_file, error)


def read_head_file(store: Store) -> RecordedHead | None:
    """The head that lies beside a database."""
    try:
        return msgspec.json.decode(store.head_file.read_bytes(), type=RecordedHead)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.MsgspecError) as error:
        raise CardroomError("bad-head", f"{store.head_file}: not a head of a log: {error}.") from None


def latest_head(store: Store) -> RecordedHead | None:
    """The end of a log as far as anything tells it that is there, also where the database itself cannot be read."""
    head = read_head_file(store)
    if store.file is not None and not store.file.exists():
        return head
    try:
        if sa.inspect(store.engine).has_table(schema.identity.name):
            with store.reading() as reader:
                tail, house = store.tail(), reader.house()
                if head is None or (head.house == house and tail[0] > head.position):
                    return RecordedHead(house=house, position=tail[0], hash=tail[1], at=datetime.now(UTC))
    except (SQLAlchemyError, CardroomError) as error:
        log.warning("%s cannot be read: %s", store.address, error)
    return head


def require_complete_log(store: Store, reader: Reader) -> None:
    """Refuse a log that is shorter than its head, its archive or its signed days say, or another one than they know."""
    last, head = reader.last(), read_head_file(store)
    if head is not None and head.house != store.house:
        raise _lost(store, last, f"{store.head_file} is of another house ({head.house}), of {head.position:,} records")
    if head is not None:
        _require_record(store, reader, last, _Head(head.position, head.hash), str(store.head_file))
    if (archived := _archived(store.archive)) > last:
        raise _lost(store, last, f"{store.archive} has records up to {archived:,}")
    if (statements := reader.heads()) and (day := max(statements)):
        signed = msgspec.json.decode(statements[day], type=_Signed)
        _require_record(store, reader, last, signed.head, f"the signed end of {day}")


def require_no_earlier_log(store: Store) -> None:
    """Refuse a database without any records where there must be some."""
    if (head := read_head_file(store)) is not None and head.position:
        raise _lost(store, 0, f"{store.head_file} knows {head.position:,}, the last of them lodged {_when(head)}")
    if archived := _archived(store.archive):
        raise _lost(store, 0, f"{store.archive} has records up to {archived:,}")


def _require_record(store: Store, reader: Reader, last: int, head: _Head, known: str) -> None:
    if head.position > last:
        missing = head.position - last
        lost = "one record is" if missing == 1 else f"{missing:,} records are"
        raise _lost(store, last, f"{known} knows record {head.position:,}: at least {lost} missing")
    if head.position and reader.hash_at(head.position) != head.hash:
        raise _lost(store, last, f"record {head.position:,} is another one than {known} knows")


def _archived(folder: Path) -> int:
    """The last record that any manifest of an archive names."""
    found = (_MANIFEST.fullmatch(path.name) for path in folder.glob("manifest-*.json"))
    return max((int(name[1]) for name in found if name), default=0)


def _when(head: RecordedHead) -> str:
    return head.at.isoformat(sep=" ", timespec="seconds")


def _lost(store: Store, last: int, why: str) -> CardroomError:
    ends = f"ends with record {last:,}" if last else "has no records"
    return CardroomError(
        "log-cut",
        f"The log in {store.address} {ends}, and {why}. Put the right database in its place, or a backup by `cardroom"
        f" restore`, which says what is lost. If it is a new house, move what is called {store.beside.name}.* in"
        f" {store.beside.parent} away. Nothing has been changed.",
    )
