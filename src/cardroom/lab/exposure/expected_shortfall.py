"""The days that one wager can have, if whatever was staked on it in a round had been one hand's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, floor, gcd, log, sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cardroom.lab.analysis.session_distribution import MISSED, lattice_step
from cardroom.lab.results import Amount

PLACES = 1 << 17  # that a day's gain is told apart in

Chances = npt.NDArray[np.float64]


class Window(NamedTuple):
    start: int  # in steps
    size: int  # a power of two
    step: Fraction


def shortfalls(amounts: Sequence[Amount], sizes: Mapping[int, int], tail: float) -> tuple[float, float]:
    """How far below and above the mean the gain lies on average in the lowest and in the highest tail.

    `sizes` are rounds by stake; the answer is in the same units, both of it positive.
    """
    ev = sum((amount.net * amount.probability for amount in amounts), Fraction(0))
    variance = sum((amount.net**2 * amount.probability for amount in amounts), Fraction(0)) - ev**2
    mean = float(sum(stake * number for stake, number in sizes.items()) * ev)
    window = _window(amounts, sizes, ev, variance)
    chances = _convolved(amounts, sizes, window)
    gains: Chances = (window.start + np.arange(window.size, dtype=np.float64)) * float(window.step)
    below, above = _in_tail(chances, gains, tail), _in_tail(chances[::-1], gains[::-1], tail)
    return max(mean - below, 0.0), max(above - mean, 0.0)


def _window(amounts: Sequence[Amount], sizes: Mapping[int, int], ev: Fraction, variance: Fraction) -> Window:
    """Where the gain lies but for `MISSED` of it (Bernstein), in steps that it is made of or, if need be, larger ones.

    Larger steps spread every result a little around itself: see `_convolved`.
    """
    total = sum(stake * number for stake, number in sizes.items())
    squares = sum(stake**2 * number for stake, number in sizes.items())
    step = lattice_step([amount.net for amount in amounts]) * gcd(*sizes)
    reach = _reach(max(sizes), amounts, ev, float(squares * variance))
    lowest, highest = total * amounts[0].net, total * amounts[-1].net
    start, end = max(lowest, Fraction(floor(total * ev) - reach)), min(highest, Fraction(ceil(total * ev) + reach))
    if (end - start) / step > PLACES - 2:
        step = Fraction(4 * reach, PLACES)  # half of the places for what the steps themselves add
        start, end = total * ev - 2 * reach, total * ev + 2 * reach - 2 * step
    places = floor(end / step) - floor(start / step) + 1
    return Window(floor(start / step), 1 << max(places - 1, 1).bit_length(), step)


def _reach(stake: int, amounts: Sequence[Amount], ev: Fraction, variance: float) -> int:
    farthest = float(stake * max(abs(amounts[end].net - ev) for end in (0, -1)))
    third = log(2 / MISSED) * farthest / 3
    return ceil(third + sqrt(third**2 + 2 * log(2 / MISSED) * variance))


def _convolved(amounts: Sequence[Amount], sizes: Mapping[int, int], window: Window) -> Chances:
    """Chances by place. A result between two places is shared by them so that its mean stays, which only widens it."""
    transform = np.ones(window.size // 2 + 1, dtype=np.complex128)
    for stake, number in sizes.items():
        one_round = np.zeros(window.size)
        for amount in amounts:
            place = amount.net * stake / window.step
            above = float(place - floor(place))
            one_round[floor(place) % window.size] += float(amount.probability) * (1 - above)
            one_round[(floor(place) + 1) % window.size] += float(amount.probability) * above
        transform *= np.fft.rfft(one_round) ** number
    chances: Chances = np.clip(np.fft.irfft(transform, window.size), 0.0, 1.0)
    return np.roll(chances, -(window.start % window.size))


def _in_tail(chances: Chances, gains: Chances, tail: float) -> float:
    """The mean of the first part of the distribution that has so much chance."""
    reached = np.cumsum(chances)
    last = min(int(np.searchsorted(reached, tail)), len(chances) - 1)
    before = reached[last - 1] if last else 0.0
    return float(chances[:last] @ gains[:last] + (tail - before) * gains[last]) / tail
