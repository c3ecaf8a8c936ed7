"""The page of a win as PDF."""

from __future__ import annotations

from pathlib import Path

from cardroom.errors import CardroomError
from cardroom.house.reports.pdf import as_pdf
from cardroom.house.reports.win_pages import WinPage

TEMPLATE = Path(__file__).with_name("win_page.typ")


def win_page_as_pdf(page: WinPage) -> bytes:
    """As it was last printed."""
    if page.printed is None:
        raise CardroomError("not-printed", f"The page of win {page.win} has not been printed: PrintWin comes first.")
    return as_pdf(TEMPLATE, page)
