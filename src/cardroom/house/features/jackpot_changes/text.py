"""Changes to jackpots in words."""

from __future__ import annotations

from cardroom.house.features.jackpot_changes.messages import ChangeAnswered, ChangeAsked, JackpotChangeInHouse
from cardroom.house.kernel.feature_table import Noted
from cardroom.jackpots.text.transcript import change_in_words


def significant(event: JackpotChangeInHouse, noted: Noted) -> str:
    """To the staff."""
    by = noted.by
    match event:
        case ChangeAsked():
            return f"{by} asks for {change_in_words(event.link, event.change)} ({event.request})."
        case ChangeAnswered():
            answer = "approves" if event.approved else "declines"
            return f"{by} {answer} {event.request} of {event.asked_by}."
        case _:
            return ""
