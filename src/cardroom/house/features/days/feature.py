"""The table of days."""

from __future__ import annotations

from cardroom.house.features.days import handlers
from cardroom.house.features.days.messages import CloseDay, CorrectDay
from cardroom.house.kernel.feature import Feature, command
from cardroom.house.kernel.people import COUNTING, ONLY_SERVICE

FEATURE = Feature(
    commands=(
        command(CloseDay, handlers.close_day, COUNTING | ONLY_SERVICE),
        command(CorrectDay, handlers.correct_day, COUNTING),
    ),
)
