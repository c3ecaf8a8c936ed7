"""What a session of many rounds brings: the distribution of one round, convolved with itself.

The distribution of a round is exact. Its transform, raised to the number of rounds and transformed back, is that of the
session; it is held in a window which, by Bernstein's inequality, misses less than `MISSED` of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, gcd, lcm, log, sqrt
from statistics import NormalDist
from typing import Protocol

import msgspec
import numpy as np

from cardroom.lab.results import TAIL, Amount

Chances = np.ndarray[tuple[int], np.dtype[np.float64]]

MISSED = 1e-9
LARGEST_WINDOW = 1 << 22  # beyond that memory would tell; only pays in the hundred thousands lead there


class OneRound(Protocol):
    """What one round brings, per unit staked."""

    @property
    def ev(self) -> Fraction: ...
    @property
    def variance(self) -> Fraction: ...
    @property
    def standard_deviation(self) -> float: ...
    @property
    def amounts(self) -> tuple[Amount, ...]: ...


class BankrollSwing(msgspec.Struct, frozen=True, kw_only=True):
    """The total of many rounds, in units of the base wager."""

    rounds: int
    mean: Fraction
    deviation: float
    ahead: float  # the chance to have won at the end
    even: float
    low: float  # 95 of 100 sessions end from here
    high: float  # to here
    is_convolved: bool  # otherwise a normal approximation


@dataclass(frozen=True)
class Totals:
    """Where so many rounds may end, in units of the base wager, and how likely each end is."""

    mean: Fraction
    deviation: float
    step: Fraction
    start: int  # the first place, in steps
    chances: Chances | None  # by place; None: too many places, and a normal distribution stands for them

    def end(self, share: float) -> float:
        """This share of sessions ends here or below."""
        if self.chances is None:
            return self._normal.inv_cdf(share) if self.deviation else float(self.mean)
        return float((self.start + int(np.searchsorted(np.cumsum(self.chances), share))) * self.step)

    def above(self, total: Fraction | int) -> float:
        """The chance to end with more."""
        if self.chances is None:
            return 1 - self._normal.cdf(float(total)) if self.deviation else float(self.mean > total)
        return float(self.chances[max(floor(total / self.step) - self.start + 1, 0) :].sum())

    def at(self, total: Fraction | int) -> float:
        """The chance to end with exactly this."""
        place = total / self.step - self.start
        if self.chances is None or place != int(place) or not 0 <= place < len(self.chances):
            return 0.0
        return float(self.chances[int(place)])

    @property
    def _normal(self) -> NormalDist:
        return NormalDist(float(self.mean), self.deviation)


def session_totals(base: OneRound, rounds: int) -> Totals:
    step = lattice_step([amount.net for amount in base.amounts])
    window = _window(base, rounds, step)
    return Totals(
        mean=rounds * base.ev,
        deviation=base.standard_deviation * sqrt(rounds),
        step=step,
        start=window[0] if window else 0,
        chances=_convolved(base, rounds, step, *window) if window else None,
    )


def session_figures(base: OneRound, rounds: int) -> BankrollSwing:
    found = session_totals(base, rounds)
    return BankrollSwing(
        rounds=rounds, mean=found.mean, deviation=found.deviation, ahead=found.above(0), even=found.at(0),
        low=found.end(TAIL), high=found.end(1 - TAIL), is_convolved=found.chances is not None,
    )  # fmt: skip


def lattice_step(nets: list[Fraction]) -> Fraction:
    """The largest amount of which every result is a multiple."""
    denominator = lcm(*(net.denominator for net in nets))
    numerator = gcd(*(int(net * denominator) for net in nets))
    return Fraction(numerator or 1, denominator)


def _window(base: OneRound, rounds: int, step: Fraction) -> tuple[int, int] | None:
    """Where the total may lie, in steps: the first place and a power of two of places. None if that is too many."""
    nets = [amount.net for amount in base.amounts]
    lowest, highest = (int(rounds * net / step) for net in (min(nets), max(nets)))
    farthest = max(abs(float((net - base.ev) / step)) for net in nets)
    variance = rounds * float(base.variance / step**2)
    rarity = log(2 / MISSED)
    third = rarity * farthest / 3
    reach = ceil(third + sqrt(third**2 + 2 * rarity * variance))
    start = max(lowest, int(rounds * base.ev / step) - reach)
    places = min(highest - start + 1, 2 * reach + 2)
    size = 1 << max(places - 1, 0).bit_length()
    return (start, size) if size <= LARGEST_WINDOW else None


def _convolved(base: OneRound, rounds: int, step: Fraction, start: int, size: int) -> Chances:
    one_round = np.zeros(size)
    for amount in base.amounts:
        one_round[int(amount.net / step) % size] += float(amount.probability)
    total = np.fft.irfft(np.fft.rfft(one_round) ** rounds, size)
    chances: Chances = np.roll(np.clip(total, 0.0, 1.0), -(start % size))
    return chances
