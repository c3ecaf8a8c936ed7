"""The floor that the house is open on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.house.features.house_opening.messages import HouseOpened
from cardroom.house.floor import Floor

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.log.records import Record


# --- reducers ---------------------------------------------------------------------------------------------------------


def opened(house: House, event: HouseOpened, record: Record) -> None:
    house.floor = house.documents.get(event.floor, Floor)
