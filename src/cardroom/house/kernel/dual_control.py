"""May these two, here, now? The one answer for everything that takes two people.

Staff stand in lines: floor, money and machine. What opens a door to the house, and whatever else says so, takes two
people of different lines. Whoever only reads stands in none, and is never one of the two.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING

from cardroom.errors import CardroomError
from cardroom.house.kernel.people import PLAYERS, STAFF, Person, Role, role_with_article
from cardroom.jackpots import Link, Source, Win
from cardroom.money import Money, show_money
from cardroom.table.text.dealer_instructions import list_in_words

if TYPE_CHECKING:
    from cardroom.house.engine.house import House


class StaffLine(StrEnum):
    FLOOR = "floor"
    MONEY = "money"
    MACHINE = "machine"


LINES: dict[Role, StaffLine] = {
    Role.DEALER: StaffLine.FLOOR,
    Role.SUPERVISOR: StaffLine.FLOOR,
    Role.EXECUTIVE: StaffLine.FLOOR,
    Role.CAGE: StaffLine.MONEY,
    Role.ACCOUNTING: StaffLine.MONEY,
    Role.TECHNICIAN: StaffLine.MACHINE,
    Role.ADMINISTRATOR: StaffLine.MACHINE,
}


class AccountState(StrEnum):
    """Only an active account signs in, swipes a card, asks or approves."""

    INVITED = "invited"  # its holder has a code to redeem, and sets password and PIN with it
    ACTIVE = "active"
    SUSPENDED = "suspended"  # until it is reinstated
    ENDED = "ended"  # for good


WHY_NOT = {
    AccountState.INVITED: "has not redeemed the one-time code yet",
    AccountState.SUSPENDED: "is suspended",
    AccountState.ENDED: "has left the house",
}


def line_of(role: Role) -> StaffLine | None:
    """The line of a role; None for players, and for staff who only read.

    >>> line_of(Role.CAGE), line_of(Role.AUDITOR)
    (<StaffLine.MONEY: 'money'>, None)
    """
    return LINES.get(role)


def state_of(house: House, person: str, at: datetime | None = None) -> AccountState:
    """How an account stands at a moment: one that has an end is over from then on, whether or not that is recorded."""
    until = house.account_ends.get(person)
    if at is not None and until is not None and at >= until:
        return AccountState.ENDED
    return house.account_states.get(person, AccountState.ACTIVE)


def require_active(house: House, person: Person, at: datetime | None = None) -> None:
    """Refuse whatever somebody of the staff does whose account is not active."""
    state = state_of(house, person.id, at)
    if state is not AccountState.ACTIVE:
        raise CardroomError("not-active", f"The account of {person.name} is not active: {person.id} {WHY_NOT[state]}.")


def require_two(
    house: House,
    first: str,
    second: Person,
    alone: str = "It takes two people: whoever asked cannot approve.",
    *,
    of_two_lines: bool = False,
    among: frozenset[Role] = STAFF,
) -> None:
    """Refuse, in a sentence, two people who may not do something together; `alone` is said where they are one.

    Whether the role of either gives what is done is the matrix's business; `among` is for what both must be.
    """
    if first == second.id:
        raise CardroomError("two-people", alone)
    one = house.people.get(first)
    if one is None or one.role in PLAYERS:
        raise CardroomError("unknown-person", f"“{first}” is nobody of the staff any more.")
    for person in (one, second):
        require_active(house, person)
        if person.role not in among or line_of(person.role) is None:
            names = ", ".join(sorted(role for role in among if line_of(role)))
            raise CardroomError(
                "not-of-two", f"{role_with_article(person.role)} is not one of the two; they are of: {names}."
            )
    line = line_of(one.role)
    if of_two_lines and line is line_of(second.role):
        raise CardroomError(
            "same-line",
            f"It takes two people of different lines: {one.name} and {second.name} are both of the {line}."
            f" Ask somebody of: {other_line_roles(one.role, among)}.",
        )


# --- awards -----------------------------------------------------------------------------------------------------------


def people_needed(house: House, amount: Money) -> int:
    """How many people take part in an award where people deal: who enters, verifies, approves and hands it over."""
    three_from = house.floor.approvals.three_people_from
    return 3 if three_from is not None and amount >= three_from else 2


def require_enough_people(house: House, link: Link, win: Win, *, is_last: bool) -> None:
    """Refuse the step that would complete an award with too few. Nobody records one alone, whoever hands it over."""
    if not win.dealt_by or win.source is Source.TRAY:
        return
    needed = people_needed(house, win.amount) if is_last else 2
    config = link.state.config
    if config.needs_executive(win.table, win.amount) and win.confirmed_by == win.approved_by:
        raise CardroomError(
            "two-people",
            f"{_names(house, {win.approved_by})} has signed for this award: the executive's card is another person's.",
        )
    if len(win.people) < needed:
        number = {2: "two", 3: "three"}[needed]
        have = "has" if len(win.people) == 1 else "have"
        who = "Another supervisor or executive" if len(win.people) == 1 else "A third person, supervisor or executive,"
        raise CardroomError(
            "two-people",
            f"An award of {show_money(win.amount)} where people deal takes {number} people, and"
            f" {_names(house, win.people)} {have} done all of it so far. {who} is needed for this step.",
        )


def _names(house: House, people: Iterable[str]) -> str:
    return list_in_words(house.people[person].name if person in house.people else person for person in sorted(people))


def other_line_roles(role: Role, among: frozenset[Role] = STAFF) -> str:
    """Who may be the second of two from different lines, in words.

    >>> other_line_roles(Role.TECHNICIAN, frozenset({Role.EXECUTIVE, Role.ACCOUNTING, Role.ADMINISTRATOR}))
    'accounting, executive'
    """
    return ", ".join(sorted(other for other in among if line_of(other) not in (None, line_of(role))))
