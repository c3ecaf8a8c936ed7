"""Counts in words."""

from __future__ import annotations

from cardroom.house.features.chip_counts.messages import CountAtTable, DropCounted, TrayChecked, TrayCounted
from cardroom.house.features.tables.text import by_two
from cardroom.house.kernel.feature_table import Noted
from cardroom.money import show_money


def significant(event: CountAtTable, noted: Noted) -> str:
    """To the staff."""
    table = noted.table
    match event:
        case DropCounted():
            return f"The drop of table {table} is counted: {show_money(event.amount)}."
        case TrayCounted():
            return f"The tray of table {table} is counted for the {event.purpose}: {show_money(event.amount)}."
        case TrayChecked():
            found = f"The {event.purpose} count of table {table} is {show_money(event.amount)}"
            return f"{found}{by_two(event)}."
        case _:
            return ""
