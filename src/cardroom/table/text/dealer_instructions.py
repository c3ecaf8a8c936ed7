"""The dealer's next act as one would say it to him: "Give seat 3 a packet of seven cards, face down."

Written once, from the game's stages and the state of the round. What comes of cards that are still to be turned is
never said here, but for the settlement of the seat whose hand this very act turns: see `settled_in_words`.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from cardroom.games.model import Deal, Expose, Kind, Return, Verdict
from cardroom.games.paytable import line_name
from cardroom.games.round_facts import COMMUNITY, DEALER
from cardroom.money import Money, show_money
from cardroom.table.commands import (
    BurnCards,
    ClearShuffler,
    CloseBets,
    CloseRound,
    CollectEmptySeats,
    DealPacket,
    ExposeCard,
    ReturnWager,
    RevealHand,
    RollDice,
    Seat,
    SettleSeat,
    SettleSecondPass,
    TakeFolded,
)
from cardroom.table.engine.procedure import ProcedureStep, lost_by_folding
from cardroom.table.events import AnyEvent, Qualified, WagerSettled
from cardroom.table.round_state import RoundState

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Said(msgspec.Struct, frozen=True):
    """An act, as it is lettered on its button and as it is said; with the rule that it follows."""

    label: str
    words: str
    cite: str = ""


def next_instruction(state: RoundState, step: ProcedureStep) -> Said:
    """What the dealer does next."""
    game, (act, stage) = state.game, step
    cite = game.cite(rule) if (rule := getattr(stage, "rule", "")) else ""
    match act, stage:
        case CloseBets(), _:
            return Said("NO MORE BETS", "When all who want to have bet: close the betting.", cite)
        case RollDice(), Deal():
            return Said("ROLL DICE", "Roll the three dice: they say where the deal begins.", game.cite(stage.dice_rule))
        case BurnCards(), Deal():
            return Said("PUT ASIDE", f"Put {_cards(stage.burn)} aside, face down.", cite)
        case DealPacket(), Deal():
            return Said(_deal_label(act), _deal(state, act, stage), cite)
        case CollectEmptySeats(), Deal():
            seats = list_in_words(map(str, state.packets_to_empty_seats))
            return Said(
                "COLLECT",
                f"Put the packets of the empty seats {seats} into the discard rack.",
                game.cite(stage.dice_rule),
            )
        case ClearShuffler(), _:
            button = "the green button" if game.shuffler is not None else "the button"
            label = "GREEN BUTTON" if game.shuffler is not None else "CLEAR SHUFFLER"
            return Said(label, f"Press {button}: the remaining cards leave the shuffler.", cite)
        case TakeFolded(), _:
            lost = list_in_words(f"the {game.wager(name).name}" for name in lost_by_folding(state, act.seat))
            return Said(f"TAKE SEAT {act.seat}", f"Seat {act.seat} has given its hand up: take {lost}.")
        case ExposeCard(), Expose():
            which = "card" if stage.cards == 1 else f"{_number(stage.cards)} cards"
            return Said("TURN CARD" if stage.cards == 1 else "TURN CARDS", f"Turn the next {which}.", cite)
        case RevealHand(), _:
            return Said("TURN YOUR HAND", "Turn your hand over.", cite)
        case ReturnWager(), Return():
            stake = show_money(state.seats[act.seat].open[stage.wager])
            words = f"Seat {act.seat}: give the {game.wager(stage.wager).name} of {stake} back."
            return Said(f"GIVE BACK SEAT {act.seat}", words, cite)
        case SettleSeat(), _:
            return Said(f"SETTLE SEAT {act.seat}", f"Settle seat {act.seat}.", cite)
        case SettleSecondPass(), _:
            return Said(f"SETTLE SEAT {act.seat}", f"Second pass: settle seat {act.seat}.", cite)
        case CloseRound(), _:
            return Said("CLOSE ROUND", "All is paid and taken: lock the cards up and close the round.")
    raise AssertionError(f"{act} has no place in {stage}")


def settled_in_words(state: RoundState, seat: Seat, planned: Iterable[AnyEvent]) -> str:
    """The settlement of the seat that is next: "Seat 2: take the Ante and the Blind; pay the Play 1 to 1." """
    game = state.game
    taken, left, paid, hit = [], [], [], []
    for event in planned:
        match event:
            case WagerSettled() if game.wager(event.wager).kind is Kind.JACKPOT:
                pass  # its wager was taken in when the game started
            case WagerSettled():
                name = f"the {game.wager(event.wager).name}"
                if event.net < 0:
                    taken.append(name)
                elif event.verdict is Verdict.PUSH:
                    left.append(name)
                else:
                    paid.append(f"{name} {event.pays} ({show_money(event.net)})")
            case Qualified():
                hit.append(f"the {game.wager(event.wager).name} hits {line_name(event.line)}, which its console pays")
            case _:
                pass
    parts = [
        f"take {list_in_words(taken)}" if taken else "",
        f"leave {list_in_words(left)}" if left else "",
        f"pay {list_in_words(paid)}" if paid else "",
        *hit,
    ]
    said = "; ".join(part for part in parts if part)
    return f"Seat {seat}: {said}." if said else f"Turn the hand of seat {seat}: nothing is left to pay or to take."


def amount_pushed(state: RoundState, planned: Iterable[AnyEvent]) -> Money:
    """What a dealer pushes to a seat beyond the stakes that lie there. A jackpot's pays are its console's."""
    settled = (event for event in planned if isinstance(event, WagerSettled))
    return sum(max(event.net, 0) for event in settled if event.wager not in state.settings.jackpot_wagers)


def is_paid_or_taken(state: RoundState, planned: Iterable[AnyEvent]) -> bool:
    """Whether an act settles any wager of the tray; a hand may also be turned only for the others' sake."""
    return any(
        isinstance(event, WagerSettled) and event.wager not in state.settings.jackpot_wagers for event in planned
    )


def list_in_words(names: Iterable[str]) -> str:
    """ "the Ante, the Blind and the Play" """
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _deal_label(act: DealPacket) -> str:
    to = f"SEAT {act.to}" if isinstance(act.to, int) else "YOURSELF" if act.to == DEALER else str(act.to).upper()
    return f"DEAL {to}"


def _deal(state: RoundState, act: DealPacket, stage: Deal) -> str:
    face = "face up" if stage.face_up else "face down"
    cards = _cards(stage.cards)
    packet = cards if stage.cards == 1 else f"a packet of {cards}"
    if isinstance(act.to, int):
        if act.to not in state.seats:
            return f"Give the empty seat {act.to} {packet}: the dice count it, too."
        return f"Give seat {act.to} {packet}, {face}."
    if act.to == DEALER:
        up = stage.dealer_up
        turned = "" if not up else ", and turn the last one up" if up == 1 else f", and turn the last {_number(up)} up"
        return f"Take {packet} yourself, {face}{turned}."
    if act.to == COMMUNITY:
        return f"Lay {cards} out for the table, {face}."
    return f"Deal {cards} to the {act.to}'s hand, {face}."


def _cards(count: int) -> str:
    return "one card" if count == 1 else f"{_number(count)} cards"


def _number(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)
