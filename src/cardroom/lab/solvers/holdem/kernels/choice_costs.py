"""What players see of a hand at the end, and what their choices there give away."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.lab.compiled_loops import njit
from cardroom.lab.solvers.holdem.kernels.board_numbers import RANK_BITS, Deck, Kinds
from cardroom.lab.solvers.holdem.kernels.board_showdowns import NO_HAND, best_way, cells_of, gain_of, read_pairs
from cardroom.lab.solvers.kernels.value_lookup import Tables, value_of

Integers = npt.NDArray[Any]


@njit(cache=True, nogil=True)
def read_single(
    kind: int, kinds: Kinds, held: Integers, of_five: Tables, of_six: Tables, values: Integers
) -> int:  # fmt: skip
    """The value of the board with one card of every cell that cards are left in; returns that of the board alone."""
    key, bits = of_five.start, 0
    for i in range(5):
        rank = kinds.ranks[kind, i]
        if i < kinds.in_suit[kind]:
            key += of_five.keys[rank]
            bits |= 1 << rank
        else:
            key += of_five.keys[rank] & RANK_BITS
    for cell in range(26):
        if held[cell] == 0:
            values[cell] = -1
        elif cell < 13:
            values[cell] = value_of(key + (of_six.keys[cell] & RANK_BITS), bits, of_six)
        else:
            values[cell] = value_of(key + of_six.keys[cell - 13], bits | 1 << (cell - 13), of_six)
    return value_of(key, bits, of_five)


@njit(cache=True, nogil=True)
def fill_last_observations(
    numbers: Integers, kinds: Kinds, deck: Deck, of_five: Tables, of_six: Tables, of_seven: Tables, seen: Integers
) -> None:  # fmt: skip
    """For every hand on boards of these kinds: 2 × outs, and 1 where it is better than the board.

    Outs are the cards that are left and beat the hand, each with the board alone.
    """
    held, single = np.zeros(26, dtype=np.int64), np.zeros(26, dtype=np.int64)
    firsts, seconds = np.zeros(351, dtype=np.int64), np.zeros(351, dtype=np.int64)
    values = np.zeros(351, dtype=np.int64)
    for kind in numbers:
        cells_of(kind, kinds, deck, held)
        board = read_single(kind, kinds, held, of_five, of_six, single)
        number = read_pairs(kind, kinds, held, of_seven, firsts, seconds, values)
        for i in range(number):
            a, b = firsts[i], seconds[i]
            outs = 0
            for cell in range(26):
                if single[cell] > values[i]:
                    outs += held[cell] - (cell == a) - (cell == b)
            place = 2 * outs + (1 if values[i] > board else 0)
            x, y, there, back = a % 13, b % 13, 2 * (a // 13) + b // 13, 2 * (b // 13) + a // 13
            seen[kind, there, 13 * x + y] = seen[kind, back, 13 * y + x] = place


@njit(cache=True, nogil=True, inline="always")
def times_at(words: Integers, row: int, i: int, j: int) -> int:
    """How often a hand is counted in both orders of its cards."""
    times = words[row, 13 * i + j]
    if row == 1:
        times += words[2, 13 * j + i]
    elif i != j:
        times += words[row, 13 * j + i]
    return times


@njit(cache=True, nogil=True)
def sum_gains(
    numbers: Integers, meetings: Integers, steps: Integers, reach: Integers, seen: Integers, factors: Integers,
    sums: Integers,
) -> None:  # fmt: skip
    """sums[what is seen, way]: what each way gains where so many deals come to."""
    for kind in numbers:
        for row in (0, 1, 3):
            for i in range(13):
                for j in range(13 if row == 1 else i + 1):
                    hand = 13 * i + j
                    met, times = np.int64(meetings[kind, row, hand]), times_at(reach[kind], row, i, j)
                    if met != NO_HAND and times > 0:
                        step = steps[kind, row, hand]
                        into = sums[seen[kind, row, hand]]
                        for way in range(len(factors)):
                            into[way] += np.float64(times) * gain_of(met, factors[way, step])


@njit(cache=True, nogil=True)
def find_worse(
    numbers: Integers, meetings: Integers, steps: Integers, reach: Integers, choices: Integers, factors: Integers,
    found: Integers,
) -> int:  # fmt: skip
    """found[place]: kind, row, hand, deals, what is done and what is best there, and what that gives away.

    Returns how many positions there are; as many are filled as there is room for.
    """
    number = 0
    for kind in numbers:
        for row in (0, 1, 3):
            for i in range(13):
                for j in range(13 if row == 1 else i + 1):
                    hand = 13 * i + j
                    met, times = np.int64(meetings[kind, row, hand]), times_at(reach[kind], row, i, j)
                    if met == NO_HAND or times == 0:
                        continue
                    step, way = steps[kind, row, hand], np.int64(choices[kind, row, hand])
                    best = best_way(met, factors, step)
                    missed = gain_of(met, factors[best, step]) - gain_of(met, factors[way, step])
                    if missed > 0:
                        if number < len(found):
                            place = found[number]
                            place[0], place[1], place[2], place[3] = kind, row, hand, times
                            place[4], place[5], place[6] = way, best, missed
                        number += 1
    return number
