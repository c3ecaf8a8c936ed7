"""One round at one table: seats, wagers, deal, decisions, settlement, and who may see what."""

from cardroom.table.event_visibility import Viewer, view
from cardroom.table.limits import Limits, limits_for
from cardroom.table.round import Round
from cardroom.table.round_state import RoundState
from cardroom.table.settings import DealOrder, TableSettings, table_settings

__all__ = [
    "DealOrder",
    "Limits",
    "Round",
    "RoundState",
    "TableSettings",
    "Viewer",
    "limits_for",
    "table_settings",
    "view",
]
