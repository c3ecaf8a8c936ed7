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


class AskChange(Command, frozen=True, tag="AskChange"):
    """A change to a jackpot that takes effect when another person approves it."""

    link: Name
    change: j.ByTwoPeople

    @property
    def permission(self) -> Permission:
        return type(self.change)


class ApproveChange(Command, frozen=True, tag="ApproveChange"):
    """Approve a change that somebody else has asked for."""

    request: Name


class DeclineChange(Command, frozen=True, tag="DeclineChange"):
    """Decline a change that somebody else has asked for."""

    request: Name


class ChangeAsked(Event, frozen=True, kw_only=True, tag="ChangeAsked"):
    """A change that needs a second person."""

    request: str
    link: str
    change: ByTwoPeople


class ChangeAnswered(Event, frozen=True, kw_only=True, tag="ChangeAnswered"):
    request: str
    asked_by: str
    approved: bool


JackpotChangeCommand = OnBank | AskChange | ApproveChange | DeclineChange
JackpotChangeInHouse = ChangeAsked | ChangeAnswered
