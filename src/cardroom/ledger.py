"""Double entry, pure: a posting that does not balance cannot be made, so all accounts always sum to zero.

>>> [entry.amount for entry in transfer("player:1", "house", 5_000_000, "wager lost").entries]
[-5000000, 5000000]
"""

from __future__ import annotations

import msgspec

from cardroom.errors import CardroomError
from cardroom.money import Money

Account = str


class Entry(msgspec.Struct, frozen=True):
    account: Account
    amount: Money  # positive: the account receives; negative: it gives


class Posting(msgspec.Struct, frozen=True):
    """One movement of money with its reason. Its entries sum to zero."""

    entries: tuple[Entry, ...]
    reason: str

    def __post_init__(self) -> None:
        total = sum(entry.amount for entry in self.entries)
        if total != 0:
            raise CardroomError("unbalanced-posting", f"“{self.reason}” does not balance: it is off by {total}.")


def transfer(giver: Account, receiver: Account, amount: Money, reason: str) -> Posting:
    """Move an amount from one account to another."""
    if amount < 0:
        raise CardroomError("negative-amount", f"“{reason}”: an amount to move cannot be negative.")
    return Posting((Entry(giver, -amount), Entry(receiver, amount)), reason)
