"""The table of days."""

from __future__ import annotations

from cardroom.house.features.days import handlers, rows, state, text
from cardroom.house.features.days.messages import CloseDay, CorrectDay, DayClosed, DayCorrected
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.kernel.feature_table import Feature, command, in_house
from cardroom.house.kernel.people import COUNTING, ONLY_SERVICE

FEATURE = Feature(
    commands=(
        command(CloseDay, handlers.close_day, COUNTING | ONLY_SERVICE),
        command(CorrectDay, handlers.correct_day, COUNTING),
    ),
    events=(
        in_house(DayClosed, EventKind.DAY, applied=state.closed),
        in_house(DayCorrected, EventKind.DAY, beforehand=state.corrected, rows=(rows.moved,)),
    ),
    rows=(rows.DayRow,),
    significant=text.significant,
)
