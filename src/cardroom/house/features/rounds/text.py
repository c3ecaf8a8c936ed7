"""Rounds in words."""

from __future__ import annotations

from cardroom.games.model import Game
from cardroom.games.round_facts import SEAT
from cardroom.house.features.rounds.messages import (
    CardsShown,
    PayoutCapped,
    PayoutCorrected,
    PayoutDiffered,
    RoundAtTable,
    SeedLost,
    ShufflerPressed,
)
from cardroom.house.kernel.feature_table import Noted
from cardroom.money import show_money


def told(event: RoundAtTable, game: Game | None) -> str:
    """To those at the table; "" where it is the staff's business, or says nothing new."""
    match event:
        case CardsShown():
            return f"{_shown(event)}: {' '.join(event.cards)}."
        case ShufflerPressed():
            return "" if event.press == "mode" else "The dealer presses the green button of the shuffler."
        case PayoutDiffered():
            return f"The payout of seat {event.seat} is looked into by a supervisor."
        case PayoutCorrected():
            return f"The payout of seat {event.seat} is put right."
        case PayoutCapped():
            return f"Seat {event.seat} wins {show_money(event.won)}; the posted cap pays {show_money(event.cap)}."
        case _:
            return ""


def significant(event: RoundAtTable, noted: Noted) -> str:
    """To the staff."""
    table = noted.table
    match event:
        case CardsShown():
            cards, people = " ".join(event.cards), f"entered by {event.entered_by}, verified by {event.verified_by}"
            return f"Table {table}, round {event.round_id}, {event.holder} for seat {event.seat}: {cards}, {people}."
        case PayoutCapped():
            capped = f"{show_money(event.won)} cut to {show_money(event.cap)}"
            return f"Table {table}, round {event.round_id}, seat {event.seat}: {capped}."
        case PayoutDiffered():
            paid = f"{show_money(event.entered)} counted out instead of {show_money(event.due)}"
            return f"Table {table}, round {event.round_id}, seat {event.seat}: {paid}, by {event.dealer}."
        case PayoutCorrected():
            paid = f"{show_money(event.entered)} instead of {show_money(event.due)}"
            over = "made good" if event.handed_over else "nothing was handed over"
            return f"Round {event.round_id}, seat {event.seat}: {paid}, {over}, {event.why}."
        case SeedLost():
            given_up = f"Round {event.round_id} is given up: its key {event.seal_key} is lost"
            return f"{given_up}, as {event.entered_by} has entered."
        case _:
            return ""


def _shown(event: CardsShown) -> str:
    return f"Seat {event.seat} shows" if event.holder == SEAT else f"The {event.holder} cards are"
