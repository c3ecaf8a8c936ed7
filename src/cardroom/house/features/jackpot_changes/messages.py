"""Jackpots away from the table: bank accounts, and changes by two people."""

from __future__ import annotations

from cardroom.bounds import Name
from cardroom.house.kernel.messages import Command, Event, Permission
from cardroom.jackpots import commands as j
from cardroom.jackpots.commands import ByTwoPeople


class OnBank(Command, frozen=True, tag="OnBank"):
    """Something about a jackpot's bank account."""

    link: Name
    command: j.OnBank

    @property
    def permission(self) -> Permission:
        return type(self.command)


class Ask(Command, frozen=True, tag="Ask"):
    """A change to a jackpot that takes effect when another person approves it."""

    link: Name
    change: j.ByTwoPeople

    @property
    def permission(self) -> Permission:
        return type(self.change)


class Approve(Command, frozen=True, tag="Approve"):
    """Approve a change that somebody else has asked for."""

    request: Name


class Decline(Command, frozen=True, tag="Decline"):
    """Decline a change that somebody else has asked for."""

    request: Name


class Asked(Event, frozen=True, kw_only=True, tag="Asked"):
    """A change that needs a second person."""

    request: str
    link: str
    change: ByTwoPeople


class Answered(Event, frozen=True, kw_only=True, tag="Answered"):
    request: str
    asked_by: str
    approved: bool


JackpotChangeCommand = OnBank | Ask | Approve | Decline
JackpotChangeInHouse = Asked | Answered
