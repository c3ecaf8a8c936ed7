"""A meter played through many full awards: a check on the plan that shares none of its formulas.

Nothing happens between two awards but contributions, so it goes from award to award with geometric gaps. Every figure
carries its standard error.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cardroom.lab.jackpots.kernels.meter_play import play_meter
from cardroom.lab.jackpots.meter import Floats, Meter

BATCHES = 100
WARMING_UP = 100  # full awards before anything is counted: the first one finds no reserve


@dataclass(frozen=True)
class Estimate:
    value: float
    standard_error: float

    def agrees_with(self, value: float, errors: float = 4.0) -> bool:
        return abs(self.value - value) <= errors * self.standard_error


@dataclass(frozen=True)
class Simulated:
    hands_between_hits: Estimate
    award: Estimate
    paid_per_wager: Estimate  # off the meter, advances included
    awards: Floats  # every full award


def simulate(meter: Meter, hits: int, seed: int = 1) -> Simulated:
    """Play through so many full awards (rounded up to whole batches)."""
    in_batch = -(-hits // BATCHES)
    awards, wagers, paid, _ = _play(meter, WARMING_UP + in_batch * BATCHES, seed, until_dry=False)
    batches = [of_hit[WARMING_UP:].reshape(BATCHES, in_batch).sum(axis=1) for of_hit in (awards, wagers, paid)]
    sums, hands, pays = batches
    counts = np.full(BATCHES, float(in_batch))
    return Simulated(
        hands_between_hits=_ratio(hands, counts),
        award=_ratio(sums, counts),
        paid_per_wager=_ratio(pays, hands),
        awards=awards[WARMING_UP:],
    )


def simulate_run_dry(meter: Meter, meters: int, seed: int = 1) -> Estimate:
    """How many of so many meters, each new at its seed, are too short for a fixed pay before their full award."""
    return _rate(_play(meter, meters, seed, until_dry=True)[3])


def _play(meter: Meter, hits: int, seed: int, *, until_dry: bool) -> tuple[Floats, Floats, Floats, Floats]:
    kinds = [(1.0, 0.0, float(meter.full))]
    kinds += [(float(share.amount), 0.0, float(share.chance)) for share in meter.shares]
    kinds += [(0.0, float(pay.amount), float(pay.chance)) for pay in meter.fixed]
    shares, dollars, chances = (np.array(column) for column in zip(*kinds, strict=True))
    maximum = np.inf if meter.maximum is None else float(meter.maximum)
    terms = float(meter.seed), float(meter.contribution), float(meter.reserve), maximum
    played: tuple[Floats, Floats, Floats, Floats] = play_meter(
        *terms, chances, shares, dollars, hits, until_dry, np.random.default_rng(seed)
    )
    return played


def _ratio(sums: Floats, counts: Floats) -> Estimate:
    """A mean with its error, from how much the batches differ."""
    value = float(sums.sum() / counts.sum())
    return Estimate(value, float(np.sqrt(((sums - value * counts) ** 2).sum()) / counts.sum()))


def _rate(happened: Floats | np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Estimate:
    rate = float(np.mean(happened))
    return Estimate(rate, float(np.sqrt(max(rate * (1 - rate), 1 / len(happened)) / len(happened))))
