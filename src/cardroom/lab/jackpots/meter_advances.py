"""Meters that fixed pays come off: what a hit finds on them, and whether they run dry."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import numpy as np

from cardroom.lab.jackpots.meter import Floats, Law, Meter

FOURIER_GRID = 1 << 16
RUIN_STEPS = 1 << 16  # at most so many steps from the seed, or the largest fixed pay, down to nothing
TAIL = 25.0  # in means: beyond lies less than 1e-9 of an exponential law
FORGOTTEN = 1e-7


def law_with_advances(meter: Meter) -> Law:
    """What is still advanced when the hit comes is set against the next seed at once; in truth contributions pay it.

    The balance between two hits is a free walk, so its law is a product in Fourier space; the law of what is carried
    over is found by going from hit to hit until it no longer changes.
    """
    walk = _Walk(meter, meter.contribution)
    carried = np.zeros(FOURIER_GRID)
    carried[0] = 1.0
    for _ in range(400):
        balance = walk.balance(carried)
        owed = np.zeros(FOURIER_GRID)
        owed[1 : FOURIER_GRID - walk.split + 1] = balance[: walk.split - 1 : -1]
        owed[0] = 1 - owed.sum()
        if np.abs(owed - carried).sum() < FORGOTTEN:
            break
        carried = owed
    return walk.award(balance)


def seed_remainder_law(meter: Meter) -> Law:
    """What fixed pays leave of seed and reserve when all contributions go to what the house has advanced."""
    walk = _Walk(meter, Fraction(0))
    nothing = np.zeros(FOURIER_GRID)
    nothing[0] = 1.0
    return walk.award(walk.balance(nothing))


class _Walk:
    """The balance at a hit, from seed and reserve on: contributions in, fixed pays out."""

    def __init__(self, meter: Meter, contribution: Fraction) -> None:
        full, rise, saved = float(meter.full), float(contribution), float(meter.reserve)
        drift = float(contribution - meter.fixed_taken)
        spread = float(sum(pay.amount**2 * pay.chance for pay in meter.fixed))
        bend = np.sqrt(drift**2 + 2 * full * spread)
        top = float(meter.seed) + TAIL * ((bend + drift) / (2 * full) + saved / full)
        bottom = TAIL * (bend - drift) / (2 * full) + 4 * float(max(pay.amount for pay in meter.fixed))
        self.unit = (top + bottom) / FOURIER_GRID
        self.split = int(top / self.unit)  # points from here on stand for negative balances
        turn = 2j * np.pi * np.fft.fftfreq(FOURIER_GRID, self.unit)
        none = float(1 - meter.full - sum(pay.chance for pay in meter.fixed))
        goes_on = none + sum(float(pay.chance) * np.exp(-turn * float(pay.amount)) for pay in meter.fixed)
        walk = full * np.exp(turn * rise) / (1 - np.exp(turn * rise) * goes_on)
        reserve = full * np.exp(turn * saved) / (1 - (1 - full) * np.exp(turn * saved))
        self.transform = walk * reserve * np.exp(turn * float(meter.seed))

    def balance(self, carried: Floats) -> Floats:
        """The law of the balance, negative ones wrapped around, after so much was still owed at the start."""
        found = np.fft.fft(self.transform * np.fft.fft(carried)).real / FOURIER_GRID
        return np.asarray(found, dtype=np.float64)

    def award(self, balance: Floats) -> Law:
        at_most = balance[self.split :].sum() + np.cumsum(balance[: self.split])
        amounts = (np.arange(self.split) + 0.5) * self.unit
        edge = [at_most[0] - balance[0] / 2]
        cumulative = np.maximum.accumulate(np.clip(np.concatenate([edge, at_most]), 0.0, 1.0))
        return Law(np.concatenate([[0.0], amounts]), cumulative)


def chance_to_run_dry(meter: Meter) -> float:
    """The chance that a meter that starts at its seed is too short for a fixed pay before the next full award.

    The meter is counted in steps of one contribution, so it rises by one step a wager; a pay that is no whole number
    of steps is shared between its two neighbours so that its mean is right. For such a walk let z be the chance ever to
    be a step higher, the root of z = sum of chance(k) z^k over pays of k steps. Going down by first new lows then
    gives dry(y) = low(y) + sum of drop(j) dry(y - j) with positive terms only, solved as a quotient of power series.
    """
    if not meter.fixed:
        return 0.0
    largest = float(max(meter.seed, *(pay.amount for pay in meter.fixed)))
    unit = max(float(meter.contribution), largest / RUIN_STEPS)
    pays = dict(_steps_of_a_wager(meter, unit))
    up = _chance_to_rise(pays)
    drops, lows = np.zeros(max(pays) + 1), np.zeros(max(pays) + 1)
    for steps, chance in pays.items():
        powers = up ** np.arange(steps - 1, -1, -1.0)
        drops[:steps] += chance * powers
        lows[: max(steps - 1, 0)] += chance * (1 - powers[: max(steps - 1, 0)]) / (1 - up)
    place, part = divmod(float(meter.seed) / unit, 1.0)
    terms = int(place) + 2
    series = -_fitted(drops, terms)
    series[0] += 1.0
    dry = _product(_reciprocal(series), _fitted(lows, terms))
    return float(np.clip((1 - part) * dry[-2] + part * dry[-1], 0.0, 1.0))


def _steps_of_a_wager(meter: Meter, unit: float) -> Iterable[tuple[int, float]]:
    """By steps: the chance that a wager's pay takes so many more than its contribution brings, plus one."""
    chances: dict[int, float] = {}
    none = float(1 - meter.full - sum(pay.chance for pay in meter.fixed))
    rises = float(meter.contribution) / unit  # 1, unless that would be too many steps to count
    for amount, chance in [(0.0, none), *((float(pay.amount), float(pay.chance)) for pay in meter.fixed)]:
        steps, part = divmod(amount / unit, 1.0)
        for more, weight in ((0, (1 - part) * rises), (1, part * rises + (1 - part) * (1 - rises)),
                             (2, part * (1 - rises))):  # fmt: skip
            chances[int(steps) + more] = chances.get(int(steps) + more, 0.0) + chance * weight
    return ((steps, chance) for steps, chance in chances.items() if chance > 0)


def _chance_to_rise(pays: dict[int, float]) -> float:
    low, high = 0.0, 1.0
    for _ in range(200):
        middle = (low + high) / 2
        if sum(chance * middle**steps for steps, chance in pays.items()) > middle:
            low = middle
        else:
            high = middle
    return low


def _fitted(series: Floats, terms: int) -> Floats:
    fitted = np.zeros(terms)
    shared = min(terms, len(series))
    fitted[:shared] = series[:shared]
    return fitted


def _reciprocal(series: Floats) -> Floats:
    """The power series 1 / series, by Newton's method."""
    found = np.array([1 / series[0]])
    while len(found) < len(series):
        terms = min(2 * len(found), len(series))
        wider = _fitted(found, terms)
        rest = -_product(wider, series[:terms])
        rest[0] += 2
        found = _product(wider, rest)
    return found


def _product(one: Floats, other: Floats) -> Floats:
    size = 1 << (len(one) + len(other)).bit_length()
    found = np.fft.irfft(np.fft.rfft(one, size) * np.fft.rfft(other, size), size)[: len(one)]
    return np.asarray(found, dtype=np.float64)
