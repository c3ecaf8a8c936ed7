"""How full awards are distributed in the long run, by numbers; `jackpot_meter` has the exact means."""

from __future__ import annotations

from fractions import Fraction
from math import exp, expm1

import numpy as np

from cardroom.lab.jackpots.meter import Floats, Law, Meter, mean_by_conservation
from cardroom.lab.jackpots.meter_advances import TAIL, law_with_advances, seed_remainder_law

COARSE_GRID, GRID = 1 << 11, 1 << 13  # points that a law is computed on
NEGLIGIBLE = 1e-8
MOST_SHARES = 4_000  # partial awards followed one by one between two full ones


def full_award(meter: Meter) -> tuple[Fraction, bool]:
    """The mean full award in the long run, and whether it is exact."""
    if meter.maximum is not None:
        return Fraction(award_law(meter).mean), False
    exact = mean_by_conservation(meter)
    if not meter.fixed:
        return exact, True
    left = Fraction(seed_remainder_law(meter).mean)
    return (exact, True) if exact > left else (left, False)


def award_law(meter: Meter) -> Law:
    """How full awards are distributed in the long run.

    Waiting times are taken as exponential instead of geometric, with the same mean: a matter of about one contribution.
    """
    if meter.fixed:
        assert not meter.shares, "fixed pays and shares off one meter are not planned"
        assert meter.maximum is None, "nor is a maximum then"
        left = seed_remainder_law(meter)
        return law_with_advances(meter) if mean_by_conservation(meter) > left.mean else left
    return _law_of_shares(meter)


def _law_of_shares(meter: Meter) -> Law:
    """Coarsely at first, to see how far up the meter can be."""
    if meter.maximum is not None:
        return _law_up_to(meter, float(meter.maximum), GRID)
    above_seed = meter.contribution / (meter.full + meter.shares_taken) + meter.reserve / meter.full
    coarse = _law_up_to(meter, 1.001 * float(meter.seed) + TAIL * float(above_seed), COARSE_GRID)
    return _law_up_to(meter, max(coarse.quantile(1 - NEGLIGIBLE), 1.001 * float(meter.seed)), GRID)


def _law_up_to(meter: Meter, top: float, points: int) -> Law:
    """Follow the law of the meter from one award to the next, share by share, until a full one is almost certain."""
    full, events = float(meter.full), float(meter.full + sum(share.chance for share in meter.shares))
    tiny = 1e-12 * max(top, 1.0)  # stands for nothing, so that one formula does for all
    growth = max(float(meter.contribution) / events, tiny)  # mean rise from one award to the next
    saved = max(float(meter.reserve) / full, 2 * tiny)  # mean reserve at a reset
    if abs(saved - growth) < 1e-5 * growth:
        saved = 1.00001 * growth
    amounts = np.linspace(0.0, max(top, tiny), points)
    at_award = _sum_of_two_exponentials(amounts - float(meter.seed), growth, saved)
    rising = _Rising(float(amounts[1]) / growth)
    law, alive = np.zeros(points), 1.0
    for _ in range(MOST_SHARES):
        if meter.maximum is not None:
            at_award[-1] = alive  # the grid ends at the maximum, and all that would be above it stands there
        law += at_award * (full / events)
        alive *= 1 - full / events
        if alive < NEGLIGIBLE or not meter.shares:
            break
        after = [
            float(share.chance) / events * np.interp(amounts / float(1 - share.amount), amounts, at_award)
            for share in meter.shares
        ]
        at_award = rising.to_the_next_award(np.sum(after, axis=0))
    at_most = np.minimum(law / law[-1], 1.0)
    if meter.maximum is not None:  # the awards at the maximum are a step, not a slope
        amounts, at_most = np.append(amounts, amounts[-1]), np.append(at_most, 1.0)
        at_most[-2] = at_most[-3]
    return Law(amounts, at_most)


def _sum_of_two_exponentials(amounts: Floats, one: float, other: float) -> Floats:
    """The chance of at most so much of two exponential amounts of different means together."""
    held = np.maximum(amounts, 0.0)
    at_most: Floats = 1 - (one * np.exp(-held / one) - other * np.exp(-held / other)) / (one - other)
    return np.where(amounts < 0, 0.0, at_most)


class _Rising:
    """An exponential rise on top of a law that is linear between the points of the grid."""

    def __init__(self, step: float) -> None:
        """`step`: between two points of the grid, in mean rises."""
        self.kept = exp(-step)
        part = -expm1(-step) / step
        self.from_here, self.from_before = 1 - part, part - self.kept

    def to_the_next_award(self, law: Floats) -> Floats:
        new: Floats = self.from_here * law
        new[1:] += self.from_before * law[:-1]
        # new[i] += kept new[i-1], in doubling strides instead of point by point
        stride, kept = 1, self.kept
        while stride < len(new) and kept > NEGLIGIBLE * NEGLIGIBLE:
            new[stride:] += kept * new[:-stride].copy()
            stride, kept = 2 * stride, kept * kept
        return new
