"""The table of counts."""

from __future__ import annotations

from cardroom.house.features.chip_counts import handlers, state, text
from cardroom.house.features.chip_counts.messages import (
    CheckCount,
    CheckDrop,
    CollectDrop,
    CountDrop,
    CountTray,
    DropCounted,
    TrayChecked,
    TrayCounted,
)
from cardroom.house.features.days.messages import DayCorrected
from cardroom.house.features.tables.messages import DropCollected, TableClosed, TableOpened
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.kernel.feature_table import Feature, at_table, command, in_house
from cardroom.house.kernel.people import AT_TRAY, CAGE, COUNTING, MANAGING

FEATURE = Feature(
    commands=(
        command(CountTray, handlers.count_tray, AT_TRAY | CAGE),
        command(CheckCount, handlers.check_count, MANAGING),
        command(CollectDrop, handlers.collect_drop, COUNTING),
        command(CountDrop, handlers.count_drop, COUNTING | CAGE),
        command(CheckDrop, handlers.check_drop, COUNTING | CAGE),
    ),
    events=(
        at_table(DropCounted, EventKind.BANK, applied=state.drop_counted),
        at_table(TrayCounted, EventKind.BANK, applied=state.tray_counted),
        at_table(TrayChecked, EventKind.BANK, applied=state.tray_checked),
    ),
    follows=(
        at_table(DropCollected, applied=state.drop_collected),
        at_table(TableOpened, applied=state.table_opened),
        at_table(TableClosed, applied=state.table_closed),
        in_house(DayCorrected, beforehand=state.day_corrected),
    ),
    significant=text.significant,
)
