"""Gaming days: each ends at a time of the clock on the wall, and what is done after that belongs to the next.

>>> from datetime import UTC, datetime
>>> hours = Hours(ends="06:00", zone="America/Los_Angeles")
>>> day_of(datetime(2026, 11, 16, 13, 59, tzinfo=UTC), hours), day_of(datetime(2026, 11, 16, 14, 0, tzinfo=UTC), hours)
('2026-11-15', '2026-11-16')
>>> end_of_day("2026-11-15", hours).isoformat()
'2026-11-16T06:00:00-08:00'
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from cardroom.house.floor.plan import Hours

FARTHEST_WEST = timedelta(hours=12)  # where it is a day last


@lru_cache(maxsize=16)
def _clock(hours: Hours) -> tuple[ZoneInfo, time]:
    return ZoneInfo(hours.zone), time.fromisoformat(hours.ends)


def day_of(at: datetime, hours: Hours) -> str:
    """The gaming day of a moment. A day that ends at midnight is the calendar's.

    Where the clock is set back over the end of a day, that comes once: no day begins a second time.
    """
    zone, _ = _clock(hours)
    day = at.astimezone(zone).date()
    return (day if at >= start_of_day(day.isoformat(), hours) else day - timedelta(days=1)).isoformat()


def earliest_possible_day(at: datetime) -> str:
    """No later than any house's gaming day, wherever it stands and whenever its days end.

    >>> noon = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)
    >>> earliest_possible_day(noon - timedelta(minutes=1)), earliest_possible_day(noon)
    ('2026-11-14', '2026-11-15')
    """
    return (at.astimezone(UTC) - FARTHEST_WEST - timedelta(days=1)).date().isoformat()


@lru_cache(maxsize=64)
def end_of_day(day: str, hours: Hours) -> datetime:
    zone, ends = _clock(hours)
    return datetime.combine(date.fromisoformat(day) + timedelta(days=1), ends, zone)


@lru_cache(maxsize=64)
def start_of_day(day: str, hours: Hours) -> datetime:
    zone, ends = _clock(hours)
    return datetime.combine(date.fromisoformat(day), ends, zone)


@lru_cache(maxsize=64)
def _whole(day: str, hours: Hours) -> tuple[datetime, datetime]:
    """From when to when, by a clock that nobody sets."""
    return start_of_day(day, hours).astimezone(UTC), end_of_day(day, hours).astimezone(UTC)


def is_day_of(at: datetime, day: str, hours: Hours) -> bool:
    """Whether it is the gaming day of a moment, found sooner than which one is."""
    begins, ends = _whole(day, hours)
    return begins <= at < ends


def day_after(day: str) -> str:
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()
