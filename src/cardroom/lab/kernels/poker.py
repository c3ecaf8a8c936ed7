"""Five-card hands valued one by one, compiled. Which hand beats which is in the tables."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt
from numba import njit

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


@njit(cache=True, nogil=True)
def rank_batch(hands: Integers, mixed: Integers, flush: Integers, values: Integers) -> None:
    """Values of many hands given as rows of five card numbers."""
    for i in range(len(hands)):
        values[i] = value_of(hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3], hands[i, 4], mixed, flush)
