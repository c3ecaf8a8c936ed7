"""How much anyone may ask for at once, kept in memory.

Whoever has a session is limited by it, and strangers by their address. A guest's session costs nothing but a click, so
all guests of one address together have a limit too, a multiple of one guest's: many sessions are no way around it.
People with an account and enrolled terminals are never limited by what others do at their address.

Work is measured in effort, in proportion to what it takes. One is of the order of a millisecond; no time is counted.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Callable

import msgspec

from cardroom.errors import CardroomError
from cardroom.web.gateway.callers import Caller

MOST_KEYS = 20_000  # of one kind; the longest unused are forgotten first


class Rate(msgspec.Struct, frozen=True):
    """So many at once, and so many a second after that."""

    at_once: float
    a_second: float


class Effort:
    """What things take besides the request or the message that asks for them."""

    REQUEST = 1.0
    SOCKET = 2.0
    MESSAGE = 0.1
    LOOK = 0.5  # at a table, the lobby or the signs as they stand
    READ = 2.0  # from the database
    LONG_READ = 20.0  # of a thousand rows
    COMMAND = 2.0
    GUEST = 4.0
    PICTURE = 50.0  # of an invitation, to be drawn


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    # work, in effort
    of_one: Rate = Rate(300, 20)  # a person or a terminal
    of_strangers: Rate = Rate(600, 60)  # of one address together
    of_guests: Rate = Rate(1_200, 240)  # of one address together
    turns: Rate = Rate(2, 400)  # of one person, or of all others at one address: so much without a pause for the rest
    patience: float = 2.0  # seconds that a request waits for its turn before it is refused
    penalty: float = 1.0  # seconds that a refusal takes, so that asking again and again is no work

    # things of a kind
    commands: Rate = Rate(40, 10)  # of one person: each is written to the log
    lab: Rate = Rate(60, 6)  # questions that are computed; enough for typing
    guests: Rate = Rate(20, 0.2)  # by address or terminal
    logins: Rate = Rate(10, 0.2)  # by address or terminal
    logins_from_anywhere: Rate = Rate(20, 0.1)  # of one account, from places it is not known from
    free_guesses: int = 5  # wrong passwords for one account from one place before the next one has to wait
    refused_cards: Rate = Rate(1, 1 / 60)  # written down of strangers at one terminal; the others are counted
    unknown_sessions: Rate = Rate(100, 5)  # by address: cookies that belong to no session
    bad_messages: Rate = Rate(20, 0.5)  # of one connection; beyond this it is abuse

    # held at a time: by one person or terminal, by strangers of one address, by guests of one address
    sockets: tuple[int, int, int] = (12, 60, 240)
    follows: tuple[int, int, int] = (60, 120, 600)  # tables and signs, over all their sockets
    questions: tuple[int, int, int] = (4, 12, 24)  # in the lab

    # sockets of all
    connections: int = 6_000
    strangers: int = 500
    reserved: int = 200  # for people with an account, and terminals
    wires: int = 8_000  # connections of any kind
    wires_of_an_address: int = 500  # which carry no socket
    new_wires: Rate = Rate(100, 50)  # by address
    turns_of_wires: Rate = Rate(2, 400)  # requests of one address that are read, before anyone knows whose they are
    message_bytes: int = 16 * 1024
    queued_bytes: int = 2 * 1024 * 1024  # waiting for one slow connection
    queued_bytes_of_strangers: int = 512 * 1024


WIRES_BESIDES = 2_000  # connections beside the sockets


def chosen(
    sockets: int | None = None,
    strangers: int | None = None,
    guest_sockets: int | None = None,
    guests: int | None = None,
) -> Limits:
    """The limits that an operator has chosen, where he has. What cannot hold together is refused."""
    usual = Limits()
    most = usual.connections if sockets is None else sockets
    reserved = min(usual.reserved, most // 10)
    unknown = min(usual.strangers, most - reserved) if strangers is None else strangers
    if unknown > most - reserved:
        raise CardroomError(
            "bad-limits",
            f"Strangers cannot hold {unknown:,} of {most:,} sockets: {reserved:,} are kept for accounts and terminals."
            f" Let strangers have at most {most - reserved:,}, or raise the number of sockets.",
        )
    of_one, of_strangers, of_guests = usual.sockets
    one, a_second = usual.guests.at_once, usual.guests.a_second
    come = one if guests is None else guests
    return msgspec.structs.replace(
        usual,
        connections=most,
        strangers=unknown,
        reserved=reserved,
        sockets=(of_one, of_strangers, of_guests if guest_sockets is None else guest_sockets),
        guests=Rate(come, a_second * come / one),
        wires=max(usual.wires, most + WIRES_BESIDES),
    )


_NO_END, _ANY_NUMBER = Rate(1e12, 1e12), (10**6, 10**6, 10**6)
UNLIMITED = Limits(
    of_one=_NO_END,
    of_strangers=_NO_END,
    of_guests=_NO_END,
    turns=_NO_END,
    commands=_NO_END,
    lab=_NO_END,
    guests=_NO_END,
    logins=_NO_END,
    logins_from_anywhere=_NO_END,
    free_guesses=10**9,
    unknown_sessions=_NO_END,
    sockets=_ANY_NUMBER,
    follows=_ANY_NUMBER,
    questions=_ANY_NUMBER,
    connections=100_000,
    strangers=100_000,
    reserved=0,
    wires=100_000,
    wires_of_an_address=100_000,
    new_wires=_NO_END,
    turns_of_wires=_NO_END,
)


class Buckets:
    """A bucket of tokens for every key; each thing done takes some, and time fills them up again."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, key: str, cost: float = 1, patience: float = 0) -> float | None:
        """Take some, ahead of time if need be: seconds until they are there; None, and none taken, if too many."""
        now = self._clock()
        left, then = self._left.pop(key, (self.rate.at_once, now))
        left = min(self.rate.at_once, left + (now - then) * self.rate.a_second) - cost
        missing = max(0.0, -left / self.rate.a_second)
        is_taken = missing <= patience
        self._left[key] = (left if is_taken else left + cost, now)
        if len(self._left) > MOST_KEYS:
            self._left.popitem(last=False)
        return missing if is_taken else None

    def take(self, key: str, cost: float = 1) -> bool:
        return self.wait(key, cost) is not None

    def give_back(self, key: str) -> None:
        """What was taken and not used."""
        if key in self._left:
            left, then = self._left[key]
            self._left[key] = (left + 1, then)


class Work:
    """How much effort everyone may cause."""

    def __init__(self, limits: Limits) -> None:
        self._of_one = Buckets(limits.of_one)
        self._of_strangers = Buckets(limits.of_strangers)
        self._of_guests = Buckets(limits.of_guests)
        self._turns = Buckets(limits.turns)
        self._patience = limits.patience

    def wait(self, caller: Caller, effort: float) -> float | None:
        """Seconds until it may be done; None if it may not."""
        allowed = self._allowance(caller, effort)
        if allowed is None:
            return None
        turn = self._turns.wait(caller.key if caller.is_known else caller.address, effort, self._patience)
        return None if turn is None else max(allowed, turn)

    def _allowance(self, caller: Caller, effort: float) -> float | None:
        patience = self._patience
        if caller.is_stranger:
            return self._of_strangers.wait(caller.address, effort, patience)
        own = self._of_one.wait(caller.key, effort, patience)
        if own is None or not caller.is_guest:
            return own
        together = self._of_guests.wait(caller.address, effort, patience)
        return None if together is None else max(own, together)


class Places:
    """So many at a time of one thing: by one person, by strangers of one address, by guests of one address."""

    def __init__(self, most: int, strangers: int, guests: int) -> None:
        self._most = most
        self._strangers = strangers
        self._guests = guests
        self._taken: Counter[str] = Counter()
        self.taken = 0

    def enter(self, caller: Caller) -> bool:
        places = self._places(caller)
        if any(self._taken[key] >= most for key, most in places.items()):
            return False
        self._taken.update(places.keys())
        self.taken += 1
        return True

    def leave(self, caller: Caller, times: int = 1) -> None:
        for key in self._places(caller):
            self._taken[key] -= times
            if self._taken[key] <= 0:
                del self._taken[key]
        self.taken -= times

    def _places(self, caller: Caller) -> dict[str, int]:
        if caller.is_stranger:
            return {caller.address: self._strangers}
        own = {caller.key: self._most}
        guests = {f"guests:{caller.address}": self._guests}
        return own | guests if caller.is_guest else own


class Gate:
    """All limits of a server, as they stand."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.work = Work(limits)
        self.commands = Buckets(limits.commands)
        self.lab = Buckets(limits.lab)
        self.guests = Buckets(limits.guests)
        self.logins = Buckets(limits.logins)
        self.refused_cards = Buckets(limits.refused_cards)
        self.unknown_sessions = Buckets(limits.unknown_sessions)
        self.sockets = Places(*limits.sockets)
        self.follows = Places(*limits.follows)
        self.questions = Places(*limits.questions)
        self._strangers = 0  # sockets of all of them

    def require(self, buckets: Buckets, key: str) -> None:
        if not buckets.take(key):
            raise too_fast()

    async def spend(self, caller: Caller, effort: float) -> None:
        """Wait for one's turn to cause so much work; refused if it would take too long."""
        seconds = self.work.wait(caller, effort)
        if seconds is None:
            raise too_fast()
        if seconds:
            await asyncio.sleep(seconds)

    def let_in(self, caller: Caller) -> bool:
        """Count a new socket in, if there is room. The last places are not for those whom nobody knows."""
        limits = self.limits
        most = limits.connections if caller.is_known else limits.connections - limits.reserved
        if self.sockets.taken >= most or (caller.is_stranger and self._strangers >= limits.strangers):
            return False
        if not self.sockets.enter(caller):
            return False
        self._strangers += caller.is_stranger
        return True

    def let_out(self, caller: Caller) -> None:
        self.sockets.leave(caller)
        self._strangers -= caller.is_stranger


def too_fast() -> CardroomError:
    return CardroomError("too-fast", "That is too much at once; wait a moment and try again.")
