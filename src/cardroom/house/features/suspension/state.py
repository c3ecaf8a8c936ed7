"""A table that stands still."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from cardroom.house.features.suspension.messages import TableHeld, TableReleased
from cardroom.house.features.tables.messages import TableClosed

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.engine.tables import LiveTable
    from cardroom.house.log.records import Record


class Held(msgspec.Struct, frozen=True):
    """Everything at a table stands still: who has stopped it, since when and why."""

    by: str
    since: datetime
    why: str


# --- reducers ---------------------------------------------------------------------------------------------------------


def held(house: House, table: LiveTable, event: TableHeld, record: Record) -> None:
    table.held = Held(record.by, record.at, event.why)


def released(house: House, table: LiveTable, event: TableReleased, record: Record) -> None:
    """For as long as the table was held nobody's clock has run, though somebody was waited for."""
    assert table.held is not None, "what is released has been held"
    if table.opened is not None:
        since = max(table.held.since, table.opened.at)
        table.opened = replace(table.opened, at=table.opened.at + max(record.at - since, timedelta()))
    table.held = None


def table_closed(house: House, table: LiveTable, event: TableClosed, record: Record) -> None:
    table.held = None
