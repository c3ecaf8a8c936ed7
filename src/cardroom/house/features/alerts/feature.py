"""The table of alerts."""

from __future__ import annotations

from cardroom.house.features.alerts import handlers
from cardroom.house.features.alerts.messages import (
    AcknowledgeAlert,
    AcknowledgeDeposit,
    AcknowledgeFault,
    ClearAlert,
    RaiseAlert,
)
from cardroom.house.kernel.feature import Feature, command
from cardroom.house.kernel.people import COUNTING, MACHINE, MANAGING, ONLY_SERVICE

FEATURE = Feature(
    commands=(
        command(RaiseAlert, handlers.raise_alert, ONLY_SERVICE),
        command(ClearAlert, handlers.end, ONLY_SERVICE),
        command(AcknowledgeAlert, handlers.acknowledge, MANAGING),
        command(AcknowledgeDeposit, handlers.acknowledge, MANAGING | COUNTING),
        command(AcknowledgeFault, handlers.acknowledge, MANAGING | MACHINE),
    ),
)
