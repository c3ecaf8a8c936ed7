"""What goes wrong at a table, and how the house makes it good: misdeals, fouled hands, late bets, mispays."""

from __future__ import annotations

from cardroom.errors import CardroomError, require_reason
from cardroom.games.citations import Procedure
from cardroom.games.model import Kind
from cardroom.money import show_money
from cardroom.table.commands import (
    CorrectMispay,
    DeclareMisdeal,
    FoulHand,
    Irregularity,
    RefuseLateBet,
    VoidCause,
    VoidRound,
)
from cardroom.table.engine.betting import validate_seat
from cardroom.table.events import HandFouled, LateBetRefused, MispayCorrected, RoundVoided
from cardroom.table.round_state import Phase, RoundState


def perform(
    state: RoundState, command: Irregularity | VoidRound
) -> RoundVoided | HandFouled | LateBetRefused | MispayCorrected:
    """What happens when this is declared."""
    match command:
        case DeclareMisdeal():
            require_reason(command.why, "an irregularity")
            return _void(state, VoidCause.DECLARED, command.why)
        case VoidRound():
            return _void(state, command.cause)
        case FoulHand():
            return _foul(state, command)
        case RefuseLateBet():
            return _refuse_late_bet(state, command)
        case CorrectMispay():
            return _correct_mispay(state, command)


def _void(state: RoundState, cause: VoidCause, why: str = "") -> RoundVoided:
    refunds = {number: dict(seat.stakes) for number, seat in sorted(state.seats.items())}
    return RoundVoided(cause=cause, why=why, refunds=refunds, rule=Procedure.MISDEAL.rule)


def _foul(state: RoundState, command: FoulHand) -> HandFouled | RoundVoided:
    require_reason(command.why, "an irregularity")
    if command.holder == "dealer":
        if not state.dealer:
            raise CardroomError("no-hand", "The dealer has no hand to declare fouled; declare a misdeal instead.")
        return _void(state, VoidCause.DECLARED, command.why)
    hand = state.seats.get(command.holder)
    if state.phase is not Phase.PLAYING or hand is None or not hand.cards or hand.fouled:
        raise CardroomError("no-hand", f"Seat {command.holder} has no hand to declare fouled.")
    if hand.shown or not hand.open:
        raise CardroomError("settled", f"Seat {command.holder} is settled already; correct the pay instead.")
    return HandFouled(
        seat=command.holder,
        why=command.why,
        refunds=dict(hand.stakes),
        rule=Procedure.FOULED_HAND.rule,
    )


def _refuse_late_bet(state: RoundState, command: RefuseLateBet) -> LateBetRefused:
    validate_seat(state.settings, command.seat)
    if state.phase is Phase.BETTING:
        raise CardroomError("bets-open", "The betting is still open: this bet is not late.")
    if command.amount <= 0:
        raise CardroomError("bad-amount", f"A bet must be more than {show_money(0)}.")
    return LateBetRefused(
        seat=command.seat,
        wager=state.game.wager(command.wager).id,
        amount=command.amount,
        rule=Procedure.LATE_BET.rule,
    )


def _correct_mispay(state: RoundState, command: CorrectMispay) -> MispayCorrected:
    require_reason(command.why, "an irregularity")
    hand = state.seats.get(command.seat)
    if hand is None or command.wager not in hand.paid_back or state.game.wager(command.wager).kind is Kind.JACKPOT:
        raise CardroomError("not-settled", f"Seat {command.seat} has no settled wager “{command.wager}” to correct.")
    due = hand.paid_back[command.wager]
    if command.paid < 0 or command.paid == due:
        raise CardroomError("no-mispay", f"{show_money(due)} is what was due: there is nothing to correct.")
    return MispayCorrected(
        seat=command.seat,
        wager=command.wager,
        paid=command.paid,
        due=due,
        why=command.why,
        rule=Procedure.MISPAY.rule,
    )
