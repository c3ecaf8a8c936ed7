"""Double entry, pure: a posting that does not balance cannot be made, so all accounts always sum to zero.

>>> books = Ledger().post(transfer("player:1", "house", 5_000_000, "Ante lost"))
>>> books.balance("player:1"), books.balance("house")
(-5000000, 5000000)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

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


class Ledger:
    """Balances after some postings. Posting gives a new ledger; the old one stays as it was."""

    def __init__(self, balances: Mapping[Account, Money] = MappingProxyType({})) -> None:
        self._balances = MappingProxyType({name: value for name, value in balances.items() if value})
        assert sum(self._balances.values()) == 0, "all accounts sum to zero"

    @property
    def balances(self) -> Mapping[Account, Money]:
        return self._balances

    def balance(self, account: Account) -> Money:
        return self._balances.get(account, 0)

    def post(self, *postings: Posting) -> Ledger:
        return self.post_all(postings)

    def post_all(self, postings: Iterable[Posting]) -> Ledger:
        balances = dict(self._balances)
        for posting in postings:
            for entry in posting.entries:
                balances[entry.account] = balances.get(entry.account, 0) + entry.amount
        return Ledger(balances)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ledger) and self._balances == other._balances

    def __hash__(self) -> int:
        return hash(frozenset(self._balances.items()))
