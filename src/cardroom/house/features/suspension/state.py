"""A table that stands still."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

if TYPE_CHECKING:
    from cardroom.house.engine.tables import LiveTable


class Held(msgspec.Struct, frozen=True):
    """Everything at a table stands still: who has stopped it, since when and why."""

    by: str
    since: datetime
    why: str


def release(table: LiveTable, at: datetime) -> None:
    """A table is held no longer: for so long nobody's clock has run, though somebody was waited for."""
    assert table.held is not None, "what is released has been held"
    if table.opened is not None:
        since = max(table.held.since, table.opened.at)
        table.opened = replace(table.opened, at=table.opened.at + max(at - since, timedelta()))
    table.held = None
