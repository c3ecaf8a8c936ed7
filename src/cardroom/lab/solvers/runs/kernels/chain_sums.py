"""The inner loops of counting runs, compiled. No rule or pay-off is known here.

Chains have thirteen cells; how many cards of the deck each holds is data.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.lab.compiled_loops import njit

Integers = npt.NDArray[Any]

CELLS = 13
LOW = 6  # sums over a mask are looked up for its lower six and its upper seven cells
LOW_MASK = (1 << LOW) - 1
ABREAST = 16  # hands that are counted side by side: as many as a processor adds at once


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
def _fill_sums(left_in_cells: Integers, first: int, weights: Integers, low: Integers, high: Integers) -> int:
    """Sums of cell weights for all masks of the lower six and the upper seven cells, of a few hands side by side.

    Returns how many hands there are.
    """
    hands = min(ABREAST, len(left_in_cells) - first)
    for hand in range(hands):
        left = left_in_cells[first + hand]
        for cell in range(LOW):
            for mask in range(1 << cell):
                low[mask | 1 << cell, hand] = low[mask, hand] + weights[left[cell]]
        for cell in range(LOW, CELLS):
            for mask in range(1 << (cell - LOW)):
                high[mask | 1 << (cell - LOW), hand] = high[mask, hand] + weights[left[cell]]
    return hands


@njit(cache=True, nogil=True)
def _no_sums() -> tuple[Integers, Integers]:
    return np.zeros((1 << LOW, ABREAST), dtype=np.uint32), np.zeros((1 << (CELLS - LOW), ABREAST), dtype=np.uint32)


@njit(cache=True, nogil=True)
def meet_one_chain(
    begin: int, end: int, left_in_cells: Integers, weights: Integers, masks: Integers, starts: Integers, ways: Integers,
    hands: Integers,
) -> None:  # fmt: skip
    """[class, value]: the dealer's hands where so many cards are left in the cells."""
    low, high = _no_sums()
    total = np.zeros(ABREAST, dtype=np.int32)
    for first in range(begin, end, ABREAST):
        classes = _fill_sums(left_in_cells[:end], first, weights, low, high)
        for value in range(hands.shape[1]):
            total[:] = 0
            for i in range(starts[value], starts[value + 1]):
                lower, upper = low[masks[i] & LOW_MASK], high[masks[i] >> LOW]
                for c in range(ABREAST):
                    total[c] += ways[lower[c] + upper[c]]
            for c in range(classes):
                hands[first + c, value] = total[c]


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
def count_ways_up_to(
    begin: int, end: int, left_in_cells: Integers, weights: Integers, masks: Integers, starts: Integers,
    series: Integers, below: Integers,
) -> None:  # fmt: skip
    """[state, value, cards taken]: ways to take cards from a chain without exceeding the value.

    Masks are in the order of their value, then of their number of cells; starts: [value, cells].
    """
    cards = below.shape[2] - 1
    low, high = _no_sums()
    total = np.zeros((cards + 1, ABREAST), dtype=np.int32)
    for first in range(begin, end, ABREAST):
        states = _fill_sums(left_in_cells[:end], first, weights, low, high)
        total[:] = 0
        total[0] = 1
        for value in range(below.shape[1]):
            for cells in range(1, cards + 1):
                for i in range(starts[value, cells], starts[value, cells + 1]):
                    lower, upper = low[masks[i] & LOW_MASK], high[masks[i] >> LOW]
                    for taken in range(cells, cards + 1):
                        ways, sums = series[taken], total[taken]
                        for s in range(ABREAST):
                            sums[s] += ways[lower[s] + upper[s]]
            for s in range(states):
                for taken in range(cards + 1):
                    below[first + s, value, taken] = total[taken, s]


@njit(cache=True, nogil=True)
def meet_two_chains(
    first: int, below: Integers, other_below: Integers, others: int, class_value: Integers, ends: Integers,
    column: Integers, ways: Integers,
) -> None:  # fmt: skip
    """[class, column] of the dealer's hands: those whose values stay below a bound are multiplied.

    A class is a state of the first chain with one of so many others, of which some are here, from the first one on.
    Ends: [player's value, number] the dealer's values after which another column begins; -1 after the last.
    """
    cards = below.shape[2] - 1
    for pair in range(len(below) * len(other_below)):
        s, o = pair // len(other_below), pair % len(other_below)
        c = s * others + first + o
        one, other, player = below[s], other_below[o], class_value[c]
        before = 0
        for i in range(ends.shape[1]):
            value = ends[player, i]
            if value < 0:
                break
            total = 0
            for taken in range(cards + 1):
                total += np.int64(one[value, taken]) * other[value, cards - taken]
            ways[c, column[player, value]] += total - before
            before = total


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
