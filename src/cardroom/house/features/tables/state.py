"""Who sits at a table, and what a table is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from cardroom.house.features.tables.messages import (
    CameBack,
    Fault,
    PaceSet,
    SatDown,
    SatOut,
    SeatRenamed,
    StoodUp,
    TableChanged,
    TableChanging,
    TableClosed,
    TableClosing,
    TableKeptOpen,
    TableOpened,
    TablePlaced,
    TableRemoved,
    TableStopped,
    ToppedUp,
)
from cardroom.house.floor import TablePlan

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.engine.live_table import LiveTable
    from cardroom.house.kernel.document_store import Documents
    from cardroom.house.log.records import Record


class Sitter(msgspec.Struct, frozen=True):
    person: str
    name: str


# --- reducers ---------------------------------------------------------------------------------------------------------


def placed(table: LiveTable, event: TablePlaced | TableChanged, documents: Documents) -> None:
    table.plan = documents.get(event.plan, TablePlan)
    table.settings = documents.add(table.plan.settings)
    table.is_changed, table.next_plan = isinstance(event, TableChanged), ""


def changing(table: LiveTable, event: TableChanging, documents: Documents) -> None:
    table.next_plan = event.plan


def opened(table: LiveTable, event: TableOpened, documents: Documents) -> None:
    table.is_open, table.opening_inventory, table.fault = True, event.inventory, None


def stopped(table: LiveTable, event: TableStopped, documents: Documents) -> None:
    table.fault = Fault(event.part, event.error)


def closed(table: LiveTable, event: TableClosed, documents: Documents) -> None:
    table.is_open = False


def sat_down(table: LiveTable, event: SatDown, documents: Documents) -> None:
    table.seats[event.seat] = Sitter(event.person, event.name)


def stood_up(table: LiveTable, event: StoodUp, documents: Documents) -> None:
    del table.seats[event.seat]
    table.set_away(event.seat, away=False)
    table.set_pace(event.seat, "")


def renamed(table: LiveTable, event: SeatRenamed, documents: Documents) -> None:
    table.seats[event.seat] = Sitter(table.seats[event.seat].person, event.name)


def pace_wished(table: LiveTable, event: PaceSet, documents: Documents) -> None:
    table.set_pace(event.seat, event.pace)


def away(table: LiveTable, event: SatOut | CameBack, documents: Documents) -> None:
    table.set_away(event.seat, away=isinstance(event, SatOut))


def bought(house: House, table: LiveTable, event: SatDown | ToppedUp, record: Record) -> None:
    person = event.person if isinstance(event, SatDown) else table.seats[event.seat].person
    house.bought[person] = house.bought.get(person, 0) + event.chips


def closes(house: House, table: LiveTable, event: TableClosing | TableKeptOpen | TableClosed, record: Record) -> None:
    table.is_closing = isinstance(event, TableClosing)


def removed(house: House, table: LiveTable, event: TableRemoved, record: Record) -> None:
    house.removed[table.id] = house.tables.pop(table.id)
    if not table.plan.is_private:  # whose name never comes again
        house.rounds_of_removed[table.id] = table.rounds
