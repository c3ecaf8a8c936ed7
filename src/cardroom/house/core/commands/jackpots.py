"""What is asked about jackpots away from the table: prizes, bank accounts, changes by two people."""

from __future__ import annotations

from cardroom.bounds import Name
from cardroom.house.core.commands.root import Command
from cardroom.jackpots import commands as j

__all__ = [
    "Approve", "Ask", "Decline", "HandOver", "OnBank", "PrintWin",
]  # fmt: skip


class HandOver(Command, frozen=True, tag=True):
    """Give the winner the money of a paid award, where the cards are real: from the tray, or by a slip of the cage."""

    link: Name
    win: Name
    source: j.Till


class PrintWin(Command, frozen=True, tag=True):
    """Print the page of a recorded win; every print but the first says that it is a reprint."""

    link: Name
    win: Name


class OnBank(Command, frozen=True, tag=True):
    """Something about a jackpot's bank account."""

    link: Name
    command: j.OnBank


class Ask(Command, frozen=True, tag=True):
    """A change to a jackpot that takes effect when another person approves it."""

    link: Name
    change: j.ByTwoPeople


class Approve(Command, frozen=True, tag=True):
    """Approve a change that somebody else has asked for."""

    request: Name


class Decline(Command, frozen=True, tag=True):
    """Decline a change that somebody else has asked for."""

    request: Name


OfJackpots = HandOver | PrintWin | OnBank | Ask | Approve | Decline
