"""The inner loops of counting runs, compiled. No rule or pay-off is known here.

Chains have thirteen cells; how many cards of the deck each holds is data.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

Integers = npt.NDArray[Any]

CELLS = 13
LOW = 6  # sums over a mask are looked up for its lower six and its upper seven cells


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
def _enumerate(sizes: Integers, cards: int, held: Integers, weight: Integers) -> int:
    """All ways to hold so many cards in the cells; returns their number. Without room in `held`, only counts."""
    cells = len(sizes)
    room = np.zeros(cells + 1, dtype=np.int64)  # in all later cells
    for cell in range(cells - 1, -1, -1):
        room[cell] = room[cell + 1] + sizes[cell]
    current = np.zeros(cells, dtype=np.int8)
    found = 0
    cell = 0
    left = cards
    current[0] = -1
    while cell >= 0:
        if current[cell] >= 0:
            left += current[cell]
        current[cell] += 1
        if current[cell] > sizes[cell] or current[cell] > left:
            current[cell] = 0
            cell -= 1
            continue
        left -= current[cell]
        if cell < cells - 1:
            if left <= room[cell + 1]:
                cell += 1
                current[cell] = -1
            continue
        if left == 0:
            if found < len(held):
                product = 1
                for i in range(cells):
                    held[found, i] = current[i]
                    product *= _choose(sizes[i], current[i])
                weight[found] = product
            found += 1
    return found


def rank_classes(sizes: Integers, cards: int) -> tuple[Integers, Integers]:
    """Every way to hold so many cards, as cards in each cell, and how many hands hold them so."""
    nothing = np.zeros((0, len(sizes)), dtype=np.int8), np.zeros(0, dtype=np.int64)
    number = _enumerate(sizes, cards, *nothing)
    held, weight = np.zeros((number, len(sizes)), dtype=np.int8), np.zeros(number, dtype=np.int64)
    _enumerate(sizes, cards, held, weight)
    return held, weight


# --- one chain --------------------------------------------------------------------------------------------------------


@njit(cache=True, nogil=True)
def _fill_sums(left: Integers, weights: Integers, low: Integers, high: Integers) -> None:
    """Sums of cell weights for all masks of the lower six and the upper seven cells."""
    low[0] = 0
    high[0] = 0
    for cell in range(LOW):
        for mask in range(1 << cell):
            low[mask | 1 << cell] = low[mask] + weights[left[cell]]
    for cell in range(LOW, CELLS):
        for mask in range(1 << (cell - LOW)):
            high[mask | 1 << (cell - LOW)] = high[mask] + weights[left[cell]]


@njit(cache=True, nogil=True)
def meet_one_chain(
    begin: int, end: int, left_in_cells: Integers, weights: Integers, masks: Integers, starts: Integers, ways: Integers,
    hands: Integers,
) -> None:  # fmt: skip
    """[class, value]: the dealer's hands where so many cards are left in the cells."""
    low, high = np.zeros(1 << LOW, dtype=np.int32), np.zeros(1 << (CELLS - LOW), dtype=np.int32)
    for c in range(begin, end):
        _fill_sums(left_in_cells[c], weights, low, high)
        for value in range(hands.shape[1]):
            total = 0
            for i in range(starts[value], starts[value + 1]):
                mask = masks[i]
                total += ways[low[mask & 63] + high[mask >> LOW]]
            hands[c, value] = total


@njit(cache=True, nogil=True)
def gather_columns(
    begin: int, end: int, hands: Integers, class_value: Integers, column: Integers, ways: Integers
) -> None:
    """[class, column] from [class, dealer's value]; which value falls in which column hangs on the player's value."""
    for c in range(begin, end):
        player = class_value[c]
        for value in range(hands.shape[1]):
            ways[c, column[player, value]] += hands[c, value]


# --- two chains -------------------------------------------------------------------------------------------------------


def chain_states(sizes: Integers, cards: int) -> tuple[Integers, Integers, Integers]:
    """What a chain can hold of a hand: from no card to all of them; and where each number of cards begins."""
    parts = [rank_classes(sizes, number) for number in range(cards + 1)]
    start = np.cumsum([0] + [len(held) for held, _ in parts])
    return np.concatenate([p[0] for p in parts]), np.concatenate([p[1] for p in parts]), start


def chain_pairs(start: Integers, other_start: Integers, cards: int, *, are_alike: bool) -> Integers:
    """Pairs of states of two chains that make a hand.

    Where the chains are alike the one with fewer cards comes first, and swapped pairs are not listed.
    """
    pairs = []
    for few in range(cards // 2 + 1 if are_alike else cards + 1):
        many = cards - few
        one = np.arange(start[few], start[few + 1], dtype=np.int32)
        other = np.arange(other_start[many], other_start[many + 1], dtype=np.int32)
        pairs.append(np.stack((np.repeat(one, len(other)), np.tile(other, len(one))), axis=1))
    return np.concatenate(pairs)


@njit(cache=True, nogil=True)
def fill_below(
    begin: int, end: int, left_in_cells: Integers, masks: Integers, starts: Integers, series: Integers, below: Integers
) -> None:
    """[state, cards taken, value]: ways to take cards from a chain without exceeding the value."""
    cards = below.shape[1] - 1
    tally = np.zeros((cards + 1, cards + 1), dtype=np.int64)
    running = np.zeros(cards + 1, dtype=np.int64)
    for s in range(begin, end):
        twos, ones, none = 0, 0, 0
        for cell in range(left_in_cells.shape[1]):
            left = left_in_cells[s, cell]
            if left == 2:
                twos |= 1 << cell
            elif left == 1:
                ones |= 1 << cell
            else:
                none |= 1 << cell
        running[:] = 0
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
def meet_two_chains(
    begin: int, end: int, pairs: Integers, class_value: Integers, below: Integers, other_below: Integers,
    column: Integers, ways: Integers,
) -> None:  # fmt: skip
    """[class, column] of the dealer's hands: those whose values stay below a bound are multiplied."""
    cards, values = below.shape[1] - 1, below.shape[2]
    total = np.zeros(values, dtype=np.int32)
    for c in range(begin, end):
        one, other = below[pairs[c, 0]], other_below[pairs[c, 1]]
        total[:] = 0
        for taken in range(cards + 1):
            for value in range(values):
                total[value] += one[taken, value] * other[cards - taken, value]
        columns = column[class_value[c]]
        before = 0
        for value in range(values):
            ways[c, columns[value]] += total[value] - before
            before = total[value]


# --- under some pays --------------------------------------------------------------------------------------------------


@njit(cache=True, nogil=True)
def choose_best(begin: int, end: int, ways: Integers, class_value: Integers, gains: Integers, option: Integers) -> None:
    """For classes of hands the best option; of those worth the same, the last. Gains: [option, own value, column]."""
    for c in range(begin, end):
        player = class_value[c]
        most = 0
        for o in range(gains.shape[0]):
            total = 0
            for i in range(ways.shape[1]):
                total += ways[c, i] * gains[o, player, i]
            if o == 0 or total >= most:
                most = total
                option[c] = o


@njit(cache=True, nogil=True)
def count_endings(
    begin: int, end: int, ways: Integers, weight: Integers, class_value: Integers, option: Integers, counts: Integers
) -> None:
    """counts[option, player's value, column]: deals."""
    for c in range(begin, end):
        player, o = class_value[c], option[c]
        for i in range(ways.shape[1]):
            counts[o, player, i] += weight[c] * ways[c, i]
