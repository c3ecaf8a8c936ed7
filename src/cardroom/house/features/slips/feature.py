"""The table of slips."""

from __future__ import annotations

from cardroom.house.features.days.messages import DayClosed, DayCorrected
from cardroom.house.features.slips import handlers, state, text
from cardroom.house.features.slips.messages import (
    ApproveSlip,
    AskSlip,
    Credited,
    Filled,
    PrintSlip,
    ReceiveCredit,
    ReceiveFill,
    SendCredit,
    SendFill,
    SlipApproved,
    SlipAsked,
    SlipPrinted,
    SlipReceived,
    SlipSent,
    SlipVoided,
    VoidSlip,
)
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.kernel.feature_table import Feature, at_table, command, in_house
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
    events=(
        at_table(Filled, EventKind.BANK),
        at_table(Credited, EventKind.BANK),
        in_house(SlipAsked, EventKind.SLIP, applied=state.noted, rows=(state.row_of_day,)),
        in_house(SlipApproved, EventKind.SLIP, applied=state.noted, rows=(state.row_of_day,)),
        in_house(SlipSent, EventKind.SLIP, applied=state.noted, rows=(state.row_of_day,)),
        in_house(SlipReceived, EventKind.SLIP, applied=state.noted, rows=(state.row_of_day,)),
        in_house(SlipVoided, EventKind.SLIP, applied=state.noted, rows=(state.row_of_day,)),
        in_house(SlipPrinted, EventKind.SLIP, applied=state.noted, rows=(state.row_of_day,)),
    ),
    follows=(
        in_house(DayClosed, applied=state.forget_closed),
        in_house(DayCorrected, beforehand=state.day_corrected),
    ),
    figures={state.SLIPS_STREAM: state.on_day},
    significant=text.significant,
)
