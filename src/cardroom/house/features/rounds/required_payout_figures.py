"""Where payouts are checked no seat is settled without what the dealer has counted out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.errors import CardroomError
from cardroom.table import commands as t
from cardroom.table.text.dealer_instructions import is_paid_or_taken

if TYPE_CHECKING:
    from cardroom.house.engine.live_table import LiveTable


def asks_figure(table: LiveTable) -> bool:
    """Whether the next act is a settlement that the dealer enters a figure for."""
    round_ = table.round
    if round_ is None or not table.plan.is_checked:
        return False
    act = round_.next_act()
    return isinstance(act, t.SettleSeat | t.SettleSecondPass) and is_paid_or_taken(round_.state, round_.plan(act))


def require_figure(table: LiveTable, act: t.Act) -> None:
    if asks_figure(table) and isinstance(act, t.SettleSeat | t.SettleSecondPass):
        raise CardroomError(
            "figure-first", f"Payouts are checked here: count out seat {act.seat}, and enter what you push to it."
        )
