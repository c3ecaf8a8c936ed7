"""A table that stands still."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from cardroom.house.features.table_suspension.messages import TableResumed, TableSuspended
from cardroom.house.features.tables.messages import TableClosed

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.engine.live_table import LiveTable
    from cardroom.house.log.records import Record


class Suspension(msgspec.Struct, frozen=True):
    """Everything at a table stands still: who has stopped it, since when and why."""

    by: str
    since: datetime
    why: str


# --- reducers ---------------------------------------------------------------------------------------------------------


def suspended(house: House, table: LiveTable, event: TableSuspended, record: Record) -> None:
    table.suspended = Suspension(record.by, record.at, event.why)


def resumed(house: House, table: LiveTable, event: TableResumed, record: Record) -> None:
    """For as long as the table was suspended nobody's clock has run, though somebody was waited for."""
    assert table.suspended is not None, "what goes on has been suspended"
    if table.opened is not None:
        since = max(table.suspended.since, table.opened.at)
        table.opened = replace(table.opened, at=table.opened.at + max(record.at - since, timedelta()))
    table.suspended = None


def table_closed(house: House, table: LiveTable, event: TableClosed, record: Record) -> None:
    table.suspended = None
