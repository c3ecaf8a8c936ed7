"""The best hand at a table: exactly for two hands; for more, exactly but for a small simulated rest.

The chance that any of n hands reaches a step is n times that of one, less that of each pair, plus a rest which only
deals with three or more such hands contribute to. One and two are counted; the rest is simulated and tiny, so the error
is a hundredth of a plain simulation's.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import comb, lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.games.model import Wager
from cardroom.lab.kernels.poker import crowded_deals
from cardroom.lab.poker_counts import reached_by_one_and_two
from cardroom.lab.poker_tables import poker_tables
from cardroom.lab.solving import Solved, UpCardSolution, steps_of_values
from cardroom.lab.spreads import ANY, Spread

BLOCKS, DEALS_PER_BLOCK = 32, 1 << 16
DEALS = BLOCKS * DEALS_PER_BLOCK


def best_hand_spreads(solved: Solved, wager: Wager, paid_steps: int) -> dict[int, Spread]:
    """By number of hands dealt, the dealer's included; for the steps that pay tables pay, best first."""
    assert isinstance(solved, UpCardSolution)
    steps = steps_of_values(wager, solved.ranking)
    one, two = reached_by_one_and_two(solved.ranking, np.minimum(steps, paid_steps))
    most = solved.game.seats + 1
    sums, products = _simulate(solved, steps, paid_steps, most)
    spreads = {}
    for hands in range(2, most + 1):
        rest = [Fraction(int(count), DEALS) for count in sums[hands]] if hands > 2 else [Fraction(0)] * paid_steps
        reached = [hands * one[s] - comb(hands, 2) * two[s] + rest[s] for s in range(paid_steps)]
        covariance = None
        if hands > 2:
            mean = sums[hands] / DEALS
            covariance = tuple(map(tuple, ((products[hands] / DEALS - np.outer(mean, mean)) / DEALS).tolist()))
        spreads[hands] = _spread(reached, covariance)
    return spreads


def _spread(reached: list[Fraction], covariance: tuple[tuple[float, ...], ...] | None) -> Spread:
    of = lcm(comb(52, 5) * comb(47, 5), *(chance.denominator for chance in reached))
    counts = [int(chance * of) for chance in reached]
    by_step: dict[Any, int] = {
        (ANY, step): count - before for step, (count, before) in enumerate(zip(counts, [0, *counts], strict=False))
    }
    by_step[ANY, len(reached)] = of - counts[-1]
    return Spread(by_step, of, covariance)


def _simulate(
    solved: UpCardSolution, steps: npt.NDArray[Any], paid_steps: int, most: int
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    tables = poker_tables(solved.ranking)

    def block(number: int) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        sums = np.zeros((most + 1, paid_steps), dtype=np.int64)
        products = np.zeros((most + 1, paid_steps, paid_steps), dtype=np.int64)
        crowded_deals(number, DEALS_PER_BLOCK, most, tables.mixed, tables.flush, steps, sums, products)
        return sums, products

    with ThreadPoolExecutor() as pool:
        parts = list(pool.map(block, range(BLOCKS)))
    return np.sum([part[0] for part in parts], axis=0), np.sum([part[1] for part in parts], axis=0)
