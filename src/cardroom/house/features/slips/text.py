"""Slips in words."""

from __future__ import annotations

from cardroom.house.features.slips.messages import (
    Credited,
    Filled,
    OfSlip,
    SlipApproved,
    SlipAsked,
    SlipAtTable,
    SlipInHouse,
    SlipPrinted,
    SlipReceived,
    SlipSent,
    SlipVoided,
)
from cardroom.house.kernel.feature_table import Noted
from cardroom.money import show_money


def significant(event: SlipAtTable | SlipInHouse, noted: Noted) -> str:
    """To the staff."""
    by, table = noted.by, noted.table
    match event:
        case SlipAsked():
            of = f"{show_money(event.amount)} for table {event.table}"
            return f"{by} asks for {event.kind} {event.slip}: {of}."
        case OfSlip():
            return f"{by} {_done_to(event)}."
        case Filled():
            return f"Table {table} gets a fill of {show_money(event.amount)}."
        case Credited():
            return f"Table {table} gives a credit of {show_money(event.amount)}."
        case _:
            return ""


def _done_to(event: OfSlip) -> str:
    match event:
        case SlipApproved():
            return f"approves slip {event.slip}"
        case SlipSent():
            return f"sends the chips of slip {event.slip}"
        case SlipReceived():
            return f"receives the chips of slip {event.slip}"
        case SlipVoided():
            return f"voids slip {event.slip}: {event.cause.told(event.why).rstrip('.')}"
        case SlipPrinted(number=1):
            return f"prints slip {event.slip}"
        case _:
            return f"prints slip {event.slip} again"
