"""The table of closing."""

from __future__ import annotations

from cardroom.house.features.table_closing import handlers
from cardroom.house.features.table_closing.messages import CloseTable, KeepOpen, StopTable
from cardroom.house.kernel.feature_table import Feature, command
from cardroom.house.kernel.people import MANAGING, ONLY_SERVICE

FEATURE = Feature(
    commands=(
        command(CloseTable, handlers.close_table, MANAGING),
        command(KeepOpen, handlers.keep_open, MANAGING),
        command(StopTable, handlers.stop, ONLY_SERVICE),
    ),
)
