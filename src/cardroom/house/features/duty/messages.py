"""Who deals where, and which table calls for a supervisor."""

from __future__ import annotations

from cardroom.bounds import Name
from cardroom.house.kernel.messages import Command, EventAtTable, Remark


class TapIn(Command, frozen=True, tag="TapIn"):
    """Deal at a table from now on. Whoever dealt there is relieved."""

    table: Name


class TapOut(Command, frozen=True, tag="TapOut"):
    """Deal no longer. A supervisor may do it for whoever deals there."""

    table: Name


class CallSupervisor(Command, frozen=True, tag="CallSupervisor"):
    """Ask for a supervisor at a table."""

    table: Name
    why: Remark = ""


class AnswerCall(Command, frozen=True, tag="AnswerCall"):
    """A supervisor has come."""

    table: Name


class DealerTappedIn(EventAtTable, frozen=True, kw_only=True, tag="DealerTappedIn"):
    """Somebody deals here from now on, in the place of whoever did so before."""

    public = ("name",)

    person: str
    name: str
    relieves: str = ""  # a person; "" for nobody


class DealerTappedOut(EventAtTable, frozen=True, kw_only=True, tag="DealerTappedOut"):
    public = ("name",)

    person: str
    name: str


class SupervisorCalled(EventAtTable, frozen=True, kw_only=True, tag="SupervisorCalled"):
    public = ()

    why: str


class CallAnswered(EventAtTable, frozen=True, kw_only=True, tag="CallAnswered"):
    """The supervisor is there."""

    public = ()


DutyCommand = TapIn | TapOut | CallSupervisor | AnswerCall
DutyAtTable = DealerTappedIn | DealerTappedOut | SupervisorCalled | CallAnswered
