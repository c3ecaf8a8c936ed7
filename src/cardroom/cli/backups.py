"""`cardroom backup` and `cardroom restore`."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from cardroom.cli.audit import audit_database
from cardroom.cli.databases import Database, open_store, sqlite_file
from cardroom.cli.output import console
from cardroom.errors import CardroomError

BESIDE = ("", "-wal", "-shm")  # an SQLite database and the files that belong to it
ARCHIVE, KEY = ".archive", ".key"  # old days, and what the ends of days are signed with

Force = Annotated[bool, typer.Option("--force", help="Also if there is one already.")]


def register(app: typer.Typer) -> None:
    app.command()(backup)
    app.command()(restore)


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the copy goes.")],
    database: Database = None,
    force: Force = False,
) -> None:
    """Copy the database, also while the house runs.

    The copy is consistent and complete, hashes of passwords included: keep it as safe as the house itself. Archived
    days and the key that signs go beside it, with “.archive” and “.key” at the end of their names. The key that seals
    cards does not: keep a copy of that apart.
    """
    store = open_store(database)
    if file.exists() and not force:
        raise CardroomError("file-exists", f"{file} is there already; choose another name or say --force.")
    unfinished = file.with_name(f"{file.name}.unfinished")
    try:
        unfinished.unlink(missing_ok=True)
        unfinished.touch(mode=0o600)
        store.backup(unfinished)
        unfinished.replace(file)
        _copy_files(Path(str(store.engine.url.database)), file)
    except (sqlite3.Error, OSError) as error:
        raise CardroomError("no-file", f"{file}: cannot be written: {error}.") from None
    finally:
        for ending in BESIDE:
            file.with_name(f"{unfinished.name}{ending}").unlink(missing_ok=True)
    console.print(f"Copied to {file}, {file.stat().st_size / 1e6:,.1f} MB.", soft_wrap=True)
    console.print(f"`cardroom audit verify --database sqlite:///{file}` checks the copy.", soft_wrap=True)


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A copy made by `cardroom backup`.")],
    database: Database = None,
    force: Force = False,
) -> None:
    """Put a copy in the place of the database.

    The copy is audited first, and nothing is replaced while a house runs on it. With --force a database that is there
    already is kept beside it, with “.replaced” at the end of its name.
    """
    from cardroom.house.running.defaults import default_database
    from cardroom.house.storage.lock import held
    from cardroom.house.storage.store import Store

    url = database or default_database()
    target = sqlite_file(url)
    if target is None:
        raise CardroomError("no-restore", "This restores SQLite databases; use pg_restore for PostgreSQL.")
    if target.exists() and not force:
        raise CardroomError("file-exists", f"{target} is there already; say --force to replace it.")
    found = audit_database(f"sqlite:///{file}")
    if found.findings:
        raise CardroomError("bad-copy", f"{file} is not sound: {found.findings[0]}. Nothing has been restored.")
    with held(Store(url)):
        try:
            _put_in_place(file, target)
        except (sqlite3.Error, OSError) as error:
            raise CardroomError("no-file", f"{target}: cannot be written: {error}.") from None
    console.print(f"{found.records:,} records checked and restored to {target}.", soft_wrap=True)


def _put_in_place(file: Path, target: Path) -> None:
    """Copy beside the target first, so that a failure leaves everything as it was."""
    from cardroom.house.storage.private import sync_directory

    unfinished = target.with_name(f"{target.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    unfinished.touch(mode=0o600)
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(unfinished)) as copy:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # everything in the one file that is moved
    kept, number = ".replaced", 1
    while any(target.with_name(f"{target.name}{kept}{ending}").exists() for ending in BESIDE):
        number += 1
        kept = f".replaced-{number}"  # none that was kept before is lost
    for ending in BESIDE:
        old = target.with_name(f"{target.name}{ending}")
        if old.exists():
            old.replace(target.with_name(f"{target.name}{kept}{ending}"))
    _copy_files(target, target.with_name(f"{target.name}.replaced"))
    _copy_files(file, target)
    unfinished.replace(target)
    sync_directory(target.parent)


def _copy_files(source: Path, target: Path) -> None:
    """What stands beside a database. A file of the archive is never changed once the log names it."""
    from cardroom.house.storage.private import sync_directory

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
