"""Where copies of the house's keys lie."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING

import msgspec

from cardroom.house.features.backups.messages import KeyCopiesNoted

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.log.records import Record


class KeyCopies(msgspec.Struct, frozen=True):
    """What was noted last of a key's copies."""

    where: str
    seen: date
    by: str
    at: datetime


# --- reducers ---------------------------------------------------------------------------------------------------------


def key_copies_noted(house: House, event: KeyCopiesNoted, record: Record) -> None:
    house.key_copies[event.key] = KeyCopies(event.where, event.seen, record.by, record.at)
