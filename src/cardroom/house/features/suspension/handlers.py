"""A table is held while what happened there is looked into, and goes on where it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.errors import CardroomError, require_reason
from cardroom.house.features.rounds.handlers import go_on_after_hold
from cardroom.house.features.suspension.messages import HoldTable, ReleaseTable, TableHeld, TableReleased

if TYPE_CHECKING:
    from cardroom.house.engine.work import Work


def hold(work: Work, command: HoldTable) -> None:
    table = work.house.table(command.table)
    if not table.is_open:
        raise CardroomError("table-closed", f"{table.title} is closed.")
    if table.plan.is_real:
        raise CardroomError(
            "real-cards", f"The cards of {table.title} are real: leave them as they lie, and call a supervisor."
        )
    if table.held is not None:
        raise CardroomError("table-held", f"{table.title} is held already.")
    require_reason(command.why, "holding a table")
    work.at_table(table, TableHeld(why=command.why))


def release(work: Work, command: ReleaseTable) -> None:
    table = work.house.table(command.table)
    if table.held is None:
        raise CardroomError("not-held", f"{table.title} is not held.")
    work.at_table(table, TableReleased())
    go_on_after_hold(work, table)
