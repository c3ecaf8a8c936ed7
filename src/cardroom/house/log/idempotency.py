"""Keys of commands: the same key from the same person is carried out once.

A key begins with its time, so that only those of the last minutes need to be remembered. Clocks are set, and the next
server may have another one: so these are minutes in which something happened, whatever time it was then.
"""

from __future__ import annotations

import hashlib
import re
from datetime import UTC, datetime, timedelta
from itertools import takewhile

import msgspec

from cardroom.errors import CardroomError
from cardroom.house.log.commands import AnyCommand, without_lookups

WINDOW = timedelta(minutes=10)
AHEAD = timedelta(minutes=1)  # a clock may be this much before the house's
SWEEP = timedelta(minutes=1)  # between two times that old receipts are forgotten
_FORM = re.compile(r"([0-9]{13})-.+", re.DOTALL)


class Receipt(msgspec.Struct, frozen=True):
    """What a key was used for."""

    position: int
    at: datetime  # by the clock as it goes now
    command: str  # a digest


Receipts = dict[str, Receipt]  # by person and key


def new_key(at: datetime, rest: str) -> str:
    """
    >>> new_key(datetime(2026, 3, 1, tzinfo=UTC), "b7")
    '1772323200000-b7'
    """
    return f"{int(at.timestamp() * 1000):013d}-{rest}"


def command_digest(command: AnyCommand) -> str:
    return hashlib.sha256(msgspec.json.encode(without_lookups(command))).hexdigest()[:32]


def _name(person: str, key: str) -> str:
    return f"{person}\n{key}"  # neither has a control character in it


def find_receipt(receipts: Receipts, person: str, key: str, command: AnyCommand, at: datetime) -> Receipt | None:
    """The receipt of a repeated command; None for a new key. A key that cannot be used is refused."""
    match = _FORM.fullmatch(key)
    if match is None:
        raise CardroomError(
            "bad-key", "A key begins with its time, in milliseconds since 1970, and a dash: like 1772323200000-b7."
        )
    if (receipt := receipts.get(_name(person, key))) is not None:
        if receipt.command != command_digest(command):
            raise CardroomError("key-reused", "This key was used for another command; every command has its own.")
        return receipt
    time = datetime.fromtimestamp(int(match[1]) / 1000, UTC)
    if time < at - WINDOW:
        raise CardroomError(
            "old-key",
            f"This key is older than ten minutes: look what has become of its command. Here it is {at:%H:%M:%S} UTC.",
        )
    if time > at + AHEAD:
        raise CardroomError("early-key", f"This key is of a time to come: set the clock. Here it is {at:%H:%M:%S} UTC.")
    return None


def keep_receipt(receipts: Receipts, person: str, key: str, receipt: Receipt) -> None:
    receipts[_name(person, key)] = receipt


def forget_old(receipts: Receipts, swept: datetime | None, at: datetime) -> datetime:
    """Nothing is forgotten while its key would still be taken for a new one. Returns when that was looked at last.

    A clock that goes back has been set. One that is minutes later has been, too, or nobody was there: that counts for
    a minute, and receipts are dated by the clock as it goes from now on.
    """
    passed = at - swept if swept is not None else 2 * SWEEP
    if -SWEEP <= passed <= SWEEP:
        return swept or at
    if not SWEEP < passed <= 2 * SWEEP:
        shift = passed - SWEEP if passed > SWEEP else passed
        for name, receipt in receipts.items():
            receipts[name] = msgspec.structs.replace(receipt, at=receipt.at + shift)
    oldest = at - WINDOW - AHEAD
    for name, _ in list(takewhile(lambda kept: kept[1].at < oldest, receipts.items())):  # they are in order
        del receipts[name]
    return at
