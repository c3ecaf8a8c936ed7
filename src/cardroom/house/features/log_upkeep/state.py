"""The last verification of the log."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from cardroom.documents import Hash
from cardroom.house.features.days.messages import DayCorrected
from cardroom.house.features.log_upkeep.messages import Archived, LogVerified

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.log.records import Record


class Verified(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last time that the whole log, or all that is new in it, was verified."""

    at: datetime
    day: str
    last: int  # the record up to which
    head: Hash
    findings: int = 0


# --- reducers ---------------------------------------------------------------------------------------------------------


def verified(house: House, event: LogVerified, record: Record) -> None:
    house.verified = Verified(record.at, record.day, event.last, event.head, event.findings)


def archived(house: House, event: Archived, record: Record) -> None:
    house.archived = event.last


def day_corrected(house: House, event: DayCorrected, record: Record) -> None:
    if house.verified is not None and house.verified.day == event.wrong:
        house.verified = replace(house.verified, day=event.right)
