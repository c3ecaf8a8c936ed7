"""The accounts of a link, and postings made from what a level holds before and after.

All accounts of a link sum to zero. A positive balance is held (meters, reserves, overflow, what the house kept of the
wagers); a negative one has been given (seeds, the tray, the players' wagers, advances).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cardroom.jackpots.engine.level_funds import Funds
from cardroom.jackpots.setup.config import LinkConfig
from cardroom.ledger import Account, Entry, Posting, PostingCode
from cardroom.money import Money
from cardroom.table.commands import Seat

OF_THE_HOUSE = ("player:", "tray:", "cage")  # how accounts begin that a house keeps under names of its own
SEED_FUND = "seed_fund"  # the kind of account that each level has its seeds from
ADJUSTMENTS: Account = "adjustments"
CAGE: Account = "cage"
HAND_PAYS: Account = "hand_pays"  # what winners have to get from the cage, each on a slip
HOUSE: Account = "house"
MOVED: Account = "moved"  # prize money that came from, or went to, another jackpot
PROBLEM_GAMBLING: Account = "problem_gambling_fund"  # prize money of a removed jackpot that is the fund's


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


def prize_accounts(config: LinkConfig) -> frozenset[Account]:
    """What is kept for the players; a negative advance is what the house has lent to it."""
    return frozenset(kind(level.name) for level in config.levels for kind in (meter, reserve, overflow, advance))


def seed_accounts(config: LinkConfig) -> frozenset[Account]:
    return frozenset(seed_fund(level.name) for level in config.levels)


def posted_to(names: frozenset[Account], postings: Iterable[Posting]) -> Money:
    """What these accounts receive in all; negative: they give."""
    return sum(entry.amount for posting in postings for entry in posting.entries if entry.account in names)


def funds_of(books: Mapping[Account, Money], level: str) -> Funds:
    return Funds(
        books.get(meter(level), 0),
        books.get(reserve(level), 0),
        books.get(overflow(level), 0),
        books.get(advance(level), 0),
    )


def entries_for(level: str, change: Funds) -> list[Entry]:
    amounts = {
        meter(level): change.meter,
        reserve(level): change.reserve,
        overflow(level): change.overflow,
        advance(level): change.advance,
    }
    return [Entry(account, amount) for account, amount in amounts.items() if amount]


def balanced(
    entries: list[Entry], against: Account, code: PostingCode, *, seat: Seat = 0, reference: str = ""
) -> Posting:
    """These entries, with one more account that makes up the difference."""
    rest: Money = -sum(entry.amount for entry in entries)
    whole = (*entries, Entry(against, rest)) if rest else tuple(entries)
    return Posting(whole, code, seat=seat, reference=reference)
