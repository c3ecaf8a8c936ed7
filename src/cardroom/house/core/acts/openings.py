"""The house opens on a floor: tables and links come to be, change and end."""

from __future__ import annotations

import msgspec

from cardroom.errors import CardroomError
from cardroom.games.catalogue import is_known
from cardroom.house.core import accounts
from cardroom.house.core import commands as c
from cardroom.house.core import events as e
from cardroom.house.core.acts import banks
from cardroom.house.core.acts.consoles import is_game_on, tell
from cardroom.house.core.acts.rounds import close_at_once
from cardroom.house.core.tables import LiveTable
from cardroom.house.core.work import Work
from cardroom.house.floor import Floor, TablePlan
from cardroom.jackpots import Link, LinkConfig, verify_table
from cardroom.jackpots.commands import ChangeLink, Who


def open_house(work: Work, command: c.OpenHouse) -> None:
    """Start, or start again, as this floor has it."""
    house = work.house
    floor = house.documents.get(command.floor, Floor)
    is_changed = house.floor.name != "" and house.documents.add(house.floor) != command.floor
    work.in_house(e.HouseOpened(floor=command.floor, is_changed=is_changed))
    for name, why in command.closes.items():
        close_at_once(work, house.table(name), why)
    wanted = {plan.id for plan in floor.tables}
    for name, table in list(house.tables.items()):
        if name not in wanted:
            _remove(work, table)
        else:
            _verify_links(work, table, floor)
    new = [_place(work, plan) for plan in floor.tables]
    for config in floor.links:
        if config.id not in house.links:
            link, events = Link.open(config, work.who)
            work.new_link(link, events)
        else:
            _follow(work, house.links[config.id], config, floor)
    for placed in new:
        if placed is not None:
            banks.open_table(work, placed, placed.plan.inventory)


def _place(work: Work, plan: TablePlan) -> LiveTable | None:
    """A table that is new on the floor is returned; one that was closed by hand stays closed."""
    documents, table = work.house.documents, work.house.tables.get(plan.id)
    placed = e.TablePlaced(plan=documents.add(plan))
    documents.add(plan.settings)
    if table is None:
        table = work.house.new_table(plan)
        work.new_table(table, placed)
        return table
    if documents.add(table.plan) != placed.plan:
        work.at_table(table, placed)
    return None


def _verify_links(work: Work, table: LiveTable, floor: Floor) -> None:
    """A wager on a link is played for on that link: no table leaves one in the middle of a round."""
    left = {link.id for link in work.house.floor.links_of(table.id)} - {link.id for link in floor.links_of(table.id)}
    if left and (table.is_playing or is_game_on(work.house, table)):
        raise CardroomError(
            "round-in-play",
            f"In the floor file table {table.id} is no longer on link {min(left)}, and it has a round in play:"
            " put it back until that is over.",
        )


def _remove(work: Work, table: LiveTable) -> None:
    """What lies on it goes where it belongs, and the table is gone."""
    if table.is_playing or is_game_on(work.house, table):
        raise CardroomError(
            "round-in-play",
            f"Table {table.id} is not in the floor file and has a round in play: put it back until that is over.",
        )
    for seat in sorted(table.seats):
        banks.cash_out(work, table, seat)
    if work.balance(accounts.drop(table.id)):
        banks.collect_drop(work, table)
    if table.is_open:
        banks.close_table(work, table)
    work.at_table(table, e.TableRemoved())


def _follow(work: Work, link: Link, config: LinkConfig, floor: Floor) -> None:
    """A link goes on under the configuration on record; only which tables are on it is the floor file's to say."""
    on_record = msgspec.structs.replace(link.state.config, tables=config.tables)
    plans = {plan.id: plan for plan in floor.tables}
    for table in config.tables:
        if is_known(table.game):
            verify_table(on_record, table.id, plans[table.id].settings)
    if on_record != link.state.config:
        who = Who(work.at, work.by.id, approved_by="floor file")
        if link.state.in_progress:
            raise CardroomError(
                "game-in-progress",
                f"The floor file puts other tables on jackpot {config.id}, and table"
                f" {', '.join(link.state.in_progress)} plays for it: start with the floor file as it was until that"
                " round is over.",
            )
        tell(work, link, ChangeLink(config=on_record, why="other tables in the floor file"), who)
