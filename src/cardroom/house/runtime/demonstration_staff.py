"""The staff of the demonstration floor: one person of every role, with cards whose numbers and PIN anyone may know.

They exist only where `cardroom serve` runs its own floor for play money on this machine. A database that knows them
opens for nothing else.
"""

from __future__ import annotations

import msgspec

from cardroom.errors import CardroomError
from cardroom.house.engine.house import House
from cardroom.house.features.access.handlers import LONGEST_VISIT
from cardroom.house.kernel.people import SERVICE, STAFF, Person, Role
from cardroom.house.log import commands as c
from cardroom.house.runtime.house_clock import now
from cardroom.house.runtime.identity.staff_cards import StaffCards
from cardroom.house.runtime.service import Service

PIN = "2468"
PREFIX = "demonstration-"


class DemonstrationStaff(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody whom whoever started the demonstration may come in as."""

    person: Person
    number: str  # of the staff card; "" where it counts no more
    pin: str  # as it was issued


def _person(name: str, role: Role) -> Person:
    return Person(PREFIX + role, name, role)


PEOPLE = {
    "100001": _person("Dana Reed", Role.DEALER),
    "100002": _person("Sam Ortiz", Role.SUPERVISOR),
    "100003": _person("Eve Lindqvist", Role.EXECUTIVE),
    "100004": _person("Avery Chen", Role.ACCOUNTING),
    "100005": _person("Tom Okafor", Role.TECHNICIAN),
    "100006": _person("Iris Novak", Role.AUDITOR),
    "100007": _person("Carl Weiss", Role.CAGE),
    "100008": _person("Noor Haddad", Role.ADMINISTRATOR),
    "100009": _person("Rosa Marchetti", Role.REGULATOR),
}


def is_demonstration_house(house: House) -> bool:
    """Whether anyone may have come in here as one of the staff."""
    return any(person.id in house.people for person in PEOPLE.values())


def may_demonstrate(house: House) -> bool:
    """Not in a house that has staff of its own."""
    return is_demonstration_house(house) or not any(person.role in STAFF for person in house.people.values())


def require_own_database(house: House) -> None:
    """Refuse to open any other floor, or to others, where everyone knows the executive's card."""
    if is_demonstration_house(house):
        raise CardroomError(
            "demonstration",
            "This database is the demonstration's, where whoever starts it comes in as staff: name another one with"
            " --database.",
        )


async def enrol_staff(service: Service, cards: StaffCards) -> None:
    """Those who are not there yet. None of them has a password; the PIN that all have is hashed once."""
    hashed: str | None = None
    for number, person in PEOPLE.items():
        if person.id not in service.house.people:
            until = now() + LONGEST_VISIT if person.role is Role.REGULATOR else None
            await service.submit(SERVICE, c.Enrol(person.id, person.name, person.role, until))
        if number not in service.house.cards:
            hashed = hashed or await cards.hashed(PIN)
            await cards.issue(SERVICE, person.id, hashed=hashed, number=number)


def demonstration_staff(house: House) -> list[DemonstrationStaff]:
    return [
        DemonstrationStaff(
            person=house.people.get(person.id, person),
            number=number if house.card_of(person.id) == number else "",
            pin=PIN,
        )
        for number, person in PEOPLE.items()
    ]
