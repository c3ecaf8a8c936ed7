"""The accounts of a link, and postings made from what a level holds before and after.

All accounts of a link sum to zero. A positive balance is held (meters, reserves, overflow, what the house kept of the
wagers); a negative one has been given (seeds, the tray, the players' wagers, advances).
"""

from __future__ import annotations

from cardroom.jackpots.funds import Funds
from cardroom.ledger import Account, Entry, Ledger, Posting
from cardroom.money import Money
from cardroom.table.commands import Seat

SEED_FUND = "seed_fund"  # the kind of account that each level has its seeds from
ADJUSTMENTS: Account = "adjustments"
HOUSE: Account = "house"
MOVED: Account = "moved"  # prize money that came from, or went to, another jackpot


# What is kept for the players; a negative advance is what the house has lent to it.
PRIZE_MONEY = ("meter", "reserve", "overflow", "advance")


def kind_of(account: Account) -> str:
    """
    >>> kind_of("meter:Mega")
    'meter'
    """
    return account.split(":")[0]


def player(table: str, seat: Seat) -> Account:
    return f"player:{table}:{seat}"


def wagers(table: str) -> Account:
    return f"wagers:{table}"


def tray(table: str) -> Account:
    return f"tray:{table}"


def meter(level: str) -> Account:
    return f"meter:{level}"


def reserve(level: str) -> Account:
    return f"reserve:{level}"


def overflow(level: str) -> Account:
    return f"overflow:{level}"


def advance(level: str) -> Account:
    return f"advance:{level}"


def seed_fund(level: str) -> Account:
    return f"{SEED_FUND}:{level}"


def funds_of(books: Ledger, level: str) -> Funds:
    return Funds(
        books.balance(meter(level)),
        books.balance(reserve(level)),
        books.balance(overflow(level)),
        books.balance(advance(level)),
    )


def entries_for(level: str, change: Funds) -> list[Entry]:
    amounts = {
        meter(level): change.meter,
        reserve(level): change.reserve,
        overflow(level): change.overflow,
        advance(level): change.advance,
    }
    return [Entry(account, amount) for account, amount in amounts.items() if amount]


def balanced(entries: list[Entry], against: Account, reason: str) -> Posting:
    """These entries, with one more account that makes up the difference."""
    rest: Money = -sum(entry.amount for entry in entries)
    return Posting((*entries, Entry(against, rest)) if rest else tuple(entries), reason)
