"""A floor file held against a jackpot in operation: what stands, what follows the file, and what cannot be.

What people change in the running house by two stands, whatever the file says. What nobody changes there follows the
file from the next start on. Another kind, pay table or other levels are another jackpot.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from cardroom.jackpots.engine.link_state import LinkState
from cardroom.jackpots.setup.config import LevelConfig, LinkConfig, show_rate
from cardroom.money import show_money


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """What a file has otherwise than a jackpot in operation, and what will become of it."""

    link: str
    text: str
    level: str = ""
    key: str = ""  # that says it in the file; "": the jackpot is not in it
    is_refused: bool = False


def config_to_keep(state: LinkState, wanted: LinkConfig) -> LinkConfig:
    """The configuration that a jackpot goes on with when a file wants this one."""
    config = state.config
    if state.is_removed:
        return config
    presets = {level.name: level for level in wanted.levels}
    levels = tuple(
        msgspec.structs.replace(
            level,
            preset_seed=presets[level.name].preset_seed,
            preset_contribution=presets[level.name].preset_contribution,
        )
        if level.name in presets
        else level
        for level in config.levels
    )
    return msgspec.structs.replace(
        config,
        levels=levels,
        tables=wanted.tables,
        envy=wanted.envy,
        fixed_pays=wanted.fixed_pays,
        award_order=wanted.award_order,
        executive_from=wanted.executive_from,
        executive_at_keypads=wanted.executive_at_keypads,
    )


def holds_money(state: LinkState) -> bool:
    """Whether players have a stake in what it holds; a seed that nobody has ever played for is the house's."""
    return bool(state.held and (state.rounds or state.totals.adjustments))


def differences(state: LinkState, wanted: LinkConfig) -> list[Difference]:
    """All of them, of a jackpot that is in the file."""
    if state.is_removed:
        return list(_of_removed(state, wanted))
    return [*_another_jackpot(state.config, wanted), *_figures(state.config, wanted), *_followed(state.config, wanted)]


def dropped(state: LinkState) -> list[Difference]:
    """Of a jackpot that is not in the file; a removed one need not be."""
    name = state.config.id
    if state.is_removed:
        return []
    if holds_money(state):
        text = (
            f"Jackpot {name} holds {show_money(state.held)} that players have played for, and is not in the floor file:"
            " put it back; then give notice, remove it, and take it out of the file."
        )
        return [Difference(link=name, text=text, is_refused=True)]
    return [
        Difference(link=name, text=f"Jackpot {name} is not in the floor file: it rests, and no table plays for it.")
    ]


def _of_removed(state: LinkState, wanted: LinkConfig) -> Iterator[Difference]:
    name = state.config.id
    new = sorted({table.id for table in wanted.tables} - state.tables.keys())
    text = f"Jackpot {name} has been removed and takes no wagers: take it out of the file; a new one needs another id."
    yield Difference(link=name, key="id", text=text, is_refused=bool(new))


def _another_jackpot(config: LinkConfig, wanted: LinkConfig) -> Iterator[Difference]:
    instead = "give the other one an id of its own, and remove this one before you take it out of the file."
    for key, what, before, after in (
        ("kind", "is a", f"{config.kind} jackpot", f"{wanted.kind} jackpot"),
        ("paytable", "pays by", config.paytable.title, wanted.paytable.title),
        ("level", "has the levels", _names(config), _names(wanted)),
    ):
        if before != after:
            text = f"Jackpot {config.id} {what} {before}, not {after}, and stays so: {instead}"
            yield Difference(link=config.id, key=key, text=text, is_refused=True)


def _names(config: LinkConfig) -> str:
    return ", ".join(sorted(config.level_names))


def _figures(config: LinkConfig, wanted: LinkConfig) -> Iterator[Difference]:
    """What two people change while the house runs."""
    if config.wager != wanted.wager:
        yield _stands(config, "", "wager", show_money(config.wager), show_money(wanted.wager))
    others = {level.name: level for level in wanted.levels}
    for level in config.levels:
        if level.name not in others:
            continue
        before, after = _shown(level), _shown(others[level.name])
        for key in before:
            if before[key] != after[key]:
                yield _stands(config, level.name, key, before[key], after[key])


def _shown(level: LevelConfig) -> dict[str, str]:
    return {
        "seed": show_money(level.seed),
        "contribution": show_rate(level.contribution),
        "reserve": show_rate(level.reserve),
        "maximum": "none" if level.maximum is None else show_money(level.maximum),
    }


def _stands(config: LinkConfig, level: str, key: str, before: str, after: str) -> Difference:
    whose = f"{config.id}, {level}" if level else config.id
    what = "prize" if config.is_house and key == "seed" else key
    text = (
        f"Jackpot {whose}: the {what} is {before} in the running house, and {after} in the file. {before.capitalize()}"
        " stands; two people change it while the house runs."
    )
    return Difference(link=config.id, level=level, key=key, text=text)


def _followed(config: LinkConfig, wanted: LinkConfig) -> Iterator[Difference]:
    """What the file alone says."""
    for key, what, before, after in (
        ("envy", "envy", _on(config.envy), _on(wanted.envy)),
        ("fixed_pays", "the source of fixed pays", config.fixed_pays.value, wanted.fixed_pays.value),
        ("award_order", "the order of awards", config.award_order.told, wanted.award_order.told),
        (
            "executive_from",
            "what the executive approves from",
            show_money(config.executive_from),
            show_money(wanted.executive_from),
        ),
        (
            "executive_at_keypads",
            "the executive's card at keypads",
            _on(config.executive_at_keypads),
            _on(wanted.executive_at_keypads),
        ),
    ):
        if before != after:
            text = f"Jackpot {config.id}: {what} changes from {before} to {after} when the house starts on this file."
            yield Difference(link=config.id, key=key, text=text)


def _on(is_on: bool) -> str:
    return "on" if is_on else "off"
