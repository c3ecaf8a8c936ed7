"""Notes and statements in words."""

from __future__ import annotations

from cardroom.house.features.accounting.messages import (
    AccountingInHouse,
    NoteAbout,
    NoteWritten,
    StatementEntered,
)
from cardroom.house.kernel.feature_table import Noted
from cardroom.money import show_money

ABOUT = {
    NoteAbout.WIN: "the win of {place}",
    NoteAbout.DIFFERENCE: "the difference found at {place}",
    NoteAbout.REPORT_FILED: "the report due for {place}",
    NoteAbout.BANK_LINE: "line {place} of a bank statement",
    NoteAbout.FUND: "the problem-gambling fund, {place}",
}


def significant(event: AccountingInHouse, noted: Noted) -> str:
    """To the staff."""
    match event:
        case NoteWritten():
            about = ABOUT[event.about].format(place=event.place)
            return f"{noted.by} notes of {about} on {event.day}: {event.text}"
        case StatementEntered():
            lines = "1 line" if len(event.lines) == 1 else f"{len(event.lines)} lines"
            return (
                f"{noted.by} enters statement {event.name} of {event.link}: {lines}, balance"
                f" {show_money(event.balance)}."
            )
        case _:
            return ""
