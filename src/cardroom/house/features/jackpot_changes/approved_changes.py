"""A change to a jackpot that two people have agreed on, with all that it changes elsewhere: in one record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.errors import CardroomError
from cardroom.house.features.rounds.consoles import command_link, is_game_on
from cardroom.house.features.rounds.handlers import return_open_bets_of_closed_link
from cardroom.house.features.tables.messages import TablePlaced
from cardroom.jackpots import Link, LinkConfig
from cardroom.jackpots import commands as j
from cardroom.jackpots.commands import PROBLEM_GAMBLING, Who
from cardroom.table.settings import validate_jackpot_wager

if TYPE_CHECKING:
    from cardroom.house.engine.live_table import LiveTable
    from cardroom.house.engine.unit_of_work import UnitOfWork

NOT_NOW = frozenset({"game-in-progress", "round-in-play", "award-locked"})  # what is asked for may wait that long


def change(work: UnitOfWork, link: Link, command: j.ByTwoPeople, who: Who) -> None:
    """Do it, or raise why not."""
    match command:
        case j.ChangeWager():
            for table in _tables_of(work, link):
                validate_jackpot_wager(command.wager, table.plan.settings.limits)
            _require_no_rounds(work, link)
            command_link(work, link, command, who)
            for table in _tables_of(work, link):
                _place_again(work, table)
        case j.RemoveJackpot():
            _remove(work, link, command, who)
        case j.Adjust(reason=j.Reason.MOVED_IN):
            raise CardroomError(
                "wrong-reason", "Money is moved in when the other jackpot is removed, in the same act: ask for that."
            )
        case _:
            command_link(work, link, command, who)


def _require_no_rounds(work: UnitOfWork, link: Link) -> None:
    """A round is played with the wager that it was opened with."""
    busy = [table.id for table in _tables_of(work, link) if table.is_playing or is_game_on(work.house, table)]
    if busy:
        raise CardroomError(
            "round-in-play",
            f"The wager changes between rounds only, and table {', '.join(busy)} is in one; wait until it is over, or"
            " close the table.",
        )


def _tables_of(work: UnitOfWork, link: Link) -> list[LiveTable]:
    return [table for table in work.house.tables.values() if link.state.config.id in table.plan.links]


def _place_again(work: UnitOfWork, table: LiveTable) -> None:
    """The plan of a table has the wagers of its links."""
    plan = table.plan.on_links([link.state.config for link in work.house.links_of(table.id)])
    work.house.documents.add(plan.settings)
    work.at_table(table, TablePlaced(plan=work.house.documents.add(plan)))


def _remove(work: UnitOfWork, link: Link, command: j.RemoveJackpot, who: Who) -> None:
    """What it holds is on another jackpot's meter at once, or owed to the fund for problem gambling."""
    held = link.state.held
    to = _destination(work, link, command) if held and command.destination not in ("", PROBLEM_GAMBLING) else None
    command_link(work, link, command, who)
    return_open_bets_of_closed_link(work, link)
    if to is not None:
        level = _level_of(to.state.config, command.level)
        why = f"from jackpot {link.state.config.id}: {command.why}"[:400]
        command_link(work, to, j.Adjust(level=level, change=held, reason=j.Reason.MOVED_IN, why=why), who)


def _destination(work: UnitOfWork, link: Link, command: j.RemoveJackpot) -> Link:
    own = link.state.config.id
    others = [name for name, other in work.house.links.items() if name != own and _takes_money(other)]
    if command.destination not in others:
        known = ", ".join([*others, PROBLEM_GAMBLING])
        raise CardroomError(
            "no-destination", f"The money of {own} cannot go to “{command.destination}”; it can go to: {known}."
        )
    return work.house.links[command.destination]


def _takes_money(link: Link) -> bool:
    return not link.state.config.is_house and not link.state.is_removed


def _level_of(config: LinkConfig, name: str) -> str:
    if name:
        return config.level(name).name
    if len(config.levels) > 1:
        raise CardroomError(
            "unknown-level", f"Say which level of {config.id} gets the money: {', '.join(config.level_names)}."
        )
    return config.levels[0].name
