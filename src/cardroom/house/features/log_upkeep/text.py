"""The care of the log in words."""

from __future__ import annotations

from cardroom.house.features.log_upkeep.messages import Archived, LogInHouse, LogVerified, RecordsLost
from cardroom.house.kernel.feature_table import Noted


def significant(event: LogInHouse, noted: Noted) -> str:
    """To the staff."""
    match event:
        case LogVerified():
            found = "as it must be" if not event.findings else f"not as it must be: {event.findings:,} findings"
            asked = f", asked for by {event.asked_by}" if event.asked_by else ""
            return f"The log up to record {event.last:,} is {found}{asked}."
        case RecordsLost():
            return f"Records {event.first:,} to {event.last:,} of an earlier log are lost: a copy was restored."
        case Archived():
            return f"Records up to {event.last:,} are in files; their manifest is {event.manifest[:16]}…"
        case _:
            return ""
