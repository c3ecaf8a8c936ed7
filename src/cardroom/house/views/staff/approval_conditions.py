"""The conditions of every game's approval on this floor: what each asks for, what is on file, and what is missing."""

from __future__ import annotations

from datetime import date, datetime
from enum import StrEnum

import msgspec

from cardroom.games.approval import ApprovalCondition, Venue
from cardroom.games.catalogue import is_known
from cardroom.games.model import Game
from cardroom.house.engine.house import House
from cardroom.house.engine.live_table import LiveTable
from cardroom.house.features.approval_conditions.checklist import (
    condition_game_id,
    conditions_of_table,
    missing,
    outside_approval,
)
from cardroom.house.features.approval_conditions.state import key
from cardroom.house.features.approval_conditions.text import HONESTY, incomplete
from cardroom.house.floor.display_names import table_title


class ConditionStanding(StrEnum):
    ON_FILE = "on-file"
    MISSING = "missing"
    IN_CASE = "in-case"  # asked for in a case that only the operator knows


class ConditionView(msgspec.Struct, frozen=True, kw_only=True):
    condition: str
    says: str
    only_if: str
    standing: ConditionStanding
    document: str  # "" where nothing is on file
    dated: date | None
    by: str  # by name
    at: datetime | None


class TableConditions(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    name: str
    is_open: bool
    lacks: str  # in words; "" where all is on file


class GameConditions(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    name: str
    approval: str
    submission: int | None
    dated: date | None
    rules: str  # which version is approved
    tables: tuple[TableConditions, ...]
    conditions: tuple[ConditionView, ...]


class ConditionsView(msgspec.Struct, frozen=True, kw_only=True):
    venue: Venue
    is_kept: bool  # whether the floor file has this list kept
    keeps_closed: bool
    notices: tuple[str, ...]
    games: tuple[GameConditions, ...]


def conditions_view(house: House) -> ConditionsView:
    kept = house.floor.conditions
    venue = kept.venue or Venue.COMMERCIAL
    return ConditionsView(
        venue=venue,
        is_kept=kept.venue is not None,
        keeps_closed=kept.closes,
        notices=HONESTY,
        games=tuple(_game_view(house, game, tables, venue) for game, tables in _by_game(house)),
    )


def lacking(house: House, table: LiveTable) -> str:
    """What the approval of a table lacks, in words; "" where it lacks nothing, or no list is kept."""
    floor = house.floor
    if floor.conditions.venue is None or table.plan.is_private or not is_known(table.plan.settings.game):
        return ""
    return incomplete(table.plan, len(missing(floor, table.plan, house.conditions)), outside_approval(table.plan))


def _by_game(house: House) -> list[tuple[Game, list[LiveTable]]]:
    found: dict[str, tuple[Game, list[LiveTable]]] = {}
    for table in house.tables.values():
        if not table.plan.is_private and is_known(table.plan.settings.game):
            game = table.plan.settings.rules
            found.setdefault(condition_game_id(game), (game, []))[1].append(table)
    return sorted(found.values(), key=lambda pair: pair[0].name)


def _game_view(house: House, game: Game, tables: list[LiveTable], venue: Venue) -> GameConditions:
    letter = game.sheet.letter
    asked: dict[str, ApprovalCondition] = {}
    for table in tables:
        links = house.floor.links_of(table.id)
        asked |= {one.id: one for one in conditions_of_table(table.plan, links, venue)}
    return GameConditions(
        game=condition_game_id(game),
        name=game.sheet.title,
        approval=game.sheet.approval,
        submission=letter.submission if letter else None,
        dated=letter.day if letter else None,
        rules=letter.rules if letter else "",
        tables=tuple(
            TableConditions(
                table=table.id, name=table_title(table.plan), is_open=table.is_open, lacks=lacking(house, table)
            )
            for table in tables
        ),
        conditions=tuple(_condition_view(house, game, one) for one in asked.values()),
    )


def _condition_view(house: House, game: Game, condition: ApprovalCondition) -> ConditionView:
    filed = house.conditions.get(key(condition_game_id(game), condition.id))
    without = ConditionStanding.IN_CASE if condition.only_if else ConditionStanding.MISSING
    return ConditionView(
        condition=condition.id,
        says=condition.text,
        only_if=condition.only_if,
        standing=ConditionStanding.ON_FILE if filed else without,
        document=filed.document if filed else "",
        dated=filed.dated if filed else None,
        by=house.people[filed.by].name if filed else "",
        at=filed.at if filed else None,
    )
