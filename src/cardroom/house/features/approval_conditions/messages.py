"""The conditions of approvals, and the documents that show them to be met."""

from __future__ import annotations

from datetime import date

from cardroom.bounds import Name, Text
from cardroom.house.kernel.messages import Command, Event


class FileCondition(Command, frozen=True, tag="FileCondition"):
    """Put on file with which document a condition of a game is met. It takes the place of an earlier one."""

    game: Name
    condition: Name
    document: Text  # what it is, and where it is kept
    dated: date


class WithdrawCondition(Command, frozen=True, tag="WithdrawCondition"):
    """Take a condition off file: its document holds no longer."""

    game: Name
    condition: Name
    why: Text


class ConditionFiled(Event, frozen=True, kw_only=True, tag="ConditionFiled"):
    """A condition of a game is met, as a document shows."""

    game: str
    condition: str
    document: str
    dated: date


class ConditionWithdrawn(Event, frozen=True, kw_only=True, tag="ConditionWithdrawn"):
    """Nothing on file shows any more that a condition of a game is met."""

    game: str
    condition: str
    why: str


ConditionCommand = FileCondition | WithdrawCondition
ConditionInHouse = ConditionFiled | ConditionWithdrawn
