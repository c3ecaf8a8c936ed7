"""Seats: taken, left, bought chips for, absent from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.errors import CardroomError
from cardroom.house.features.players.name_rules import require_unlike_others
from cardroom.house.features.private_tables import handlers as friends
from cardroom.house.features.reportable_events.messages import Flagged, FlagKind
from cardroom.house.features.rounds import handlers as rounds
from cardroom.house.features.rounds.consoles import require_no_award_due
from cardroom.house.features.seats.messages import Absence, ComeBack, SetPace, SitDown, SitOut, StandUp, TopUp
from cardroom.house.features.tables import bank
from cardroom.house.features.tables.messages import PaceSet, SatDown, SatOut, ToppedUp
from cardroom.house.kernel import accounts
from cardroom.house.kernel.people import MANAGING, PLAYERS
from cardroom.ledger import PostingCode, transfer
from cardroom.money import Money, show_money
from cardroom.table import commands as t
from cardroom.table.round_state import Phase

if TYPE_CHECKING:
    from cardroom.house.engine.live_table import LiveTable
    from cardroom.house.engine.unit_of_work import UnitOfWork


def sit_down(work: UnitOfWork, command: SitDown) -> None:
    table, person = work.house.table(command.table), work.by
    if not table.is_open:
        raise CardroomError("table-closed", f"{table.title} is closed.")
    rounds.require_working(table)
    if table.plan.is_real:
        raise CardroomError("real-cards", f"The cards of {table.title} are real: take a seat at the felt.")
    if table.is_closing:
        raise CardroomError(
            "table-closing", f"{table.title} is closing: no new round begins there. Choose another one."
        )
    if not 1 <= command.seat <= table.plan.settings.seats:
        raise CardroomError("unknown-seat", f"{table.title} has seats 1 to {table.plan.settings.seats}.")
    if command.seat in table.seats:
        raise CardroomError("seat-taken", f"Seat {command.seat} is taken; choose another one.")
    if any(sitter.person == person.id for sitter in table.seats.values()):
        raise CardroomError("seated-already", "One person plays one seat of a table; you have one here already.")
    require_unlike_others(work.house, table, person.id, person.name)
    if command.seat in table.round_people and table.is_playing:
        raise CardroomError("seat-in-play", f"Seat {command.seat} has a hand in play; wait for the next round.")
    _validate_chips(work, table, command.buy_in)
    if command.buy_in < table.plan.settings.minimum:
        raise CardroomError("small-buy-in", f"Buy in for at least {show_money(table.plan.settings.minimum)}.")
    _buy_chips(work, table, SatDown(seat=command.seat, person=person.id, name=person.name, chips=command.buy_in))


def top_up(work: UnitOfWork, command: TopUp) -> None:
    table = work.house.table(command.table)
    seat = table.seat_of(work.by.id)
    _validate_chips(work, table, command.amount)
    _buy_chips(work, table, ToppedUp(seat=seat, chips=command.amount))


def _validate_chips(work: UnitOfWork, table: LiveTable, amount: Money) -> None:
    wallet, chip = work.balance(accounts.wallet(work.by.id)), table.plan.settings.chip
    if amount % chip:
        raise CardroomError(
            "odd-chips", f"Chips at this table are {show_money(chip)} each; {show_money(amount)} is not a whole number."
        )
    if amount > wallet:
        raise CardroomError(
            "short-of-money",
            f"You have {show_money(wallet)} in your wallet, not {show_money(amount)}.{_elsewhere(work, table)}",
        )


def _elsewhere(work: UnitOfWork, here: LiveTable) -> str:
    """Where the rest of a person's money is."""
    others = [
        (table.title, work.balance(accounts.stack(table.id, work.by.id)))
        for table in work.house.tables.values()
        if table is not here and any(sitter.person == work.by.id for sitter in table.seats.values())
    ]
    told = ", and ".join(f"your {show_money(chips)} is at {title}" for title, chips in others if chips)
    return f" {told[0].upper()}{told[1:]}: stand up there first." if told else ""


def _buy_chips(work: UnitOfWork, table: LiveTable, event: SatDown | ToppedUp) -> None:
    """Cash goes into the drop box and chips come out of the tray."""
    person, amount = work.by.id, event.chips
    work.at_table(
        table,
        event,
        transfer(accounts.wallet(person), accounts.drop(table.id), amount, PostingCode.BUY_IN),
        transfer(accounts.tray(table.id), accounts.stack(table.id, person), amount, PostingCode.CHIPS_BOUGHT),
    )
    bank.keep_tray_filled(work, table)
    threshold = work.house.floor.thresholds.cash_report
    before = work.house.bought.get(person, 0) if work.day == work.house.day else 0
    today = before + amount
    if threshold is not None and today >= threshold:
        work.in_house(Flagged(kind=FlagKind.CASH, person=person, amount=today, table=table.id))


def stand_up(work: UnitOfWork, command: StandUp) -> None:
    table = work.house.table(command.table)
    is_staff = work.by.role not in PLAYERS
    if is_staff and command.seat is None:
        raise CardroomError("no-seat", "Say which seat is to be cleared.")
    seat = command.seat if is_staff and command.seat is not None else table.seat_of(work.by.id)
    if seat not in table.seats:
        raise CardroomError("empty-seat", f"Nobody sits at seat {seat}.")
    if table.is_playing and seat in table.current_round().state.seats:
        if table.current_round().state.phase is not Phase.BETTING:
            told = f"The hand of seat {seat} is in play; clear the seat when the round is over."
            raise CardroomError(
                "hand-in-play", told if is_staff else "Your hand is in play; finish it before you leave."
            )
        rounds.carry_out(work, table, t.Bet(seat, {}))
    if work.by.role not in MANAGING:
        require_no_award_due(work.house, table, table.seats[seat].person)
    bank.cash_out(work, table, seat)
    friends.pass_on(work, table)


def set_pace(work: UnitOfWork, command: SetPace) -> None:
    table = work.house.table(command.table)
    seat = table.seat_of(work.by.id)
    if table.pace_of(seat) == command.pace:
        raise CardroomError("same-pace", f"Seat {seat} is at {command.pace} speed already.")
    work.at_table(table, PaceSet(seat=seat, pace=command.pace))


def sit_out(work: UnitOfWork, command: SitOut) -> None:
    table = work.house.table(command.table)
    is_own = work.by.role in PLAYERS
    seat = table.seat_of(work.by.id) if is_own or command.seat is None else command.seat
    if seat not in table.seats:
        raise CardroomError("empty-seat", f"Nobody sits at seat {seat}.")
    if seat in table.away_seats:
        raise CardroomError("away", f"Seat {seat} is not waited for already.")
    work.at_table(table, SatOut(seat=seat, cause=Absence.ASKED if is_own else command.cause))


def come_back(work: UnitOfWork, command: ComeBack) -> None:
    table = work.house.table(command.table)
    seat = table.seat_of(work.by.id)
    if seat not in table.away_seats:
        raise CardroomError("not-away", f"Seat {seat} is waited for as it is.")
    rounds.mark_present(work, table, seat)
