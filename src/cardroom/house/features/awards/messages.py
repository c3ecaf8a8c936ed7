"""A recorded award: handed over, printed, given back."""

from __future__ import annotations

from cardroom.bounds import Amount, Name
from cardroom.house.kernel.messages import Command
from cardroom.jackpots import commands as j
from cardroom.table.commands import Seat


class HandOver(Command, frozen=True, tag="HandOver"):
    """Give the winner a paid award, where the cards are real: chips from the tray, or a slip that the cage pays."""

    link: Name
    win: Name
    till: j.Till


class PayHandPay(Command, frozen=True, tag="PayHandPay", omit_defaults=True):
    """The cage pays the winner what it owes on a hand-pay slip: in cash, or by a check of the house."""

    link: Name
    win: Name
    by_check: bool = False


class TakeReturn(Command, frozen=True, tag="TakeReturn", omit_defaults=True):
    """A player gives back money of a win that was backed out: what he won, or envy that was asked back."""

    link: Name
    win: Name
    seat: Seat
    amount: Amount
    person: Name | None = None  # who held the seat, as the log has it; nobody is known where the cards are real


class PrintWin(Command, frozen=True, tag="PrintWin"):
    """Print the page of a recorded win; every print but the first says that it is a reprint."""

    link: Name
    win: Name


AwardCommand = HandOver | PayHandPay | TakeReturn | PrintWin
