"""Significant events in words: what someone who answers for the house reads of them. Nothing of it is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from cardroom.house.engine.feature_order import FEATURES
from cardroom.house.engine.significant_events import kind_of
from cardroom.house.kernel.feature_table import Noted
from cardroom.house.log.records import AnyPart, LinkPart, Record, TablePart
from cardroom.jackpots.text.transcript import event_in_words as tell_jackpot
from cardroom.money import show_money
from cardroom.table.events import EventOfRound, HandFouled, LateBetRefused, MispayCorrected, RoundVoided

AnyEvent = Any  # of the kind that its part has
WORDS: dict[type[msgspec.Struct], Callable[[Any, Noted], str]] = {
    row.kind: feature.significant for feature in FEATURES for row in feature.events if feature.significant is not None
}


def event_in_words(part: AnyPart, event: AnyEvent, record: Record, round_id: str) -> str:
    """An event of a record, as a sentence; `round_id` is the round of its table. "": it is not significant."""
    if kind_of(part, event) is None:
        return ""
    match part:
        case TablePart() if isinstance(event, EventOfRound):
            return _in_round(round_id, event)
        case LinkPart():
            return f"{part.link}: {tell_jackpot(event)}"
        case _:
            table = part.table if isinstance(part, TablePart) else ""
            return WORDS[type(event)](event, Noted(record.by, record.role, record.version, table))


def _in_round(round_id: str, event: AnyEvent) -> str:
    match event:
        case RoundVoided():
            return f"Round {round_id} is void: {event.cause.told(event.why)}."
        case HandFouled():
            return f"Round {round_id}, seat {event.seat}: the hand is fouled, {event.why}."
        case MispayCorrected():
            paid = f"{show_money(event.paid)} instead of {show_money(event.due)}"
            return f"Round {round_id}, seat {event.seat}, {event.wager}: {paid}, {event.why}."
        case LateBetRefused():
            late = f"late {event.wager} of {show_money(event.amount)}"
            return f"Round {round_id}, seat {event.seat}: a {late} is pushed back."
        case _:
            return ""
