"""What happens to accounts, staff cards and terminals: on the house's stream."""

from __future__ import annotations

from cardroom.house.core.commands.access import AccessChange, SignInRefusal
from cardroom.house.core.events.root import Event

__all__ = [
    "AccessAnswered", "AccessAsked", "AccountEnded", "AccountInvited", "AccountReinstated", "AccountSuspended",
    "CardIssued", "CardRevoked", "CodeRedeemed", "Enrolled", "GlassBroken", "PasswordChanged", "RoleChanged",
    "SignInRefused", "TerminalAdded", "TerminalRemoved",
]  # fmt: skip


class Enrolled(Event, frozen=True, kw_only=True, tag="Enrolled"):
    person: str
    name: str
    role: str


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
    password: bool  # to be set, and nothing is done with the account before
    card: bool  # to be given
    asked_by: str
    approved_by: str


class CodeRedeemed(Event, frozen=True, kw_only=True, tag="CodeRedeemed"):
    """The holder has set password or PIN: the account is active."""

    person: str


class PasswordChanged(Event, frozen=True, kw_only=True, tag="PasswordChanged"):
    """By its holder. All other sessions have ended."""

    person: str


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


class CardIssued(Event, frozen=True, kw_only=True, tag="CardIssued"):
    number: str
    person: str


class CardRevoked(Event, frozen=True, kw_only=True, tag="CardRevoked"):
    number: str
    person: str
    why: str


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


OfAccess = (
    Enrolled | AccessAsked | AccessAnswered | GlassBroken | AccountInvited | CodeRedeemed | PasswordChanged
    | RoleChanged | AccountSuspended | AccountReinstated | AccountEnded | CardIssued | CardRevoked
    | TerminalAdded | TerminalRemoved | SignInRefused
)  # fmt: skip
