"""A slip as PDF, set by typst. Content goes to the template as data, so no name can be taken for markup."""

from __future__ import annotations

from pathlib import Path

import msgspec

from cardroom.errors import CardroomError
from cardroom.house.office.slips import SlipPage

TEMPLATE = Path(__file__).with_name("slip.typ")


def slip_as_pdf(page: SlipPage) -> bytes:
    """As it was last printed."""
    import typst

    if not page.prints:
        raise CardroomError("not-printed", f"Slip {page.number} has not been printed: PrintSlip comes first.")
    inputs = {"page": msgspec.json.encode(page).decode()}
    template = TEMPLATE.read_bytes()
    try:
        return typst.compile(template, sys_inputs=inputs, ignore_system_fonts=True, pdf_standards="ua-1")
    except typst.TypstError:
        return typst.compile(template, sys_inputs=inputs)  # a name in a script that typst's own fonts lack
