"""The table of refusals."""

from __future__ import annotations

from cardroom.house.features.refusals import handlers
from cardroom.house.features.refusals.messages import CountRefusals
from cardroom.house.kernel.feature import Feature, command
from cardroom.house.kernel.people import ONLY_SERVICE

FEATURE = Feature(
    commands=(command(CountRefusals, handlers.note, ONLY_SERVICE),),
)
