"""What happened on a link, in a sentence each."""

from __future__ import annotations

from cardroom.games.paytable import line_name
from cardroom.jackpots.commands import (
    PROBLEM_GAMBLING,
    Adjust,
    BackOut,
    ByTwoPeople,
    ChangeMaximum,
    ChangePrize,
    ChangeRates,
    ChangeSeed,
    ChangeWager,
    GiveNotice,
    RemoveJackpot,
    Till,
)
from cardroom.jackpots.events import (
    Adjusted,
    AnyEvent,
    AwardHandedOver,
    AwardPaid,
    AwardRecorded,
    AwardReturned,
    BankReconciled,
    ConsoleClosed,
    ConsoleOpened,
    Deposited,
    EnvyPaid,
    GameEnded,
    GameStarted,
    GameVoided,
    HandEntered,
    HandPayPaid,
    HandPressed,
    HandQualified,
    JackpotRemoved,
    KeyTurned,
    LinkChanged,
    LinkClosed,
    LinkOpened,
    LinkReopened,
    NoticeGiven,
    SeatPressed,
    SeatsReopened,
    SeatsSettled,
    WagerRefunded,
    WagerTaken,
    WinBackedOut,
    WinConfirmed,
    WinPrinted,
    WinSigned,
)
from cardroom.ledger import Posting, PostingCode, posting_in_words
from cardroom.money import show_money


def explained_movement(event: AnyEvent, posting: Posting) -> str:
    """Why money of a link has moved, with the people who answer for it."""
    what = posting_in_words(posting)
    match event:
        case WagerTaken() | EnvyPaid():
            return f"{what}, table {event.table}"
        case AwardPaid() if posting.code is PostingCode.AMOUNT_WON:
            return f"{what}, seat {event.seat}, table {event.table}"
        case WagerRefunded() if posting.code is PostingCode.MALFUNCTION:
            return f"{what}: {event.cause.told(event.why)}; contribution of seat {event.seat}, table {event.table}"
        case Adjusted() | WinBackedOut():
            corrected = f" ({event.win})" if isinstance(event, Adjusted) and event.win else ""
            return f"{what}: {event.why}{corrected}; asked by {event.by}, approved by {event.approved_by}"
        case _:
            return what


def event_in_words(event: AnyEvent) -> str:
    """An event as a sentence, without its citation."""
    match event:
        case LinkOpened():
            return "The jackpot is open."
        case LinkChanged():
            if not event.approved_by:
                return "The jackpot is changed, as the floor file has it."
            return f"The jackpot is changed by {event.by} and {event.approved_by}: {event.why}."
        case ConsoleClosed():
            return f"Table {event.table} is closed for the jackpot."
        case ConsoleOpened():
            return f"Table {event.table} plays for the jackpot again."
        case GameStarted():
            wagers = f"{len(event.seats)} jackpot wager{'s'[: len(event.seats) != 1]}"
            return f"Table {event.table} starts round {event.round_id} with {wagers}."
        case WagerTaken():
            return f"Table {event.table}, seat {event.seat}: {show_money(event.amount)} is taken in."
        case WagerRefunded():
            why = event.cause.told(event.why)
            return f"Table {event.table}, seat {event.seat}: {show_money(event.amount)} goes back ({why})."
        case GameVoided():
            return f"Table {event.table}: round {event.round_id} is void ({event.cause.told(event.why)})."
        case HandQualified():
            return f"Table {event.table}, seat {event.seat} has a {line_name(event.line)}, paid by the {event.source}."
        case SeatsSettled():
            return f"Table {event.table}: every seat of round {event.round_id} is settled."
        case SeatsReopened():
            return f"Table {event.table}: a seat of round {event.round_id} was overlooked."
        case SeatPressed():
            return f"Table {event.table}: seat {event.seat} is chosen."
        case HandPressed():
            return f"Table {event.table}: the button {line_name(event.line)} is {'on' if event.lit else 'off'}."
        case KeyTurned():
            return f"Table {event.table}: the key is at {event.to}."
        case WinConfirmed():
            return f"Table {event.table}: CONFIRM for the {line_name(event.line)} of seat {event.seat}."
        case HandEntered():
            return f"Table {event.table}: the cards of seat {event.seat} for the {line_name(event.line)} are told."
        case WinSigned():
            return f"Table {event.table}: {event.by} signs for the {line_name(event.line)} of seat {event.seat}."
        case AwardRecorded():
            won = f"{show_money(event.amount)} for the {line_name(event.line)}"
            return f"Win {event.win}: {won} at {event.table}, seat {event.seat}."
        case AwardPaid():
            return f"Win {event.win} is paid: {show_money(event.amount)}{_advanced(event)}."
        case AwardHandedOver():
            return f"Win {event.win} is handed over {from_till(event.till, event.slip)}: {show_money(event.amount)}."
        case HandPayPaid():
            return f"The cage pays hand-pay slip {event.slip} of win {event.win}: {show_money(event.amount)}."
        case WinPrinted():
            return f"The page of win {event.win} is {'reprinted' if event.number > 1 else 'printed'} by {event.by}."
        case EnvyPaid():
            return f"Table {event.table}, seat {event.seat} gets envy of {show_money(event.amount)}."
        case GameEnded():
            return f"Table {event.table} ends round {event.round_id}."
        case Adjusted():
            people = f"{event.by} and {event.approved_by}"
            return (
                f"{event.level}, {event.fund} {show_money(event.change)} by {people}: {event.reason.told}, {event.why}."
            )
        case WinBackedOut():
            told = f"Win {event.win} is backed out by {event.by} and {event.approved_by}: {event.why.rstrip('.')}"
            return f"{told}{_envy_of(event)}."
        case AwardReturned():
            return f"Seat {event.seat} gives back {show_money(event.amount)} of win {event.win}."
        case Deposited():
            return f"{show_money(event.amount)} is paid into the bank account."
        case BankReconciled():
            held = event.required - event.shortfall if event.balance is None else event.balance
            books = ", by the books" if event.balance is None else ""
            return f"The bank account holds {show_money(held)} of {show_money(event.required)} required{books}."
        case LinkClosed():
            return f"The jackpot is closed: the bank account is short by {show_money(event.shortfall)}."
        case LinkReopened():
            return "The bank account is restored; the jackpot is open again."
        case NoticeGiven():
            return f"Notice: the jackpot ends on {event.last_day} ({event.why})."
        case JackpotRemoved():
            goes = (
                f"{show_money(event.amount)} goes to {_where(event.destination)}"
                if event.amount
                else "it holds nothing"
            )
            return f"The jackpot is removed by {event.by} and {event.approved_by}: {event.why}; {goes}."


def _where(destination: str) -> str:
    return "a fund for problem gambling" if destination == PROBLEM_GAMBLING else destination


def _envy_of(event: WinBackedOut) -> str:
    if event.envy_fate is None:
        return ""
    paid = ", ".join(f"{show_money(amount)} to seat {seat}" for seat, amount in sorted(event.envy.items()))
    return f"; the envy of it, {paid}, is {event.envy_fate.told}"


def change_in_words(link: str, change: ByTwoPeople) -> str:
    """What a person asks another one to approve."""
    match change:
        case Adjust():
            what = f"{change.level} {change.fund} by {show_money(change.change)}"
            return f"an adjustment of {link}, {what}: {change.reason.told}, {change.why}"
        case BackOut():
            envy = f", its envy {change.envy_fate.told}" if change.envy_fate else ""
            return f"win {change.win} of {link} to be backed out{envy}: {change.why}"
        case GiveNotice():
            return f"notice that {link} ends on {change.last_day}: {change.why}"
        case RemoveJackpot():
            where = f", its money to {_where(change.destination)}" if change.destination else ""
            return f"{link} to be removed{where}: {change.why}"
        case ChangeWager():
            return f"another wager of {link}, {show_money(change.wager)}: {change.why}"
        case ChangePrize():
            return f"another prize of {link}, {change.level} {show_money(change.prize)}: {change.why}"
        case ChangeSeed():
            return f"another seed of {link}, {change.level} {show_money(change.seed)}: {change.why}"
        case ChangeMaximum():
            most = "no maximum" if change.maximum is None else f"a maximum of {show_money(change.maximum)}"
            return f"{most} of {link}, {change.level}: {change.why}"
        case ChangeRates():
            return f"other rates of {link}, {change.level}: {change.why}"


def from_till(till: Till, slip: int) -> str:
    """
    >>> from_till(Till.TRAY, 0), from_till(Till.CAGE, 12)
    ('from the tray', 'by hand-pay slip 12 of the cage')
    """
    return "from the tray" if till is Till.TRAY else f"by hand-pay slip {slip} of the cage"


def _advanced(event: AwardPaid) -> str:
    return f", {show_money(event.advanced)} of it advanced by the house" if event.advanced else ""
