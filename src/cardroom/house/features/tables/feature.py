"""The table of tables."""

from __future__ import annotations

from cardroom.house.features.tables import handlers, plan_changes, state, text
from cardroom.house.features.tables.messages import (
    CameBack,
    ChangeTable,
    DropCollected,
    InventoryCounted,
    OpenTable,
    PaceSet,
    SatDown,
    SatOut,
    SeatRenamed,
    StoodUp,
    TableChanged,
    TableChanging,
    TableClosed,
    TableClosing,
    TableKeptOpen,
    TableOpened,
    TablePlaced,
    TableRemoved,
    TableStopped,
    ToppedUp,
)
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.kernel.feature_table import Feature, at_table, command
from cardroom.house.kernel.people import MANAGING, SUPERVISING

FEATURE = Feature(
    commands=(
        command(OpenTable, handlers.open_table, SUPERVISING),
        command(ChangeTable, plan_changes.change_table, MANAGING),
    ),
    events=(
        at_table(TablePlaced, on_table=state.placed),
        at_table(TableRemoved, EventKind.OPENING, applied=state.removed),
        at_table(TableStopped, EventKind.FAULT, on_table=state.stopped),
        at_table(TableOpened, EventKind.OPENING, on_table=state.opened),
        at_table(TableClosing, EventKind.OPENING, applied=state.closes),
        at_table(TableKeptOpen, EventKind.OPENING, applied=state.closes),
        at_table(TableClosed, EventKind.OPENING, on_table=state.closed, applied=state.closes),
        at_table(TableChanging, EventKind.LIMITS, on_table=state.changing),
        at_table(TableChanged, EventKind.LIMITS, on_table=state.placed),
        at_table(InventoryCounted, EventKind.BANK),
        at_table(DropCollected, EventKind.BANK),
        at_table(SatDown, on_table=state.sat_down, applied=state.bought),
        at_table(ToppedUp, applied=state.bought),
        at_table(StoodUp, on_table=state.stood_up),
        at_table(SatOut, on_table=state.away),
        at_table(PaceSet, on_table=state.pace_wished),
        at_table(CameBack, on_table=state.away),
        at_table(SeatRenamed, on_table=state.renamed),
    ),
    told=text.told,
    significant=text.significant,
)
