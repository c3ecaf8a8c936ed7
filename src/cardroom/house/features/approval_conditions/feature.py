"""The table of conditions."""

from __future__ import annotations

from cardroom.house.features.approval_conditions import handlers, state, text
from cardroom.house.features.approval_conditions.messages import (
    ConditionFiled,
    ConditionWithdrawn,
    FileCondition,
    WithdrawCondition,
)
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.kernel.feature_table import Feature, command, in_house
from cardroom.house.kernel.people import FILING

FEATURE = Feature(
    commands=(
        command(FileCondition, handlers.file_condition, FILING),
        command(WithdrawCondition, handlers.withdraw_condition, FILING),
    ),
    events=(
        in_house(ConditionFiled, EventKind.CONDITION, applied=state.filed),
        in_house(ConditionWithdrawn, EventKind.CONDITION, applied=state.withdrawn),
    ),
    significant=text.significant,
)
