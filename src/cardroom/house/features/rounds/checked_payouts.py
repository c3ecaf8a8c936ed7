"""What a dealer counts out where payouts are checked, what he presses at the shuffler, and what is put right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.errors import CardroomError, require_reason
from cardroom.house.features.rounds import handlers as rounds
from cardroom.house.features.rounds.messages import (
    CorrectPayout,
    PayoutChecked,
    PayoutCorrected,
    PayoutDiffered,
    PaySeat,
    PressShuffler,
    ShufflerPressed,
)
from cardroom.house.features.tables.bank import require_in_tray
from cardroom.house.floor import Dealer
from cardroom.house.kernel import accounts
from cardroom.ledger import Posting, PostingCode, transfer
from cardroom.table import commands as t
from cardroom.table.text.dealer_instructions import amount_pushed

if TYPE_CHECKING:
    from cardroom.house.engine.live_table import LiveTable
    from cardroom.house.engine.unit_of_work import UnitOfWork


def pay_seat(work: UnitOfWork, command: PaySeat) -> None:
    """The right figure settles the seat. Another one moves no money: the table waits for a supervisor."""
    table = work.house.table(command.table)
    if not table.plan.is_checked:
        raise CardroomError("not-checked", f"Payouts at {table.title} are not entered: Cardroom pays.")
    rounds.require_not_suspended(work, table)
    rounds.require_counted(work, table)
    round_ = table.current_round()
    act = round_.next_act()
    if not isinstance(act, t.SettleSeat | t.SettleSecondPass) or act.seat != command.seat:
        raise CardroomError("out-of-order", f"Seat {command.seat} is not the next to be settled.")
    planned = round_.plan(act)
    due, dealer = amount_pushed(round_.state, planned), dealer_at(work, table)
    if command.paid != due:
        work.at_table(
            table,
            PayoutDiffered(round_id=table.round_id, seat=command.seat, entered=command.paid, due=due, dealer=dealer),
        )
        return
    work.at_table(table, PayoutChecked(round_id=table.round_id, seat=command.seat, paid=due, dealer=dealer))
    rounds.go_on(work, table, planned)


def correct_payout(work: UnitOfWork, command: CorrectPayout) -> None:
    """The seat is settled as it should have been; what went over by mistake is in the books, and made good."""
    table = work.house.table(command.table)
    wrong = table.mispaid
    if wrong is None:
        raise CardroomError("no-mispay", f"No payout at {table.title} waits to be corrected.")
    require_reason(command.why, "a correction")
    if table.suspended is not None:
        raise CardroomError("table-suspended", f"{table.title} is suspended: let it go on, then correct the payout.")
    round_ = table.current_round()
    act = round_.next_act()
    assert isinstance(act, t.SettleSeat | t.SettleSecondPass), "nothing is dealt before it is put right"
    planned = round_.plan(act)
    due = amount_pushed(round_.state, planned)  # another's hand may have been declared dead meanwhile
    rounds.go_on(work, table, planned)
    corrected = PayoutCorrected(
        round_id=wrong.round_id, seat=wrong.seat, entered=wrong.entered, due=due, dealer=wrong.dealer,
        why=command.why, handed_over=command.handed_over,
    )  # fmt: skip
    is_mispay = command.handed_over and wrong.entered != due
    if is_mispay:
        require_in_tray(work, table, wrong.entered - due)
    work.at_table(table, corrected, *(_made_good(table, corrected) if is_mispay else ()))


def _made_good(table: LiveTable, event: PayoutCorrected) -> tuple[Posting, Posting]:
    """The difference as it was handed over, and back."""
    wrong = event.entered - event.due
    tray, stack = accounts.tray(table.id), accounts.stack(table.id, table.people()[event.seat])
    giver, receiver = (tray, stack) if wrong > 0 else (stack, tray)
    return (
        transfer(giver, receiver, abs(wrong), PostingCode.MISPAY, seat=event.seat),
        transfer(receiver, giver, abs(wrong), PostingCode.MADE_GOOD, seat=event.seat),
    )


def dealer_at(work: UnitOfWork, table: LiveTable) -> str:
    """Whose hands they are: whoever is tapped in, or else whoever is signed in there."""
    there = table.dealing
    return there.person if there is not None else work.entered_by


def press_shuffler(work: UnitOfWork, command: PressShuffler) -> None:
    table = work.house.table(command.table)
    game = table.plan.settings.rules
    shuffler = game.shuffler
    if table.plan.dealer is not Dealer.HUMAN or table.plan.is_real or shuffler is None:
        raise CardroomError("no-shuffler", f"No press at a shuffler is recorded at {table.title}.")
    rules = {"mode": shuffler.mode_rule, "first": shuffler.first_rule, "count": shuffler.count_rule}
    if not rules[command.press]:
        raise CardroomError("no-shuffler", f"The sheet of {game.name} has no such press at the shuffler.")
    rounds.require_not_suspended(work, table)
    round_id = ""
    if command.press != "mode":
        round_id = table.current_round().state.round_id
        before = table.shuffler
        if before is not None and round_id == (before.first if command.press == "first" else before.counted):
            raise CardroomError("pressed", "The green button has been pressed for this already.")
    work.at_table(
        table,
        ShufflerPressed(press=command.press, round_id=round_id, mode=shuffler.mode, rule=rules[command.press]),
    )
