"""Duty in words."""

from __future__ import annotations

from cardroom.games.model import Game
from cardroom.house.features.duty.messages import (
    CallAnswered,
    DealerTappedIn,
    DealerTappedOut,
    DutyAtTable,
    SupervisorCalled,
)
from cardroom.house.kernel.feature_table import Noted


def told(event: DutyAtTable, game: Game | None) -> str:
    """To those at the table; "" where it is the staff's business, or says nothing new."""
    match event:
        case DealerTappedIn():
            return f"{event.name} deals."
        case DealerTappedOut():
            return f"{event.name} deals no longer."
        case SupervisorCalled():
            return "A supervisor is called."
        case _:
            return ""


def significant(event: DutyAtTable, noted: Noted) -> str:
    """To the staff."""
    table = noted.table
    match event:
        case DealerTappedIn():
            relieved = f" and relieves {event.relieves}" if event.relieves else ""
            return f"{event.person} taps in at table {table}{relieved}."
        case DealerTappedOut():
            return f"{event.person} taps out at table {table}."
        case SupervisorCalled():
            return f"Table {table} calls for a supervisor{': ' if event.why else ''}{event.why}."
        case CallAnswered():
            return f"A supervisor has come to table {table}."
        case _:
            return ""
