"""Refusals in words."""

from __future__ import annotations

from cardroom.house.features.refused_commands.messages import CommandRefused, RefusalInHouse, RefusalsCounted
from cardroom.house.kernel.feature_table import Noted
from cardroom.house.kernel.people import role_with_article


def significant(event: RefusalInHouse, noted: Noted) -> str:
    """To the staff."""
    match event:
        case CommandRefused():
            return f"{event.person} tried {event.command}: {role_with_article(noted.role)} may not do this."
        case RefusalsCounted():
            tried = ", ".join(f"{what} {count:,}" for what, count in sorted(event.counts.items()))
            return f"Strangers were refused: {tried}."
        case _:
            return ""
