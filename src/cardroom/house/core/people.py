"""Who may do what: one matrix of roles and commands. The checks, the tests, the pages and the documents read it."""

from __future__ import annotations

from enum import StrEnum
from typing import get_args

import msgspec

from cardroom.errors import CardroomError
from cardroom.house.core import commands as c
from cardroom.jackpots import commands as j
from cardroom.table import commands as t


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
DEALING = frozenset({Role.DEALER, Role.SUPERVISOR, Role.EXECUTIVE, Role.SERVICE})
MANAGING = frozenset({Role.SUPERVISOR, Role.EXECUTIVE})
SUPERVISING = MANAGING | ONLY_SERVICE
COUNTING = frozenset({Role.ACCOUNTING, Role.EXECUTIVE})
CAGE = frozenset({Role.CAGE})
AT_TRAY = frozenset({Role.DEALER}) | MANAGING
MACHINE = frozenset({Role.TECHNICIAN, Role.ADMINISTRATOR})
ACCESS = MACHINE | COUNTING  # who opens doors, each with somebody of another line
CLOSING = MANAGING | MACHINE | ONLY_SERVICE  # and closes them alone
HOLDS_CARD = MANAGING | MACHINE  # in any case
SETTING_UP = frozenset({Role.TECHNICIAN, Role.ACCOUNTING})

# By what is done: a command of the house, or the one that it carries to a table, a console or a link.
MATRIX: dict[type[msgspec.Struct], frozenset[Role]] = {
    c.SitDown: PLAYERS,
    c.TopUp: PLAYERS,
    c.StandUp: PLAYERS | SUPERVISING,
    c.SitOut: PLAYERS | ONLY_SERVICE,
    c.ComeBack: PLAYERS,
    c.SetPace: PLAYERS,
    c.SetName: PLAYERS,
    c.HostTable: PLAYERS,
    c.KickOut: PLAYERS,
    c.VoidInvitation: PLAYERS,
    c.HandHostOver: PLAYERS,
    c.EndTable: PLAYERS | ONLY_SERVICE,
    c.SetOwnLimits: PLAYERS,
    c.IssuePlayMoney: PLAYERS,
    t.Bet: PLAYERS,
    t.Choose: PLAYERS | ONLY_SERVICE,
    c.BeginRound: DEALING,
    t.Act: DEALING,
    t.RefuseLateBet: DEALING,
    j.PressSeat: DEALING,
    j.PressHand: DEALING,
    j.GameOver: DEALING,
    j.EndGame: DEALING,
    j.TurnKey: DEALING,  # to JPH a supervisor's: see `allowed_for`
    j.PressJackpot: DEALING,  # the card at JPH stands for it
    j.Confirm: DEALING,  # the card that follows stands for it
    j.SwipeCard: SUPERVISING,
    c.CountSensors: DEALING,
    c.DeclareHand: frozenset({Role.DEALER}) | MANAGING,
    c.VerifyHand: frozenset({Role.DEALER}) | MANAGING,  # what a dealer tells is signed for by a card
    c.ReopenSeats: frozenset({Role.DEALER}) | MANAGING,
    c.CorrectSensor: MANAGING,
    c.RefundHand: MANAGING,
    c.VoidGame: MANAGING,
    c.TapIn: DEALING - ONLY_SERVICE,
    c.TapOut: DEALING - ONLY_SERVICE,
    c.CallSupervisor: DEALING - ONLY_SERVICE,
    c.AnswerCall: MANAGING,
    c.PressShuffler: DEALING - ONLY_SERVICE,
    c.PaySeat: DEALING - ONLY_SERVICE,
    c.CorrectPayout: MANAGING,
    c.HoldTable: DEALING - ONLY_SERVICE,
    c.ReleaseTable: MANAGING,
    c.AcknowledgeRefusal: SUPERVISING,  # by the house, when the next card is taken
    c.AcknowledgeAlert: MANAGING,
    c.AcknowledgeDeposit: MANAGING | COUNTING,
    c.AcknowledgeFault: MANAGING | MACHINE,
    c.HandOver: MANAGING,
    c.PrintWin: MANAGING | COUNTING,
    c.TakeReturn: MANAGING | COUNTING | CAGE,
    c.NoteWinner: MANAGING | COUNTING | CAGE,
    c.EraseWinner: MANAGING | COUNTING,
    c.CorrectRound: MANAGING,
    c.PrintRound: MANAGING | COUNTING,
    t.DeclareMisdeal: MANAGING,
    t.FoulHand: MANAGING,
    t.CorrectMispay: MANAGING,
    c.OpenTable: SUPERVISING,
    c.CloseTable: MANAGING,
    c.KeepOpen: MANAGING,
    c.CountTray: AT_TRAY | CAGE,
    c.CheckCount: MANAGING,
    c.ChangeTable: MANAGING,
    c.CollectDrop: COUNTING,
    c.CountDrop: COUNTING | CAGE,
    c.CheckDrop: COUNTING | CAGE,
    c.AskSlip: AT_TRAY,
    c.ApproveSlip: MANAGING,
    c.SendFill: CAGE,
    c.ReceiveFill: AT_TRAY,
    c.SendCredit: AT_TRAY,
    c.ReceiveCredit: CAGE,
    c.VoidSlip: MANAGING | CAGE,
    c.PrintSlip: MANAGING | CAGE | COUNTING,
    j.RecordDeposit: COUNTING,
    j.Reconcile: COUNTING,
    j.Adjust: frozenset({Role.SUPERVISOR, Role.TECHNICIAN, Role.ACCOUNTING}),
    j.BackOut: frozenset({Role.SUPERVISOR, Role.ACCOUNTING}),
    j.ChangeRates: SETTING_UP,
    j.ChangeWager: SETTING_UP,
    j.ChangeSeed: SETTING_UP,
    j.ChangeMaximum: SETTING_UP,
    j.ChangePrize: SETTING_UP | MANAGING,
    j.GiveNotice: COUNTING | MANAGING,
    j.RemoveJackpot: COUNTING | MANAGING,
    c.Approve: COUNTING,
    c.Decline: COUNTING,
    c.EnrolStaff: ACCESS,
    c.ChangeRole: ACCESS,
    c.ResetAccount: ACCESS,
    c.GiveCard: ACCESS,
    c.Reinstate: ACCESS,
    c.AddTerminal: ACCESS,
    c.ApproveAccess: ACCESS,
    c.DeclineAccess: ACCESS,
    c.Suspend: CLOSING,
    c.EndAccount: ACCESS | ONLY_SERVICE,
    c.RevokeCard: CLOSING,
    c.RemoveTerminal: CLOSING,
    c.Enrol: ONLY_SERVICE,
    c.IssueCard: ONLY_SERVICE,
    c.Redeem: ONLY_SERVICE,
    c.EndSessions: ONLY_SERVICE,
    c.NoteSignIn: ONLY_SERVICE,
    c.BreakGlass: ONLY_SERVICE,
    c.CloseDay: COUNTING | ONLY_SERVICE,
    c.CorrectDay: COUNTING,
    c.Archive: COUNTING | MACHINE | ONLY_SERVICE,
    c.OpenHouse: ONLY_SERVICE,
    c.ExpireGuests: ONLY_SERVICE,
    c.Admit: ONLY_SERVICE,
    c.NoteRefusedCard: ONLY_SERVICE,
    c.CountRefusals: ONLY_SERVICE,
    c.TakeCheckpoint: ONLY_SERVICE,
    c.RaiseAlert: ONLY_SERVICE,
    c.ClearAlert: ONLY_SERVICE,
    c.NoteVerification: ONLY_SERVICE,
    c.StopTable: ONLY_SERVICE,
    c.NoteLoss: ONLY_SERVICE,
    c.VoidWithoutKey: MANAGING,
}


def row_of(command: c.AnyCommand) -> type[msgspec.Struct]:
    """The row of the matrix for what a command does."""
    match c.act_of(command):
        case c.AtTable(command=inner) | c.AtConsole(press=inner) | c.OnBank(command=inner) | c.Ask(change=inner):
            return t.Act if isinstance(inner, t.Act) else type(inner)
        case c.AskAccess(change=inner):
            return type(inner)
        case act:
            return type(act)


def named(row: type[msgspec.Struct]) -> str:
    """A row of the matrix in records and on pages: by its tag, whatever the class is called. All acts are one row.

    >>> named(c.SitDown), named(t.Act)
    ('SitDown', 'Act')
    """
    return "Act" if row is t.Act else str(row.__struct_config__.tag)


def sent_as(row: type[msgspec.Struct]) -> tuple[str, ...]:
    """What is done by a row of the matrix, as it is named where it is sent: the dealer's acts have one row.

    >>> sent_as(c.SitDown), sent_as(t.Act)[:2]
    (('SitDown',), ('CloseBets', 'RollDice'))
    """
    kinds = get_args(t.AnyAct) if row is t.Act else (row,)
    return tuple(kind.__struct_config__.tag for kind in kinds)


def allowed_for(command: c.AnyCommand) -> frozenset[Role]:
    """Whose act it is. Of some presses that depends on where the key is turned, or on the card."""
    match c.act_of(command):
        case c.AtConsole(press=j.SwipeCard(card=j.StaffCard.EXECUTIVE)):
            return frozenset({Role.EXECUTIVE})
        case c.AtConsole(press=j.TurnKey(to=j.Key.JPH)):
            return SUPERVISING
        case _:
            return MATRIX.get(row_of(command), frozenset())


def may(role: Role, row: type[msgspec.Struct]) -> bool:
    return role in MATRIX.get(row, frozenset())


def called(role: Role) -> str:
    """A role at the beginning of a sentence.

    >>> [called(role) for role in (Role.DEALER, Role.AUDITOR, Role.ACCOUNTING, Role.CAGE)]
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


def require_reader(person: Person, *rows: type[msgspec.Struct]) -> None:
    """Refuse to tell what is for those who may do one of these things. An auditor reads everything and does nothing."""
    readers = frozenset({Role.AUDITOR}).union(*(MATRIX[row] for row in rows))
    if person.role not in readers:
        names = ", ".join(sorted(readers - ONLY_SERVICE))
        raise CardroomError("not-allowed", f"{called(person.role)} may not read this; it is for: {names}.")


def require(person: Person, command: c.AnyCommand) -> None:
    """Refuse a command that this person's role does not give."""
    allowed = allowed_for(command)
    if person.role in allowed:
        return
    names = ", ".join(sorted(allowed - ONLY_SERVICE)) or "the house itself"
    raise CardroomError("not-allowed", f"{called(person.role)} may not do this; it takes: {names}.")
