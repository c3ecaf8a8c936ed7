"""The accounts of the house. All of them together always sum to zero.

A player's money is in a wallet, on the stack before him, or on the layout as stakes; the house's is in the cage, in the
tray of each table, and in the drop box under it. A link's accounts stand under its name.
"""

from __future__ import annotations

from collections.abc import Mapping

from cardroom.ledger import Account, Entry, Posting
from cardroom.table.commands import Seat

CAGE: Account = "cage"


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


def of_link(posting: Posting, link: str, seats: Mapping[tuple[str, Seat], str]) -> Posting:
    """A link's posting in the accounts of the house: players and trays are the house's own, the rest is the link's."""
    return Posting(tuple(Entry(_of_link(e.account, link, seats), e.amount) for e in posting.entries), posting.reason)


def _of_link(account: Account, link: str, seats: Mapping[tuple[str, Seat], str]) -> Account:
    match account.split(":"):
        case ["player", table, seat]:
            return stack(table, seats[table, int(seat)])
        case ["tray", table]:
            return tray(table)
        case _:
            return f"link:{link}:{account}"
