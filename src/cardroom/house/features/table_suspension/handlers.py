"""A table is suspended while what happened there is looked into, and goes on where it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.errors import CardroomError, require_reason
from cardroom.house.features.rounds.handlers import resume_play
from cardroom.house.features.table_suspension.messages import ResumeTable, SuspendTable, TableResumed, TableSuspended

if TYPE_CHECKING:
    from cardroom.house.engine.unit_of_work import UnitOfWork


def suspend(work: UnitOfWork, command: SuspendTable) -> None:
    table = work.house.table(command.table)
    if not table.is_open:
        raise CardroomError("table-closed", f"{table.title} is closed.")
    if table.plan.is_real:
        raise CardroomError(
            "real-cards", f"The cards of {table.title} are real: leave them as they lie, and call a supervisor."
        )
    if table.suspended is not None:
        raise CardroomError("table-suspended", f"{table.title} is suspended already.")
    require_reason(command.why, "suspending a table")
    work.at_table(table, TableSuspended(why=command.why))


def resume(work: UnitOfWork, command: ResumeTable) -> None:
    table = work.house.table(command.table)
    if table.suspended is None:
        raise CardroomError("table-not-suspended", f"{table.title} is not suspended.")
    work.at_table(table, TableResumed())
    resume_play(work, table)
