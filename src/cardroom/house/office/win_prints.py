"""The page of a win as PDF, set by typst. Content goes to the template as data, so no name can be taken for markup."""

from __future__ import annotations

from pathlib import Path

import msgspec

from cardroom.errors import CardroomError
from cardroom.house.office.win_pages import WinPage

TEMPLATE = Path(__file__).with_name("win_page.typ")


def as_pdf(page: WinPage) -> bytes:
    """As it was last printed."""
    import typst

    if page.printed is None:
        raise CardroomError("not-printed", f"The page of win {page.win} has not been printed: PrintWin comes first.")
    inputs = {"page": msgspec.json.encode(page).decode()}
    template = TEMPLATE.read_bytes()
    try:
        return typst.compile(template, sys_inputs=inputs, ignore_system_fonts=True, pdf_standards="ua-1")
    except typst.TypstError:
        return typst.compile(template, sys_inputs=inputs)  # a name in a script that typst's own fonts lack
