"""Who has access to the house: accounts from enrolment to their end, and terminals.

What opens a door is asked for by one person and approved by another, of another line. What closes one is done by one
person, and holds at once. No command holds a secret: whoever gets access sets password and PIN with a one-time code.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated

import msgspec

from cardroom.bounds import Name, Text
from cardroom.house.features.days.messages import Day
from cardroom.house.features.staff_cards.messages import CardNumber
from cardroom.house.kernel.messages import Command, Event, Permission, Remark

Moment = Annotated[datetime, msgspec.Meta(tz=True)]


class EnrolStaff(Command, frozen=True, tag="EnrolStaff", omit_defaults=True):
    """A new account of the staff, or of a player with a name of his own."""

    person: Name
    name: Name
    role: Name
    gets_card: bool = False  # also for a role that needs none
    until: Moment | None = None  # a regulator's account ends by itself


class ChangeRole(Command, frozen=True, tag="ChangeRole"):
    person: Name
    role: Name


class ResetAccount(Command, frozen=True, tag="ResetAccount"):
    """Password and PIN are forgotten: the holder sets new ones."""

    person: Name


class GiveCard(Command, frozen=True, tag="GiveCard", omit_defaults=True):
    """A staff card for a person; one that the person had before is revoked, for this reason."""

    person: Name
    why: Remark = ""


class ReinstateAccount(Command, frozen=True, tag="ReinstateAccount"):
    """An account that was suspended is active again."""

    person: Name


class AddTerminal(Command, frozen=True, tag="AddTerminal"):
    """A browser may become a terminal of the house under this name."""

    name: Name


AccessChange = EnrolStaff | ChangeRole | ResetAccount | GiveCard | ReinstateAccount | AddTerminal


class AskAccess(Command, frozen=True, tag="AskAccess"):
    """Something that takes effect when a person of another line approves it."""

    change: AccessChange

    @property
    def permission(self) -> Permission:
        return type(self.change)


class ApproveAccess(Command, frozen=True, tag="ApproveAccess"):
    """Approve what somebody of another line has asked for."""

    request: Name


class DeclineAccess(Command, frozen=True, tag="DeclineAccess"):
    """Decline what somebody else has asked for, or take back what one has asked for oneself."""

    request: Name


class SuspendAccount(Command, frozen=True, tag="SuspendAccount"):
    """Somebody of the staff signs in nowhere and does nothing until two people have reinstated the account."""

    person: Name
    why: Text


class EndAccount(Command, frozen=True, tag="EndAccount"):
    """Somebody has left the house: the account ends for good, and the card with it."""

    person: Name
    why: Text


class RemoveTerminal(Command, frozen=True, tag="RemoveTerminal"):
    """A browser is no terminal of the house any more."""

    name: Name


class SignInRefusal(StrEnum):
    WRONG_PASSWORD = "wrong-password"  # noqa: S105 - says what was wrong
    WRONG_CODE = "wrong-code"
    NOT_ACTIVE = "not-active"


class Enrol(Command, frozen=True, tag="Enrol", omit_defaults=True):
    """A guest, a computer player, or one of the demonstration's staff: active at once, and without a password."""

    person: Name
    name: Name
    role: Name
    until: Moment | None = None


class RedeemInvitation(Command, frozen=True, tag="RedeemInvitation", omit_defaults=True):
    """The holder of an account has redeemed the one-time code, and set password or PIN."""

    person: Name
    number: CardNumber | None = None  # of the card, where one was to be given


class EndSessions(Command, frozen=True, tag="EndSessions"):
    """Somebody has changed what he signs in with: all sessions end, and a new one may begin."""

    person: Name


class CloseSession(Command, frozen=True, tag="CloseSession"):
    """One session of the staff ends: its holder's doing, or an administrator's. Only the server makes it."""

    person: Name
    session: Name  # as it is named to people


class NoteRefusedSignIn(Command, frozen=True, tag="NoteRefusedSignIn", omit_defaults=True):
    """Somebody was turned away at the door."""

    person: str
    refusal: SignInRefusal
    source: str
    more: dict[str, int] = {}  # noqa: RUF012 - by person: how often since the last note, all from one source


class EndVisit(Command, frozen=True, tag="EndVisit"):
    """The time of an account that was given for a set time is over."""

    person: Name


class VisitKind(StrEnum):
    SIGN_IN = "sign-in"
    EVIDENCE = "evidence"  # an evidence pack was taken


class NoteVisit(Command, frozen=True, tag="NoteVisit", omit_defaults=True):
    """What somebody who only reads has done, for the log."""

    person: Name
    visit: VisitKind
    first: Day | None = None  # days of an evidence pack
    last: Day | None = None


class BreakGlass(Command, frozen=True, tag="BreakGlass"):
    """On the command line of the machine: what otherwise takes two people. A house that has had two is alerted."""

    change: AccessChange


class Enrolled(Event, frozen=True, kw_only=True, tag="Enrolled", omit_defaults=True):
    person: str
    name: str
    role: str
    until: datetime | None = None  # when the account ends by itself


class AccessAsked(Event, frozen=True, kw_only=True, tag="AccessAsked"):
    """Something that a person of another line has to approve."""

    request: str
    change: AccessChange


class AccessAnswered(Event, frozen=True, kw_only=True, tag="AccessAnswered"):
    request: str
    change: AccessChange
    asked_by: str
    approved: bool


class GlassBroken(Event, frozen=True, kw_only=True, tag="GlassBroken"):
    """The command line has done what takes two people, in a house that has had two."""

    change: AccessChange


class AccountInvited(Event, frozen=True, kw_only=True, tag="AccountInvited"):
    """The holder of an account gets a one-time code. What the account was known by until now counts no more."""

    person: str
    sets_password: bool  # to be set, and nothing is done with the account before
    gets_card: bool
    asked_by: str
    approved_by: str


class CodeRedeemed(Event, frozen=True, kw_only=True, tag="CodeRedeemed"):
    """The holder has set password or PIN: the account is active."""

    person: str


class PasswordChanged(Event, frozen=True, kw_only=True, tag="PasswordChanged"):
    """By its holder. All other sessions have ended."""

    person: str


class SessionClosed(Event, frozen=True, kw_only=True, tag="SessionClosed"):
    """One session has ended, and others of the same person have not."""

    person: str
    session: str


class RoleChanged(Event, frozen=True, kw_only=True, tag="RoleChanged"):
    person: str
    role: str
    before: str


class AccountSuspended(Event, frozen=True, kw_only=True, tag="AccountSuspended"):
    person: str
    why: str


class AccountReinstated(Event, frozen=True, kw_only=True, tag="AccountReinstated"):
    person: str


class AccountEnded(Event, frozen=True, kw_only=True, tag="AccountEnded"):
    person: str
    why: str


class Visited(Event, frozen=True, kw_only=True, tag="Visited", omit_defaults=True):
    """A regulator has signed in, or somebody has taken an evidence pack."""

    person: str
    visit: VisitKind
    first: str = ""
    last: str = ""


class TerminalAdded(Event, frozen=True, kw_only=True, tag="TerminalAdded"):
    name: str


class TerminalRemoved(Event, frozen=True, kw_only=True, tag="TerminalRemoved"):
    name: str


class SignInRefused(Event, frozen=True, kw_only=True, tag="SignInRefused", omit_defaults=True):
    """A wrong password or code, or an account that is not active."""

    person: str
    refusal: SignInRefusal
    source: str
    more: dict[str, int] = {}  # noqa: RUF012 - by person: how often since the last note, all from one source


AccessCommand = AskAccess | ApproveAccess | DeclineAccess | SuspendAccount | EndAccount | RemoveTerminal
AccessByHouse = (
    Enrol | RedeemInvitation | EndSessions | CloseSession | NoteRefusedSignIn | BreakGlass | EndVisit | NoteVisit
)
AccessInHouse = (
    Enrolled
    | AccessAsked
    | AccessAnswered
    | GlassBroken
    | AccountInvited
    | CodeRedeemed
    | PasswordChanged
    | SessionClosed
    | RoleChanged
    | AccountSuspended
    | AccountReinstated
    | AccountEnded
    | TerminalAdded
    | TerminalRemoved
    | SignInRefused
    | Visited
)
