"""The table of floor changes."""

from __future__ import annotations

from cardroom.house.features.floor_changes import handlers, state, text
from cardroom.house.features.floor_changes.messages import (
    ApproveFloor,
    AskFloor,
    DeclineFloor,
    FloorAnswered,
    FloorAsked,
)
from cardroom.house.features.house_opening.messages import HouseOpened
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.kernel.feature_table import Feature, command, in_house
from cardroom.house.kernel.people import ADMINISTRATION

FEATURE = Feature(
    commands=(
        command(AskFloor, handlers.ask, ADMINISTRATION),
        command(ApproveFloor, handlers.answer, ADMINISTRATION),
        command(DeclineFloor, handlers.answer, ADMINISTRATION),
    ),
    events=(
        in_house(FloorAsked, EventKind.FLOOR, applied=state.asked),
        in_house(FloorAnswered, EventKind.FLOOR, applied=state.answered),
    ),
    follows=(in_house(HouseOpened, applied=state.house_opened),),
    significant=text.significant,
)
