"""A table is held while what happened there is looked into, and goes on where it was."""

from __future__ import annotations

from cardroom.errors import CardroomError, require_reason
from cardroom.house.core import commands as c
from cardroom.house.core import events as e
from cardroom.house.core.acts.rounds import go_on_after_hold
from cardroom.house.core.tables import LiveTable
from cardroom.house.core.work import Work


def hold(work: Work, command: c.HoldTable) -> None:
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
    work.at_table(table, e.TableHeld(why=command.why))


def release(work: Work, table: LiveTable) -> None:
    if table.held is None:
        raise CardroomError("not-held", f"{table.title} is not held.")
    work.at_table(table, e.TableReleased())
    go_on_after_hold(work, table)
