"""Rounds that are over, put right and printed. What was paid then is looked up in the log before it comes here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.errors import CardroomError, require_reason
from cardroom.house.features.corrections.messages import CorrectRound, InLog, PrintRound, RoundCorrected, RoundPrinted
from cardroom.house.features.rounds.round_postings import correction_postings, net_to_player
from cardroom.house.features.tables.bank import keep_tray_filled, require_can_have_held, require_in_tray
from cardroom.house.kernel import accounts
from cardroom.house.kernel.dual_control import require_two
from cardroom.ledger import Account, PostingCode
from cardroom.money import Money, show_money

if TYPE_CHECKING:
    from cardroom.house.engine.live_table import LiveTable
    from cardroom.house.engine.unit_of_work import UnitOfWork

MOST = 100  # prints and corrections of one round


def correct(work: UnitOfWork, command: CorrectRound) -> None:
    """The difference moves between the house and whoever held the seat, wherever that person's money is now."""
    table, found = work.house.table(command.table), _found(command.found)
    alone = "It takes two people: one is signed in and enters it, and another one, a supervisor, swipes a card for it."
    require_two(work.house, work.entered_by, work.by, alone)
    _require_fresh(table, found.as_of)
    _require_few(found.later)
    paid = found.booked if command.paid is None else command.paid
    due = found.booked if command.due is None else command.due
    require_reason(command.why, "a correction")
    if paid == due == found.booked:
        raise CardroomError(
            "no-mispay", f"{show_money(due)} is what is booked for this wager: there is nothing to correct."
        )
    if due != found.booked and not found.is_over:
        raise CardroomError(
            "round-in-play",
            "While the round goes on only what was handed over wrongly is put right; what is due can be corrected when"
            " it is over.",
        )
    house = accounts.tray(table.id) if table.is_open else accounts.CAGE
    require_in_tray(work, table, paid - found.booked)
    if due > found.booked and not table.is_open:
        require_can_have_held(work, table, due, "cannot be due")
    player = _money_of(table, found.person)
    event = RoundCorrected(
        round_id=command.round_id, seat=command.seat, wager=command.wager, person=found.person, booked=found.booked,
        paid=paid, due=due, why=command.why, entered_by=work.entered_by, approved_by=work.by.id,
        kept=_kept(table, found, due) if due != found.booked else 0,
    )  # fmt: skip
    _require_enough(work, player, found.person, -event.more)
    postings = correction_postings(house, player, command.wager, found.booked, paid, due)
    work.at_table(table, event, *postings, *net_to_player(house, player, -event.kept, PostingCode.OVER_CAP))
    if table.is_open:
        keep_tray_filled(work, table)


def _kept(table: LiveTable, found: InLog, due: Money) -> Money:
    """What the posted cap keeps back more than before: nobody wins more by a correction than by the cards.

    It is the cap that was reached in the round, or else the one that is posted now; a round that won more than that,
    and all of it was paid, is older than the cap.
    """
    seat = found.of_seat
    cap = None if seat is None else seat.cap if seat.cap is not None else table.plan.payout_cap
    if seat is None or cap is None:
        return 0
    before, after = (seat.others + max(back - seat.stake, 0) for back in (found.booked, due))
    return 0 if before > cap and not seat.kept else max(after - cap, 0) - seat.kept


def print_round(work: UnitOfWork, command: PrintRound) -> None:
    table = work.house.table(command.table)
    if command.prints is None:
        raise _not_looked_up()
    _require_few(command.prints)
    event = RoundPrinted(round_id=command.round_id, number=command.prints + 1, by=work.by.id)
    work.at_table(table, event)


def _found(found: InLog | None) -> InLog:
    if found is None:
        raise _not_looked_up()
    return found


def _not_looked_up() -> CardroomError:
    return CardroomError(
        "not-looked-up", "The round has not been looked up in the log; send the command to the server."
    )


def _require_fresh(table: LiveTable, as_of: int) -> None:
    """Two people may look at the same wager at the same time: only one of them corrects it."""
    if as_of < table.corrected:
        raise CardroomError(
            "corrected-meanwhile", f"A round of {table.title} has been corrected meanwhile: look at it again."
        )


def _require_few(times: int) -> None:
    if times >= MOST:
        raise CardroomError("too-often", f"The round has been corrected or printed {times} times: that is enough.")


def _money_of(table: LiveTable, person: str) -> Account:
    """Chips before whoever sits here still; otherwise the wallet. The cage keeps it for a guest who is gone."""
    sits = any(sitter.person == person for sitter in table.seats.values())
    return accounts.stack(table.id, person) if sits else accounts.wallet(person)


def _require_enough(work: UnitOfWork, account: Account, person: str, taken: Money) -> None:
    held = work.balance(account)
    if taken > held:
        known = work.house.people.get(person)
        where = "in the wallet" if account == accounts.wallet(person) else "in chips at this table"
        raise CardroomError(
            "short-of-chips",
            f"{show_money(taken)} is to come back, and {known.name if known else person} has {show_money(held)} {where}"
            " only: nothing has been moved.",
        )
