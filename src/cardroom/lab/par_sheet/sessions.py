"""What a session of many rounds brings: the distribution of one round, convolved with itself.

The distribution of a round is exact. Its transform, raised to the number of rounds and transformed back, is that of the
session; it is held in a window which, by Bernstein's inequality, misses less than `MISSED` of it.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, erfc, gcd, lcm, log, sqrt

import msgspec
import numpy as np

from cardroom.lab.results import Base

MISSED = 1e-9
LARGEST_WINDOW = 1 << 22  # beyond that memory would tell; only pays in the hundred thousands lead there
TAIL = 0.025  # on each side of the range that is shown


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """The total of many rounds, in units of the base wager."""

    rounds: int
    mean: Fraction
    deviation: float
    ahead: float  # the chance to have won at the end
    even: float
    low: float  # 95 of 100 sessions end from here
    high: float  # to here
    is_convolved: bool  # otherwise a normal approximation


def session(base: Base, rounds: int) -> Session:
    mean = rounds * base.ev
    deviation = base.standard_deviation * sqrt(rounds)
    step = _lattice_step([amount.net for amount in base.amounts])
    window = _window(base, rounds, step)
    if window is None:
        ahead = 0.5 * erfc(-float(mean) / deviation / sqrt(2)) if deviation else float(mean > 0)
        reach = 1.959964 * deviation  # of a normal distribution, for the same tails
        low, high, even = float(mean) - reach, float(mean) + reach, 0.0
    else:
        start, size = window
        chances = _convolved(base, rounds, step, start, size)
        below = np.cumsum(chances)
        zero = -start
        even = float(chances[zero]) if 0 <= zero < size else 0.0
        ahead = float(chances[max(zero + 1, 0) :].sum())
        low, high = (float((start + int(np.searchsorted(below, tail))) * step) for tail in (TAIL, 1 - TAIL))
    return Session(
        rounds=rounds, mean=mean, deviation=deviation, ahead=ahead, even=even, low=low, high=high,
        is_convolved=window is not None,
    )  # fmt: skip


def _lattice_step(nets: list[Fraction]) -> Fraction:
    """The largest amount of which every result is a multiple."""
    denominator = lcm(*(net.denominator for net in nets))
    numerator = gcd(*(int(net * denominator) for net in nets))
    return Fraction(numerator or 1, denominator)


def _window(base: Base, rounds: int, step: Fraction) -> tuple[int, int] | None:
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


def _convolved(
    base: Base, rounds: int, step: Fraction, start: int, size: int
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    one_round = np.zeros(size)
    for amount in base.amounts:
        one_round[int(amount.net / step) % size] += float(amount.probability)
    total = np.fft.irfft(np.fft.rfft(one_round) ** rounds, size)
    chances: np.ndarray[tuple[int], np.dtype[np.float64]] = np.roll(np.clip(total, 0.0, 1.0), -(start % size))
    return chances
