"""A table closes, goes on after all, or is stopped because something of it has failed."""

from __future__ import annotations

from cardroom.bounds import AmountOrNothing, Name
from cardroom.house.features.tables.messages import Fault
from cardroom.house.kernel.messages import Command


class CloseTable(Command, frozen=True, tag="CloseTable", omit_defaults=True):
    """Close a table, after the round in play; where a person deals its tray is then counted."""

    table: Name
    counted: AmountOrNothing | None = None  # of earlier versions: what is in the tray


class KeepOpen(Command, frozen=True, tag="KeepOpen"):
    """A closing that was announced is taken back, before the tray is counted: the table goes on."""

    table: Name


class StopTable(Command, frozen=True, tag="StopTable"):
    """Something of a table has failed: nothing more is played there. Only what cannot go on is given back."""

    table: Name
    fault: Fault


ClosingCommand = CloseTable | KeepOpen
ClosingByHouse = StopTable
