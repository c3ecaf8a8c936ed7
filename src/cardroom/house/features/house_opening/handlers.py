"""The house opens on a floor: tables and links come to be, change and end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cardroom.documents import Hash
from cardroom.errors import CardroomError
from cardroom.games.catalogue import is_known
from cardroom.house.features.approval_conditions.checklist import must_stay_closed
from cardroom.house.features.house_opening.messages import HouseOpened, OpenHouse
from cardroom.house.features.rounds.consoles import command_link, is_game_on
from cardroom.house.features.table_closing.handlers import close_at_once
from cardroom.house.features.tables import bank
from cardroom.house.features.tables.messages import TableChanged, TableChanging, TablePlaced
from cardroom.house.features.tables.plan_changes import coming_plan
from cardroom.house.floor import Dealer, Floor, TablePlan
from cardroom.jackpots import Link, LinkConfig, validate_table
from cardroom.jackpots.commands import FollowFloor
from cardroom.jackpots.setup.floor_comparison import config_to_keep

if TYPE_CHECKING:
    from cardroom.house.engine.live_table import LiveTable
    from cardroom.house.engine.unit_of_work import UnitOfWork
    from cardroom.house.log.events import TableEvent


def open_house(work: UnitOfWork, command: OpenHouse) -> None:
    """Start, or start again, as this floor has it."""
    house = work.house
    floor = house.documents.get(command.floor, Floor)
    is_changed = house.floor.name != "" and house.documents.add(house.floor) != command.floor
    work.in_house(HouseOpened(floor=command.floor, is_changed=is_changed))
    for name, cause in command.closes.items():
        close_at_once(work, house.table(name), cause)
    wanted = {plan.id for plan in floor.tables}
    for name, table in list(house.tables.items()):
        if table.plan.is_private:
            continue
        if name not in wanted:
            _remove(work, table)
        else:
            _validate_links(work, table, floor)
    _require_same_links(work, floor)
    configs = {config.id: _in_force(work, config) for config in floor.links}
    new = [_place(work, plan, configs) for plan in floor.tables]
    for config in configs.values():
        if config.id not in house.links:
            link, events = Link.open(config, work.who)
            work.new_link(link, events)
        else:
            _follow(work, house.links[config.id], config)
    for placed in new:
        if placed is not None and _opens_at_once(work, floor, placed):
            bank.open_table(work, placed, placed.plan.inventory)


def _opens_at_once(work: UnitOfWork, floor: Floor, table: LiveTable) -> bool:
    waits_for_count = floor.opens_by_count and table.plan.dealer is Dealer.HUMAN
    return not waits_for_count and not must_stay_closed(floor, table.plan, work.house.conditions)


def _place(work: UnitOfWork, planned: TablePlan, configs: Mapping[str, LinkConfig]) -> LiveTable | None:
    """A table that is new on the floor is returned; one that was closed by hand stays closed."""
    documents, table = work.house.documents, work.house.tables.get(planned.id)
    is_kept = table is not None and _is_as_it_was(work, planned) and (table.is_changed or table.next_plan)
    wanted = coming_plan(work, table) if table is not None and is_kept else planned
    plan = wanted.on_links(configs[name] for name in planned.links)
    documents.add(plan.settings)
    name = documents.add(plan)
    if table is None:
        table = work.house.new_table(plan)
        work.new_table(table, TablePlaced(plan=name))
        return table
    if documents.add(table.plan) != name and not (is_kept and table.next_plan == name):
        work.at_table(table, _another(table, name, is_kept=bool(is_kept)))
    return None


def _is_as_it_was(work: UnitOfWork, planned: TablePlan) -> bool:
    """What the staff has changed at a table holds until the floor file itself says something new about it."""
    return any(plan == planned for plan in work.house.floor.tables)


def _another(table: LiveTable, plan: Hash, *, is_kept: bool) -> TableEvent:
    if not is_kept:
        return TablePlaced(plan=plan)
    return TableChanging(plan=plan) if table.next_plan else TableChanged(plan=plan)


def _validate_links(work: UnitOfWork, table: LiveTable, floor: Floor) -> None:
    """A wager on a link is played for on that link: no table leaves one in the middle of a round."""
    left = {link.id for link in work.house.floor.links_of(table.id)} - {link.id for link in floor.links_of(table.id)}
    if left and (table.is_playing or is_game_on(work.house, table)):
        raise CardroomError(
            "round-in-play",
            f"In the floor file table {table.id} is no longer on link {min(left)}, and it has a round in play:"
            " put it back until that is over.",
        )


def _remove(work: UnitOfWork, table: LiveTable) -> None:
    """What lies on it goes where it belongs, and the table is gone."""
    if table.is_playing or is_game_on(work.house, table):
        raise CardroomError(
            "round-in-play",
            f"Table {table.id} is not in the floor file and has a round in play: put it back until that is over.",
        )
    bank.remove_table(work, table)


def _require_same_links(work: UnitOfWork, floor: Floor) -> None:
    """A jackpot stays what it is, and goes only when its money has gone."""
    for difference in floor.differences(work.house.running_links()):
        if difference.is_refused:
            raise CardroomError("other-link", difference.text)


def _in_force(work: UnitOfWork, config: LinkConfig) -> LinkConfig:
    link = work.house.links.get(config.id)
    return config if link is None else config_to_keep(link.state, config)


def _follow(work: UnitOfWork, link: Link, config: LinkConfig) -> None:
    """A link goes on with the figures on record; which tables are on it is the floor file's to say."""
    for table in config.tables:
        if is_known(table.game) and table.id in work.house.tables:
            validate_table(config, table.id, work.house.tables[table.id].plan.settings)
    if config != link.state.config:
        if link.state.in_progress:
            raise CardroomError(
                "game-in-progress",
                f"The floor file changes jackpot {config.id} or its tables, and table"
                f" {', '.join(link.state.in_progress)} plays for it: start with the floor file as it was until that"
                " round is over.",
            )
        command_link(work, link, FollowFloor(config=config), work.who)
