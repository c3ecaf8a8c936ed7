"""The best hand of a whole table: inner loops over five-card hands, compiled. No rule or pay-off is known here."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from cardroom.lab.counting.sets.kernels import CHOOSE
from cardroom.lab.kernels.generator import below, start
from cardroom.lab.poker_tables import RANK_WEIGHTS

Integers = npt.NDArray[Any]


@njit(cache=True, nogil=True, inline="always")
def value_of(a: int, b: int, c: int, d: int, e: int, mixed: Integers, flush: Integers) -> int:
    """The value of five cards, each 13 × suit + rank."""
    if a // 13 == b // 13 == c // 13 == d // 13 == e // 13:
        return flush[1 << a % 13 | 1 << b % 13 | 1 << c % 13 | 1 << d % 13 | 1 << e % 13]
    return mixed[
        RANK_WEIGHTS[a % 13] + RANK_WEIGHTS[b % 13] + RANK_WEIGHTS[c % 13] + RANK_WEIGHTS[d % 13] + RANK_WEIGHTS[e % 13]
    ]


@njit(cache=True, nogil=True)
def all_values(mixed: Integers, flush: Integers, hands: Integers, values: Integers) -> None:
    """Every five-card hand, ascending cards, in combinatorial order, and its value."""
    place = 0
    for e in range(4, 52):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        hands[place, 0], hands[place, 1], hands[place, 2] = a, b, c
                        hands[place, 3], hands[place, 4] = d, e
                        values[place] = value_of(a, b, c, d, e, mixed, flush)
                        place += 1


@njit(cache=True, nogil=True, inline="always")
def _place2(a: int, b: int) -> int:
    return a + CHOOSE[b, 2]


@njit(cache=True, nogil=True, inline="always")
def _place3(a: int, b: int, c: int) -> int:
    return a + CHOOSE[b, 2] + CHOOSE[c, 3]


@njit(cache=True, nogil=True, inline="always")
def _place4(a: int, b: int, c: int, d: int) -> int:
    return a + CHOOSE[b, 2] + CHOOSE[c, 3] + CHOOSE[d, 4]


@njit(cache=True, nogil=True)
def disjoint_pairs(hands: Integers, selected: Integers) -> int:
    """Ordered pairs of selected hands without a common card: the sum over card sets T of (-1)^|T| × (hands over T)²."""
    one, two = np.zeros(52, dtype=np.int64), np.zeros(1326, dtype=np.int64)
    three, four = np.zeros(22100, dtype=np.int64), np.zeros(270725, dtype=np.int64)
    number = 0
    for n in range(len(hands)):
        if not selected[n]:
            continue
        number += 1
        hand = hands[n]
        for i in range(5):
            one[hand[i]] += 1
            for j in range(i + 1, 5):
                two[_place2(hand[i], hand[j])] += 1
                for k in range(j + 1, 5):
                    three[_place3(hand[i], hand[j], hand[k])] += 1
                    for m in range(k + 1, 5):
                        four[_place4(hand[i], hand[j], hand[k], hand[m])] += 1
    pairs = number * number - number  # the empty set, and sets of all five cards
    for count in one:
        pairs -= count * count
    for count in two:
        pairs += count * count
    for count in three:
        pairs -= count * count
    for count in four:
        pairs += count * count
    return pairs


@njit(cache=True, nogil=True)
def crowded_deals(
    block: int,
    deals: int,
    most: int,
    mixed: Integers,
    flush: Integers,
    steps: Integers,
    sums: Integers,
    products: Integers,
) -> None:
    """How far hands that reach a step in threes and more lead away from the count by singles and pairs.

    With k of the hands at a step or better, "any" is k - k(k-1)/2 + a rest; the first two are known exactly, and the
    rest, which is summed here by [hands, step] with its products, is nearly always zero.
    """
    state = start(1, block)
    deck = np.arange(52)
    reached, rest = np.zeros(sums.shape[1], dtype=np.int64), np.zeros(sums.shape[1], dtype=np.int64)
    for _ in range(deals):
        reached[:] = 0
        for hand in range(most):
            first = 5 * hand
            for place in range(first, first + 5):
                other = place + below(52 - place, state)
                deck[place], deck[other] = deck[other], deck[place]
            value = value_of(
                deck[first], deck[first + 1], deck[first + 2], deck[first + 3], deck[first + 4], mixed, flush
            )
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
