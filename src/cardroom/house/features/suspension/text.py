"""Suspended tables in words."""

from __future__ import annotations

from cardroom.games.model import Game
from cardroom.house.features.suspension.messages import SuspensionAtTable, TableHeld, TableReleased
from cardroom.house.kernel.feature import Noted


def told(event: SuspensionAtTable, game: Game | None) -> str:
    """To those at the table; "" where it is the staff's business, or says nothing new."""
    match event:
        case TableHeld():
            return "The table is held: everything stands still, and no clock runs."
        case TableReleased():
            return "The table goes on."
        case _:
            return ""


def significant(event: SuspensionAtTable, noted: Noted) -> str:
    """To the staff."""
    table = noted.table
    match event:
        case TableHeld():
            return f"Table {table} is held: {event.why.rstrip('.')}."
        case TableReleased():
            return f"Table {table} is released and goes on."
        case _:
            return ""
