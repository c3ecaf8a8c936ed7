"""What happened, in a sentence each."""

from __future__ import annotations

from cardroom.cards import show_cards
from cardroom.games.catalogue import find_game
from cardroom.games.model import Game, Verdict
from cardroom.games.paytable import line_name
from cardroom.money import show_gain, show_money
from cardroom.table.commands import Holder, VoidCause
from cardroom.table.events import (
    AnyEvent,
    BetPlaced,
    BetsClosed,
    CardExposed,
    CardsBurned,
    Checked,
    DealerRevealed,
    DiceRolled,
    EmptySeatsCollected,
    Folded,
    HandFouled,
    HandKept,
    HandRemoved,
    HandShown,
    JackpotBetTaken,
    LateBetRefused,
    MispayCorrected,
    PacketDealt,
    Qualified,
    Raised,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    ShufflerCleared,
    Surrendered,
    TakenBack,
    WagerSettled,
)


def round_event_in_words(event: AnyEvent, game: Game, hand: str = "") -> str:
    """An event as a sentence, without its citation; a hand that it speaks of by its name, where that is known."""
    makes = f": {hand}" if hand else ""
    match event:
        case RoundOpened():
            return f"Round {event.round_id} of {game.name} is open for bets."
        case BetPlaced():
            bets = ", ".join(f"{w.name} {show_money(event.stakes[w.id])}" for w in game.wagers if w.id in event.stakes)
            return f"Seat {event.seat} bets {bets}." if bets else f"Seat {event.seat} takes its bets back."
        case BetsClosed():
            return "No more bets."
        case JackpotBetTaken():
            return f"Seat {event.seat}: {game.wager(event.wager).name} of {show_money(event.stake)} is taken in."
        case DiceRolled():
            shown = "-".join(map(str, event.dice))
            return f"Dice {shown} make {sum(event.dice)}: the deal begins with {show_holder(event.first)}."
        case PacketDealt():
            return _tell_packet(event, hand)
        case EmptySeatsCollected():
            return f"Packets of empty seats {', '.join(map(str, event.seats))} go to the discard rack."
        case ShufflerCleared():
            return f"The remaining {event.cards_left} cards leave the shuffler."
        case Raised():
            return (
                f"Seat {event.seat} bets {game.wager(event.wager).name} {event.multiple}x, {show_money(event.stake)}."
            )
        case CardsBurned():
            return f"{event.count} cards are put aside unseen."
        case Folded():
            return f"Seat {event.seat} folds."
        case Checked():
            return f"Seat {event.seat}: {event.option}."
        case TakenBack():
            return f"Seat {event.seat} takes the {game.wager(event.wager).name} of {show_money(event.stake)} back."
        case Surrendered():
            lost = show_money(event.stake - event.back)
            return f"Seat {event.seat} surrenders: {lost} of the {game.wager(event.wager).name} is lost."
        case CardExposed():
            return f"The dealer turns {event.card}."
        case DealerRevealed():
            qualifies = "" if event.qualifies else "; the dealer does not qualify"
            return f"The dealer shows {show_cards(event.cards)}{makes}{qualifies}."
        case HandShown():
            return f"Seat {event.seat} shows {show_cards(event.cards)}{makes}."
        case WagerSettled():
            return f"Seat {event.seat}: {game.wager(event.wager).name} {_tell_settlement(event, hand)}."
        case Qualified():
            hits = f"hits {line_name(event.line)}, which pays {event.pays}"
            return f"Seat {event.seat}: {game.wager(event.wager).name} {hits}."
        case HandKept():
            return f"The hand of {show_holder(event.holder)} stays face up ({event.kept_for.told})."
        case HandRemoved():
            return f"The hand of {show_holder(event.holder)} is removed."
        case RoundClosed():
            totals = ", ".join(f"seat {seat} {show_gain(amount)}" for seat, amount in event.results.items())
            return f"The round is closed: {totals}."
        case RoundVoided():
            return f"The round is void ({event.cause.told(event.why)}); every stake goes back."
        case HandFouled():
            return f"The hand of seat {event.seat} is fouled ({event.why}); its stakes go back."
        case LateBetRefused():
            wager = game.wager(event.wager).name
            return f"Seat {event.seat}: a late {wager} bet of {show_money(event.amount)} is pushed back."
        case MispayCorrected():
            paid, due = show_money(event.paid), show_money(event.due)
            wager = game.wager(event.wager).name
            return f"Seat {event.seat}: {wager} got {paid} instead of {due}; made good ({event.why})."


def show_holder(holder: Holder) -> str:
    """A holder in words: “seat 3”, “the dealer”, or the name of a hand of the table."""
    return f"seat {holder}" if isinstance(holder, int) else f"the {holder}"


def _tell_packet(event: PacketDealt, hand: str) -> str:
    to = "the table" if event.to == "community" else show_holder(event.to)
    what = f"{event.count} card{'s'[: event.count != 1]} to {to}"
    if event.cards is not None:
        some_up = f" ({show_cards(event.up)} up)" if 0 < len(event.up) < event.count else ""
        makes = f", {hand}" if hand else ""
        return f"{what}: {show_cards(event.cards)}{some_up}{makes}."
    return f"{what}" + (f", {show_cards(event.up)} up." if event.up else ", face down.")


def _tell_settlement(event: WagerSettled, hand: str) -> str:
    on = f" on {hand}" if hand else ""
    match event.verdict:
        case Verdict.LOSE:
            return f"loses {show_money(event.stake)}"
        case Verdict.PUSH:
            return f"pushes, {show_money(event.stake)} back"
        case Verdict.WIN:
            return f"pays {event.pays}{on}: {show_gain(event.net)}"


def stopped_in_words(cause: VoidCause, game: str) -> str:
    """Why a round cannot go on."""
    match cause:
        case VoidCause.RULES_FAIL:
            return f"The rules of {find_game(game).name} cannot be asked: its file fails."
        case VoidCause.RULES_CHANGED:
            return f"The rules of {find_game(game).name} are others than when this round began."
        case _:
            return f"The rules of “{game}” are not to be had."
