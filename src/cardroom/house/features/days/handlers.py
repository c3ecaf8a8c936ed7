"""A gaming day is closed, or put right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.errors import CardroomError, require_reason
from cardroom.house.features.days.messages import CloseDay, CorrectDay, DayClosed, DayCorrected
from cardroom.house.kernel.dual_control import require_two
from cardroom.house.kernel.gaming_days import day_after, end_of_day

if TYPE_CHECKING:
    from cardroom.house.engine.unit_of_work import UnitOfWork


def close_day(work: UnitOfWork, command: CloseDay) -> None:
    house, day = work.house, command.day
    open_days = sorted(house.figures)
    if day not in open_days:
        known = ", ".join(open_days) or "none"
        raise CardroomError("unknown-day", f"{day} is no day to be closed; there are: {known}.")
    if day != open_days[0]:
        raise CardroomError("day-before", f"Days are closed one after another: {open_days[0]} comes first.")
    ends = end_of_day(day, house.floor.hours)
    if work.at < ends:
        raise CardroomError("day-not-over", f"{day} is not over: it ends at {ends:%Y-%m-%d %H:%M %Z}.")
    work.in_house(DayClosed(day=day, figures=house.documents.keep(house.figures[day])))


def correct_day(work: UnitOfWork, command: CorrectDay) -> None:
    """Only the day that is on, only back, and not over another one: days that are closed stay as they are."""
    house = work.house
    alone = (
        "It takes two people: one is signed in and enters it, and another one of accounting or an executive swipes a"
        " card for it."
    )
    require_two(house, work.entered_by, work.by, alone)
    require_reason(command.why, "another day")
    if command.first != house.first_of_day:
        raise CardroomError(
            "other-record", f"The day that is on, {house.day}, began with record {house.first_of_day:,}."
        )
    others = [day for day in house.figures if day != house.day]
    earliest = max([*others, day_after(house.closed)] if house.closed else others, default="")
    if not earliest <= command.day < house.day:
        since = f"for {earliest} or a later day" if earliest else "for any day"
        raise CardroomError("wrong-day", f"It can count {since} before {house.day}, not for {command.day}.")
    work.day = command.day
    work.in_house(
        DayCorrected(
            wrong=house.day, right=command.day, first=command.first, why=command.why,
            entered_by=work.entered_by, approved_by=work.by.id,
        )
    )  # fmt: skip
