"""A table stands still while something is looked into."""

from __future__ import annotations

from cardroom.bounds import Name, Text
from cardroom.house.kernel.messages import Command, EventAtTable


class HoldTable(Command, frozen=True, tag="HoldTable"):
    """Stop everything at a table: somebody disputes what happened. Clocks stop, and nobody loses time by it."""

    table: Name
    why: Text


class ReleaseTable(Command, frozen=True, tag="ReleaseTable"):
    """Go on at a table that was held."""

    table: Name


class TableHeld(EventAtTable, frozen=True, kw_only=True, tag="TableHeld"):
    """Nothing is dealt, bet or decided until a supervisor releases the table."""

    public = ()

    why: str


class TableReleased(EventAtTable, frozen=True, kw_only=True, tag="TableReleased"):
    """The table goes on where it was held."""

    public = ()


SuspensionCommand = HoldTable | ReleaseTable
SuspensionAtTable = TableHeld | TableReleased
