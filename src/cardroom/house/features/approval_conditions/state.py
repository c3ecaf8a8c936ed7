"""Which conditions are on file."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING

import msgspec

from cardroom.house.features.approval_conditions.messages import ConditionFiled, ConditionWithdrawn

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.log.records import Record


class FiledCondition(msgspec.Struct, frozen=True):
    """The document that shows a condition to be met, and who put it on file."""

    document: str
    dated: date
    by: str
    at: datetime


def key(game: str, condition: str) -> str:
    return f"{game}/{condition}"


# --- reducers ---------------------------------------------------------------------------------------------------------


def filed(house: House, event: ConditionFiled, record: Record) -> None:
    house.conditions[key(event.game, event.condition)] = FiledCondition(
        event.document, event.dated, record.by, record.at
    )


def withdrawn(house: House, event: ConditionWithdrawn, record: Record) -> None:
    del house.conditions[key(event.game, event.condition)]
