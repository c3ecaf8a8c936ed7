"""Corrections in words."""

from __future__ import annotations

from cardroom.games.model import Game
from cardroom.house.features.corrections.messages import CorrectionAtTable, RoundCorrected
from cardroom.house.kernel.feature_table import Noted
from cardroom.money import show_money


def told(event: CorrectionAtTable, game: Game | None) -> str:
    """To those at the table; "" where it is the staff's business, or says nothing new."""
    match event:
        case RoundCorrected():
            return _corrected(event, game)
        case _:
            return ""


def significant(event: CorrectionAtTable, noted: Noted) -> str:
    """To the staff."""
    table = noted.table
    match event:
        case RoundCorrected():
            return corrected_in_words(table, event)
        case _:
            return ""


def cap_in_words(event: RoundCorrected) -> str:
    """What a posted cap has to do with a correction; "" where it has nothing."""
    if not event.kept:
        return ""
    return f"; the posted cap keeps {show_money(abs(event.kept))} {'of it' if event.kept > 0 else 'less'} back"


def corrected_in_words(table: str, event: RoundCorrected) -> str:
    where = f"Table {table}, round {event.round_id}, seat {event.seat}, {event.wager}"
    handed = f", {show_money(event.paid)} handed over" if event.paid != event.booked else ""
    people = f"entered by {event.entered_by}, approved by {event.approved_by}"
    return (
        f"{where}: {show_money(event.booked)} booked{handed}, {show_money(event.due)} due{cap_in_words(event)}:"
        f" {event.why.rstrip('.')}; {people}."
    )


def _corrected(event: RoundCorrected, game: Game | None) -> str:
    names = {} if game is None else {wager.id: wager.name for wager in game.wagers}
    handed = f" ({show_money(event.paid)} was handed over)" if event.paid != event.booked else ""
    return (
        f"Round {event.round_id}, seat {event.seat}: {names.get(event.wager, event.wager)} is put right,"
        f" {show_money(event.due)} instead of {show_money(event.booked)}{handed}{cap_in_words(event)}."
        if event.due != event.booked
        else f"Round {event.round_id}, seat {event.seat}: {names.get(event.wager, event.wager)} got"
        f" {show_money(event.paid)} instead of {show_money(event.due)}; made good."
    )
