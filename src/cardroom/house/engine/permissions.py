"""Who may do what: one matrix of roles and commands, summed over the features."""

from __future__ import annotations

from typing import get_args

from cardroom.errors import CardroomError
from cardroom.house.engine.features import FEATURES
from cardroom.house.kernel.messages import Permission
from cardroom.house.kernel.people import ONLY_SERVICE, READING, SUPERVISING, Person, Role, role_with_article
from cardroom.house.log import commands as c
from cardroom.jackpots import commands as j
from cardroom.table import commands as t

# By what is done: a command of the house, or the one that it carries to a table, a console or a link.
MATRIX: dict[Permission, frozenset[Role]] = {
    kind: roles
    for feature in FEATURES
    for kind, roles in (*((row.kind, row.roles) for row in feature.commands), *feature.carried.items())
    if roles is not None
}


def permission_name(row: Permission) -> str:
    """A row of the matrix in records and on pages: by its tag, whatever the class is called. All acts are one row.

    >>> permission_name(c.SitDown), permission_name(t.Act)
    ('SitDown', 'Act')
    """
    return "Act" if row is t.Act else str(row.__struct_config__.tag)


def sent_as(row: Permission) -> tuple[str, ...]:
    """What is done by a row of the matrix, as it is named where it is sent: the dealer's acts have one row.

    >>> sent_as(c.SitDown), sent_as(t.Act)[:2]
    (('SitDown',), ('CloseBets', 'RollDice'))
    """
    kinds = get_args(t.AnyAct) if row is t.Act else (row,)
    return tuple(kind.__struct_config__.tag for kind in kinds)


def allowed_for(command: c.AnyCommand) -> frozenset[Role]:
    """Whose act it is. Of some presses that depends on where the key is turned, or on the card."""
    match command.act:
        case c.AtConsole(press=j.SwipeCard(card=j.StaffCard.EXECUTIVE)):
            return frozenset({Role.EXECUTIVE})
        case c.AtConsole(press=j.TurnKey(to=j.KeySwitch.JPH)):
            return SUPERVISING
        case _:
            return MATRIX.get(command.permission, frozenset())


def may(role: Role, row: Permission) -> bool:
    return role in MATRIX.get(row, frozenset())


def require_reader(person: Person, *rows: Permission, besides: frozenset[Role] = READING) -> None:
    """Refuse to tell what is for those who may do one of these things, and for those who read and do nothing."""
    readers = besides.union(*(MATRIX[row] for row in rows))
    if person.role not in readers:
        names = ", ".join(sorted(readers - ONLY_SERVICE))
        raise CardroomError("not-allowed", f"{role_with_article(person.role)} may not read this; it is for: {names}.")


def require(person: Person, command: c.AnyCommand) -> None:
    """Refuse a command that this person's role does not give."""
    allowed = allowed_for(command)
    if person.role in allowed:
        return
    names = ", ".join(sorted(allowed - ONLY_SERVICE)) or "the house itself"
    raise CardroomError("not-allowed", f"{role_with_article(person.role)} may not do this; it takes: {names}.")
