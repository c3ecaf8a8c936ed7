"""The table of tables."""

from __future__ import annotations

from cardroom.house.features.tables import handlers, plans
from cardroom.house.features.tables.messages import ChangeTable, OpenTable
from cardroom.house.kernel.feature import Feature, command
from cardroom.house.kernel.people import MANAGING, SUPERVISING

FEATURE = Feature(
    commands=(
        command(OpenTable, handlers.open_table, SUPERVISING),
        command(ChangeTable, plans.change_table, MANAGING),
    ),
)
