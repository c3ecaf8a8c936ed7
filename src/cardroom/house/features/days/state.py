"""The last day that is closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.house.features.days.messages import DayClosed

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.log.records import Record


# --- reducers ---------------------------------------------------------------------------------------------------------


def closed(house: House, event: DayClosed, record: Record) -> None:
    house.closed = event.day
    house.figures.pop(event.day, None)
