"""Prints the fills and credits of a day."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.cli.output import console, number, print_table, unbroken_column
from cardroom.money import show_money

if TYPE_CHECKING:
    from cardroom.house.features.slips.state import Slip
    from cardroom.house.reports.slips import SlipReport


def print_slips(report: SlipReport) -> None:
    if report.slips:
        columns = (
            number("slip"),
            unbroken_column("kind"),
            unbroken_column("table"),
            "stands",
            "asked, approved, sent, received by",
        )
        print_table((*columns, number("prints"), number("amount")), [_row(slip) for slip in report.slips])
    else:
        console.print("No slips.")
    for word, numbers in (
        ("Open", report.open),
        ("Void", report.void),
        ("Printed more than once", report.reprinted),
        ("MISSING", report.missing),
    ):
        if numbers:
            console.print(f"{word}: {', '.join(map(str, numbers))}.")
    console.print(f"Received: fills {show_money(report.fills)}, credits {show_money(report.credits)}.")


def _row(slip: Slip) -> tuple[str, ...]:
    signed = (slip.asked, slip.approved, slip.sent, slip.received)
    people = ", ".join(one.by if one else "–" for one in signed)
    stands = f"void: {slip.why}" if slip.why else slip.stage
    return (
        f"{slip.number:,}", slip.kind, slip.table, stands, people, f"{slip.prints:,}", show_money(slip.amount),
    )  # fmt: skip
