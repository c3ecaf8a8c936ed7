"""The table of opening."""

from __future__ import annotations

from cardroom.house.features.opening import handlers
from cardroom.house.features.opening.messages import OpenHouse
from cardroom.house.kernel.feature import Feature, command
from cardroom.house.kernel.people import ONLY_SERVICE

FEATURE = Feature(
    commands=(command(OpenHouse, handlers.open_house, ONLY_SERVICE),),
)
