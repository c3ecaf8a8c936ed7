"""The table of opening."""

from __future__ import annotations

from cardroom.house.features.house_opening import handlers, state, text
from cardroom.house.features.house_opening.messages import HouseOpened, OpenHouse
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.kernel.feature_table import Feature, command, in_house
from cardroom.house.kernel.people import ONLY_SERVICE

FEATURE = Feature(
    commands=(command(OpenHouse, handlers.open_house, ONLY_SERVICE),),
    events=(in_house(HouseOpened, EventKind.OPENING, applied=state.opened),),
    significant=text.significant,
)
