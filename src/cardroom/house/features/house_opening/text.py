"""The opening of the house in words."""

from __future__ import annotations

from cardroom.house.features.house_opening.messages import HouseOpened, OpeningInHouse
from cardroom.house.kernel.feature_table import Noted


def significant(event: OpeningInHouse, noted: Noted) -> str:
    """To the staff."""
    match event:
        case HouseOpened():
            change = "; the floor has changed" if event.is_changed else ""
            return f"The house starts with version {noted.version}{change}."
        case _:
            return ""
