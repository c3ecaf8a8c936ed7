"""Flags in words."""

from __future__ import annotations

from cardroom.house.features.reportable_events.messages import Flagged, FlagInHouse, FlagKind
from cardroom.house.kernel.feature_table import Noted
from cardroom.money import show_money


def significant(event: FlagInHouse, noted: Noted) -> str:
    """To the staff."""
    match event:
        case Flagged():
            return f"{event.kind}: {event.person or 'a patron'}, {show_money(event.amount)}, {_flagged_for(event)}."
        case _:
            return ""


def _flagged_for(event: Flagged) -> str:
    if event.kind is FlagKind.CASH:
        return f"bought in today, last at {event.table}" if event.table else "paid in cash at the cage today"
    if event.kind is FlagKind.CASH_OUT:
        return "got in cash at the cage today"
    if event.win:
        return f"jackpot win {event.win} at {event.table}, seat {event.seat}"
    return f"round {event.round_id}, seat {event.seat}"
