"""Balances held against what the events make of them, and how a finding is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cardroom.house.core.records import START
from cardroom.jackpots import Link
from cardroom.jackpots.accounts import kind_of
from cardroom.ledger import Account
from cardroom.money import Money

# Accounts of a link that are the house's own: what a player gets goes to his stack, what a tray pays comes from it.
_OF_THE_HOUSE = ("player", "tray")
_NEVER_BELOW_NOTHING = ("wallet", "stack", "layout")


@dataclass
class Finding:
    """Something that is not as it must be, and where."""

    stream: str
    number: int
    what: str

    def __str__(self) -> str:
        return f"{self.stream}, record {self.number}: {self.what}"


def balance_findings(
    books: Mapping[Account, Money], links: Mapping[str, Link], heads: Mapping[str, tuple[int, str]], records: int
) -> Iterator[Finding]:
    """What is wrong with the balances at the end of a log."""
    if total := sum(books.values()):
        yield Finding("house", records, f"all accounts sum to {total}, not to zero")
    for name, link in links.items():
        number, _ = heads.get(f"link:{name}", (0, START))
        for account in _differing(books, f"link:{name}:", link):
            yield Finding(f"link:{name}", number, f"{account} is not what its events make of it")
    for account, amount in books.items():
        if amount < 0 and kind_of(account) in _NEVER_BELOW_NOTHING:
            yield Finding("house", records, f"{account} is overdrawn")


def _differing(books: Mapping[Account, Money], prefix: str, link: Link) -> list[Account]:
    """Accounts of a link that the house's books know otherwise."""
    derived = {
        account: amount
        for account, amount in link.state.books.balances.items()
        if kind_of(account) not in _OF_THE_HOUSE
    }
    booked = {a.removeprefix(prefix): amount for a, amount in books.items() if a.startswith(prefix) and amount}
    return sorted(a for a in derived.keys() | booked.keys() if derived.get(a, 0) != booked.get(a, 0))
