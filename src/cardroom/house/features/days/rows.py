"""The gaming days in the index."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC
from typing import TYPE_CHECKING, ClassVar

from cardroom.house.kernel.gaming_days import end_of_day, start_of_day
from cardroom.house.kernel.rows import FigureRow, Row, figure_row

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.log.records import HousePart, Record


class DayRow(Row, frozen=True, kw_only=True):
    """A gaming day: its first record, and from when to when it is, in UTC. One that was none has 0 for a record."""

    TABLE: ClassVar = "days"
    KEY: ClassVar = ("day",)

    day: str
    first: int
    begins: str
    ends: str


def day_row(house: House, day: str, first: int) -> DayRow:
    begins, ends = (moment(day, house.floor.hours).astimezone(UTC) for moment in (start_of_day, end_of_day))
    return DayRow(day=day, first=first, begins=begins.isoformat(), ends=ends.isoformat())


def moved(house: House, part: HousePart, record: Record) -> Iterator[Row]:
    """A day that was none has no first record and no figures; what was counted for it stands under another."""
    day = house.moved
    assert day is not None, "its record has just been applied"
    yield DayRow(day=day.wrong, first=0, begins="", ends="")
    if day.is_new:
        yield day_row(house, day.right, day.first)
    for stream in day.streams:
        yield FigureRow(day=day.wrong, stream=stream, figures="")
        yield figure_row(day.right, stream, house.figures_of(day.right, stream))
