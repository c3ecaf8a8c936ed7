"""A table stands still while something is looked into."""

from __future__ import annotations

from cardroom.bounds import Name, Text
from cardroom.house.kernel.messages import Command, EventAtTable


class SuspendTable(Command, frozen=True, tag="SuspendTable"):
    """Stop everything at a table: somebody disputes what happened. Clocks stop, and nobody loses time by it."""

    table: Name
    why: Text


class ResumeTable(Command, frozen=True, tag="ResumeTable"):
    """Go on at a table that was suspended."""

    table: Name


class TableSuspended(EventAtTable, frozen=True, kw_only=True, tag="TableSuspended"):
    """Nothing is dealt, bet or decided until a supervisor lets the table go on."""

    public = ()

    why: str


class TableResumed(EventAtTable, frozen=True, kw_only=True, tag="TableResumed"):
    """The table goes on where it was suspended."""

    public = ()


SuspensionCommand = SuspendTable | ResumeTable
SuspensionAtTable = TableSuspended | TableResumed
