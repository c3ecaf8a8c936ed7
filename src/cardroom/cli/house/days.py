"""`cardroom day list`, `close` and `head`, and `cardroom archive`: close gaming days and move them to files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardroom.cli.house.database_options import Database, open_store, parse_day, password_of, progress
from cardroom.cli.options import AsJson
from cardroom.cli.output import console, number, print_json, print_table, unbroken_column
from cardroom.errors import CardroomError
from cardroom.money import show_money

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.storage.store import Store

CLOSE_EXAMPLES = """
\b
Examples:
  cardroom day close                              every day that is over
  cardroom day close --date 2026-11-15
  cardroom day head 2026-11-15 --out head.json    the signed end of a day; keep it elsewhere
"""

ARCHIVE_EXAMPLES = """
\b
Examples:
  cardroom archive --before 2026-09-01
  cardroom audit verify --all                     checks the archive with the rest
"""


def register(app: typer.Typer) -> None:
    group = typer.Typer(rich_markup_mode=None, no_args_is_help=True)
    group.command("list")(list_days)
    group.command("close", epilog=CLOSE_EXAMPLES)(close)
    group.command("head")(head)
    group.command("correct")(correct)
    group.callback()(_days)
    app.add_typer(group, name="day")
    app.command(epilog=ARCHIVE_EXAMPLES)(archive)


def _days() -> None:
    """Gaming days: list, close, sign and correct them."""


def list_days(database: Database = None, as_json: AsJson = False) -> None:
    """List gaming days: open or closed, with their figures."""
    from cardroom.house.reports.day_report import Day, span_of, total

    with open_store(database).reading() as reader:
        rows, closed, last = reader.days(), reader.closings(), reader.last()
        listed = []
        for row in rows:
            tables = total(Day(reader, row.day).tables())
            _, ends = span_of(rows, row.day)
            records = (ends or last) - row.first + 1
            listed.append(
                {
                    "day": row.day, "records": records, "rounds": tables.rounds, "drop": tables.drop, "win": tables.win,
                    "is_closed": row.day in closed,
                }
            )  # fmt: skip
    if as_json:
        print_json({"days": listed})
        return
    cells = [
        (
            str(day["day"]), f"{day['records']:,}", f"{day['rounds']:,}", show_money(int(str(day["drop"]))),
            show_money(int(str(day["win"]))), "closed" if day["is_closed"] else "open",
        )
        for day in listed
    ]  # fmt: skip
    print_table(
        (unbroken_column("day"), *map(number, ("records", "rounds", "drop", "win")), unbroken_column("")), cells
    )


def close(
    date: Annotated[
        str | None, typer.Option(metavar="DATE", help="The day to close.", show_default="all that are over")
    ] = None,
    database: Database = None,
) -> None:
    """Freeze the figures of a gaming day and sign its end.

    The house must be stopped. A running house closes each day by itself; with close_days = "by hand" in the floor file
    accounting does it, by the command CloseDay. Nothing can count for a closed day any more.
    """
    from cardroom.house.kernel.gaming_days import end_of_day
    from cardroom.house.log.commands import CloseDay

    with _stopped_house(database) as (house, store):
        now = datetime.now(UTC)
        days = [parse_day(date).isoformat()] if date else sorted(house.figures)
        closed = 0
        for day in days:
            if date is None and end_of_day(day, house.floor.hours) > now:
                break
            _carry_out(house, store, CloseDay(day))
            closed += 1
            console.print(f"{day} is closed and signed.")
        if not closed:
            console.print("Every day that is over is already closed.")


def head(
    day: Annotated[str, typer.Argument(metavar="DATE", help="A closed day.")],
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to write.", show_default="standard output")
    ] = None,
    database: Database = None,
) -> None:
    """Write the signed end of a closed day. Keep it elsewhere; `cardroom audit verify --head FILE` checks the log."""
    with open_store(database).reading() as reader:
        statement = reader.heads().get(parse_day(day).isoformat())
    if statement is None:
        raise CardroomError("not-closed", f"{day} is not closed; `cardroom day list` shows which days are.")
    if out is None:
        typer.echo(statement)
        return
    try:
        out.write_text(statement + "\n", encoding="utf-8")
    except OSError as error:
        raise CardroomError("no-file", f"{out}: cannot be written: {error.strerror}.") from None
    console.print(f"Written to {out}.", soft_wrap=True)


def correct(
    day: Annotated[str, typer.Argument(metavar="DATE", help="The right day.")],
    first: Annotated[int, typer.Option("--from", metavar="RECORD", help="The record that began the wrong day.")],
    why: Annotated[str, typer.Option(metavar="TEXT", help="The reason, for the log.")],
    by: Annotated[str, typer.Option(metavar="ID", help="A member of accounting, or an executive.")],
    second: Annotated[str, typer.Option(metavar="ID", help="Another member of the staff, who enters it.")],
    database: Database = None,
) -> None:
    """Correct the current gaming day after it began by a wrong clock.

    Everything from a record on then counts for another day. It takes two people: the command asks for their passwords,
    or reads them from standard input, one per line, that of --by first. The house must be stopped; in a running house
    use the command CorrectDay, with a card.
    """
    from cardroom.house.log.commands import CorrectDay, Lent
    from cardroom.house.runtime.house_clock import now
    from cardroom.house.runtime.identity.auth import SignedIn, person_of

    wanted = CorrectDay(parse_day(day).isoformat(), first, why)
    with _stopped_house(database) as (house, store):
        person, other = (person_of(store, house, SignedIn(one, password_of(one))) for one in (by, second))
        wrong = house.day
        done = house.do(person, Lent(other.id, wanted), "", now())
        if done.error is not None:
            raise done.error
        store.write([done])
    console.print(f"From record {first:,} on, records of {wrong} count for {wanted.day}.")


def archive(
    before: Annotated[str, typer.Option(metavar="DATE", help="Archive the days before this one.")],
    database: Database = None,
) -> None:
    """Move the records of old, closed days to files.

    The files go beside the database, and the log keeps the hash of their manifest, so they stay verifiable. Reports,
    history and `audit round` keep working as long as the files are there. The house must be stopped; while it runs,
    POST /api/archive does the same.
    """
    from cardroom.house.audit.archive_preparation import prepare

    with _stopped_house(database) as (house, store):
        with store.reading() as reader, progress("writing days …", len(reader.days())) as bar:
            command = prepare(reader, house, parse_day(before).isoformat(), lambda _: bar.advance(bar.task_ids[0]))
        _carry_out(house, store, command)
    console.print(f"Records up to {command.last:,} are in {store.archive}.", soft_wrap=True)


@contextmanager
def _stopped_house(database: str | None) -> Iterator[tuple[House, Store]]:
    """Open a stopped house to change it."""
    from cardroom.house.runtime.day_signatures import sign_unsigned_days
    from cardroom.house.runtime.startup import stopped_house_from
    from cardroom.house.storage.log_ownership import owning_log

    store = open_store(database)
    store.migrate()
    with owning_log(store):
        house = stopped_house_from(store)
        sign_unsigned_days(store, house.floor.name)
        yield house, store


def _carry_out(house: House, store: Store, command: object) -> None:
    from cardroom.house.kernel.people import SERVICE
    from cardroom.house.log.commands import Archive, CloseDay
    from cardroom.house.runtime.day_signatures import sign_day

    assert isinstance(command, CloseDay | Archive)
    done = house.do(SERVICE, command, "", datetime.now(UTC))
    if done.error is not None:
        raise done.error
    store.write([done])
    if isinstance(command, CloseDay):
        assert done.record is not None
        assert done.written is not None
        sign_day(store, house.floor.name, done.record, done.written.hash)
