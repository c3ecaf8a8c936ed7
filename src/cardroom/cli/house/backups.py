"""`cardroom backup` and `cardroom restore`."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardroom.cli.house.audit import audit_database
from cardroom.cli.house.database_options import Database, open_store, progress, sqlite_file
from cardroom.cli.output import console
from cardroom.errors import CardroomError

if TYPE_CHECKING:
    from cardroom.house.log.commands import NoteLostRecords
    from cardroom.house.storage.store import Store

HEAD = ".head"  # the end of the log, beside its database

Force = Annotated[bool, typer.Option("--force", help="Replace an existing one.")]


def register(app: typer.Typer) -> None:
    app.command()(backup)
    app.command()(restore)


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
    database: Database = None,
    force: Force = False,
) -> None:
    """Back up the database, even while the house runs.

    The copy is one file, and can be restored into SQLite or PostgreSQL, whichever it came from. It is consistent and
    complete, hashes of passwords included: keep it as safe as the house itself. Archived days and the signing key go
    beside it, as FILE.archive and FILE.key. The key that seals cards is not copied: back it up somewhere else.
    """
    from cardroom.house.runtime.house_clock import now
    from cardroom.house.storage.backups import make_backup
    from cardroom.house.storage.database_copy import rows_to_copy

    store = open_store(database)
    if file.exists() and not force:
        raise CardroomError("file-exists", f"{file} is there already; choose another name or say --force.")
    with progress("copying …", rows_to_copy(store)) as bar:
        make_backup(store, file, now(), lambda rows: bar.advance(bar.task_ids[0], rows))
    console.print(f"Copied to {file}, {file.stat().st_size / 1e6:,.1f} MB.", soft_wrap=True)
    console.print(f"`cardroom audit verify --database sqlite:///{file}` checks the copy.", soft_wrap=True)


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup made by `cardroom backup`.")],
    database: Database = None,
    force: Force = False,
) -> None:
    """Restore the database from a backup.

    The backup is audited first, and nothing is replaced while a house runs on the database. With --force an existing
    SQLite database is kept, with “.replaced” at the end of its name. A PostgreSQL database must be empty. The command
    prints which records are known to be lost, and the restored log begins by recording that.
    """
    from cardroom.house.runtime.default_database import default_database
    from cardroom.house.storage.backups import copy_files_beside
    from cardroom.house.storage.database_copy import copy_database, require_empty, rows_to_copy
    from cardroom.house.storage.store import Store

    url = database or default_database()
    target = sqlite_file(url)
    if target is None:
        require_empty(Store(url))
    elif target.exists() and not force:
        raise CardroomError("file-exists", f"{target} is there already; say --force to replace it.")
    source = open_store(f"sqlite:///{file}", anew=True)
    found = audit_database(f"sqlite:///{file}")
    if found.findings:
        raise CardroomError("bad-copy", f"{file} is not sound: {found.findings[0]}. Nothing has been restored.")
    loss = _loss(source, Store(url, anew=True))
    try:
        with progress("restoring …", rows_to_copy(source)) as bar:

            def put_into(store: Store) -> None:
                copy_database(source, store, lambda rows: bar.advance(bar.task_ids[0], rows))
                if loss is not None:
                    _record(store, loss)
                store.close()

            if target is None:
                put_into(store := Store(url, anew=True))
                _set_aside(store.beside, (HEAD,))
                copy_files_beside(file, store.beside)
            else:
                _put_in_place(file, target, put_into)
    except (sqlite3.Error, OSError) as error:
        raise CardroomError("no-file", f"{target}: cannot be written: {error}.") from None
    where = target or Store(url).address
    console.print(f"{found.records:,} records checked and restored to {where}.", soft_wrap=True)


def _loss(source: Store, target: Store) -> NoteLostRecords | None:
    """What a copy has not, of what is known to have been in the log that it takes the place of; told to the people."""
    from cardroom.house.log.commands import NoteLostRecords
    from cardroom.house.storage.head_file import latest_head

    with source.reading() as reader:
        house, kept = reader.house(), reader.last()
        made = next((f"{record.at:%Y-%m-%d %H:%M:%S} UTC" for record, _ in reader.records(kept - 1)), "")
    known = latest_head(target)
    target.close()
    if known is not None and known.house != house:
        told = f"The log that is there, of {known.position:,} records, is another house's ({known.house})."
        console.print(told, soft_wrap=True)
        return None
    if known is None or known.position <= kept:
        return None
    lost = f"Records {kept + 1:,} to {known.position:,} are lost, and whatever came after them"
    console.print(f"{lost}: this copy ends with what was done at {made}.", soft_wrap=True)
    return NoteLostRecords(kept + 1, known.position, known.hash)


def _record(store: Store, loss: NoteLostRecords) -> None:
    """Record the loss before anything else is recorded."""
    from cardroom.house.kernel.people import SERVICE
    from cardroom.house.runtime.house_clock import now
    from cardroom.house.runtime.startup import stopped_house_from
    from cardroom.house.storage.log_ownership import owning_log

    with owning_log(store):
        done = stopped_house_from(store).do(SERVICE, loss, "", now())
        if done.error is not None:
            raise done.error
        store.write([done])


def _put_in_place(file: Path, target: Path, put_into: Callable[[Store], None]) -> None:
    """Write beside the target first, so that a failure changes nothing."""
    from cardroom.house.storage.backups import BESIDE, copy_files_beside, into_one_file, make_empty
    from cardroom.house.storage.log_ownership import require_no_owner
    from cardroom.house.storage.private_files import sync_directory
    from cardroom.house.storage.store import Store

    if target.exists():
        old_one = Store(f"sqlite:///{target}", anew=True)
        require_no_owner(old_one)
        old_one.close()
    unfinished = target.with_name(f"{target.name}.unfinished")
    target.parent.mkdir(parents=True, exist_ok=True)
    make_empty(unfinished)
    put_into(Store(f"sqlite:///{unfinished}", anew=True))
    into_one_file(unfinished)
    kept = _set_aside(target, (*BESIDE, HEAD))
    copy_files_beside(target, kept)
    copy_files_beside(file, target)
    unfinished.replace(target)
    sync_directory(target.parent)


def _set_aside(target: Path, endings: tuple[str, ...]) -> Path:
    """Rename the existing files to an unused name, and return that name."""
    kept, number = target.with_name(f"{target.name}.replaced"), 1
    while any(kept.with_name(f"{kept.name}{ending}").exists() for ending in endings):
        number += 1
        kept = target.with_name(f"{target.name}.replaced-{number}")
    for ending in endings:
        old = target.with_name(f"{target.name}{ending}")
        if old.exists():
            old.replace(kept.with_name(f"{kept.name}{ending}"))
    return kept
