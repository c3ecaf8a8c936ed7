"""Doors of the house: two people of different lines open them, one closes them."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from cardroom.errors import CardroomError, require_reason
from cardroom.house.features.access.messages import (
    AccessAnswered,
    AccessAsked,
    AccessChange,
    AccountEnded,
    AccountInvited,
    AccountReinstated,
    AccountSuspended,
    AddTerminal,
    ApproveAccess,
    AskAccess,
    BreakGlass,
    ChangeRole,
    CloseSession,
    CodeRedeemed,
    DeclineAccess,
    EndAccount,
    EndSessions,
    EndVisit,
    Enrol,
    Enrolled,
    EnrolStaff,
    GiveCard,
    GlassBroken,
    NoteRefusedSignIn,
    NoteVisit,
    PasswordChanged,
    RedeemInvitation,
    ReinstateAccount,
    RemoveTerminal,
    ResetAccount,
    RoleChanged,
    SessionClosed,
    SignInRefused,
    SuspendAccount,
    TerminalAdded,
    TerminalRemoved,
    Visited,
)
from cardroom.house.features.access.state import subject_of
from cardroom.house.features.duty.handlers import tap_out_everywhere
from cardroom.house.features.staff_cards.messages import CardIssued, CardRevoked
from cardroom.house.kernel.dual_control import WHY_NOT, AccountState, require_two, state_of
from cardroom.house.kernel.people import ACCESS, HOLDS_CARD, PLAYERS, STAFF, Person, Role

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.engine.unit_of_work import UnitOfWork

MOST_WAITING = 100  # requests
LONGEST_VISIT = timedelta(days=92)


def ask(work: UnitOfWork, command: AskAccess) -> None:
    """Written down for somebody of another line to answer; what cannot be done at all is refused at once."""
    if len(work.house.access_requests) >= MOST_WAITING:
        raise CardroomError("too-many", f"{MOST_WAITING} requests wait already: have some of them answered first.")
    tried = work.trial()
    try:
        _open(tried, command.change, work.by.id, work.by.id)
    finally:
        tried.put_back()
    request = f"request-{work.house.position + 1}"
    work.in_house(AccessAsked(request=request, change=command.change))


def answer(work: UnitOfWork, command: ApproveAccess | DeclineAccess) -> None:
    request = work.house.access_requests.get(command.request)
    if request is None:
        raise CardroomError("unknown-request", f"No request “{command.request}” waits for an answer.")
    approved = isinstance(command, ApproveAccess)
    if approved:
        require_may_approve(work.house, work.by, request.asked_by, subject_of(request.change))
        _open(work, request.change, request.asked_by, work.by.id)
    work.in_house(
        AccessAnswered(
            request=command.request, change=request.change, asked_by=request.asked_by, approved=approved
        )
    )  # fmt: skip


def require_may_approve(house: House, person: Person, asker: str, subject: str) -> None:
    require_two(house, asker, person, of_two_lines=True, among=ACCESS)
    if subject == person.id:
        raise CardroomError("own-account", "This is about your own account: another person approves it.")


def break_glass(work: UnitOfWork, command: BreakGlass) -> None:
    """The first people of a house come this way, too: there was nobody to ask."""
    if work.house.has_mustered:
        work.in_house(GlassBroken(change=command.change))
    _open(work, command.change, work.by.id, work.by.id)


def _open(work: UnitOfWork, change: AccessChange, asked_by: str, approved_by: str) -> None:
    def invite(person: str, *, password: bool, card: bool) -> None:
        before = work.house.invitations.get(person)
        work.in_house(
            AccountInvited(
                person=person,
                sets_password=password or (before is not None and before.password),
                gets_card=card or (before is not None and before.card),
                asked_by=asked_by,
                approved_by=approved_by,
            )
        )

    match change:
        case EnrolStaff():
            enrol(work, change)
            invite(change.person, password=True, card=change.gets_card or change.role in HOLDS_CARD)
        case ChangeRole():
            person = _known(work, change.person)
            if change.role not in STAFF:
                raise CardroomError("unknown-role", f"Nobody of the staff is a “{change.role}”.")
            if Role.REGULATOR in (change.role, person.role):
                raise CardroomError(
                    "for-a-time",
                    "A regulator has an account of their own, with an end: enrol the person under another id.",
                )
            if change.role == person.role:
                raise CardroomError("no-change", f"{person.name} is {change.role} already.")
            work.in_house(RoleChanged(person=person.id, role=change.role, before=person.role))
            tap_out_everywhere(work, person.id)
        case ResetAccount():
            person = _known(work, change.person, *STAFF, Role.PLAYER)
            _require_open(work, person)
            invite(person.id, password=True, card=False)
        case GiveCard():
            person = _known(work, change.person)
            _require_open(work, person)
            if (before := work.house.card_of(person.id)) is not None:
                if not change.why.strip():
                    raise CardroomError("has-card", f"{person.name} has card {before}: say why it is replaced.")
                work.in_house(CardRevoked(number=before, person=person.id, why=change.why))
            invite(person.id, password=False, card=True)
        case ReinstateAccount():
            person = _known(work, change.person)
            if state_of(work.house, person.id) is not AccountState.SUSPENDED:
                raise CardroomError("not-suspended", f"The account of {person.name} is not suspended.")
            work.in_house(AccountReinstated(person=person.id))
        case AddTerminal():
            if change.name in work.house.terminals:
                raise CardroomError("known-terminal", f"There is a terminal “{change.name}” already.")
            work.in_house(TerminalAdded(name=change.name))


def enrol(work: UnitOfWork, command: Enrol | EnrolStaff) -> None:
    if command.role not in set(Role) - {Role.SERVICE}:
        raise CardroomError("unknown-role", f"There is no role “{command.role}”.")
    if isinstance(command, EnrolStaff) and command.role == Role.GUEST:
        raise CardroomError("unknown-role", "Guests come in by themselves; nobody enrols them.")
    if isinstance(command, EnrolStaff) and command.gets_card and command.role in PLAYERS:
        raise CardroomError("no-staff", "Staff cards are for the staff: a player gets none.")
    if command.person in work.house.people:
        raise CardroomError("known-person", f"“{command.person}” is enrolled already.")
    if ":" in command.person:
        raise CardroomError("bad-name", "A person's id has no colon in it.")
    _require_end(work, command)
    enrolled = Enrolled(person=command.person, name=command.name, role=command.role, until=command.until)
    work.in_house(enrolled)


def _require_end(work: UnitOfWork, command: Enrol | EnrolStaff) -> None:
    """A regulator's account has an end, and no other has one."""
    if command.role != Role.REGULATOR:
        if command.until is not None:
            raise CardroomError(
                "no-end", "Only a regulator's account ends by itself: end any other when its time comes."
            )
        return
    if command.until is None:
        raise CardroomError("no-end", "Say until when the regulator may read: the account ends then by itself.")
    if not work.at < command.until <= work.at + LONGEST_VISIT:
        days = LONGEST_VISIT.days
        raise CardroomError("no-end", f"The account of a regulator ends within {days} days, and not in the past.")


def suspend(work: UnitOfWork, command: SuspendAccount) -> None:
    person = _other(work, command.person)
    _require_open(work, person)
    require_reason(command.why, "a suspension")
    work.in_house(AccountSuspended(person=person.id, why=command.why))
    tap_out_everywhere(work, person.id)


def end(work: UnitOfWork, command: EndAccount) -> None:
    person = _other(work, command.person)
    require_reason(command.why, "the end of an account")
    if (number := work.house.card_of(person.id)) is not None:
        work.in_house(CardRevoked(number=number, person=person.id, why=command.why))
    work.in_house(AccountEnded(person=person.id, why=command.why))
    tap_out_everywhere(work, person.id)


def close_session(work: UnitOfWork, command: CloseSession) -> None:
    """Which sessions there are is not in the log; one that is another's ends by no record about this person."""
    if command.person != work.by.id and work.by.role is not Role.ADMINISTRATOR:
        raise CardroomError("not-your-session", "Your own sessions are yours to end; an administrator ends others.")
    work.in_house(SessionClosed(person=command.person, session=command.session))


def end_visit(work: UnitOfWork, command: EndVisit) -> None:
    """By the house's own clock. Until this is recorded the account is refused all the same."""
    person = _known(work, command.person)
    until = work.house.account_ends.get(person.id)
    if until is None or work.at < until:
        raise CardroomError("not-over", f"The account of {person.name} has time left, or no end.")
    if (number := work.house.card_of(person.id)) is not None:
        work.in_house(CardRevoked(number=number, person=person.id, why=""))
    work.in_house(AccountEnded(person=person.id, why=""))


def note_visit(work: UnitOfWork, command: NoteVisit) -> None:
    if command.person not in work.house.people:
        raise CardroomError("unknown-person", f"Nobody called “{command.person}” is enrolled.")
    work.in_house(
        Visited(person=command.person, visit=command.visit, first=command.first or "", last=command.last or "")
    )


def remove_terminal(work: UnitOfWork, command: RemoveTerminal) -> None:
    if command.name not in work.house.terminals:
        raise CardroomError("unknown-terminal", f"There is no terminal “{command.name}”.")
    work.in_house(TerminalRemoved(name=command.name))


def redeem(work: UnitOfWork, command: RedeemInvitation) -> None:
    """The code itself was compared before."""
    house, invitation = work.house, work.house.invitations.get(command.person)
    state = state_of(house, command.person, work.at)
    if invitation is None or state in (AccountState.SUSPENDED, AccountState.ENDED):
        raise CardroomError("no-code", f"No one-time code waits for “{command.person}”.")
    if work.at > invitation.ends:
        raise CardroomError("old-code", "This code is too old: have another one given to you.")
    if invitation.card:
        if command.number is None or command.number in house.cards:
            raise CardroomError("known-card", f"There is a card {command.number} already, or it has no number.")
        work.in_house(CardIssued(number=command.number, person=command.person))
    work.in_house(CodeRedeemed(person=command.person))


def end_sessions(work: UnitOfWork, command: EndSessions) -> None:
    if command.person not in work.house.people:
        raise CardroomError("unknown-person", f"Nobody called “{command.person}” is enrolled.")
    work.in_house(PasswordChanged(person=command.person))


def note_refused_sign_in(work: UnitOfWork, command: NoteRefusedSignIn) -> None:
    refused = SignInRefused(person=command.person, refusal=command.refusal, source=command.source, more=command.more)
    work.in_house(refused)


def _known(work: UnitOfWork, name: str, *roles: Role) -> Person:
    """Somebody of the staff who has not left."""
    person = work.house.people.get(name)
    if person is None:
        raise CardroomError("unknown-person", f"Nobody called “{name}” is enrolled.")
    if person.role not in (roles or STAFF):
        raise CardroomError("no-staff", f"{person.name} is no person of the staff.")
    if state_of(work.house, name) is AccountState.ENDED:  # recorded as such
        raise CardroomError("ended-account", f"{person.name} has left the house: enrol the person under another id.")
    return person


def _other(work: UnitOfWork, name: str) -> Person:
    person = _known(work, name)
    if name == work.by.id:
        raise CardroomError("own-account", "This is your own account: another person does this.")
    return person


def _require_open(work: UnitOfWork, person: Person) -> None:
    state = state_of(work.house, person.id, work.at)
    if state is AccountState.ENDED:
        raise CardroomError("ended-account", f"{person.name} {WHY_NOT[state]}: enrol the person under another id.")
    if state is AccountState.SUSPENDED:
        raise CardroomError("suspended-account", f"{person.name} {WHY_NOT[state]}: reinstate the account first.")
