"""The gaming days: the last that is closed, and one that began by a wrong clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from cardroom.house.features.days.messages import DayClosed, DayCorrected

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.log.records import Record


class MovedDay(msgspec.Struct, kw_only=True):
    """What a record has moved from one day to another, for the index. Features that keep a day add their streams."""

    wrong: str
    right: str
    first: int
    is_new: bool  # nothing had counted for the right one before
    streams: list[str]  # whose figures of the day have moved


# --- reducers ---------------------------------------------------------------------------------------------------------


def closed(house: House, event: DayClosed, record: Record) -> None:
    house.closed = event.day
    house.figures.pop(event.day, None)


def corrected(house: House, event: DayCorrected, record: Record) -> None:
    """What was counted for a day that began by a wrong clock becomes that of the day that it counts for."""
    wrong, right = event.wrong, event.right
    house.moved = MovedDay(
        wrong=wrong, right=right, first=event.first, is_new=right not in house.figures, streams=house.streams_on(wrong)
    )
    if (figures := house.figures.pop(wrong, None)) is not None:
        house.figures[right] = house.figures[right].followed_by(figures) if right in house.figures else figures
    house.day = right
