"""The house's clock. A context may have another one, so that a process can hold houses of different times."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime

TOLERANCE = 60.0  # seconds that the machine's clock may be set by at once, and be followed


class SteadyClock:
    """The machine's clock, but for jumps: what it is set by at once, beyond a minute, is noticed and not followed.

    Time that passes is counted by a clock that nobody sets, and that goes on while the machine sleeps. Who means a new
    time starts the server again; where the database has a clock of its own, a server begins by that one.

    >>> wall, steady = [1_000.0], [50.0]
    >>> clock = SteadyClock(lambda: wall[0], lambda: steady[0])
    >>> wall[0], steady[0] = 1_012.0, 60.0  # two seconds set
    >>> clock().timestamp(), clock.off
    (1012.0, 0.0)
    >>> wall[0], steady[0] = 1_022.0 + 3_600, 70.0
    >>> clock().timestamp(), clock.off
    (1022.0, 3600.0)
    >>> clock.begin_at(1_060.0), clock().timestamp()  # a database that differs by less than a minute is not followed
    (None, 1022.0)
    >>> clock.begin_at(1_100.0), clock().timestamp()
    (None, 1100.0)
    """

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] | None = None) -> None:
        self._wall, self._steady = wall, steady or _since_boot
        self._difference = self._wall() - self._steady()
        self.off = 0.0  # seconds that the machine's clock is ahead of the house's; 0: it is followed
        self.was_off = 0.0  # the last time that it was

    def begin_at(self, moment: float) -> None:
        """Go by another clock from now on, if it differs by more than what is followed."""
        if abs(moment - self().timestamp()) > TOLERANCE:
            self._difference = moment - self._steady()

    def __call__(self) -> datetime:
        steady = self._steady()
        off = self._wall() - steady - self._difference
        if abs(off) <= TOLERANCE:
            self._difference += off
            off = 0.0
        self.off, self.was_off = off, off or self.was_off
        return datetime.fromtimestamp(steady + self._difference, UTC)


def _since_boot() -> float:
    """Goes on while the machine sleeps, where the system has such a clock."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


clock: ContextVar[Callable[[], datetime]] = ContextVar("clock", default=SteadyClock())  # noqa: B039 - one a process


def now() -> datetime:
    return clock.get()()


def clock_off() -> float:
    """Seconds that the machine's clock has jumped ahead of the house's, or back; 0 where it is followed."""
    own = clock.get()
    own()
    return own.off if isinstance(own, SteadyClock) else 0.0


def begin_at(moment: float) -> None:
    """Go by the clock of the database, if this machine's differs from it by more than a minute."""
    own = clock.get()
    if isinstance(own, SteadyClock):
        own.begin_at(moment)


def noticed_clock_off() -> float:
    """The same; once also of a jump that is over."""
    off, own = clock_off(), clock.get()
    if not isinstance(own, SteadyClock):
        return off
    off, own.was_off = off or own.was_off, 0.0
    return off
