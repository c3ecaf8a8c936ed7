"""Access in words."""

from __future__ import annotations

from cardroom.house.features.access.messages import (
    AccessAnswered,
    AccessAsked,
    AccessChange,
    AccessInHouse,
    AccountEnded,
    AccountInvited,
    AccountReinstated,
    AccountSuspended,
    AddTerminal,
    ChangeRole,
    CodeRedeemed,
    Enrolled,
    EnrolStaff,
    GiveCard,
    GlassBroken,
    PasswordChanged,
    ReinstateAccount,
    ResetAccount,
    RoleChanged,
    SessionClosed,
    SignInRefusal,
    SignInRefused,
    TerminalAdded,
    TerminalRemoved,
    Visited,
    VisitKind,
)
from cardroom.house.kernel.feature_table import Noted
from cardroom.house.kernel.people import SERVICE


def access_in_words(change: AccessChange) -> str:
    """What is asked for, as part of a sentence."""
    match change:
        case EnrolStaff():
            card = " with a staff card" if change.gets_card else ""
            until = f" until {change.until:%Y-%m-%d %H:%M} UTC" if change.until else ""
            return f"an account for {change.name} ({change.person}) as {change.role}{card}{until}"
        case ChangeRole():
            return f"{change.person} to be {change.role}"
        case ResetAccount():
            return f"password and PIN of {change.person} to be set anew"
        case GiveCard():
            why = f", {change.why.rstrip('.')}" if change.why else ""
            return f"a staff card for {change.person}{why}"
        case ReinstateAccount():
            return f"the account of {change.person} to be reinstated"
        case AddTerminal():
            return f"the terminal “{change.name}”"


def significant(event: AccessInHouse, noted: Noted) -> str:
    """To the staff."""
    by = noted.by
    match event:
        case Enrolled():
            until = f" until {event.until:%Y-%m-%d %H:%M} UTC" if event.until else ""
            return f"{event.name} ({event.person}) is enrolled as {event.role}{until}."
        case AccessAsked():
            return f"{by} asks for {access_in_words(event.change)} ({event.request})."
        case AccessAnswered():
            answer = "approves" if event.approved else "declines"
            asked = f"{event.request}, asked for by {event.asked_by}"
            return f"{by} {answer} {access_in_words(event.change)} ({asked})."
        case GlassBroken():
            return f"The command line breaks the glass: {access_in_words(event.change)}."
        case AccountInvited():
            people = "the command line" if event.asked_by == SERVICE.id else f"{event.asked_by} and {event.approved_by}"
            return f"{event.person} gets a one-time code, given by {people}."
        case CodeRedeemed():
            return f"{event.person} has redeemed the one-time code."
        case PasswordChanged():
            return f"{event.person} has changed the own password."
        case SessionClosed():
            whose = "an own session" if by == event.person else f"a session of {event.person}"
            return f"{by} ends {whose}."
        case RoleChanged():
            return f"{event.person} is {event.role} from now on, and was {event.before}."
        case AccountSuspended():
            return f"{by} suspends {event.person}: {event.why.rstrip('.')}."
        case AccountReinstated():
            return f"{event.person} is reinstated."
        case AccountEnded(why=""):
            return f"The time of {event.person} is over: the account has ended."
        case AccountEnded():
            return f"{by} ends the account of {event.person}: {event.why.rstrip('.')}."
        case TerminalAdded():
            return f"“{event.name}” is a terminal of the house."
        case TerminalRemoved():
            return f"{by} removes the terminal “{event.name}”."
        case SignInRefused():
            return f"{event.person} tried Login: {refused_in_words(event)}"
        case Visited(visit=VisitKind.SIGN_IN):
            return f"{event.person} signs in to read."
        case Visited():
            return f"{event.person} takes the evidence of {event.first} to {event.last}."
        case _:
            return ""


def refused_in_words(event: SignInRefused) -> str:
    """One try, or all others of a minute from one place.

    >>> refused_in_words(SignInRefused(person="sam", refusal=SignInRefusal.WRONG_PASSWORD, source="here"))
    'A wrong password for sam, from here.'
    """
    what = {
        SignInRefusal.WRONG_PASSWORD: "wrong password",
        SignInRefusal.WRONG_CODE: "wrong one-time code",
        SignInRefusal.NOT_ACTIVE: "sign-in to an account that is not active",
    }[event.refusal]
    if not event.more:
        return f"A {what} for {event.person}, from {event.source}."
    times = sum(event.more.values())
    more = f"One more {what}" if times == 1 else f"{times} more {what}s"
    counts = ", ".join(f"{count} for {person}" for person, count in event.more.items())
    return f"{more} from {event.source} within a minute: {counts}."
