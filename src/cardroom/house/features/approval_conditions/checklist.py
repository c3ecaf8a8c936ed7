"""What the approvals of a table's game and jackpots ask for, and what of it is not on file."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from enum import StrEnum

from cardroom.games.approval import NO_APPROVAL, ApprovalCondition, Venue
from cardroom.games.catalogue import is_known
from cardroom.games.model import Game
from cardroom.house.features.approval_conditions.state import key
from cardroom.house.floor import Floor, TablePlan
from cardroom.jackpots import LinkConfig


class Outside(StrEnum):
    """Why a table is outside its game's approval."""

    RULES = "rules"  # a rule is set otherwise, or the file has changed since it was reviewed
    PAY_TABLE = "pay-table"  # one that the sheet does not print


def conditions_of_table(plan: TablePlan, links: Iterable[LinkConfig], venue: Venue) -> tuple[ApprovalCondition, ...]:
    """Those that its game, its wagers and its jackpots ask for."""
    game = plan.settings.rules
    letter = game.sheet.letter
    found = [*(letter.conditions if letter else (NO_APPROVAL,)), *game.conditions, *_of_jackpots(plan, links)]
    offered = {*plan.settings.offered, ""}
    asked = [one for one in found if one.venue in (None, venue) and one.wager in offered]
    return tuple({condition.id: condition for condition in asked}.values())


def _of_jackpots(plan: TablePlan, links: Iterable[LinkConfig]) -> Iterator[ApprovalCondition]:
    for link in links:
        table = link.table(plan.id)
        page = link.page_of(table)
        if page is not None:
            yield from page.conditions.get(table.console, ())


def outside_approval(plan: TablePlan) -> tuple[Outside, ...]:
    """Where a table departs from what its game's letter approves; a game without a letter has none to depart from."""
    game = plan.settings.rules
    if game.sheet.letter is None:
        return ()
    found = () if game.sheet.is_approved else (Outside.RULES,)
    own = any(not table.is_printed for table in plan.settings.paytables.values())
    return (*found, Outside.PAY_TABLE) if own else found


def missing(floor: Floor, plan: TablePlan, on_file: Container[str]) -> tuple[str, ...]:
    """The conditions of a table that nothing on file shows to be met; none where the floor keeps no such list."""
    if floor.conditions.venue is None or plan.is_private or not is_known(plan.settings.game):
        return ()
    asked = conditions_of_table(plan, floor.links_of(plan.id), floor.conditions.venue)
    game = condition_game_id(plan.settings.rules)
    return tuple(one.id for one in asked if not one.only_if and key(game, one.id) not in on_file)


def must_stay_closed(floor: Floor, plan: TablePlan, on_file: Container[str]) -> bool:
    """Whether a table may not open: something is missing, or it departs from its approval."""
    if not floor.conditions.closes or plan.is_private or not is_known(plan.settings.game):
        return False
    return bool(missing(floor, plan, on_file) or outside_approval(plan))


def condition_game_id(game: Game) -> str:
    """The game under which conditions are filed: one list, whatever rules are set."""
    return game.id.partition("?")[0]
