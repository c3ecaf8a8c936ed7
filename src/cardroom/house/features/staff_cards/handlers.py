"""Staff cards: issued, revoked, refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.errors import CardroomError
from cardroom.house.features.staff_cards.messages import (
    AcknowledgeRefusal,
    CardIssued,
    CardRefused,
    CardRevoked,
    IssueCard,
    NoteRefusedCard,
    RefusalCleared,
    RevokeCard,
)
from cardroom.house.kernel.dual_control import require_active
from cardroom.house.kernel.people import STAFF, Role

if TYPE_CHECKING:
    from cardroom.house.engine.unit_of_work import UnitOfWork


def issue(work: UnitOfWork, command: IssueCard) -> None:
    """One valid card a person: the one before is revoked."""
    require_somebody(work, command.person)
    house, person = work.house, work.house.people[command.person]
    if person.role not in STAFF:
        raise CardroomError("no-staff", f"{person.name} is no person of the staff, and gets no staff card.")
    if command.number in house.cards:
        raise CardroomError("known-card", f"There is a card {command.number} already.")
    if (before := house.card_of(person.id)) is not None:
        if not command.why.strip():
            raise CardroomError("has-card", f"{person.name} has card {before}: say why it is replaced.")
        work.in_house(CardRevoked(number=before, person=person.id, why=command.why))
    work.in_house(CardIssued(number=command.number, person=person.id))


def revoke(work: UnitOfWork, command: RevokeCard) -> None:
    card = work.house.cards.get(command.number)
    if card is None:
        raise CardroomError("unknown-card", f"There is no card {command.number}.")
    if not card.is_valid:
        raise CardroomError("revoked-card", f"Card {command.number} is revoked already: {card.why.rstrip('.')}.")
    work.in_house(CardRevoked(number=command.number, person=card.person, why=command.why))


def require_somebody(work: UnitOfWork, person: str) -> None:
    if person not in work.house.people:
        raise CardroomError("unknown-person", f"Nobody called “{person}” is enrolled.")


def require_signed_in(work: UnitOfWork, person: str) -> None:
    """Where a card is swiped somebody is signed in, whose account is active; where a regulator is, nothing is done."""
    require_somebody(work, person)
    signed_in = work.house.people[person]
    require_active(work.house, signed_in, work.at)
    if signed_in.role is Role.REGULATOR:
        raise CardroomError("only-reads", "A regulator is signed in here, and only reads: swipe the card elsewhere.")


def note_refused(work: UnitOfWork, command: NoteRefusedCard) -> None:
    card = work.house.cards.get(command.number)
    work.in_house(
        CardRefused(
            place=command.place,
            number=command.number,
            person=card.person if card is not None else "",
            entered_by=command.entered_by,
            command=command.command,
            refusal=command.refusal,
        )
    )


def acknowledge(work: UnitOfWork, command: AcknowledgeRefusal) -> None:
    if command.place not in work.house.refused_cards:
        raise CardroomError("nothing-refused", f"No refused card waits to be looked into at {command.place}.")
    work.in_house(RefusalCleared(place=command.place))
