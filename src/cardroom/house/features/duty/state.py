"""Who deals at a table, and its call for a supervisor."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

from cardroom.house.features.duty.messages import CallAnswered, DealerTappedIn, DealerTappedOut, SupervisorCalled
from cardroom.house.features.tables.messages import TableClosed

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.engine.live_table import LiveTable
    from cardroom.house.log.records import Record


class Dealing(msgspec.Struct, frozen=True):
    """Who deals at a table, and since when."""

    person: str
    since: datetime


class Call(msgspec.Struct, frozen=True):
    """A supervisor is wanted at a table."""

    by: str
    since: datetime
    why: str


# --- reducers ---------------------------------------------------------------------------------------------------------


def tapped_in(house: House, table: LiveTable, event: DealerTappedIn, record: Record) -> None:
    table.dealing = Dealing(event.person, record.at)


def nobody_deals(house: House, table: LiveTable, event: DealerTappedOut | TableClosed, record: Record) -> None:
    table.dealing = None


def called(house: House, table: LiveTable, event: SupervisorCalled, record: Record) -> None:
    table.call = Call(record.by, record.at, event.why)


def answered(house: House, table: LiveTable, event: CallAnswered, record: Record) -> None:
    table.call = None
