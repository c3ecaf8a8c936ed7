"""What the sheets recommend about contribution, reserve and seed, held against a configuration."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from cardroom.games.paytable import PayTable
from cardroom.jackpots.reports.regulator_figures import fixed_prizes
from cardroom.jackpots.setup.config import LevelConfig, LinkConfig, Source, show_rate
from cardroom.money import DOLLAR, Money, show_money

GROWS_FROM = 7_000  # basis points: where all pays come off the meter, it is made to grow from this rate up


class Advice(msgspec.Struct, frozen=True):
    """A recommendation that is broken, or a note that it could not be checked."""

    code: str
    text: str
    is_warning: bool = True


def recommendations(config: LinkConfig) -> list[Advice]:
    """For a link as it is set up; a House jackpot has nothing to recommend."""
    if config.is_house:
        return []
    return [
        advice
        for level in config.levels
        for advice in level_recommendations(level, config.paytable, config.wager, config.fixed_pays)
    ]


def level_recommendations(
    level: LevelConfig, paytable: PayTable, wager: Money, fixed_pays: Source = Source.TRAY
) -> Iterator[Advice]:
    """For one level, before there is a link: what a plan asks."""
    largest = max(fixed_prizes(paytable, wager), default=0)
    if level.seed == 0:
        yield Advice("no-seed", f"{level.name}: a seed of $0 is not recommended.")
        if level.reserve:
            yield Advice(
                "reserve-as-seed",
                f"{level.name}: the reserve is the only seed; a second hit soon after would find a low meter.",
            )
    elif level.seed < largest:
        yield Advice(
            "seed-below-fixed",
            f"{level.name}: the seed of {show_money(level.seed)} is below the largest fixed award,"
            f" {show_money(largest)}.",
        )
    if fixed_pays is Source.METER:
        if level.contribution < GROWS_FROM:
            yield Advice(
                "may-run-dry",
                f"{level.name}: all pays come off the meter and only {show_rate(level.contribution)} of the wager goes"
                f" into it; below {show_rate(GROWS_FROM)} it may run dry.",
            )
    elif level.preset_contribution is None:
        yield Advice(
            "no-preset", f"{level.name}: no preset contribution is recorded to compare with.", is_warning=False
        )
    elif level.contribution > level.preset_contribution:
        yield Advice(
            "above-preset",
            f"{level.name}: {show_rate(level.contribution)} is above the preset {show_rate(level.preset_contribution)},"
            " which lowers the house advantage.",
        )
    yield from _seed_against_preset(level, wager)


def _seed_against_preset(level: LevelConfig, wager: Money) -> Iterator[Advice]:
    if level.preset_seed is None:
        if wager != DOLLAR:
            yield Advice(
                "no-preset-seed",
                f"{level.name}: no preset seed is recorded; pays are multiplied for a wager of"
                f" {show_money(wager)}, and the seed should be too.",
                is_warning=False,
            )
        return
    wanted = level.preset_seed * wager // DOLLAR
    if level.seed < wanted:
        yield Advice(
            "seed-not-multiplied" if wager != DOLLAR else "seed-below-preset",
            f"{level.name}: for a wager of {show_money(wager)} the preset seed makes {show_money(wanted)};"
            f" {show_money(level.seed)} is set.",
        )
