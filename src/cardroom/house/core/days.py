"""Gaming days: each ends at a time of the clock on the wall, and what is done after that belongs to the next.

>>> from datetime import UTC, datetime
>>> hours = Hours(ends="06:00", zone="America/Los_Angeles")
>>> day_of(datetime(2026, 11, 16, 13, 59, tzinfo=UTC), hours), day_of(datetime(2026, 11, 16, 14, 0, tzinfo=UTC), hours)
('2026-11-15', '2026-11-16')
>>> end_of("2026-11-15", hours).isoformat()
'2026-11-16T06:00:00-08:00'
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from cardroom.house.floor.plan import Hours


@lru_cache(maxsize=16)
def _clock(hours: Hours) -> tuple[ZoneInfo, time]:
    return ZoneInfo(hours.zone), time.fromisoformat(hours.ends)


def day_of(at: datetime, hours: Hours) -> str:
    """The gaming day of a moment. A day that ends at midnight is the calendar's.

    Where the clock is set back over the end of a day, that comes once: no day begins a second time.
    """
    zone, _ = _clock(hours)
    day = at.astimezone(zone).date()
    return (day if at >= start_of(day.isoformat(), hours) else day - timedelta(days=1)).isoformat()


@lru_cache(maxsize=64)
def end_of(day: str, hours: Hours) -> datetime:
    zone, ends = _clock(hours)
    return datetime.combine(date.fromisoformat(day) + timedelta(days=1), ends, zone)


@lru_cache(maxsize=64)
def start_of(day: str, hours: Hours) -> datetime:
    zone, ends = _clock(hours)
    return datetime.combine(date.fromisoformat(day), ends, zone)


def after(day: str) -> str:
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()
