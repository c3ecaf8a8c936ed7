"""The table of alerts."""

from __future__ import annotations

from cardroom.house.features.alerts import handlers, state, text
from cardroom.house.features.alerts.messages import (
    AcknowledgeAlert,
    AcknowledgeDeposit,
    AcknowledgeFault,
    AlertAcknowledged,
    AlertCleared,
    AlertRaised,
    ClearAlert,
    RaiseAlert,
)
from cardroom.house.features.tables.messages import TableRemoved
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.kernel.feature_table import Feature, at_table, command, in_house
from cardroom.house.kernel.people import COUNTING, MACHINE, MANAGING, ONLY_SERVICE

FEATURE = Feature(
    commands=(
        command(RaiseAlert, handlers.raise_alert, ONLY_SERVICE),
        command(ClearAlert, handlers.end, ONLY_SERVICE),
        command(AcknowledgeAlert, handlers.acknowledge, MANAGING),
        command(AcknowledgeDeposit, handlers.acknowledge, MANAGING | COUNTING),
        command(AcknowledgeFault, handlers.acknowledge, MANAGING | MACHINE),
    ),
    events=(
        in_house(AlertRaised, EventKind.ALERT, applied=state.follow),
        in_house(AlertCleared, EventKind.ALERT, applied=state.follow),
        in_house(AlertAcknowledged, EventKind.ALERT, applied=state.follow),
    ),
    follows=(at_table(TableRemoved, applied=state.table_removed),),
    significant=text.significant,
)
