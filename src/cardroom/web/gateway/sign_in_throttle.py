"""Wrong passwords slow whoever tries them, and nobody else.

They are counted by account and by where they come from: a few are free, then each wrong one doubles the wait. An
account that is guessed at from many places is slowed as well, but only for places it was never signed in to from.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVar

import msgspec

from cardroom.errors import CardroomError
from cardroom.web.gateway.callers import Caller
from cardroom.web.gateway.rate_limits import MOST_KEYS, Buckets, Limits

Kept = TypeVar("Kept")

LONGEST_WAIT = 900.0  # seconds
FORGOTTEN_AFTER = 3600.0


class Tries(msgspec.Struct):
    count: int = 0
    last: float = 0.0

    def wait(self, now: float, free: int) -> float:
        """Seconds until the next try."""
        doubled = 2.0 ** min(self.count - free, 16) if self.count >= free else 0.0
        return max(0.0, self.last + min(doubled, LONGEST_WAIT) - now)


class Guesses:
    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._free = limits.free_guesses
        self._clock = clock
        self._tries: OrderedDict[tuple[str, str], Tries] = OrderedDict()
        self._homes: OrderedDict[tuple[str, str], None] = OrderedDict()
        self._from_anywhere = Buckets(limits.logins_from_anywhere, clock)

    def is_home(self, account: str, caller: Caller) -> bool:
        """Whether this is an enrolled terminal, or a place from which the account has been signed in to before."""
        return bool(caller.terminal) or (account, caller.source) in self._homes

    def begin(self, account: str, caller: Caller) -> None:
        """Count a try, before anyone knows whether it is right: many at once are no way around the wait."""
        now, place = self._clock(), (account, caller.source)
        tries = self._tries.pop(place, Tries())
        if now - tries.last > FORGOTTEN_AFTER:
            tries = Tries()
        _keep(self._tries, place, tries)
        if wait := tries.wait(now, self._free):
            raise _slowly(wait)
        if not self.is_home(account, caller) and not self._from_anywhere.take(account):
            raise _slowly(1 / self._from_anywhere.rate.a_second)
        tries.count, tries.last = tries.count + 1, now

    def was_right(self, account: str, caller: Caller) -> None:
        place = (account, caller.source)
        self._tries.pop(place, None)
        self._homes.pop(place, None)
        _keep(self._homes, place, None)


def _keep(kept: OrderedDict[tuple[str, str], Kept], place: tuple[str, str], what: Kept) -> None:
    kept[place] = what
    if len(kept) > MOST_KEYS:
        kept.popitem(last=False)


def _slowly(seconds: float) -> CardroomError:
    return CardroomError("too-fast", f"That was tried too often; try again in {max(1, round(seconds))} s.")
