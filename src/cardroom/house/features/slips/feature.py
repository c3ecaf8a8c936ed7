"""The table of slips."""

from __future__ import annotations

from cardroom.house.features.slips import handlers
from cardroom.house.features.slips.messages import (
    ApproveSlip,
    AskSlip,
    PrintSlip,
    ReceiveCredit,
    ReceiveFill,
    SendCredit,
    SendFill,
    VoidSlip,
)
from cardroom.house.kernel.feature import Feature, command
from cardroom.house.kernel.people import AT_TRAY, CAGE, COUNTING, MANAGING

FEATURE = Feature(
    commands=(
        command(AskSlip, handlers.ask, AT_TRAY),
        command(ApproveSlip, handlers.approve, MANAGING),
        command(SendFill, handlers.send, CAGE),
        command(ReceiveFill, handlers.receive, AT_TRAY),
        command(SendCredit, handlers.send, AT_TRAY),
        command(ReceiveCredit, handlers.receive, CAGE),
        command(VoidSlip, handlers.void, MANAGING | CAGE),
        command(PrintSlip, handlers.print_slip, MANAGING | CAGE | COUNTING),
    ),
)
