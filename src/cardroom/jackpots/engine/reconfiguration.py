"""Another configuration for a link: between games only, by two people, and the money stays where it is."""

from __future__ import annotations

import msgspec

from cardroom.documents import document_hash
from cardroom.errors import CardroomError
from cardroom.jackpots.commands import (
    ChangeLink,
    ChangeMaximum,
    ChangePrize,
    ChangeRates,
    ChangeSeed,
    ChangeWager,
    FollowFloor,
    OfFigures,
    Who,
)
from cardroom.jackpots.engine.adjustments import require_two_people
from cardroom.jackpots.engine.link_state import LinkState
from cardroom.jackpots.events import LinkChanged
from cardroom.jackpots.setup.config import LinkConfig
from cardroom.jackpots.setup.validation import validate_config
from cardroom.jackpots.text.citations import ACCOUNTING
from cardroom.money import show_money


def configuration_after(config: LinkConfig, command: ChangeLink | FollowFloor | OfFigures) -> LinkConfig:
    """What the command asks for, whether or not it is allowed."""
    match command:
        case ChangeLink() | FollowFloor():
            return command.config
        case ChangeWager():
            return msgspec.structs.replace(config, wager=command.wager)
        case ChangePrize():
            return _with_level(config, command.level, seed=command.prize)
        case ChangeSeed():
            return _with_level(config, command.level, seed=command.seed)
        case ChangeMaximum():
            return _with_level(config, command.level, maximum=command.maximum)
        case ChangeRates():
            return _with_level(config, command.level, contribution=command.contribution, reserve=command.reserve)


def _with_level(config: LinkConfig, name: str, **figures: int | None) -> LinkConfig:
    changed = msgspec.structs.replace(config.level(name), **figures)
    levels = tuple(changed if level.name == name else level for level in config.levels)
    return msgspec.structs.replace(config, levels=levels)


def change(state: LinkState, command: ChangeLink | FollowFloor | OfFigures, who: Who) -> LinkChanged:
    why = "" if isinstance(command, FollowFloor) else command.why
    if not isinstance(command, FollowFloor):
        require_two_people(who, why)
    _require_kind(state.config, command)
    if state.is_removed:
        raise CardroomError("link-closed", f"Jackpot {state.config.id} has been removed.")
    if state.in_progress:
        raise CardroomError(
            "game-in-progress",
            f"Nothing changes while a round is in progress; table {', '.join(state.in_progress)} is in a game.",
        )
    new = configuration_after(state.config, command)
    if new == state.config:
        raise CardroomError("no-change", f"Jackpot {new.id} is set up like that already.")
    validate_config(new)
    _require_same_link(state.config, new)
    _require_room(state, new)
    return LinkChanged(
        at=who.at,
        by=who.by,
        rule=ACCOUNTING,
        config=document_hash(new),
        approved_by=who.approved_by,
        why=why,
    )


def _require_kind(config: LinkConfig, command: ChangeLink | FollowFloor | OfFigures) -> None:
    if config.is_house and isinstance(command, ChangeSeed | ChangeMaximum | ChangeRates):
        raise CardroomError(
            "no-meter", f"Jackpot {config.id} is a House jackpot: it has a posted prize to change, and no meter."
        )
    if not config.is_house and isinstance(command, ChangePrize):
        raise CardroomError(
            "no-prize",
            f"Jackpot {config.id} is progressive: its prize is what its meter shows. Change its seed, or adjust it.",
        )


def _require_same_link(old: LinkConfig, new: LinkConfig) -> None:
    if (new.id, new.kind) != (old.id, old.kind):
        raise CardroomError(
            "other-link",
            f"Link {old.id} is a {old.kind} jackpot and stays one; remove it and open {new.id} ({new.kind}) instead.",
        )
    before, after = sorted(old.level_names), sorted(new.level_names)
    if before != after:
        raise CardroomError(
            "other-levels",
            f"Link {old.id} holds money on {', '.join(before)}; it cannot change to {', '.join(after)}.",
        )


def _require_room(state: LinkState, new: LinkConfig) -> None:
    """A posted maximum is never below what a level shows."""
    for level in new.levels:
        shown = state.displayed(level.name)
        if level.maximum is not None and level.maximum < shown:
            raise CardroomError(
                "bad-maximum",
                f"{level.name} stands at {show_money(shown)}; a maximum of {show_money(level.maximum)} is below that.",
            )
