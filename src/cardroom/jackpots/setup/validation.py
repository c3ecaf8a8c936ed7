"""Setting a link up: what may stand where and be linked with what.

Every refusal says why, with both figures where two of them differ.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from cardroom.errors import CardroomError
from cardroom.games import locate_paytable
from cardroom.games.paytable import Line, PayTable
from cardroom.games.paytable_faults import same_ids
from cardroom.jackpots.setup.config import (
    WHOLE,
    AwardOrder,
    JackpotKind,
    LevelConfig,
    LinkConfig,
    LinkTable,
    Source,
    jackpot_wagers,
    show_rate,
)
from cardroom.jackpots.setup.sheet_pages import validate_fixed_pays, validate_kind, validate_pages
from cardroom.money import CENT, DOLLAR, Money, Share, show_money


def link_config(
    link_id: str,
    paytable: str | PayTable,
    *,
    levels: Iterable[LevelConfig],
    tables: Iterable[LinkTable],
    kind: JackpotKind = JackpotKind.PROGRESSIVE,
    wager: Money = DOLLAR,
    envy: bool | None = None,
    fixed_pays: Source = Source.TRAY,
    award_order: AwardOrder = AwardOrder.SETTLING,
    executive_from: Money = 10_000 * DOLLAR,
    executive_at_keypads: bool = False,
    notice_days: int = 10,
    transfer_days: int = 60,
) -> LinkConfig:
    """Check what an operator asks for and fill in the rest. Envy is on where the pay table prints it."""
    table = locate_paytable(paytable)[0][2] if isinstance(paytable, str) else paytable
    config = LinkConfig(
        id=link_id,
        kind=kind,
        paytable=table,
        wager=wager,
        levels=tuple(levels),
        tables=tuple(tables),
        envy=table.has_envy if envy is None else envy,
        fixed_pays=fixed_pays,
        award_order=award_order,
        executive_from=executive_from,
        executive_at_keypads=executive_at_keypads,
        notice_days=notice_days,
        transfer_days=transfer_days,
    )
    validate_config(config)
    return config


def validate_config(config: LinkConfig) -> None:
    """Refuse a configuration with the first thing that is wrong with it."""
    _validate_amounts(config)
    _validate_lines(config)
    _validate_tables(config)
    _validate_is_jackpot(config)
    validate_pages(config)
    _validate_levels(config)
    validate_kind(config)
    validate_fixed_pays(config)
    _validate_equal_games(config)


def validate_floor(links: Iterable[LinkConfig]) -> None:
    """Refuse links that cannot stand on one floor together: what a layout carries over all of its sensors."""
    links = list(links)
    for first, second in combinations(links, 2):
        if first.id == second.id:
            raise CardroomError("same-link", f"Two links are called “{first.id}”; give one another id.")
        for table, other in ((a, b) for a in first.tables for b in second.tables if a.id == b.id):
            _validate_together(first, table, second, other)


def _validate_together(first: LinkConfig, table: LinkTable, second: LinkConfig, other: LinkTable) -> None:
    if table.game != other.game:
        raise CardroomError(
            "two-games", f"Table {table.id} is {table.game} on link {first.id} and {other.game} on link {second.id}."
        )
    if first.kind is not second.kind:
        raise CardroomError(
            "two-types",
            f"Table {table.id}: {first.id} is a {first.kind} jackpot and {second.id} a {second.kind} one;"
            " all jackpots of a table must be of one type.",
        )
    if table.sensor == other.sensor:
        raise CardroomError(
            "sensor-taken",
            f"Table {table.id}: {first.id} and {second.id} both use sensor {table.sensor}; a sensor takes one jackpot.",
        )
    if table.console is not other.console:
        raise CardroomError(
            "two-consoles", f"Table {table.id} cannot have a {table.console} and a {other.console} console."
        )


def _validate_amounts(config: LinkConfig) -> None:
    if not config.id.strip():
        raise CardroomError("bad-link", "A link needs an id.")
    if config.wager <= 0 or config.wager % CENT:
        raise CardroomError("bad-amount", "The jackpot wager must be a fixed amount of whole cents above $0.")
    if config.executive_from < 0:
        raise CardroomError("bad-amount", "The amount from which the executive approves cannot be negative.")
    if config.notice_days < 0 or config.transfer_days < 0:
        raise CardroomError("bad-amount", "The days of notice and of transfer cannot be negative.")


def _validate_lines(config: LinkConfig) -> None:
    for number, fault in same_ids(config.paytable):
        raise CardroomError("bad-paytable", f"{config.paytable.title}, line {number}: {fault}")


def _validate_levels(config: LinkConfig) -> None:
    names = [level.name for level in config.levels]
    if not names or len(set(names)) < len(names) or not all(name.strip() and ":" not in name for name in names):
        raise CardroomError("bad-level", "A link needs one or more levels, each with a name of its own (without “:”).")
    for level in config.levels:
        validate_level(level)
    total = sum(level.contribution + level.reserve for level in config.levels)
    if total > WHOLE:
        raise CardroomError(
            "bad-rate",
            f"Contributions and reserves of link {config.id} add up to {show_rate(total)} of the wager;"
            " no more than 100% can be contributed.",
        )
    named = {pay.level for pay in _shares(config)}
    if named == {""} and len(names) != 1:
        raise CardroomError(
            "bad-level", f"{config.paytable.title} pays from one meter; {len(names)} levels are set up."
        )
    if named != {""} and named != set(names):
        raise CardroomError(
            "bad-level",
            f"{config.paytable.title} pays from the levels {_list(named)}; link {config.id} has {_list(names)}.",
        )


def validate_level(level: LevelConfig) -> None:
    """Refuse one level for what is wrong with it alone."""
    for name, rate in (("contribution", level.contribution), ("reserve", level.reserve)):
        if not 0 <= rate <= WHOLE:
            raise CardroomError(
                "bad-rate",
                f"Level {level.name}: a {name} of {show_rate(rate)} is not between 0% and 100% of the wager.",
            )
    if level.seed < 0 or level.seed % CENT:
        raise CardroomError("bad-amount", f"Level {level.name}: the seed must be whole cents and not below $0.")
    if level.maximum is not None and (level.maximum < level.seed or level.maximum % CENT or level.maximum == 0):
        raise CardroomError(
            "bad-maximum",
            f"Level {level.name}: a maximum of {show_money(level.maximum)} is below the seed of"
            f" {show_money(level.seed)} or not in whole cents.",
        )


def _validate_tables(config: LinkConfig) -> None:
    ids = [table.id for table in config.tables]
    if not ids:
        raise CardroomError("bad-link", f"Link {config.id} needs a table.")
    for table in config.tables:
        if ids.count(table.id) > 1:
            raise CardroomError(
                "sensor-taken", f"Table {table.id} stands on link {config.id} twice; a link uses one sensor."
            )
        if not table.id.strip() or ":" in table.id:
            raise CardroomError("bad-link", "A table needs an id without “:”.")
        _validate_sensor(table)
        if table.set_up_as not in (None, config.kind):
            raise CardroomError(
                "progressive-with-house",
                f"Link {config.id} is a {config.kind} jackpot and table {table.id} is set up for a {table.set_up_as}"
                " one; Progressive and House jackpots cannot be linked.",
            )


def _validate_sensor(table: LinkTable) -> None:
    game = table.rules
    sensors = len(jackpot_wagers(game))
    if not sensors:
        raise CardroomError("no-jackpot", f"{game.name} has no jackpot wager, so {table.id} cannot be linked.")
    if not 1 <= table.sensor <= 2:
        raise CardroomError(
            "too-many-sensors",
            f"Table {table.id}: a layout has at most two jackpot sensors, not a sensor {table.sensor}.",
        )
    if table.sensor > sensors:
        raise CardroomError("too-many-sensors", f"Table {table.id}: {game.name} has one jackpot sensor; use sensor 1.")


def _validate_is_jackpot(config: LinkConfig) -> None:
    if config.paytable.columns or not list(_shares(config)):
        raise CardroomError(
            "not-a-jackpot", f"{config.paytable.title} pays no share of a jackpot, so there is nothing to link."
        )


def _validate_equal_games(config: LinkConfig) -> None:
    """Linked games need the same probability of the same winning hand (WAC 230-15-685)."""
    for first, second in combinations(config.tables, 2):
        if first.folded_hands_win is not second.folded_hands_win:
            raise CardroomError(
                "unequal-folding",
                f"Folded hands {_qualify(first)} at {first.id} and {_qualify(second)} at {second.id};"
                " the chance to win must be the same at every linked table.",
            )
    if len(config.games) > 1:
        for table in config.tables:
            if not table.folded_hands_win:
                raise CardroomError(
                    "unequal-folding",
                    f"On a link of several games folded hands must qualify everywhere; they do not at {table.id}.",
                )
    for line in config.paytable.lines:
        if line.pays[0] is not None:
            _validate_equal_chances(config, line)


def _validate_equal_chances(config: LinkConfig, line: Line) -> None:
    """Tables of one game need not bring their chances; those that do are held against one another."""
    hand = line.text
    for table in config.tables:
        chance = table.chances.get(line.id)
        if chance is None and len(config.games) > 1:
            raise CardroomError(
                "no-probability",
                f"Link {config.id} joins several games: say with what probability {table.id} deals a {hand}.",
            )
        if chance is not None and not 0 <= chance.ways <= chance.of > 0:
            raise CardroomError("bad-probability", f"Table {table.id}: {chance} is no probability of a {hand}.")
    for first, second in combinations((table for table in config.tables if line.id in table.chances), 2):
        if first.chances[line.id].fraction != second.chances[line.id].fraction:
            raise CardroomError(
                "unequal-probability",
                f"A {hand} comes {first.chances[line.id]} at {first.id} and {second.chances[line.id]} at {second.id};"
                " linked games must have the same probability.",
            )


def _shares(config: LinkConfig) -> Iterable[Share]:
    return (pay for line in config.paytable.lines for pay in line.pays if isinstance(pay, Share))


def _qualify(table: LinkTable) -> str:
    return "qualify" if table.folded_hands_win else "do not qualify"


def _list(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))
