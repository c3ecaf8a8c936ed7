"""The table of duty."""

from __future__ import annotations

from cardroom.house.features.duty import handlers
from cardroom.house.features.duty.messages import AnswerCall, CallSupervisor, TapIn, TapOut
from cardroom.house.kernel.feature import Feature, command
from cardroom.house.kernel.people import DEALING, MANAGING, ONLY_SERVICE

FEATURE = Feature(
    commands=(
        command(TapIn, handlers.tap_in, DEALING - ONLY_SERVICE),
        command(TapOut, handlers.tap_out, DEALING - ONLY_SERVICE),
        command(CallSupervisor, handlers.call, DEALING - ONLY_SERVICE),
        command(AnswerCall, handlers.answer, MANAGING),
    ),
)
