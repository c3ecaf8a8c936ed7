"""A table at which something has failed: nothing more is played there, and what cannot go on is given back."""

from __future__ import annotations

from cardroom.errors import CardroomError
from cardroom.house.core import commands as c
from cardroom.house.core import events as e
from cardroom.house.core.acts.rounds import close_at_once, void
from cardroom.house.core.faults import Part
from cardroom.house.core.work import Work
from cardroom.house.floor import Dealer
from cardroom.table.commands import VoidCause


def stop(work: Work, command: c.StopTable) -> None:
    """Where only the showing fails no money moves: staff who look into it decide what becomes of the round.

    Where a person deals, the tray is counted when the table is closed, and so it stays open in the books until then.
    """
    table = work.house.table(command.table)
    if table.fault and (table.fault.part is Part.GAME or command.fault.part is Part.VIEW):
        raise CardroomError("table-stopped", f"{table.title} is stopped already.")
    round_id = table.round_id if table.is_playing else ""
    work.at_table(table, e.TableStopped(part=command.fault.part, error=command.fault.error, round_id=round_id))
    if command.fault.part is Part.VIEW:
        return
    if table.plan.dealer is Dealer.AUTOMATIC:
        close_at_once(work, table, VoidCause.GAME_FAILED)
    else:
        void(work, table, VoidCause.GAME_FAILED)
