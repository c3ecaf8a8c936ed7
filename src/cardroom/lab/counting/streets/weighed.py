"""The inner loop of `advice`: a hand bought street by street, played forwards from the cards known. No pay-off is here."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from cardroom.lab.kernels.poker import is_among, value_of

Integers = npt.NDArray[Any]

NOT_KNOWN = np.iinfo(np.int64).min


@njit(cache=True, nogil=True)
def river_sum(known: Integers, mixed: Integers, flush: Integers, net_of_value: Integers) -> int:
    """What a unit at stake gains with four cards known, summed over the fifth."""
    total = 0
    for card in range(52):
        if not is_among(known, 4, card):
            total += net_of_value[value_of(known[0], known[1], known[2], known[3], card, mixed, flush)]
    return total


@njit(cache=True, nogil=True)
def bets_worth(
    known: Integers, number: int, stake: int, multiples: Integers, mixed: Integers, flush: Integers,
    net_of_value: Integers, unit: int, rivers: Integers, worth: Integers,
) -> None:  # fmt: skip
    """worth[0]: folding with this stake; worth[i]: the i-th bet, the best being done on every later street.

    All are summed over the cards to come, in parts of `unit`. `multiples` holds the bets of every street in a row,
    `known` has room for one more card, and `rivers` keeps the sums over the fifth card by the third and fourth: they are
    the same in whatever order these come and whatever has been bet.
    """
    bets = multiples[number - 2]
    ways = 1
    for taken in range(number, 5):
        ways *= 52 - taken
    worth[0] = -stake * unit * ways
    if number == 4:
        low, high = min(known[2], known[3]), max(known[2], known[3])
        if rivers[low, high] == NOT_KNOWN:
            rivers[low, high] = river_sum(known, mixed, flush, net_of_value)
        total = rivers[low, high]
        for i in range(len(bets)):
            worth[i + 1] = (stake + bets[i]) * total
        return
    later = np.zeros(len(worth), dtype=np.int64)
    for i in range(len(bets)):
        total = 0
        for card in range(52):
            if not is_among(known, number, card):
                known[number] = card
                bets_worth(
                    known, number + 1, stake + bets[i], multiples, mixed, flush, net_of_value, unit, rivers, later
                )
                total += later.max()
        worth[i + 1] = total
