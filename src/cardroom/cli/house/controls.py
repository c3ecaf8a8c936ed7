"""`cardroom controls`: the internal controls of a floor, ready to sign."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardroom.cli.options import AsJson
from cardroom.cli.output import console, errors, print_json, print_table, print_title, with_default_fields
from cardroom.errors import CardroomError

if TYPE_CHECKING:
    from cardroom.house.reports.papers import Paper

EXAMPLES = """
\b
Examples:
  cardroom controls floor.toml --pdf controls.pdf   to be signed, and filed with the regulator
  cardroom controls                                 of the demonstration floor, on the terminal
"""


def register(app: typer.Typer) -> None:
    app.command(epilog=EXAMPLES)(controls)


def controls(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A floor file.", show_default="the demonstration floor")
    ] = None,
    pdf: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write it as PDF instead, with lines to sign on.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write a floor's internal controls as a document.

    It says for each jackpot how it is configured, won, verified, approved and paid, and for the house who may do what,
    what takes two people, how chips are counted, and which keys and records there are. It names the version of
    everything that it describes. What only people do is left as a line to be filled in.
    """
    paper = controls_of(file)
    if pdf is not None:
        from cardroom.house.reports.papers import paper_as_pdf

        try:
            pdf.write_bytes(paper_as_pdf(paper))
        except OSError as error:
            raise CardroomError("no-file", f"{pdf} cannot be written: {error.strerror}.") from None
        console.print(f"{paper.title} of {paper.house} are in {pdf}.", soft_wrap=True)
    elif as_json:
        print_json(with_default_fields(paper))
    else:
        _print(paper)


def controls_of(file: Path | None) -> Paper:
    from datetime import UTC, datetime

    from cardroom.house.floor.floor_check import DEMONSTRATION, open_floor
    from cardroom.house.reports.internal_controls import internal_controls
    from cardroom.house.runtime.lab.lab_process import LabProcess

    laboratory = LabProcess()
    try:
        checked = open_floor(file or DEMONSTRATION, laboratory.chances)
    finally:
        laboratory.close()
    for mistake in checked.mistakes:
        errors.print(mistake, soft_wrap=True)
    if checked.floor is None:
        raise typer.Exit(2)
    return internal_controls(checked.floor, datetime.now(UTC))


def _print(paper: Paper) -> None:
    print_title(f"{paper.title}: {paper.house}, {paper.period}")
    for notice in paper.notices:
        console.print(notice)
    console.print()
    for section in paper.sections:
        print_table(section.columns, [[cell.text for cell in one.cells] for one in section.rows], title=section.title)
        if section.says:
            console.print(f"{section.says}\n")
