"""A jackpot before it is switched on: what it pays, how often, and what the house keeps.

All figures are long-run ones. A *hand* is one wager on a sensor, so six players make six hands of a round.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import msgspec

from cardroom.jackpots import LevelConfig, Source
from cardroom.jackpots.setup.config import WHOLE
from cardroom.lab.jackpots.award_distribution import award_law, full_award
from cardroom.lab.jackpots.meter import Law, Meter, Taking
from cardroom.lab.jackpots.meter_advances import chance_to_run_dry
from cardroom.lab.jackpots.plan_terms import Terms, warnings_and_notes
from cardroom.lab.results import Struct
from cardroom.money import DOLLAR
from cardroom.number_format import percent

QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
STEPS = tuple(Fraction(step, 1000) for step in (50, 20, 10, 5, 2, 1))  # between the contribution rates compared
STEPS_EACH_WAY = 4
OFTEN_EMPTY = 0.01


class PartAward(Struct, frozen=True, kw_only=True):
    """A line that pays a part of the meter."""

    hand: str
    share: Fraction
    mean_hands: Fraction
    expected_award: Fraction


class LevelPlan(Struct, frozen=True, kw_only=True):
    config: LevelConfig
    meter: Meter
    hands: tuple[str, ...]  # that take it all
    expected_award: Fraction
    is_exact: bool
    parts: tuple[PartAward, ...]
    mean_hours: Fraction
    law: Law

    @property
    def mean_hands(self) -> Fraction:
        return 1 / self.meter.full

    @property
    def overflow(self) -> Fraction:
        """What a posted maximum keeps off the meter for each wager, in dollars."""
        if self.meter.maximum is None:
            return Fraction(0)
        return self.meter.inflow - (self.meter.full + self.meter.shares_taken) * self.expected_award

    @property
    def chance_of_nothing(self) -> float:
        """That a full award finds the meter empty."""
        return float(self.law.at_most[0]) if self.meter.fixed else 0.0


class Split(Struct, frozen=True, kw_only=True):
    """Where each $1 wagered goes, in the long run. It adds up to 1."""

    fixed_pays: Fraction  # from the tray
    contribution: Fraction
    reserve: Fraction
    reseeding: Fraction
    not_recovered: Fraction  # advances that contributions never catch up with
    envy: Fraction

    @property
    def house_advantage(self) -> Fraction:
        return self.house_advantage_without_envy - self.envy

    @property
    def house_advantage_without_envy(self) -> Fraction:
        return 1 - self.fixed_pays - self.contribution - self.reserve - self.reseeding - self.not_recovered


class AtRate(Struct, frozen=True, kw_only=True):
    """The same jackpot with another contribution rate."""

    contribution: Fraction
    expected_award: Fraction  # of the top level
    house_advantage: Fraction
    house_advantage_without_envy: Fraction
    chance_to_run_dry: float


class Plan(Struct, frozen=True, kw_only=True):
    terms: Terms
    levels: tuple[LevelPlan, ...]
    split: Split
    chance_to_run_dry: float  # from the seed, before the next full award
    by_rate: tuple[AtRate, ...]
    warnings: tuple[str, ...]
    notes: tuple[str, ...]


def plan_jackpot(terms: Terms) -> Plan:
    meters = meters_at(terms, terms.contribution)
    levels = tuple(_level(terms, level, meter) for level, meter in zip(terms.levels, meters, strict=True))
    split = _split(terms, meters, [level.expected_award for level in levels])
    warnings, notes = warnings_and_notes(terms)
    if split.house_advantage < 0:
        warnings.append(f"The house loses {percent(-split.house_advantage)} of every wager in the long run.")
    if split.not_recovered:
        warnings.append("Contributions do not cover the fixed pays: the house's advances are never recovered.")
    if any(level.chance_of_nothing > OFTEN_EMPTY for level in levels):
        notes.append(
            "Some 100% awards find advances not recovered yet; the distribution of the award is approximate then."
        )
    return Plan(
        terms=terms,
        levels=levels,
        split=split,
        chance_to_run_dry=chance_to_run_dry(meters[0]),
        by_rate=tuple(_at_rate(terms, rate) for rate in rates_around(terms.contribution, terms.reserve)),
        warnings=tuple(warnings),
        notes=tuple(notes),
    )


def meters_at(terms: Terms, contribution: Fraction) -> list[Meter]:
    """The meters of all levels, their contributions in proportion so that they add up to this part of the wager."""
    return [meter_of(terms, level, _share_of(terms, level) * contribution) for level in terms.levels]


def meter_of(terms: Terms, level: LevelConfig, contribution: Fraction) -> Meter:
    stake = Fraction(terms.wager, DOLLAR)
    awards = terms.awards(level)
    fixed = [award for award in terms.prize.awards if award.fixed] if terms.fixed_pays is Source.METER else []
    return Meter(
        seed=Fraction(level.seed, DOLLAR),
        contribution=contribution * stake,
        reserve=Fraction(level.reserve, WHOLE) * stake,
        full=sum((award.probability for award in awards if award.share == 1), Fraction(0)),
        shares=tuple(Taking(amount=a.share, chance=a.probability) for a in awards if a.share < 1 and a.probability),
        fixed=tuple(Taking(amount=a.fixed * stake, chance=a.probability) for a in fixed if a.probability),
        maximum=None if level.maximum is None else Fraction(level.maximum, DOLLAR),
    )


def rates_around(contribution: Fraction, reserve: Fraction) -> Iterator[Fraction]:
    """A few contribution rates on both sides of one, in round steps, as far as the wager goes."""
    step = next((step for step in STEPS if STEPS_EACH_WAY * step <= contribution), STEPS[-1])
    if contribution == 0:
        step = STEPS[0]
    for place in range(-STEPS_EACH_WAY, STEPS_EACH_WAY + 1):
        if 0 <= contribution + place * step <= 1 - reserve:
            yield contribution + place * step


def _share_of(terms: Terms, level: LevelConfig) -> Fraction:
    """A level's part of all contributions."""
    if terms.contribution == 0:
        return Fraction(1, len(terms.levels))
    return Fraction(level.contribution, WHOLE) / terms.contribution


def _level(terms: Terms, level: LevelConfig, meter: Meter) -> LevelPlan:
    expected, is_exact = full_award(meter)
    awards = terms.awards(level)
    return LevelPlan(
        config=level,
        meter=meter,
        hands=tuple(award.hand for award in awards if award.share == 1),
        expected_award=expected,
        is_exact=is_exact,
        parts=tuple(
            PartAward(
                hand=award.hand,
                share=award.share,
                mean_hands=1 / award.probability,
                expected_award=award.share * expected,  # it finds the same meter as a full award, on average
            )
            for award in awards
            if award.share < 1 and award.probability
        ),
        mean_hours=1 / meter.full / terms.hands_per_hour,
        law=award_law(meter),
    )


def _split(terms: Terms, meters: list[Meter], expected: list[Fraction]) -> Split:
    stake = Fraction(terms.wager, DOLLAR)
    paid = sum(
        (m.fixed_taken + m.full * award for m, award in zip(meters, expected, strict=True) if m.fixed), Fraction()
    )
    inflow = sum((meter.inflow for meter in meters if meter.fixed), Fraction(0))
    return Split(
        fixed_pays=Fraction(0) if terms.fixed_pays is Source.METER else terms.prize.fixed_return,
        contribution=sum((meter.contribution for meter in meters), Fraction(0)) / stake,
        reserve=sum((meter.reserve for meter in meters), Fraction(0)) / stake,
        reseeding=sum((meter.full * meter.seed for meter in meters), Fraction(0)) / stake,
        not_recovered=(paid - inflow) / stake,
        envy=(terms.players - 1) * terms.prize.envy_value_per_player,
    )


def _at_rate(terms: Terms, contribution: Fraction) -> AtRate:
    meters = meters_at(terms, contribution)
    expected = [full_award(meter)[0] for meter in meters]
    split = _split(terms, meters, expected)
    return AtRate(
        contribution=contribution,
        expected_award=expected[0],
        house_advantage=split.house_advantage,
        house_advantage_without_envy=split.house_advantage_without_envy,
        chance_to_run_dry=chance_to_run_dry(meters[0]),
    )


# --- as JSON ----------------------------------------------------------------------------------------------------------


def plan_document(plan: Plan) -> dict[str, Any]:
    """A plan as one JSON object: dollars, and parts of 1. The figures at its head are those of the top level."""
    terms, top = plan.terms, plan.levels[0]
    return {
        "paytable": terms.prize.paytable,
        "game": terms.game,
        "wager": terms.wager / DOLLAR,
        "players": terms.players,
        "hands_per_hour": float(terms.hands_per_hour),
        "fixed_pays": terms.fixed_pays,
        "mean_hands_between_hits": float(top.mean_hands),
        "mean_hours_between_hits": float(top.mean_hours),
        "expected_award": float(top.expected_award),
        "quantiles": _quantiles(top.law),
        "house_advantage": float(plan.split.house_advantage),
        "house_advantage_without_envy": float(plan.split.house_advantage_without_envy),
        "chance_to_run_dry": plan.chance_to_run_dry,
        "each_dollar": {name: float(part) for name, part in msgspec.structs.asdict(plan.split).items()},
        "levels": [_level_document(level) for level in plan.levels],
        "by_contribution": [
            {name: float(value) for name, value in msgspec.structs.asdict(row).items()} for row in plan.by_rate
        ],
        "warnings": plan.warnings,
        "notes": plan.notes,
    }


def _level_document(level: LevelPlan) -> dict[str, Any]:
    config = level.config
    return {
        "name": config.name,
        "hands": level.hands,
        "probability": f"{level.meter.full.numerator}/{level.meter.full.denominator}",
        "seed": config.seed / DOLLAR,
        "contribution": config.contribution / WHOLE,
        "reserve": config.reserve / WHOLE,
        "maximum": None if config.maximum is None else config.maximum / DOLLAR,
        "mean_hands_between_hits": float(level.mean_hands),
        "mean_hours_between_hits": float(level.mean_hours),
        "expected_award": float(level.expected_award),
        "exact": level.is_exact,
        "quantiles": _quantiles(level.law),
        "overflow_per_wager": float(level.overflow),
        "part_awards": [
            {
                "hand": part.hand,
                "share": float(part.share),
                "mean_hands_between_hits": float(part.mean_hands),
                "expected_award": float(part.expected_award),
            }
            for part in level.parts
        ],
    }


def _quantiles(law: Law) -> dict[str, float]:
    return {percent(chance, 0): round(law.quantile(chance), 2) for chance in QUANTILES}
