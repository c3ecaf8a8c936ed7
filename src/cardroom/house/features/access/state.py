"""Accounts, invitations, requests and terminals as they stand."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import msgspec

from cardroom.house.features.access.messages import (
    AccessAnswered,
    AccessAsked,
    AccessChange,
    AccessInHouse,
    AccountEnded,
    AccountInvited,
    AccountReinstated,
    AccountSuspended,
    AddTerminal,
    CodeRedeemed,
    Enrolled,
    GlassBroken,
    RoleChanged,
    TerminalAdded,
    TerminalRemoved,
)
from cardroom.house.kernel.dual_control import AccountState, line_of, state_of
from cardroom.house.kernel.people import ACCESS, PLAYERS, Person, Role

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.log.records import Record

CODE_LASTS = timedelta(days=3)


class Invitation(msgspec.Struct, frozen=True):
    """Somebody is to redeem a one-time code. Its halves are known to those two, and to nobody else."""

    password: bool  # to be set
    card: bool  # to be given
    asked_by: str
    approved_by: str
    at: datetime

    @property
    def ends(self) -> datetime:
        return self.at + CODE_LASTS


class AccessRequest(msgspec.Struct, frozen=True):
    asked_by: str
    at: datetime
    change: AccessChange


class KnownTerminal(msgspec.Struct, frozen=True):
    at: datetime
    by: str  # who has approved it


class BrokenGlass(msgspec.Struct, frozen=True):
    at: datetime
    change: AccessChange


def subject_of(change: AccessChange) -> str:
    """The person whom it is about; "" for a terminal."""
    return "" if isinstance(change, AddTerminal) else change.person


def has_two_approvers(house: House) -> bool:
    """Whether there are two people who may open a door together."""
    able = [one for one in house.people.values() if one.role in ACCESS]
    lines = {line_of(one.role) for one in able if state_of(house, one.id) is AccountState.ACTIVE}
    return len(lines) > 1


def follow(house: House, event: AccessInHouse, record: Record) -> None:
    match event:
        case Enrolled():
            house.people[event.person] = Person(event.person, event.name, Role(event.role))
            if event.until is not None:
                house.account_ends[event.person] = event.until
            if event.role == Role.GUEST:
                house.guests[event.person] = record.at
        case AccessAsked():
            house.access_requests[event.request] = AccessRequest(record.by, record.at, event.change)
        case AccessAnswered():
            house.access_requests.pop(event.request, None)
        case GlassBroken():
            house.broken_glass[str(record.position)] = BrokenGlass(record.at, event.change)
        case AccountInvited():
            house.invitations[event.person] = Invitation(
                event.sets_password, event.gets_card, event.asked_by, event.approved_by, record.at
            )
            if event.sets_password:
                house.account_states[event.person] = AccountState.INVITED
        case CodeRedeemed():
            house.invitations.pop(event.person, None)
            house.account_states.pop(event.person, None)
        case RoleChanged():
            before = house.people[event.person]
            house.people[event.person] = msgspec.structs.replace(before, role=Role(event.role))
        case AccountSuspended():
            house.account_states[event.person] = AccountState.SUSPENDED
        case AccountReinstated():
            house.account_states.pop(event.person, None)
            if event.person in house.invitations and house.invitations[event.person].password:
                house.account_states[event.person] = AccountState.INVITED
        case AccountEnded():
            house.account_states[event.person] = AccountState.ENDED
            house.invitations.pop(event.person, None)
        case TerminalAdded():
            house.terminals[event.name] = KnownTerminal(record.at, record.by)
        case TerminalRemoved():
            house.terminals.pop(event.name, None)
        case _:
            return
    if not house.has_mustered and getattr(event, "role", "") not in PLAYERS:
        house.has_mustered = has_two_approvers(house)
