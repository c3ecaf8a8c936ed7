"""What tables and wagers are called, everywhere: on signs and pages, in transcripts and in what is said of a round."""

from __future__ import annotations

import re

import msgspec

from cardroom.games.catalogue import is_known
from cardroom.games.model import Game
from cardroom.house.floor.plan import TablePlan
from cardroom.jackpots.setup.config import jackpot_wagers
from cardroom.jackpots.text.names import jackpot_name, readable_id
from cardroom.table import TableSettings

_PRIVATE = re.compile("friends-[0-9]+")


def private_id(number: int) -> str:
    """Of a table among friends: it is no secret, and invites nobody."""
    return f"friends-{number}"


def is_private_id(table: str) -> bool:
    return _PRIVATE.fullmatch(table) is not None


def table_title(plan: TablePlan) -> str:
    """Many tables are named after their game; then the id tells them apart. Friends name theirs."""
    is_named_after_game = is_known(plan.settings.game) and plan.name == plan.settings.rules.name
    return readable_id(plan.id) if is_named_after_game and not plan.is_private else plan.name


def title_with_game(plan: TablePlan) -> str:
    """Among others: friends name a table as they like, and that says nothing of its game."""
    if not plan.is_private or not is_known(plan.settings.game) or plan.name == plan.settings.rules.name:
        return table_title(plan)
    return f"{plan.name}, {plan.settings.rules.name}"


def title_of_id(table: str) -> str:
    """Of a table that nothing else is known of.

    >>> title_of_id("ms-1"), title_of_id(private_id(7))
    ('Ms 1', 'Among friends')
    """
    return "Among friends" if is_private_id(table) else readable_id(table)


def round_title(title: str, table: str, round_id: str) -> str:
    """
    >>> round_title("Friday night", "ms-1", "ms-1-17")
    'Friday night, 17'
    """
    return f"{title}, {round_id.removeprefix(f'{table}-')}"


def jackpot_names(plan: TablePlan) -> dict[str, str]:
    """What the jackpot wagers of a table are called there: like the jackpots that they are for."""
    wagers = jackpot_wagers(plan.settings.rules)
    return {wager.id: jackpot_name(link) for wager, link in zip(wagers, plan.links, strict=False)}


def game_at(plan: TablePlan | None, settings: TableSettings) -> Game:
    """The game that these settings are of, with its jackpot wagers by the names that the table has for them.

    A table that is gone, or plays another game by now, says nothing: then the sheet's names stand.
    """
    game = settings.rules
    if plan is None or plan.settings.game != settings.game or not plan.links:
        return game
    names = jackpot_names(plan)
    wagers = tuple(msgspec.structs.replace(wager, name=names.get(wager.id, wager.name)) for wager in game.wagers)
    return msgspec.structs.replace(game, wagers=wagers)
