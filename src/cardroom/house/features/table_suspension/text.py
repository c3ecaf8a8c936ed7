"""Suspended tables in words."""

from __future__ import annotations

from cardroom.games.model import Game
from cardroom.house.features.table_suspension.messages import SuspensionAtTable, TableResumed, TableSuspended
from cardroom.house.kernel.feature_table import Noted


def told(event: SuspensionAtTable, game: Game | None) -> str:
    """To those at the table; "" where it is the staff's business, or says nothing new."""
    match event:
        case TableSuspended():
            return "The table is suspended: everything stands still, and no clock runs."
        case TableResumed():
            return "The table goes on."
        case _:
            return ""


def significant(event: SuspensionAtTable, noted: Noted) -> str:
    """To the staff."""
    table = noted.table
    match event:
        case TableSuspended():
            return f"Table {table} is suspended: {event.why.rstrip('.')}."
        case TableResumed():
            return f"Table {table} goes on."
        case _:
            return ""
