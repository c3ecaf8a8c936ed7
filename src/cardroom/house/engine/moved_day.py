"""A day that began by a wrong clock: its figures become those of the day that it counts for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from cardroom.house.engine.figures import DayFigures
from cardroom.house.features.slips import state as slip_book
from cardroom.house.log import events as e
from cardroom.house.log.records import HousePart, Record

if TYPE_CHECKING:
    from cardroom.house.engine.house import House


class MovedDay(msgspec.Struct, frozen=True, kw_only=True):
    """What a record has moved from one day to another, for the index."""

    wrong: str
    right: str
    first: int
    is_new: bool  # nothing had counted for the right one before
    tables: tuple[str, ...]
    links: tuple[str, ...]
    has_slips: bool


def move_day(house: House, record: Record) -> MovedDay | None:
    """Before anything else of a record is folded; None where it corrects no day."""
    event = next(
        (one for part in record.parts if isinstance(part, HousePart) for one in part.events
         if isinstance(one, e.DayCorrected)), None,
    )  # fmt: skip
    if event is None:
        return None
    wrong, right = event.wrong, event.right
    moved = house.figures.pop(wrong, DayFigures())
    found = MovedDay(
        wrong=wrong, right=right, first=event.first, is_new=right not in house.figures, tables=tuple(moved.tables),
        links=tuple(moved.links), has_slips=any(slip.changed == wrong for slip in house.chip_slips.values()),
    )  # fmt: skip
    house.figures[right] = house.figures.get(right, DayFigures()).followed_by(moved)
    house.chip_slips = slip_book.move_day(house.chip_slips, wrong, right)
    for table in house.tables.values():
        if table.began is not None and table.began.day == wrong:
            table.began = replace(table.began, day=right)
        if table.real and table.real.began is not None and table.real.began.day == wrong:
            table.real = replace(table.real, began=replace(table.real.began, day=right))
        if table.closer is not None and table.closer.day == wrong:
            table.closer = replace(table.closer, day=right)
    if house.verified is not None and house.verified.day == wrong:
        house.verified = replace(house.verified, day=right)
    house.day = right
    return found
