"""The jackpot's bank account, and the end of a jackpot.

The account must hold what is kept for the players; accruals go there at least weekly, and a shortfall closes the link
until it is made good (WAC 230-15-455 and -715).
"""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec

from cardroom.errors import CardroomError
from cardroom.games.citations import wac
from cardroom.jackpots.commands import (
    PROBLEM_GAMBLING,
    GiveNotice,
    Reconcile,
    RecordDeposit,
    RemoveJackpot,
    Who,
)
from cardroom.jackpots.engine import accounts
from cardroom.jackpots.engine.adjustments import require_two_people
from cardroom.jackpots.engine.level_funds import Funds
from cardroom.jackpots.engine.link_state import LinkState
from cardroom.jackpots.engine.link_totals import Statement
from cardroom.jackpots.events import (
    AnyEvent,
    BankReconciled,
    Deposited,
    JackpotRemoved,
    LinkClosed,
    LinkReopened,
    NoticeGiven,
)
from cardroom.ledger import Entry, Posting, PostingCode
from cardroom.money import CENT, Money, show_money, whole_cents

DEPOSITS_AT_LEAST_EVERY = timedelta(days=7)
DEPOSITS, SHORTFALL, REMOVAL = wac("230-15-455"), wac("230-15-715"), wac("230-15-710,-720")


class BankAccount(msgspec.Struct, frozen=True, kw_only=True):
    """What a link knows of its bank account; kept with the figures of a day, so that its state need not be."""

    held: Money
    deposited: Money
    undeposited: Money
    undeposited_since: datetime | None
    statement: Statement | None

    @classmethod
    def of(cls, state: LinkState) -> BankAccount:
        return cls(**{name: getattr(state, name) for name in cls.__struct_fields__})


class BankReconciliation(msgspec.Struct, frozen=True, kw_only=True):
    """Required against deposited, on one day."""

    at: datetime
    held: Money  # prizes, reserves and overflow
    undeposited: Money  # accrued and not deposited yet; below zero: deposited ahead
    deposit_due: datetime | None
    is_overdue: bool
    required: Money  # at the bank, today: all that is held but accruals whose week is not over
    deposited: Money  # all deposits of accruals ever recorded
    booked: Money  # at the bank, by these deposits and the books: all that is held but what is not deposited
    balance: Money | None  # at the bank, by its statement
    difference: Money | None  # of the statement from the books
    shortfall: Money  # by the statement; without one, by the books


def bank_reconciliation(state: LinkState | BankAccount, balance: Money | None, at: datetime) -> BankReconciliation:
    """By the books, and by the balance of a statement where there is one."""
    since = state.undeposited_since
    due = None if since is None else since + DEPOSITS_AT_LEAST_EVERY
    is_overdue = due is not None and at > due
    held = state.held
    undeposited = min(state.undeposited, held)  # an adjustment may have taken what was not deposited yet
    required = whole_cents(held if is_overdue else held - max(0, undeposited))
    booked = whole_cents(held - undeposited)
    return BankReconciliation(
        at=at,
        held=held,
        undeposited=undeposited,
        deposit_due=due,
        is_overdue=is_overdue,
        required=required,
        deposited=state.deposited,
        booked=booked,
        balance=balance,
        difference=None if balance is None else balance - booked,
        shortfall=max(0, required - (booked if balance is None else balance)),
    )


def bank_position(state: LinkState | BankAccount, at: datetime) -> BankReconciliation:
    """By the bank's last statement and all that has been booked since; without one, by the books alone."""
    by_the_books = bank_reconciliation(state, None, at)
    if state.statement is None:
        return by_the_books
    return bank_reconciliation(state, by_the_books.booked + state.statement.difference, at)


def deposit(state: LinkState, command: RecordDeposit, who: Who) -> Deposited:
    _require_progressive(state)
    if command.amount <= 0 or command.amount % CENT:
        raise CardroomError("bad-amount", "A deposit is an amount of whole cents above $0.")
    return Deposited(at=who.at, by=who.by, rule=DEPOSITS, amount=command.amount)


def reconcile(state: LinkState, command: Reconcile, who: Who) -> list[AnyEvent]:
    _require_progressive(state)
    if command.balance is not None and command.balance < 0:
        raise CardroomError("bad-amount", "Give the balance of the bank account, $0 or more.")
    found = bank_reconciliation(state, command.balance, who.at)
    events: list[AnyEvent] = [
        BankReconciled(
            at=who.at,
            by=who.by,
            rule=DEPOSITS,
            required=found.required,
            balance=found.balance,
            difference=found.difference,
            shortfall=found.shortfall,
        )
    ]
    if found.shortfall:
        events.append(LinkClosed(at=who.at, by=who.by, rule=SHORTFALL, shortfall=found.shortfall))
    elif state.shortfall:
        events.append(LinkReopened(at=who.at, by=who.by, rule=SHORTFALL))
    return events


def give_notice(state: LinkState, command: GiveNotice, who: Who) -> NoticeGiven:
    require_two_people(who, command.why)
    _require_progressive(state)
    earliest = who.at.date() + timedelta(days=state.config.notice_days)
    if command.last_day < earliest:
        raise CardroomError(
            "too-soon",
            f"With {state.config.notice_days} days of notice the last day is {earliest} at the earliest,"
            f" not {command.last_day}.",
        )
    return NoticeGiven(
        at=who.at,
        by=who.by,
        rule=REMOVAL,
        last_day=command.last_day,
        why=command.why,
        approved_by=who.approved_by,
    )


def remove(state: LinkState, command: RemoveJackpot, who: Who) -> JackpotRemoved:
    """All that is held moves on; what the house has advanced and not got back is its loss."""
    require_two_people(who, command.why)
    if state.is_removed:
        raise CardroomError("link-closed", f"Jackpot {state.config.id} has been removed already.")
    if state.in_progress:
        raise CardroomError("game-in-progress", f"Table {', '.join(state.in_progress)} is in a game; end it first.")
    if not state.config.is_house:
        if state.last_day is None:
            raise CardroomError("no-notice", "Give notice first: players must know when the jackpot ends.")
        if who.at.date() <= state.last_day:
            raise CardroomError("too-soon", f"The jackpot was announced to run until {state.last_day}.")
    if not command.destination.strip() and state.held:
        raise CardroomError(
            "no-destination",
            f"Say where {show_money(state.held)} goes: to another jackpot, or to the fund for problem gambling.",
        )
    return JackpotRemoved(
        at=who.at,
        by=who.by,
        rule=REMOVAL,
        postings=tuple(_moved_out(state, level.name, command.destination) for level in state.config.levels),
        destination=command.destination,
        approved_by=who.approved_by,
        why=command.why,
        move_by=who.at.date() + timedelta(days=state.config.transfer_days),
        amount=state.held,
    )


def _moved_out(state: LinkState, level: str, destination: str) -> Posting:
    funds = state.funds(level)
    entries = accounts.entries_for(level, Funds() - funds)
    to = accounts.PROBLEM_GAMBLING if destination == PROBLEM_GAMBLING else accounts.MOVED
    rest = [Entry(to, funds.held), Entry(accounts.HOUSE, funds.advance)]
    whole = (*entries, *(entry for entry in rest if entry.amount))
    return Posting(whole, PostingCode.MOVED_OUT, reference=destination)


def _require_progressive(state: LinkState) -> None:
    if state.config.is_house:
        raise CardroomError(
            "no-meter", "A House jackpot holds no players' money; its prize may be changed or withdrawn."
        )
    if state.is_removed:
        raise CardroomError("link-closed", f"Jackpot {state.config.id} has been removed.")
