"""A report as rows and columns: the same for the page, for a spreadsheet and for paper.

A cell that is a figure says what opens the records behind it.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from datetime import datetime
from urllib.parse import urlencode

import msgspec

from cardroom.house.reports.formula_safe_csv import Rows
from cardroom.house.reports.win_pages import Signature
from cardroom.money import Money, plain_dollars, show_money
from cardroom.typesetting import as_pdf


class PaperCell(msgspec.Struct, frozen=True, kw_only=True):
    text: str
    value: str = ""  # for a spreadsheet, where it is another than the text
    opens: str = ""  # the question that the records behind it answer
    is_number: bool = False
    is_bad: bool = False


class PaperRow(msgspec.Struct, frozen=True, kw_only=True):
    cells: tuple[PaperCell, ...]
    is_total: bool = False


class PaperSection(msgspec.Struct, frozen=True, kw_only=True):
    title: str
    columns: tuple[str, ...]
    rows: tuple[PaperRow, ...]
    says: str = ""  # below it


class Paper(msgspec.Struct, frozen=True, kw_only=True):
    """A report. `house`, `notices` and `signatures` are as on every paper of the house."""

    house: str
    title: str
    period: str
    notices: tuple[str, ...]
    sections: tuple[PaperSection, ...]
    signatures: tuple[Signature, ...]
    made: str  # when


def words(text: str, opens: str = "", *, is_bad: bool = False) -> PaperCell:
    return PaperCell(text=text, opens=opens, is_bad=is_bad)


def dollars(amount: Money, opens: str = "", *, is_bad: bool = False) -> PaperCell:
    text = show_money(amount) if amount else "–"
    return PaperCell(
        text=text, value=plain_dollars(amount), opens=opens if amount else "", is_number=True, is_bad=is_bad
    )


def figure(text: str, value: float | None = None, opens: str = "") -> PaperCell:
    """Any other number."""
    return PaperCell(text=text, value="" if value is None else f"{value:g}", opens=opens, is_number=True)


def behind(figure_: str, period: str, place: str = "", link: str = "", code: str = "") -> str:
    """The question for the records behind a figure."""
    asked = {"figure": figure_, "period": period, "place": place, "link": link, "code": code}
    return urlencode({name: value for name, value in asked.items() if value})


def row(cells: Iterable[PaperCell], *, is_total: bool = False) -> PaperRow:
    return PaperRow(cells=tuple(cells), is_total=is_total)


def made_at(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M %Z}"


def as_csv(paper: Paper) -> str:
    """Every section one after another, under its title and the names of its columns."""
    out = io.StringIO()
    rows = Rows(out)
    rows.write(paper.house, paper.title, paper.period, paper.made)
    for notice in paper.notices:
        rows.write(notice)
    for section in paper.sections:
        rows.write()
        rows.write(section.title)
        rows.write(*section.columns)
        rows.write_all([cell.value or cell.text for cell in one.cells] for one in section.rows)
        if section.says:
            rows.write(section.says)
    return out.getvalue()


def paper_as_pdf(paper: Paper) -> bytes:
    return as_pdf("report", paper)
