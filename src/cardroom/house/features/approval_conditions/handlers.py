"""Conditions are put on file by document, and taken off."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from cardroom.errors import CardroomError
from cardroom.games import find_game
from cardroom.house.features.approval_conditions.checklist import condition_game_id
from cardroom.house.features.approval_conditions.messages import (
    ConditionFiled,
    ConditionWithdrawn,
    FileCondition,
    WithdrawCondition,
)
from cardroom.house.features.approval_conditions.state import key

if TYPE_CHECKING:
    from cardroom.house.engine.unit_of_work import UnitOfWork


def file_condition(work: UnitOfWork, command: FileCondition) -> None:
    game = find_game(command.game)
    if game.id != condition_game_id(game):
        raise CardroomError("set-rules", f"Conditions are filed for {condition_game_id(game)}, whatever rules are set.")
    known = [condition.id for condition in game.approval_conditions]
    if command.condition not in known:
        raise CardroomError(
            "unknown-condition", f"{game.name} has no condition “{command.condition}”; it has: {', '.join(known)}."
        )
    if command.dated > date.fromisoformat(work.house.day):
        raise CardroomError("later-date", f"{command.dated} has not come yet: a document on file has its own date.")
    work.in_house(
        ConditionFiled(game=command.game, condition=command.condition, document=command.document, dated=command.dated)
    )


def withdraw_condition(work: UnitOfWork, command: WithdrawCondition) -> None:
    if key(command.game, command.condition) not in work.house.conditions:
        raise CardroomError("not-on-file", f"“{command.condition}” of {command.game} is not on file.")
    work.in_house(ConditionWithdrawn(game=command.game, condition=command.condition, why=command.why))
