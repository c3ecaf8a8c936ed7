"""How much anyone may ask for at once, kept in memory."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict

import msgspec

from cardroom.errors import CardroomError

MOST_KEYS = 20_000  # of one kind; the longest unused are forgotten first


class Rate(msgspec.Struct, frozen=True):
    """So many at once, and so many a second after that."""

    at_once: float
    a_second: float


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    logins_by_address: Rate = Rate(20, 0.2)
    logins_by_account: Rate = Rate(8, 0.1)
    guests_by_address: Rate = Rate(20, 0.2)
    commands_by_person: Rate = Rate(40, 10)
    requests_by_address: Rate = Rate(400, 80)
    lab_by_address: Rate = Rate(60, 6)  # questions that are computed; enough for typing
    messages_by_connection: Rate = Rate(100, 30)
    bad_messages_by_connection: Rate = Rate(20, 0.5)  # beyond this it is abuse
    connections_by_address: int = 100
    connections: int = 2_000
    message_bytes: int = 16 * 1024
    queued_bytes: int = 2 * 1024 * 1024  # waiting for one slow connection


_NO_END = Rate(1e12, 1e12)
UNLIMITED = Limits(
    logins_by_address=_NO_END,
    logins_by_account=_NO_END,
    guests_by_address=_NO_END,
    commands_by_person=_NO_END,
    requests_by_address=_NO_END,
    lab_by_address=_NO_END,
    messages_by_connection=_NO_END,
    connections_by_address=100_000,
    connections=100_000,
)


class Buckets:
    """A bucket of tokens for every key; each thing done takes one, and time fills them up again."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> bool:
        now = time.monotonic()
        left, then = self._left.pop(key, (self.rate.at_once, now))
        left = min(self.rate.at_once, left + (now - then) * self.rate.a_second)
        is_enough = left >= 1
        self._left[key] = (left - is_enough, now)
        if len(self._left) > MOST_KEYS:
            self._left.popitem(last=False)
        return is_enough


class Gate:
    """All limits of a server, as they stand."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.logins_by_address = Buckets(limits.logins_by_address)
        self.logins_by_account = Buckets(limits.logins_by_account)
        self.guests_by_address = Buckets(limits.guests_by_address)
        self.commands_by_person = Buckets(limits.commands_by_person)
        self.requests_by_address = Buckets(limits.requests_by_address)
        self.lab_by_address = Buckets(limits.lab_by_address)
        self.open_by_address: Counter[str] = Counter()

    def require(self, buckets: Buckets, key: str) -> None:
        if not buckets.take(key):
            raise too_fast()

    def let_in(self, address: str) -> bool:
        """Count a new connection in, if there is room."""
        limits = self.limits
        if self.open_by_address.total() >= limits.connections:
            return False
        if self.open_by_address[address] >= limits.connections_by_address:
            return False
        self.open_by_address[address] += 1
        return True

    def let_out(self, address: str) -> None:
        self.open_by_address[address] -= 1
        if self.open_by_address[address] <= 0:
            del self.open_by_address[address]


def too_fast() -> CardroomError:
    return CardroomError("too-fast", "That is too much at once; wait a moment and try again.")
