"""What the house knows of access besides its people: codes to be redeemed, requests, terminals, broken glass."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import msgspec

from cardroom.house.core import commands as c
from cardroom.house.core import events as e
from cardroom.house.core.approvals import AccountState, line_of, state_of
from cardroom.house.core.people import ACCESS, PLAYERS, Person, Role
from cardroom.house.core.records import Record

if TYPE_CHECKING:
    from cardroom.house.core.house import House

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
    change: c.AccessChange


class KnownTerminal(msgspec.Struct, frozen=True):
    at: datetime
    by: str  # who has approved it


class BrokenGlass(msgspec.Struct, frozen=True):
    at: datetime
    change: c.AccessChange


def subject_of(change: c.AccessChange) -> str:
    """The person whom it is about; "" for a terminal."""
    return "" if isinstance(change, c.AddTerminal) else change.person


def musters_two(house: House) -> bool:
    """Whether there are two people who may open a door together."""
    able = [one for one in house.people.values() if one.role in ACCESS]
    lines = {line_of(one.role) for one in able if state_of(house, one.id) is AccountState.ACTIVE}
    return len(lines) > 1


def access_in_words(change: c.AccessChange) -> str:
    """What is asked for, as part of a sentence."""
    match change:
        case c.EnrolStaff():
            card = " with a staff card" if change.card else ""
            return f"an account for {change.name} ({change.person}) as {change.role}{card}"
        case c.ChangeRole():
            return f"{change.person} to be {change.role}"
        case c.ResetAccount():
            return f"password and PIN of {change.person} to be set anew"
        case c.GiveCard():
            why = f", {change.why.rstrip('.')}" if change.why else ""
            return f"a staff card for {change.person}{why}"
        case c.Reinstate():
            return f"the account of {change.person} to be reinstated"
        case c.AddTerminal():
            return f"the terminal “{change.name}”"


# --- the fold ---------------------------------------------------------------------------------------------------------


def fold_access(house: House, event: e.HouseEvent, record: Record) -> None:
    match event:
        case e.Enrolled():
            house.people[event.person] = Person(event.person, event.name, Role(event.role))
            if event.role == Role.GUEST:
                house.guests[event.person] = record.at
        case e.AccessAsked():
            house.access_requests[event.request] = AccessRequest(record.by, record.at, event.change)
        case e.AccessAnswered():
            house.access_requests.pop(event.request, None)
        case e.GlassBroken():
            house.broken_glass[str(record.position)] = BrokenGlass(record.at, event.change)
        case e.AccountInvited():
            house.invitations[event.person] = Invitation(
                event.password, event.card, event.asked_by, event.approved_by, record.at
            )
            if event.password:
                house.account_states[event.person] = AccountState.INVITED
        case e.CodeRedeemed():
            house.invitations.pop(event.person, None)
            house.account_states.pop(event.person, None)
        case e.RoleChanged():
            before = house.people[event.person]
            house.people[event.person] = msgspec.structs.replace(before, role=Role(event.role))
        case e.AccountSuspended():
            house.account_states[event.person] = AccountState.SUSPENDED
        case e.AccountReinstated():
            house.account_states.pop(event.person, None)
            if event.person in house.invitations and house.invitations[event.person].password:
                house.account_states[event.person] = AccountState.INVITED
        case e.AccountEnded():
            house.account_states[event.person] = AccountState.ENDED
            house.invitations.pop(event.person, None)
        case e.TerminalAdded():
            house.terminals[event.name] = KnownTerminal(record.at, record.by)
        case e.TerminalRemoved():
            house.terminals.pop(event.name, None)
        case _:
            return
    if not house.has_mustered and getattr(event, "role", "") not in PLAYERS:
        house.has_mustered = musters_two(house)
