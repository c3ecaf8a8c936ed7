"""Hands against the dealer's under some pays, compiled: gains are arrays, and nothing else is known of them here.

`compared` has [hand, card up] the dealer's hands below, equal, not qualifying and all; and if a hand would qualify.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.lab.compiled_loops import njit
from cardroom.lab.solvers.against_dealer.kernels.showdown_counts import _showdowns

Integers = npt.NDArray[Any]


@njit(cache=True, nogil=True, forceinline=True)
def _gain(ways: Integers, gains: Integers) -> int:
    total = 0
    for showdown in range(6):
        total += ways[showdown] * gains[showdown]
    return total


@njit(cache=True, nogil=True)
def choose_best(begin: int, end: int, compared: Any, row: Integers, gains: Integers, choice: Integers) -> None:
    """choice[hand, card up]: the best option, of those worth the same the last. gains: [option, row, showdown]."""
    below, copies, failing, met, high = compared
    ways = np.zeros(6, dtype=np.int64)
    for p in range(begin, end):
        for u in range(below.shape[1]):
            if met[p, u] == 0:
                continue
            _showdowns(below[p, u], copies[p, u], failing[p, u], met[p, u], high[p], ways)
            most = _gain(ways, gains[0, row[p]])
            for option in range(1, gains.shape[0]):
                total = _gain(ways, gains[option, row[p]])
                if total >= most:
                    most = total
                    choice[p, u] = option


@njit(cache=True, nogil=True)
def count_endings(
    begin: int, end: int, compared: Any,
    row: Integers, weights: Integers, choice: Integers, counts: Integers,
) -> None:  # fmt: skip
    """counts[option, row, showdown]: deals. A hand's cards up with the same choice are summed first."""
    below, copies, failing, met, high = compared
    ways = np.zeros(6, dtype=np.int64)
    sums = np.zeros((counts.shape[0], 4), dtype=np.int64)
    for p in range(begin, end):
        sums[:] = 0
        for u in range(below.shape[1]):
            if met[p, u] == 0:
                continue
            of_option = sums[choice[p, u]]
            of_option[0] += below[p, u]
            of_option[1] += copies[p, u]
            of_option[2] += failing[p, u]
            of_option[3] += met[p, u]
        for option in range(len(sums)):
            _showdowns(sums[option, 0], sums[option, 1], sums[option, 2], sums[option, 3], high[p], ways)
            for showdown in range(6):
                counts[option, row[p], showdown] += weights[p] * ways[showdown]


@njit(cache=True, nogil=True)
def sum_gains(
    begin: int, end: int, compared: Any,
    row: Integers, weights: Integers, gains: Integers, values: Integers, ranks: int, sums: Integers,
) -> None:  # fmt: skip
    """sums[value, rank of the card up, option]: gains of all deals."""
    below, copies, failing, met, high = compared
    ways = np.zeros(6, dtype=np.int64)
    for p in range(begin, end):
        for u in range(below.shape[1]):
            if met[p, u] == 0:
                continue
            _showdowns(below[p, u], copies[p, u], failing[p, u], met[p, u], high[p], ways)
            for option in range(gains.shape[0]):
                sums[values[p], u % ranks, option] += weights[p] * _gain(ways, gains[option, row[p]])


@njit(cache=True, nogil=True)
def gains_at(
    hands: Integers, ups: Integers, compared: Any,
    row: Integers, gains: Integers, found: Integers,
) -> None:  # fmt: skip
    """found[position, option] for some hands and cards up."""
    below, copies, failing, met, high = compared
    ways = np.zeros(6, dtype=np.int64)
    for i in range(len(hands)):
        p, u = hands[i], ups[i]
        _showdowns(below[p, u], copies[p, u], failing[p, u], met[p, u], high[p], ways)
        for option in range(gains.shape[0]):
            found[i, option] = _gain(ways, gains[option, row[p]])
