"""Tables are closed: by the staff, or because nothing can be played on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.errors import CardroomError
from cardroom.house.features.rounds.handlers import carry_out, void
from cardroom.house.features.slips import handlers as slips
from cardroom.house.features.table_closing.messages import CloseTable, KeepOpen, StopTable
from cardroom.house.features.tables.bank import close_table as close_bank
from cardroom.house.features.tables.messages import FaultyPart, TableClosing, TableKeptOpen, TableStopped
from cardroom.house.floor import Dealer
from cardroom.table import commands as t
from cardroom.table.commands import VoidCause
from cardroom.table.round_state import Phase

if TYPE_CHECKING:
    from cardroom.house.engine.live_table import LiveTable
    from cardroom.house.engine.unit_of_work import UnitOfWork


def close_table(work: UnitOfWork, command: CloseTable) -> None:
    """At once if no cards are out, and bets go back; otherwise when the round in play is over.

    Where a person deals nothing begins any more, and the table closes when its tray has been counted by two people.
    """
    table = work.house.table(command.table)
    if not table.is_open:
        raise CardroomError("table-closed", f"{table.title} is closed already.")
    is_counted = table.plan.dealer is Dealer.HUMAN
    if table.is_closing:
        last = "when its tray is counted" if is_counted else "when its round is over"
        raise CardroomError("table-closing", f"{table.title} closes already, {last}.")
    slips.require_none_on_the_way(work, table)
    if table.fault:
        void(work, table, t.VoidCause.TABLE_CLOSED)  # it would never be over
    is_dealt = table.round is not None and table.round.state.phase is Phase.PLAYING
    if table.is_playing and not is_dealt:
        carry_out(work, table, t.VoidRound(t.VoidCause.TABLE_CLOSED))
    if is_dealt or is_counted:
        work.at_table(table, TableClosing())
    else:
        close_bank(work, table)


def keep_open(work: UnitOfWork, command: KeepOpen) -> None:
    """Once a tray has been counted its closing goes on: what a count has found cannot be played away."""
    table = work.house.table(command.table)
    if table.plan.is_private or not table.is_closing:
        raise CardroomError("not-closing", f"Nobody has said that {table.title} closes.")
    if table.tray_count is not None:
        raise CardroomError(
            "tray-counted",
            f"The tray of {table.title} has been counted for the closing: close the table, and open it again.",
        )
    work.at_table(table, TableKeptOpen())


def close_at_once(work: UnitOfWork, table: LiveTable, cause: t.VoidCause) -> None:
    """Nothing can be played on: the round is void, every stake goes back, and the table closes.

    Real chips are counted first, by people.
    """
    void(work, table, cause)
    if table.is_open and not table.plan.is_real:
        close_bank(work, table)


def stop(work: UnitOfWork, command: StopTable) -> None:
    """Where only the showing fails no money moves: staff who look into it decide what becomes of the round.

    Where a person deals, the tray is counted when the table is closed, and so it stays open in the books until then.
    """
    table = work.house.table(command.table)
    if table.fault and (table.fault.part is FaultyPart.GAME or command.fault.part is FaultyPart.VIEW):
        raise CardroomError("table-stopped", f"{table.title} is stopped already.")
    round_id = table.round_id if table.is_playing else ""
    work.at_table(table, TableStopped(part=command.fault.part, error=command.fault.error, round_id=round_id))
    if command.fault.part is FaultyPart.VIEW:
        return
    if table.plan.dealer is Dealer.AUTOMATIC:
        close_at_once(work, table, VoidCause.GAME_FAILED)
    else:
        void(work, table, VoidCause.GAME_FAILED)
