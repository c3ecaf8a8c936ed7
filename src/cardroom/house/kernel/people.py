"""People and roles: who does what kind of work in the house."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Role(StrEnum):
    GUEST = "guest"
    PLAYER = "player"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    EXECUTIVE = "executive"
    TECHNICIAN = "technician"
    ADMINISTRATOR = "administrator"  # of accounts, cards and terminals
    ACCOUNTING = "accounting"
    CAGE = "cage"  # gives and takes chips
    AUDITOR = "auditor"
    REGULATOR = "regulator"  # a visitor: reads, for a set time, and never one of two
    SERVICE = "service"  # the house itself: the automatic dealer, the clock, the service supervisor


class Person(msgspec.Struct, frozen=True):
    id: str
    name: str
    role: Role


SERVICE = Person("house", "the house", Role.SERVICE)


COMPUTER = "bot-"  # how the id of a computer player begins


IS_COMPUTER = " (computer)"  # and how his name ends


ONLY_SERVICE = frozenset({Role.SERVICE})


PLAYERS = frozenset({Role.GUEST, Role.PLAYER})


STAFF = frozenset(Role) - PLAYERS - ONLY_SERVICE


READING = frozenset({Role.AUDITOR, Role.REGULATOR})  # read everything and do nothing


DEALING = frozenset({Role.DEALER, Role.SUPERVISOR, Role.EXECUTIVE, Role.SERVICE})


MANAGING = frozenset({Role.SUPERVISOR, Role.EXECUTIVE})


SUPERVISING = MANAGING | ONLY_SERVICE


COUNTING = frozenset({Role.ACCOUNTING, Role.EXECUTIVE})


CAGE = frozenset({Role.CAGE})


AT_TRAY = frozenset({Role.DEALER}) | MANAGING


MACHINE = frozenset({Role.TECHNICIAN, Role.ADMINISTRATOR})


ADMINISTRATION = MACHINE | frozenset({Role.EXECUTIVE})  # another floor, by two of different lines


ACCESS = MACHINE | COUNTING  # who opens doors, each with somebody of another line


CLOSING = MANAGING | MACHINE | ONLY_SERVICE  # and closes them alone


HOLDS_CARD = MANAGING | MACHINE  # in any case


FILING = COUNTING | frozenset({Role.ADMINISTRATOR})  # keeps the conditions of approvals


SETTING_UP = frozenset({Role.TECHNICIAN, Role.ACCOUNTING})


def role_with_article(role: Role) -> str:
    """A role at the beginning of a sentence.

    >>> [role_with_article(role) for role in (Role.DEALER, Role.AUDITOR, Role.ACCOUNTING, Role.CAGE)]
    ['A dealer', 'An auditor', 'Accounting', 'The cage']
    """
    match role:
        case Role.ACCOUNTING:
            return "Accounting"
        case Role.CAGE:
            return "The cage"
        case Role.SERVICE:
            return "The house itself"
        case _:
            return f"{'An' if role[0] in 'aeiou' else 'A'} {role}"


class Whose(StrEnum):
    """Who has to do something."""

    PLAYERS = "players"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    EXECUTIVE = "executive"
