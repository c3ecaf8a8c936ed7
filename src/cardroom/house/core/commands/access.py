"""Who has access to the house: accounts from enrolment to their end, staff cards, terminals.

What opens a door is asked for by one person and approved by another, of another line. What closes one is done by one
person, and holds at once. No command holds a secret: whoever gets access sets password and PIN with a one-time code.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from cardroom.bounds import Name, Text
from cardroom.house.core.commands.duty import Remark
from cardroom.house.core.commands.root import Command

__all__ = [
    "AccessChange",
    "AddTerminal",
    "ApproveAccess",
    "AskAccess",
    "BreakGlass",
    "CardNumber",
    "ChangeRole",
    "DeclineAccess",
    "EndAccount",
    "EndSessions",
    "Enrol",
    "EnrolStaff",
    "GiveCard",
    "IssueCard",
    "NoteSignIn",
    "Redeem",
    "Reinstate",
    "RemoveTerminal",
    "ResetAccount",
    "RevokeCard",
    "SignInRefusal",
    "Suspend",
]  # fmt: skip

CardNumber = Annotated[str, Meta(pattern="^[0-9]{6}$")]  # of a staff card, printed on it; no secret

# --- what two people open ---------------------------------------------------------------------------------------------


class EnrolStaff(Command, frozen=True, tag="EnrolStaff"):
    """A new account of the staff, or of a player with a name of his own."""

    person: Name
    name: Name
    role: Name
    card: bool = False  # also for a role that needs none


class ChangeRole(Command, frozen=True, tag="ChangeRole"):
    person: Name
    role: Name


class ResetAccount(Command, frozen=True, tag="ResetAccount"):
    """Password and PIN are forgotten: the holder sets new ones."""

    person: Name


class GiveCard(Command, frozen=True, tag="GiveCard"):
    """A staff card for a person; one that the person had before is revoked, for this reason."""

    person: Name
    why: Remark = ""


class Reinstate(Command, frozen=True, tag="Reinstate"):
    """An account that was suspended is active again."""

    person: Name


class AddTerminal(Command, frozen=True, tag="AddTerminal"):
    """A browser may become a terminal of the house under this name."""

    name: Name


AccessChange = EnrolStaff | ChangeRole | ResetAccount | GiveCard | Reinstate | AddTerminal


class AskAccess(Command, frozen=True, tag="AskAccess"):
    """Something that takes effect when a person of another line approves it."""

    change: AccessChange


class ApproveAccess(Command, frozen=True, tag="ApproveAccess"):
    """Approve what somebody of another line has asked for."""

    request: Name


class DeclineAccess(Command, frozen=True, tag="DeclineAccess"):
    """Decline what somebody else has asked for, or take back what one has asked for oneself."""

    request: Name


# --- what one person closes -------------------------------------------------------------------------------------------


class Suspend(Command, frozen=True, tag="Suspend"):
    """Somebody of the staff signs in nowhere and does nothing until two people have reinstated the account."""

    person: Name
    why: Text


class EndAccount(Command, frozen=True, tag="EndAccount"):
    """Somebody has left the house: the account ends for good, and the card with it."""

    person: Name
    why: Text


class RevokeCard(Command, frozen=True, tag="RevokeCard"):
    """A staff card counts for nothing from now on."""

    number: CardNumber
    why: Text


class RemoveTerminal(Command, frozen=True, tag="RemoveTerminal"):
    """A browser is no terminal of the house any more."""

    name: Name


# --- the house itself -------------------------------------------------------------------------------------------------


class SignInRefusal(StrEnum):
    WRONG_PASSWORD = "wrong-password"  # noqa: S105 - says what was wrong
    WRONG_CODE = "wrong-code"
    NOT_ACTIVE = "not-active"


class Enrol(Command, frozen=True, tag="Enrol"):
    """A guest, a computer player, or one of the demonstration's staff: active at once, and without a password."""

    person: Name
    name: Name
    role: Name


class IssueCard(Command, frozen=True, tag="IssueCard"):
    """A staff card of the demonstration; one that the person had before is revoked, for this reason."""

    person: Name
    number: CardNumber
    why: Remark = ""


class Redeem(Command, frozen=True, tag="Redeem", omit_defaults=True):
    """The holder of an account has redeemed the one-time code, and set password or PIN."""

    person: Name
    number: CardNumber | None = None  # of the card, where one was to be given


class EndSessions(Command, frozen=True, tag="EndSessions"):
    """Somebody has changed what he signs in with: all sessions end, and a new one may begin."""

    person: Name


class NoteSignIn(Command, frozen=True, tag="NoteSignIn", omit_defaults=True):
    """Somebody was turned away at the door."""

    person: str
    refusal: SignInRefusal
    source: str
    more: dict[str, int] = {}  # noqa: RUF012 - by person: how often since the last note, all from one source


class BreakGlass(Command, frozen=True, tag="BreakGlass"):
    """On the command line of the machine: what otherwise takes two people. A house that has had two is alerted."""

    change: AccessChange


OfAccess = AskAccess | ApproveAccess | DeclineAccess | Suspend | EndAccount | RevokeCard | RemoveTerminal
AccessByItself = Enrol | IssueCard | Redeem | EndSessions | NoteSignIn | BreakGlass
