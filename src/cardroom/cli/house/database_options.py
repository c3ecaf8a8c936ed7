"""The database option, dates, progress bars and passwords of the commands."""

from __future__ import annotations

import getpass
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardroom.cli.output import errors, progress_console
from cardroom.errors import CardroomError

if TYPE_CHECKING:
    from rich.progress import Progress

    from cardroom.house.storage.store import Store

Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help="The house's database: sqlite:///FILE or postgresql+psycopg://…",
        show_default="$CARDROOM_DATABASE, or that of `cardroom serve`",
    ),
]


def open_store(url: str | None, *, anew: bool = False) -> Store:
    """Open an existing database; reading never creates one."""
    import sqlalchemy as sa
    from sqlalchemy.exc import SQLAlchemyError

    from cardroom.house.runtime.default_database import default_database
    from cardroom.house.storage.store import Store, without_password

    address = url or default_database()
    file = sqlite_file(address)
    if file is not None and not file.is_file():
        raise CardroomError("no-database", f"There is no database {file}; `cardroom serve` starts one.")
    store = Store(address, anew=anew)
    try:
        is_house = sa.inspect(store.engine).has_table("records")
    except (SQLAlchemyError, UnicodeError) as error:
        told = f"{address}: cannot be opened: {str(error).splitlines()[0]}"
        raise CardroomError("no-database", without_password(told)) from None
    if not is_house:
        raise CardroomError("no-database", without_password(f"{address} is no database of a Cardroom."))
    store.refuse_others()
    return store


def sqlite_file(url: str) -> Path | None:
    """The file of an SQLite URL; None for other databases."""
    prefix = "sqlite:///"
    return Path(url.removeprefix(prefix)) if url.startswith(prefix) else None


# --- days -------------------------------------------------------------------------------------------------------------


def parse_day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise CardroomError("bad-date", f"“{text}” is not a date: write it like 2026-11-15.") from None


# --- waiting ----------------------------------------------------------------------------------------------------------


@contextmanager
def progress(what: str, total: int | None) -> Iterator[Progress]:
    """Show a progress bar on standard error, and remove it at the end."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=progress_console(), transient=True, disable=not errors.is_terminal) as bar:
        bar.add_task(what, total=total)
        yield bar


def password_of(person: str) -> str:
    """Ask for a password, or read a line of standard input."""
    if sys.stdin.isatty():
        return getpass.getpass(f"Password of {person}: ")
    return sys.stdin.readline().rstrip("\n")
