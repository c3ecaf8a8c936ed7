"""Backups: the whole house in one file, with archives and the signing key beside it, and the list of those made.

The key that seals cards is never copied.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import sqlalchemy as sa

from cardroom.errors import CardroomError
from cardroom.house.storage import schema
from cardroom.house.storage.database_copy import copy_database
from cardroom.house.storage.private_files import sync_directory
from cardroom.house.storage.store import Store

BACKUPS = schema.backups
BESIDE = ("", "-wal", "-shm", "-open")  # an SQLite database and the files that belong to it
ARCHIVE, KEY = ".archive", ".key"  # old days, and what signs their ends


class Backup(msgspec.Struct, frozen=True):
    """A copy of the database that the house knows of."""

    at: datetime
    name: str  # of its file
    size: int = 0  # bytes; 0: an older version has made it
    verified: datetime | None = None
    findings: int = 0  # of that


def make_backup(store: Store, file: Path, at: datetime, told: Callable[[int], None] = lambda _: None) -> Backup:
    """Copy the house into a file, even while it runs; nothing is in its place before the copy is whole."""
    unfinished = file.with_name(f"{file.name}.unfinished")
    try:
        make_empty(unfinished)
        copy_database(store, Store(f"sqlite:///{unfinished}", anew=True), told)
        into_one_file(unfinished)
        unfinished.replace(file)
        copy_files_beside(store.beside, file)
        made = Backup(at, file.name, file.stat().st_size)
        note_backup(store, made.at, made.name, made.size)
    except (sqlite3.Error, OSError) as error:
        raise CardroomError("no-file", f"{file}: cannot be written: {error}.") from None
    finally:
        for ending in BESIDE:
            file.with_name(f"{unfinished.name}{ending}").unlink(missing_ok=True)
    return made


def make_empty(file: Path) -> None:
    file.unlink(missing_ok=True)
    file.touch(mode=0o600)


def into_one_file(file: Path) -> None:
    with closing(sqlite3.connect(file)) as copy:
        copy.execute("PRAGMA journal_mode=DELETE")


def copy_files_beside(source: Path, target: Path) -> None:
    """Copy the files beside a database. An archive file never changes once the log names it."""
    old = source.with_name(f"{source.name}{ARCHIVE}")
    new = target.with_name(f"{target.name}{ARCHIVE}")
    files = [(path, new / path.name) for path in sorted(old.glob("*")) if path.suffix != ".unfinished"]
    files.append((source.with_name(f"{source.name}{KEY}"), target.with_name(f"{target.name}{KEY}")))
    for path, copy in files:
        if path.is_file():
            copy.parent.mkdir(parents=True, exist_ok=True)
            unfinished = copy.with_name(f"{copy.name}.unfinished")
            unfinished.unlink(missing_ok=True)
            unfinished.touch(mode=0o600)
            shutil.copyfile(path, unfinished)
            with unfinished.open("rb") as written:
                os.fsync(written.fileno())
            unfinished.replace(copy)
            sync_directory(copy.parent)


# --- the list ---------------------------------------------------------------------------------------------------------


def note_backup(store: Store, at: datetime, name: str, size: int = 0) -> None:
    """In a database of an older version there may be no list."""
    with store.beginning() as connection:
        if sa.inspect(connection).has_table(BACKUPS.name):
            columns = {column["name"] for column in sa.inspect(connection).get_columns(BACKUPS.name)}
            values = {"at": at.isoformat(), "name": name, "size": size}
            connection.execute(BACKUPS.insert().values({key: values[key] for key in values.keys() & columns}))


def note_verified(store: Store, name: str, at: datetime, findings: int) -> None:
    """Of the last backup of this name."""
    last = sa.select(sa.func.max(BACKUPS.c.at)).where(BACKUPS.c.name == name).scalar_subquery()
    noted = sa.update(BACKUPS).where(BACKUPS.c.name == name, BACKUPS.c.at == last)
    with store.beginning() as connection:
        connection.execute(noted.values(verified=at.astimezone(UTC).isoformat(), findings=findings))


def backups(store: Store) -> list[Backup]:
    """All that the house knows of, the first one first."""
    with store.connecting() as connection:
        rows = connection.execute(sa.select(BACKUPS).order_by(BACKUPS.c.at, BACKUPS.c.name))
        return [
            Backup(
                datetime.fromisoformat(row.at),
                row.name,
                row.size,
                datetime.fromisoformat(row.verified) if row.verified else None,
                row.findings,
            )
            for row in rows
        ]
