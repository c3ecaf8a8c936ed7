"""Authority lent by a staff card that is swiped where somebody is signed in."""

from __future__ import annotations

from cardroom.house.engine.permissions import permission_name
from cardroom.house.engine.unit_of_work import UnitOfWork
from cardroom.house.features.staff_cards.messages import CardRefusal
from cardroom.house.log import commands as c
from cardroom.house.log import events as e


def clear_refused_card(work: UnitOfWork, command: c.Lent) -> None:
    """What a card was swiped for is done: an earlier refusal there is settled."""
    place = _place(command)
    if place in work.house.refused_cards:
        work.in_house(e.RefusalCleared(place=place))


def _place(command: c.Lent) -> str:
    """Where a card is swiped: at a table, or where somebody is signed in."""
    return command.target or command.to


def refusal(work: UnitOfWork, command: c.AnyCommand, code: str) -> e.CommandRefused | e.CardRefused:
    """What a role does not give; where a card was swiped for it, the card was not enough."""
    what, person = permission_name(command.permission), work.by.id
    if not isinstance(command, c.Lent):
        return e.CommandRefused(person=person, command=what, code=code)
    return e.CardRefused(
        place=_place(command),
        number=work.house.card_of(person) or "",
        person=person,
        entered_by=command.to,
        command=what,
        refusal=CardRefusal.NOT_ALLOWED,
    )
