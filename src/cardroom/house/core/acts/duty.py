"""People on duty: staff cards, dealers who come and go, calls for a supervisor, cards that were refused."""

from __future__ import annotations

from cardroom.errors import CardroomError
from cardroom.house.core import commands as c
from cardroom.house.core import events as e
from cardroom.house.core.approvals import require_active
from cardroom.house.core.duty import CardRefusal
from cardroom.house.core.people import MANAGING, STAFF, named, row_of
from cardroom.house.core.tables import LiveTable
from cardroom.house.core.work import Work
from cardroom.house.floor import Dealer

# --- cards ------------------------------------------------------------------------------------------------------------


def issue(work: Work, command: c.IssueCard) -> None:
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
        work.in_house(e.CardRevoked(number=before, person=person.id, why=command.why))
    work.in_house(e.CardIssued(number=command.number, person=person.id))


def revoke(work: Work, command: c.RevokeCard) -> None:
    card = work.house.cards.get(command.number)
    if card is None:
        raise CardroomError("unknown-card", f"There is no card {command.number}.")
    if not card.is_valid:
        raise CardroomError("revoked-card", f"Card {command.number} is revoked already: {card.why.rstrip('.')}.")
    work.in_house(e.CardRevoked(number=command.number, person=card.person, why=command.why))


def require_somebody(work: Work, person: str) -> None:
    if person not in work.house.people:
        raise CardroomError("unknown-person", f"Nobody called “{person}” is enrolled.")


def require_signed_in(work: Work, person: str) -> None:
    """Where a card is swiped somebody is signed in, whose account is active."""
    require_somebody(work, person)
    require_active(work.house, work.house.people[person])


def was_taken(work: Work, command: c.Lent) -> None:
    """What a card was swiped for is done: an earlier refusal there is settled."""
    place = _place(command)
    if place in work.house.refused_cards:
        work.in_house(e.RefusalCleared(place=place))


def _place(command: c.Lent) -> str:
    """Where a card is swiped: at a table, or where somebody is signed in."""
    return c.table_of(command) or command.to


def refusal(work: Work, command: c.AnyCommand) -> e.Refused | e.CardRefused:
    """What a role does not give; where a card was swiped for it, the card was not enough."""
    what, person = named(row_of(command)), work.by.id
    if not isinstance(command, c.Lent):
        return e.Refused(person=person, what=what)
    return e.CardRefused(
        place=_place(command),
        number=work.house.card_of(person) or "",
        person=person,
        entered_by=command.to,
        what=what,
        refusal=CardRefusal.NOT_ALLOWED,
    )


def note_refused(work: Work, command: c.NoteRefusedCard) -> None:
    card = work.house.cards.get(command.number)
    work.in_house(
        e.CardRefused(
            place=command.place,
            number=command.number,
            person=card.person if card is not None else "",
            entered_by=command.entered_by,
            what=command.what,
            refusal=command.refusal,
        )
    )


def acknowledge(work: Work, command: c.AcknowledgeRefusal) -> None:
    if command.place not in work.house.refused_cards:
        raise CardroomError("nothing-refused", f"No refused card waits to be looked into at {command.place}.")
    work.in_house(e.RefusalCleared(place=command.place))


# --- dealers ----------------------------------------------------------------------------------------------------------


def tap_in(work: Work, table: LiveTable) -> None:
    """Somebody deals at one table; whoever comes from another one has left that."""
    person = work.by
    if not table.is_open:
        raise CardroomError("table-closed", f"{table.title} is closed.")
    if table.plan.dealer is Dealer.AUTOMATIC and not table.plan.is_real:
        raise CardroomError("automatic-dealer", f"The house itself deals at {table.title}.")
    before = table.dealing.person if table.dealing is not None else ""
    if before == person.id:
        raise CardroomError("tapped-in", f"{person.name} deals at {table.title} already.")
    tap_out_everywhere(work, person.id)
    work.at_table(table, e.DealerTappedIn(person=person.id, name=person.name, relieves=before))


def tap_out(work: Work, table: LiveTable) -> None:
    there = table.dealing
    if there is None:
        raise CardroomError("nobody-deals", f"Nobody is tapped in at {table.title}.")
    if there.person != work.by.id and work.by.role not in MANAGING:
        name = work.house.people[there.person].name
        raise CardroomError("not-dealing", f"{name} deals at {table.title}, and taps out or is relieved.")
    _tap_out(work, table, there.person)


def tap_out_everywhere(work: Work, person: str) -> None:
    """Somebody deals nowhere any more, having left or got another role."""
    for table in list(work.house.tables.values()):
        if table.dealing is not None and table.dealing.person == person:
            _tap_out(work, table, person)


def _tap_out(work: Work, table: LiveTable, person: str) -> None:
    work.at_table(table, e.DealerTappedOut(person=person, name=work.house.people[person].name))


# --- calls ------------------------------------------------------------------------------------------------------------


def call(work: Work, command: c.CallSupervisor) -> None:
    table = work.house.table(command.table)
    if table.call is not None:
        raise CardroomError("called", f"A supervisor is called to {table.title} already.")
    work.at_table(table, e.SupervisorCalled(why=command.why))


def answer(work: Work, table: LiveTable) -> None:
    if table.call is None:
        raise CardroomError("not-called", f"{table.title} calls for nobody.")
    work.at_table(table, e.CallAnswered())
