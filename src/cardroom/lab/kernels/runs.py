"""The inner loops of `run_counts`, compiled. No rule or pay-off is known here."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

Integers = npt.NDArray[Any]

# A place in the table of ways: so many cells with 4, 3, 2, 1 and 0 cards left, in mixed radix.
RADICES = (2, 3, 4, 9, 9)  # by cards left: how many cells there can be, plus one
WEIGHTS = np.array([972, 324, 81, 9, 1], dtype=np.int32)
TABLE_SIZE = 1944


def masks_of(held: Integers) -> Integers:
    """Presence masks of hands given as cards held in each cell."""
    return ((held > 0) @ (1 << np.arange(held.shape[1]))).astype(np.int32)


@njit(cache=True, nogil=True)
def _choose(n: int, k: int) -> int:
    result = 1
    for i in range(k):
        result = result * (n - i) // (i + 1)
    return result


@njit(cache=True, nogil=True)
def _enumerate(cells: int, per_cell: int, cards: int, held: Integers, weight: Integers) -> int:
    """All ways to hold so many cards in the cells; returns their number. Without room in `held`, only counts."""
    current = np.zeros(cells, dtype=np.int8)
    found = 0
    cell = 0
    left = cards
    current[0] = -1
    while cell >= 0:
        if current[cell] >= 0:
            left += current[cell]
        current[cell] += 1
        if current[cell] > per_cell or current[cell] > left:
            current[cell] = 0
            cell -= 1
            continue
        left -= current[cell]
        if cell < cells - 1:
            if left <= (cells - 1 - cell) * per_cell:
                cell += 1
                current[cell] = -1
            continue
        if left == 0:
            if found < len(held):
                product = 1
                for i in range(cells):
                    held[found, i] = current[i]
                    product *= _choose(per_cell, current[i])
                weight[found] = product
            found += 1
    return found


def rank_classes(cells: int, per_cell: int, cards: int) -> tuple[Integers, Integers]:
    """Every way to hold so many cards, as cards in each cell, and how many hands hold them so."""
    nothing = np.zeros((0, cells), dtype=np.int8), np.zeros(0, dtype=np.int64)
    number = _enumerate(cells, per_cell, cards, *nothing)
    held, weight = np.zeros((number, cells), dtype=np.int8), np.zeros(number, dtype=np.int64)
    _enumerate(cells, per_cell, cards, held, weight)
    return held, weight


@njit(cache=True, nogil=True)
def distribution(left: Integers, masks: Integers, starts: Integers, ways: Integers) -> Integers:
    """Hands by value when `left` cards are in each cell."""
    low, high = np.zeros(64, dtype=np.int32), np.zeros(128, dtype=np.int32)
    _fill_sums(left, low, high)
    counts = np.zeros(len(starts) - 1, dtype=np.int64)
    for value in range(len(starts) - 1):
        total = 0
        for i in range(starts[value], starts[value + 1]):
            mask = masks[i]
            total += ways[low[mask & 63] + high[mask >> 6]]
        counts[value] = total
    return counts


@njit(cache=True, nogil=True)
def _fill_sums(left: Integers, low: Integers, high: Integers) -> None:
    """Sums of cell weights for all masks of the lower six and the upper seven cells."""
    low[0] = 0
    high[0] = 0
    for cell in range(6):
        for mask in range(1 << cell):
            low[mask | 1 << cell] = low[mask] + WEIGHTS[left[cell]]
    for cell in range(6, 13):
        for mask in range(1 << (cell - 6)):
            high[mask | 1 << (cell - 6)] = high[mask] + WEIGHTS[left[cell]]


@njit(cache=True, nogil=True)
def meet_one_chain(
    begin: int, end: int, held: Integers, per_cell: int, masks: Integers, starts: Integers, ways: Integers,
    hands: Integers,
) -> None:  # fmt: skip
    """[class, value]: the dealer's hands that a class of hands meets."""
    low, high = np.zeros(64, dtype=np.int32), np.zeros(128, dtype=np.int32)
    left = np.zeros(held.shape[1], dtype=np.int8)
    for c in range(begin, end):
        for cell in range(held.shape[1]):
            left[cell] = per_cell - held[c, cell]
        _fill_sums(left, low, high)
        for value in range(hands.shape[1]):
            total = 0
            for i in range(starts[value], starts[value + 1]):
                mask = masks[i]
                total += ways[low[mask & 63] + high[mask >> 6]]
            hands[c, value] = total


@njit(cache=True, nogil=True)
def count_one_chain(
    begin: int, end: int, hands: Integers, weight: Integers, class_value: Integers, gains: Integers,
    gain: Integers, option: Integers, counts: Integers,
) -> None:  # fmt: skip
    """For classes of hands: the gain of each option, and the best one's counts."""
    for c in range(begin, end):
        _choose_best(c, hands[c], weight[c], class_value[c], gains, gain, option, counts)


@njit(cache=True, nogil=True)
def _choose_best(
    c: int,
    hands: Integers,
    weight: int,
    player: int,
    gains: Integers,
    gain: Integers,
    option: Integers,
    counts: Integers,
) -> None:
    best = 0
    for o in range(gains.shape[0]):
        total = 0
        for value in range(gains.shape[2]):
            total += hands[value] * gains[o, player, value]
        gain[c, o] = total
        if total >= gain[c, best]:
            best = o
    option[c] = best
    for value in range(gains.shape[2]):
        counts[best, player, value] += weight * hands[value]


# --- two chains -------------------------------------------------------------------------------------------------------


def chain_states(cells: int, per_cell: int, cards: int) -> tuple[Integers, Integers, Integers]:
    """What a chain can hold of a hand: from no card to all of them; and where each number of cards begins."""
    parts = [rank_classes(cells, per_cell, number) for number in range(cards + 1)]
    start = np.cumsum([0] + [len(held) for held, _ in parts])
    return np.concatenate([p[0] for p in parts]), np.concatenate([p[1] for p in parts]), start


def chain_pairs(start: Integers, cards: int) -> Integers:
    """Pairs of chain states that make a hand, the one with fewer cards first; swapped pairs are not listed."""
    pairs = []
    for few in range(cards // 2 + 1):
        many = cards - few
        one = np.arange(start[few], start[few + 1], dtype=np.int32)
        other = np.arange(start[many], start[many + 1], dtype=np.int32)
        pairs.append(np.stack((np.repeat(one, len(other)), np.tile(other, len(one))), axis=1))
    return np.concatenate(pairs)


@njit(cache=True, nogil=True)
def fill_below(
    begin: int,
    end: int,
    states: Integers,
    per_cell: int,
    masks: Integers,
    starts: Integers,
    series: Integers,
    below: Integers,
) -> None:
    """[state, cards taken, value]: ways to take cards from a chain without exceeding the value."""
    cards = below.shape[1] - 1
    tally = np.zeros((cards + 1, cards + 1), dtype=np.int64)
    for s in range(begin, end):
        twos, ones, none = 0, 0, 0
        for cell in range(states.shape[1]):
            left = per_cell - states[s, cell]
            if left == 2:
                twos |= 1 << cell
            elif left == 1:
                ones |= 1 << cell
            else:
                none |= 1 << cell
        running = np.zeros(cards + 1, dtype=np.int64)
        running[0] = 1
        for value in range(len(starts) - 1):
            tally[:] = 0
            for i in range(starts[value], starts[value + 1]):
                mask = masks[i]
                if mask & none == 0:
                    tally[_bits(mask & twos), _bits(mask & ones)] += 1
            for a in range(cards + 1):
                for b in range(cards + 1 - a):
                    if tally[a, b]:
                        for taken in range(a + b, cards + 1):
                            running[taken] += tally[a, b] * series[a, b, taken]
            for taken in range(cards + 1):
                below[s, taken, value] = running[taken]


@njit(cache=True, nogil=True)
def _bits(mask: int) -> int:
    number = 0
    while mask:
        mask &= mask - 1
        number += 1
    return number


@njit(cache=True, nogil=True)
def count_two_chains(
    begin: int, end: int, pairs: Integers, weight: Integers, class_value: Integers, below: Integers, gains: Integers,
    gain: Integers, option: Integers, counts: Integers,
) -> None:  # fmt: skip
    cards, values = below.shape[1] - 1, below.shape[2]
    total = np.zeros(values, dtype=np.int32)
    hands = np.zeros(values, dtype=np.int64)
    for c in range(begin, end):
        one, other = below[pairs[c, 0]], below[pairs[c, 1]]
        total[:] = 0
        for taken in range(cards + 1):
            for value in range(values):
                total[value] += one[taken, value] * other[cards - taken, value]
        hands[0] = total[0]
        for value in range(1, values):
            hands[value] = total[value] - total[value - 1]
        _choose_best(c, hands, weight[c], class_value[c], gains, gain, option, counts)
