"""A slip as PDF."""

from __future__ import annotations

from pathlib import Path

from cardroom.errors import CardroomError
from cardroom.house.reports.pdf import as_pdf
from cardroom.house.reports.slips import SlipPage

TEMPLATE = Path(__file__).with_name("slip.typ")


def slip_as_pdf(page: SlipPage) -> bytes:
    """As it was last printed."""
    if not page.prints:
        raise CardroomError("not-printed", f"Slip {page.number} has not been printed: PrintSlip comes first.")
    return as_pdf(TEMPLATE, page)
