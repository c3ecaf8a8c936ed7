"""The table of counts."""

from __future__ import annotations

from cardroom.house.features.counts import handlers
from cardroom.house.features.counts.messages import CheckCount, CheckDrop, CollectDrop, CountDrop, CountTray
from cardroom.house.kernel.feature import Feature, command
from cardroom.house.kernel.people import AT_TRAY, CAGE, COUNTING, MANAGING

FEATURE = Feature(
    commands=(
        command(CountTray, handlers.count_tray, AT_TRAY | CAGE),
        command(CheckCount, handlers.check_count, MANAGING),
        command(CollectDrop, handlers.collect_drop, COUNTING),
        command(CountDrop, handlers.count_drop, COUNTING | CAGE),
        command(CheckDrop, handlers.check_drop, COUNTING | CAGE),
    ),
)
