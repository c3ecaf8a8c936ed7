"""The table of suspended tables."""

from __future__ import annotations

from cardroom.house.features.table_suspension import handlers, state, text
from cardroom.house.features.table_suspension.messages import ResumeTable, SuspendTable, TableResumed, TableSuspended
from cardroom.house.features.tables.messages import TableClosed
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.kernel.feature_table import Feature, at_table, command
from cardroom.house.kernel.people import DEALING, MANAGING, ONLY_SERVICE

FEATURE = Feature(
    commands=(
        command(SuspendTable, handlers.suspend, DEALING - ONLY_SERVICE),
        command(ResumeTable, handlers.resume, MANAGING),
    ),
    events=(
        at_table(TableSuspended, EventKind.SUSPENSION, applied=state.suspended),
        at_table(TableResumed, EventKind.SUSPENSION, applied=state.resumed),
    ),
    follows=(at_table(TableClosed, applied=state.table_closed),),
    told=text.told,
    significant=text.significant,
)
