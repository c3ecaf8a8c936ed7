"""What a report to the authorities is due for."""

from __future__ import annotations

from enum import StrEnum

from cardroom.house.kernel.messages import Event
from cardroom.money import Money
from cardroom.table.commands import Seat


class FlagKind(StrEnum):
    CASH = "cash"  # bought in on one day
    CASH_OUT = "cash-out"  # paid at the cage on one day
    WINNINGS = "winnings"


class Flagged(Event, frozen=True, kw_only=True, tag="Flagged", omit_defaults=True):
    """Something that a report is due for; it never holds up play."""

    kind: FlagKind
    person: str  # "": a patron whom nobody knows, at a table with real cards
    amount: Money
    table: str  # of cash, where it was bought in last; "": at the cage
    round_id: str = ""
    seat: Seat | None = None
    win: str = ""  # of a jackpot; "": the table's own pays


FlagInHouse = Flagged
