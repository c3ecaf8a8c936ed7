"""Another plan for a table, by the staff: limits, side bets, who deals. It holds from the next round on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardroom.errors import CardroomError
from cardroom.games.model import Kind
from cardroom.house.features.tables.messages import ChangeTable, TableChanged, TableChanging
from cardroom.house.floor import Dealer, TablePlan
from cardroom.table import TableSettings, table_settings

if TYPE_CHECKING:
    from cardroom.house.engine.live_table import LiveTable
    from cardroom.house.engine.unit_of_work import UnitOfWork


def change_table(work: UnitOfWork, command: ChangeTable) -> None:
    """Checked as a floor file is. A round in play ends as it began."""
    table = work.house.table(command.table)
    before = coming_plan(work, table)
    after = replace(before, settings=_settings(table, before.settings, command), dealer=_dealer(before, command.dealer))
    if after == before:
        raise CardroomError("no-change", f"{table.title} is like that already.")
    documents = work.house.documents
    documents.add(after.settings)
    plan = documents.add(after)
    work.at_table(table, TableChanging(plan=plan) if table.is_playing else TableChanged(plan=plan))


def coming_plan(work: UnitOfWork, table: LiveTable) -> TablePlan:
    """That the next round will be played under."""
    return work.house.documents.get(table.next_plan, TablePlan) if table.next_plan else table.plan


def take_up(work: UnitOfWork, table: LiveTable) -> None:
    """A round begins: what was changed during the last one holds."""
    if table.next_plan:
        work.at_table(table, TableChanged(plan=table.next_plan))


def _dealer(plan: TablePlan, wanted: Dealer | None) -> Dealer:
    if wanted is Dealer.AUTOMATIC and plan.is_real:
        raise CardroomError("real-cards", "Real cards are dealt by a person.")
    return plan.dealer if wanted is None else wanted


def _settings(table: LiveTable, before: TableSettings, command: ChangeTable) -> TableSettings:
    if table.trouble:
        raise CardroomError("rules-gone", f"{table.title} stays as it is. {table.trouble_in_words}")
    game = before.rules
    jackpots = {wager.id for wager in game.wagers if wager.kind is Kind.JACKPOT}
    offered = before.offered
    if command.side_bets is not None:
        for wager in command.side_bets:
            if wager in jackpots:
                raise CardroomError("jackpot-wager", f"{game.wager(wager).name} is its link's, and cannot be chosen.")
        offered = (*command.side_bets, *(wager for wager in before.offered if wager in jackpots))
    return table_settings(
        before.game,
        seats=before.seats,
        offered=offered,
        paytables=before.paytables,
        minimum=command.minimum or before.minimum,
        maximum=command.maximum or before.maximum,
        side_minimum=command.side_minimum or before.side_minimum,
        side_maximum=command.side_maximum or before.side_maximum,
        chip=before.chip,
        jackpot_wagers=before.jackpot_wagers,
        folded_hands_qualify=before.folded_hands_qualify,
        deal_order=before.deal_order,
        limits=before.limits,
        without_envy=before.without_envy,
    )
