"""The best hand of a whole table: inner loops over hands, compiled. No rule or pay-off is known here."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from cardroom.lab.counting.sets.kernels import CHOOSE, go_on, value_of
from cardroom.lab.kernels.generator import below, start

Integers = npt.NDArray[Any]


@njit(cache=True, nogil=True)
def all_hands(hands: Integers) -> None:
    """Every hand, ascending cards, in combinatorial order."""
    size = hands.shape[1]
    cards = np.arange(size + 1)
    for place in range(len(hands)):
        for i in range(size):
            hands[place, i] = cards[i]
        go_on(cards, size)


@njit(cache=True, nogil=True)
def disjoint_pairs(deck: int, hands: Integers, selected: Integers, sizes: Integers, subsets: Integers) -> int:
    """Ordered pairs of selected hands without a common card: the sum over card sets T of (-1)^|T| × (hands over T)².

    The subsets of a hand's places are all but the empty one and the whole hand.
    """
    size = hands.shape[1]
    first = np.zeros(size + 1, dtype=np.int64)
    for s in range(1, size):
        first[s + 1] = first[s] + CHOOSE[deck, s]
    over = np.zeros(first[size], dtype=np.int64)
    number = 0
    for n in range(len(hands)):
        if not selected[n]:
            continue
        number += 1
        for t in range(len(sizes)):
            place = first[sizes[t]]
            for i in range(sizes[t]):
                place += CHOOSE[hands[n, subsets[t, i]], i + 1]
            over[place] += 1
    pairs = number * number + (number if size % 2 == 0 else -number)  # the empty set, and sets of a whole hand
    for s in range(1, size):
        for place in range(first[s], first[s + 1]):
            pairs += over[place] * over[place] * (1 if s % 2 == 0 else -1)
    return pairs


@njit(cache=True, nogil=True)
def crowded_deals(
    block: int, deals: int, size: int, evaluator: Any, steps: Integers, sums: Integers, products: Integers
) -> None:
    """How far hands that reach a step in threes and more lead away from the count by singles and pairs.

    With k of the hands at a step or better, "any" is k - k(k-1)/2 + a rest; the first two are known exactly, and the
    rest, which is summed here by [hands, step] with its products, is nearly always zero.
    """
    weights, bits, picks, mixed, flush = evaluator
    state = start(1, block)
    deck = np.arange(len(bits))
    reached, rest = np.zeros(sums.shape[1], dtype=np.int64), np.zeros(sums.shape[1], dtype=np.int64)
    for _ in range(deals):
        reached[:] = 0
        for hand in range(len(sums) - 1):
            first = size * hand
            for place in range(first, first + size):
                other = place + below(len(deck) - place, state)
                deck[place], deck[other] = deck[other], deck[place]
            value = value_of(deck[first : first + size], weights, bits, picks, mixed, flush)
            for step in range(steps[value], len(reached)):
                reached[step] += 1
            if reached[-1] < 3:
                continue
            for step in range(len(reached)):
                k = reached[step]
                rest[step] = 1 - k + k * (k - 1) // 2 if k > 2 else 0
                sums[hand + 1, step] += rest[step]
            for step in range(len(reached)):
                for other in range(len(reached)):
                    products[hand + 1, step, other] += rest[step] * rest[other]
