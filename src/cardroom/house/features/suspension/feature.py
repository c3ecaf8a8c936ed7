"""The table of suspension."""

from __future__ import annotations

from cardroom.house.features.suspension import handlers, state, text
from cardroom.house.features.suspension.messages import HoldTable, ReleaseTable, TableHeld, TableReleased
from cardroom.house.features.tables.messages import TableClosed
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.kernel.feature import Feature, at_table, command
from cardroom.house.kernel.people import DEALING, MANAGING, ONLY_SERVICE

FEATURE = Feature(
    commands=(
        command(HoldTable, handlers.hold, DEALING - ONLY_SERVICE),
        command(ReleaseTable, handlers.release, MANAGING),
    ),
    events=(
        at_table(TableHeld, EventKind.HOLD, applied=state.held),
        at_table(TableReleased, EventKind.HOLD, applied=state.released),
    ),
    follows=(at_table(TableClosed, applied=state.table_closed),),
    told=text.told,
    significant=text.significant,
)
