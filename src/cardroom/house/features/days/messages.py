"""Gaming days: closed, and corrected where a clock was wrong."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from cardroom.bounds import Text
from cardroom.documents import Hash
from cardroom.house.kernel.messages import Command, Event

Day = Annotated[str, Meta(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]  # of the house: see `days`


class CloseDay(Command, frozen=True, tag="CloseDay"):
    """Freeze the figures of a gaming day that is over."""

    day: Day


class CorrectDay(Command, frozen=True, tag="CorrectDay"):
    """The gaming day that is on began by a wrong clock: what was done from its first record on counts for another."""

    day: Day  # that it counts for
    first: Annotated[int, Meta(ge=1, le=2**53)]  # the record that the wrong day began with
    why: Text


class DayClosed(Event, frozen=True, kw_only=True, tag="DayClosed"):
    """The figures of a day are final; the record that says so is what is signed."""

    day: str
    figures: Hash


class DayCorrected(Event, frozen=True, kw_only=True, tag="DayCorrected"):
    """A day began by a wrong clock: the records from the first on count for another, whatever they say themselves."""

    wrong: str
    right: str
    first: int
    why: str
    entered_by: str
    approved_by: str


DayCommand = CloseDay | CorrectDay
DayInHouse = DayClosed | DayCorrected
