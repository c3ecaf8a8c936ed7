"""Winners in words."""

from __future__ import annotations

from cardroom.house.features.winner_data.messages import WinnerErased, WinnerInHouse, WinnerNoted
from cardroom.house.kernel.feature_table import Noted


def significant(event: WinnerInHouse, noted: Noted) -> str:
    """To the staff."""
    by = noted.by
    match event:
        case WinnerNoted():
            return f"{by} enters of the winner of {event.win}: {', '.join(event.fields)}."
        case WinnerErased():
            return f"{event.entered_by} and {by} erase the data of the winner of {event.win}."
        case _:
            return ""
