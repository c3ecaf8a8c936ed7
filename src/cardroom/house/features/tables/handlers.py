"""A table is opened where the house deals; where a person deals, it opens when its tray has been counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.house.features.tables import bank
from cardroom.house.features.tables.messages import OpenTable

if TYPE_CHECKING:
    from cardroom.house.engine.unit_of_work import UnitOfWork


def open_table(work: UnitOfWork, command: OpenTable) -> None:
    table = work.house.table(command.table)
    bank.require_by_house(table)
    bank.require_conditions(work, table)
    bank.open_table(work, table, command.inventory)
