"""What happens at a table of the house in sentences; the round's own events are told by the table room."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from cardroom.games.model import Game
from cardroom.house.engine.feature_order import FEATURES
from cardroom.house.kernel.people import PLAYERS, Role
from cardroom.house.log import events as e
from cardroom.table.events import EventOfRound
from cardroom.table.text.transcript import round_event_in_words
from cardroom.table.text.transcript_lines import TranscriptLine, line

WORDS: dict[type[msgspec.Struct], Callable[[Any, Game | None], str]] = {
    row.kind: feature.told for feature in FEATURES for row in feature.events if feature.told is not None
}


def in_words(event: e.TableEvent, game: Game | None, hand: str = "") -> str:
    """An event as a sentence; "" where it is the staff's business, says nothing new, or its game is gone."""
    if isinstance(event, EventOfRound):
        return "" if game is None else round_event_in_words(event, game, hand)
    words = WORDS.get(type(event))
    return "" if words is None else words(event, game)


def line_of(event: e.TableEvent, game: Game | None, hand: str = "") -> TranscriptLine:
    """The same with the rule that it follows."""
    if isinstance(event, EventOfRound):
        return TranscriptLine("") if game is None else line(event, game, hand)
    cite = game.cite(event.rule) if isinstance(event, e.ShufflerPressed) and game is not None else ""
    return TranscriptLine(in_words(event, game), cite)


def seat_cleared_text(role: Role, events: Iterable[e.TableEvent]) -> str:
    """By whom seats were cleared, as those are told who sat there: the staff by what they are, never by name."""
    kinds = {type(event) for event in events}
    if e.StoodUp not in kinds:
        return ""
    if e.TableClosed in kinds:
        return "The table is closed."
    if e.KickedOut in kinds:
        return "The host has asked you to leave."
    if role in PLAYERS:
        return ""
    return "The house has cleared your seat." if role is Role.SERVICE else "A supervisor has cleared your seat."
