"""Who may do what: one matrix of roles and commands. The checks, the tests, the pages and the documents read it."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from cardroom.errors import CardroomError
from cardroom.house.core import commands as c


class Role(StrEnum):
    GUEST = "guest"
    PLAYER = "player"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    EXECUTIVE = "executive"
    TECHNICIAN = "technician"
    ACCOUNTING = "accounting"
    AUDITOR = "auditor"
    SERVICE = "service"  # the house itself: the automatic dealer, the clock, the service supervisor


class Person(msgspec.Struct, frozen=True):
    id: str
    name: str
    role: Role


PLAYERS = frozenset({Role.GUEST, Role.PLAYER})
DEALING = frozenset({Role.DEALER, Role.SUPERVISOR, Role.EXECUTIVE, Role.SERVICE})
SUPERVISING = frozenset({Role.SUPERVISOR, Role.EXECUTIVE, Role.SERVICE})
COUNTING = frozenset({Role.ACCOUNTING, Role.EXECUTIVE})

MATRIX: dict[type[c.Command], frozenset[Role]] = {
    c.SitDown: PLAYERS,
    c.TopUp: PLAYERS,
    c.StandUp: PLAYERS | SUPERVISING,
    c.PlaceBets: PLAYERS,
    c.Decide: PLAYERS,
    c.SetOwnLimits: PLAYERS,
    c.IssuePlayMoney: PLAYERS,
    c.BeginRound: DEALING,
    c.Perform: DEALING,
    c.RefuseLateBet: DEALING,
    c.DecideForSeat: frozenset({Role.SERVICE}),
    c.Press: DEALING,
    c.SwipeSupervisorCard: SUPERVISING,
    c.SwipeExecutiveCard: frozenset({Role.EXECUTIVE}),
    c.TurnKey: SUPERVISING,
    c.PressJackpot: SUPERVISING,
    c.DeclareMisdeal: frozenset({Role.SUPERVISOR, Role.EXECUTIVE}),
    c.FoulHand: frozenset({Role.SUPERVISOR, Role.EXECUTIVE}),
    c.CorrectMispay: frozenset({Role.SUPERVISOR, Role.EXECUTIVE}),
    c.OpenTable: SUPERVISING,
    c.CloseTable: frozenset({Role.SUPERVISOR, Role.EXECUTIVE}),
    c.Fill: frozenset({Role.SUPERVISOR, Role.EXECUTIVE}),
    c.Credit: frozenset({Role.SUPERVISOR, Role.EXECUTIVE}),
    c.CollectDrop: COUNTING,
    c.RecordDeposit: COUNTING,
    c.ReconcileBank: COUNTING,
    c.AskAdjustment: frozenset({Role.SUPERVISOR, Role.TECHNICIAN, Role.ACCOUNTING}),
    c.AskBackOut: frozenset({Role.SUPERVISOR, Role.ACCOUNTING}),
    c.AskRates: frozenset({Role.TECHNICIAN, Role.ACCOUNTING}),
    c.Approve: frozenset({Role.EXECUTIVE, Role.ACCOUNTING}),
    c.Decline: frozenset({Role.EXECUTIVE, Role.ACCOUNTING}),
    c.Enrol: frozenset({Role.EXECUTIVE, Role.TECHNICIAN, Role.SERVICE}),
}


def may(role: Role, command: type[c.Command]) -> bool:
    return role in MATRIX[command]


def require(person: Person, command: c.Command) -> None:
    """Refuse a command that this person's role does not give."""
    if may(person.role, type(command)):
        return
    allowed = ", ".join(sorted(MATRIX[type(command)] - {Role.SERVICE})) or "the house itself"
    raise CardroomError("not-allowed", f"A {person.role} may not do this; it takes: {allowed}.")
