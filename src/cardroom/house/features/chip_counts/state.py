"""Counts that wait for a second person, and what a tray was closed with."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from cardroom.house.features.chip_counts.messages import DropCounted, Purpose, TrayChecked, TrayCounted
from cardroom.house.features.days.messages import DayCorrected
from cardroom.house.features.tables.messages import DropCollected, TableClosed, TableOpened
from cardroom.house.floor import Floor, Rack, worth
from cardroom.money import Money

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.engine.live_table import LiveTable
    from cardroom.house.log.records import Record


class PendingCount(msgspec.Struct, frozen=True, omit_defaults=True):
    """One person has counted a tray or a drop box; another has to check it."""

    purpose: Purpose
    rack: Rack
    by: str
    at: datetime
    expected: Money | None = None  # by the books or the last closing, when it was counted; None: nobody can know

    @property
    def amount(self) -> Money:
        return worth(self.rack)

    @property
    def difference(self) -> Money:
        """Above zero: there is more than expected. Below: it is short."""
        return 0 if self.expected is None else self.amount - self.expected


class Closer(msgspec.Struct, frozen=True):
    """What was in a tray when it was closed, by two people: the next opening begins with it."""

    rack: Rack
    day: str
    at: datetime
    counted_by: str
    checked_by: str


def needs_reason(floor: Floor, pending: PendingCount) -> bool:
    """Whether a count differs by more than the house lets pass without a word."""
    return abs(pending.difference) > floor.thresholds.count_difference


# --- reducers ---------------------------------------------------------------------------------------------------------


def tray_counted(house: House, table: LiveTable, event: TrayCounted, record: Record) -> None:
    table.tray_count = PendingCount(event.purpose, event.rack, record.by, record.at, event.expected)


def drop_counted(house: House, table: LiveTable, event: DropCounted, record: Record) -> None:
    table.drop_count = PendingCount(Purpose.DROP, event.rack, record.by, record.at, event.expected)


def drop_collected(house: House, table: LiveTable, event: DropCollected, record: Record) -> None:
    table.drop_count = None


def tray_checked(house: House, table: LiveTable, event: TrayChecked, record: Record) -> None:
    table.tray_count = None
    if event.purpose is Purpose.CLOSING:
        table.closer = Closer(event.rack, record.day, record.at, event.counted_by, event.checked_by)


def table_opened(house: House, table: LiveTable, event: TableOpened, record: Record) -> None:
    table.closer = None


def table_closed(house: House, table: LiveTable, event: TableClosed, record: Record) -> None:
    table.tray_count = None


def day_corrected(house: House, event: DayCorrected, record: Record) -> None:
    for table in house.tables.values():
        if table.closer is not None and table.closer.day == event.wrong:
            table.closer = replace(table.closer, day=event.right)
