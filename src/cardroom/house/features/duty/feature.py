"""The table of duty."""

from __future__ import annotations

from cardroom.house.features.duty import handlers, state, text
from cardroom.house.features.duty.messages import (
    AnswerCall,
    CallAnswered,
    CallSupervisor,
    DealerTappedIn,
    DealerTappedOut,
    SupervisorCalled,
    TapIn,
    TapOut,
)
from cardroom.house.features.tables.messages import TableClosed
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.kernel.feature_table import Feature, at_table, command
from cardroom.house.kernel.people import DEALING, MANAGING, ONLY_SERVICE

FEATURE = Feature(
    commands=(
        command(TapIn, handlers.tap_in, DEALING - ONLY_SERVICE),
        command(TapOut, handlers.tap_out, DEALING - ONLY_SERVICE),
        command(CallSupervisor, handlers.call, DEALING - ONLY_SERVICE),
        command(AnswerCall, handlers.answer, MANAGING),
    ),
    events=(
        at_table(DealerTappedIn, EventKind.DEALER, applied=state.tapped_in),
        at_table(DealerTappedOut, EventKind.DEALER, applied=state.nobody_deals),
        at_table(SupervisorCalled, EventKind.CALL, applied=state.called),
        at_table(CallAnswered, EventKind.CALL, applied=state.answered),
    ),
    follows=(at_table(TableClosed, applied=state.nobody_deals),),
    told=text.told,
    significant=text.significant,
)
