"""Gaming days in words."""

from __future__ import annotations

from cardroom.house.features.days.messages import DayClosed, DayCorrected, DayInHouse
from cardroom.house.kernel.feature_table import Noted


def significant(event: DayInHouse, noted: Noted) -> str:
    """To the staff."""
    match event:
        case DayClosed():
            return f"The day {event.day} is closed; its figures are {event.figures[:16]}…"
        case DayCorrected():
            people = f"entered by {event.entered_by}, approved by {event.approved_by}"
            what = f"From record {event.first:,} on, what was counted for {event.wrong} counts for {event.right}"
            return f"{what}: {event.why.rstrip('.')}; {people}."
        case _:
            return ""
