"""The accounts of the house. All of them together always sum to zero.

A player's money is in a wallet, on the stack before him, or on the layout as stakes; the house's is in the cage, in the
tray of each table, in the drop box under it, or on the way between. What a count finds missing or too much stands on an
account of its own. Once the cage has been counted, its drawers have accounts too, and what is on `cage` is the rest of
the house. The patrons of a table with real cards share one account: their chips are their own, and only what
passes through a jackpot and what is counted is known of them. A link's accounts stand under its name.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from cardroom.ledger import Account, Entry, Posting

CAGE: Account = "cage"
CAGE_CASH: Account = "cage-cash"  # in the drawers of the cage
CAGE_CHIPS: Account = "cage-chips"
CAGE_DIFFERENCES: Account = "cage-differences"  # what its counts found missing; below zero: too much
PROMOTIONS: Account = "promotions"  # below zero: what promotions have paid to players
CHIPS_OUT: Account = "chips-out"  # chips that people have bought at the cage, less those redeemed there
CASH: Account = "cash"  # cash in people's hands; below zero: what they have brought to the cage
OF_PLAYERS = ("wallet:", "stack:", "layout:")  # how accounts begin that never go below nothing


def wallet(person: str) -> Account:
    return f"wallet:{person}"


def stack(table: str, person: str) -> Account:
    return f"stack:{table}:{person}"


def layout(table: str, person: str) -> Account:
    return f"layout:{table}:{person}"


def tray(table: str) -> Account:
    return f"tray:{table}"


def drop(table: str) -> Account:
    return f"drop:{table}"


def patrons(table: str) -> Account:
    """All who play at a table with real cards; below zero, as far as they have given more than they got."""
    return f"patrons:{table}"


def won(table: str) -> Account:
    """What patrons have lost to a table by its counts, below zero: what they gave is in the cage."""
    return f"won:{table}"


def carried(table: str) -> Account:
    """Chips on the way between the cage and a table, each on a slip that somebody has signed."""
    return f"carried:{table}"


def differences(table: str) -> Account:
    """What was missing from a tray by its counts; below zero: what was too much in it."""
    return f"differences:{table}"


def on_link(link: str, account: Account) -> Account:
    """An account of a link, as the house's books know it."""
    return f"link:{link}:{account}"


def translated(posting: Posting, link: str, of_the_house: Mapping[Account, Account]) -> Posting:
    """A link's posting in the books of the house, where players and trays are the house's own."""
    entries = (Entry(of_the_house.get(e.account) or on_link(link, e.account), e.amount) for e in posting.entries)
    return replace(posting, entries=tuple(entries))
