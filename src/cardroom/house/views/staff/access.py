"""What the staff is told of access: accounts and how they stand, codes that are to be redeemed, requests."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

import msgspec

from cardroom.errors import CardroomError
from cardroom.house.engine.house import House
from cardroom.house.engine.permissions import require
from cardroom.house.features.access.handlers import require_may_approve
from cardroom.house.features.access.state import AccessRequest, subject_of
from cardroom.house.features.access.text import access_in_words
from cardroom.house.kernel.dual_control import AccountState, state_of
from cardroom.house.kernel.people import ACCESS, STAFF, Person
from cardroom.house.log import commands as c


class OpenCode(msgspec.Struct, frozen=True, kw_only=True):
    """A one-time code that its holder has not redeemed yet. Two people know a half of it each."""

    asked_by: str  # by name; "" for the command line
    approved_by: str
    ends: datetime
    is_yours: bool  # whoever reads this may take a half of it
    gives_card: bool


class StaffMember(msgspec.Struct, frozen=True, kw_only=True):
    person: Person
    state: AccountState
    card: str  # the number of the valid one; "" for none
    has_pin: bool
    code: OpenCode | None
    until: datetime | None  # when the account ends by itself


class PendingAccess(msgspec.Struct, frozen=True, kw_only=True):
    """Something about accounts, cards or terminals that waits for a person of another line."""

    request: str
    change: c.AccessChange
    says: str
    asked_by: str
    asked_by_name: str
    asked_at: datetime
    is_yours: bool  # whoever reads this has asked for it
    may_answer: bool
    why_not: str  # as a sentence
    approvers: tuple[Person, ...]  # who could approve it now


class KnownTerminalView(msgspec.Struct, frozen=True):
    """A terminal that two people have agreed on, and whether a browser is it."""

    name: str
    is_placed: bool


class AccessView(msgspec.Struct, frozen=True, kw_only=True):
    staff: tuple[StaffMember, ...]
    requests: tuple[PendingAccess, ...]
    terminals: tuple[KnownTerminalView, ...]


def staff_members(house: House, reader: Person, with_pin: Collection[str], now: datetime) -> tuple[StaffMember, ...]:
    """With players who have a code to redeem. Who has left comes last."""
    here = (one for one in house.people.values() if one.role in STAFF or one.id in house.invitations)
    found = [_member(house, one, reader, with_pin, now) for one in here]
    return tuple(sorted(found, key=lambda one: one.state is AccountState.ENDED))


def _member(house: House, person: Person, reader: Person, with_pin: Collection[str], now: datetime) -> StaffMember:
    card, invitation = house.card_of(person.id) or "", house.invitations.get(person.id)
    code = None
    if invitation is not None and invitation.ends >= now:
        code = OpenCode(
            asked_by=_name(house, invitation.asked_by),
            approved_by=_name(house, invitation.approved_by),
            ends=invitation.ends,
            is_yours=reader.id in (invitation.asked_by, invitation.approved_by),
            gives_card=invitation.card,
        )
    return StaffMember(
        person=person, state=state_of(house, person.id, now), card=card, has_pin=card in with_pin, code=code,
        until=house.account_ends.get(person.id),
    )  # fmt: skip


def pending_access(house: House, reader: Person) -> tuple[PendingAccess, ...]:
    """In the order they were asked."""
    return tuple(_pending(house, name, request, reader) for name, request in house.access_requests.items())


def _pending(house: House, name: str, request: AccessRequest, reader: Person) -> PendingAccess:
    why_not = _why_not(house, name, request, reader)
    others = (one for one in house.people.values() if one.role in ACCESS)
    return PendingAccess(
        request=name,
        change=request.change,
        says=access_in_words(request.change),
        asked_by=request.asked_by,
        asked_by_name=_name(house, request.asked_by),
        asked_at=request.at,
        is_yours=request.asked_by == reader.id,
        may_answer=not why_not,
        why_not=why_not,
        approvers=tuple(one for one in others if not _why_not(house, name, request, one)),
    )


def _why_not(house: House, name: str, request: AccessRequest, person: Person) -> str:
    try:
        if request.asked_by != person.id:
            require(person, c.ApproveAccess(name))
        require_may_approve(house, person, request.asked_by, subject_of(request.change))
    except CardroomError as error:
        return error.message
    return ""


def _name(house: House, person: str) -> str:
    return house.people[person].name if person in house.people else person
