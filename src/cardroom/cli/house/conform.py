"""`cardroom conform`: the requirements of regulators, each answered by a check of the house and its log."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardroom.cli.house.database_options import Database, open_store, progress
from cardroom.cli.house.evidence import Software, release_of
from cardroom.cli.options import AsJson
from cardroom.cli.output import console, print_json, print_table, unbroken_column, with_default_fields
from cardroom.errors import CardroomError

if TYPE_CHECKING:
    from cardroom.house.conformity.statement import Answered, Statement

EXAMPLES = """
\b
Examples:
  cardroom conform                               every requirement, and what was found
  cardroom conform --failing                     only what does not hold
  cardroom conform --pdf statement.pdf           to be signed
"""


def register(app: typer.Typer) -> None:
    app.command(epilog=EXAMPLES)(conform)


def conform(
    database: Database = None,
    failing: Annotated[bool, typer.Option("--failing", help="List only the requirements that do not hold.")] = False,
    pdf: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write the statement as PDF, with lines to sign on.")
    ] = None,
    software: Software = None,
    as_json: AsJson = False,
) -> None:
    """Check a house against what regulators require.

    Each requirement is answered from the log, read from the first record on, or from the house as it stands: it holds,
    it does not hold, or it needs a person, who is told where to look. The exit code is 1 if one does not hold. This is
    software, not legal advice.
    """
    found = statement_of(database, software)
    if pdf is not None:
        from cardroom.house.conformity.statement import statement_as_pdf

        try:
            pdf.write_bytes(statement_as_pdf(found))
        except OSError as error:
            raise CardroomError("no-file", f"{pdf} cannot be written: {error.strerror}.") from None
    if as_json:
        print_json(with_default_fields(found))
    else:
        _print(found, failing=failing)
    from cardroom.house.conformity.requirement import Answer

    if found.count(Answer.FAILS):
        raise typer.Exit(1)


def statement_of(database: str | None, software: Path | None = None) -> Statement:
    """The statement of a database, with a progress bar."""
    from datetime import UTC, datetime

    from cardroom.house.conformity.requirement import Standing
    from cardroom.house.conformity.statement import conformity_of
    from cardroom.house.runtime.startup import stopped_house_from

    store = open_store(database)
    house = stopped_house_from(store)
    with progress("reading the log …", house.position) as bar, store.reading() as reader:
        records = (record for record, _ in reader.records(up_to=house.position))
        standing = Standing(house, reader, datetime.now(UTC), release=release_of(store, software))
        return conformity_of(standing, records, advance=lambda: bar.advance(bar.task_ids[0]))


def _print(found: Statement, *, failing: bool) -> None:
    from cardroom.house.conformity.requirement import Answer
    from cardroom.house.conformity.text import ANSWERS

    listed = [one for one in found.answers if not failing or one.answer is Answer.FAILS]
    for area in dict.fromkeys(one.area for one in listed):
        rows = [
            (ANSWERS[one.answer], one.requirement, f"{one.says} ({one.source})") for one in listed if one.area is area
        ]
        print_table(
            (unbroken_column(area.value), unbroken_column("requirement"), "what must hold, and where it is asked for"),
            rows,
        )
    for one in listed:
        _print_findings(one)
    holds, fails, person = (found.count(answer) for answer in (Answer.HOLDS, Answer.FAILS, Answer.PERSON))
    console.print(f"Holds: {holds}. Does not hold: {fails}. Needs a person: {person}.", style="bold")
    console.print(
        f"Looked at: records 1 to {found.position:,} and the house as it stands, by Cardroom {found.version}.",
        soft_wrap=True,
    )


def _print_findings(one: Answered) -> None:
    for finding in one.findings:
        console.print(f"{one.requirement}: {finding.where}: {finding.what}", soft_wrap=True)
    if one.more:
        console.print(f"{one.requirement}: and {one.more:,} more", soft_wrap=True)
