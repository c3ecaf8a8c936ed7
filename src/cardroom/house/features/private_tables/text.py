"""Tables among friends in words."""

from __future__ import annotations

from cardroom.games.model import Game
from cardroom.house.features.private_tables.messages import FriendsAtTable, HostNamed, KickedOut


def told(event: FriendsAtTable, game: Game | None) -> str:
    """To those at the table; "" where it is the staff's business, or says nothing new."""
    match event:
        case HostNamed():
            return f"{event.name} is the host."
        case KickedOut():
            return f"The host has asked seat {event.seat} to leave."
        case _:
            return ""
