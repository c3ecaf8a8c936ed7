"""The table of suspension."""

from __future__ import annotations

from cardroom.house.features.suspension import handlers
from cardroom.house.features.suspension.messages import HoldTable, ReleaseTable
from cardroom.house.kernel.feature import Feature, command
from cardroom.house.kernel.people import DEALING, MANAGING, ONLY_SERVICE

FEATURE = Feature(
    commands=(
        command(HoldTable, handlers.hold, DEALING - ONLY_SERVICE),
        command(ReleaseTable, handlers.release, MANAGING),
    ),
)
