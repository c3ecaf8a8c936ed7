"""Other floors in words."""

from __future__ import annotations

from cardroom.house.features.floor_changes.messages import FloorAnswered, FloorAsked, FloorInHouse
from cardroom.house.kernel.feature_table import Noted


def significant(event: FloorInHouse, noted: Noted) -> str:
    """To the staff."""
    match event:
        case FloorAsked():
            return f"{noted.by} asks for the floor of {event.source} ({event.request}): {event.why}"
        case FloorAnswered(approved=True):
            asked = f"{event.request}, asked for by {event.asked_by}"
            return f"{noted.by} approves another floor ({asked}): the house opens on it at its next start."
        case FloorAnswered():
            return f"{noted.by} declines another floor ({event.request}, asked for by {event.asked_by})."
        case _:
            return ""
