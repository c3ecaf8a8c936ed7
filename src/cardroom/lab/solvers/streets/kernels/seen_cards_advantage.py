"""What a player who sees more cards can expect of a hand known little by little, compiled. No rule or pay-off is here.

Paths that go on alike are one *standing*: onward[decision, standing, option] is a standing of the next decision, or
where it is negative the end -1 - row; gains are [row, cell]. Up to three cards come one by one, a decision before each.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.lab.compiled_loops import njit
from cardroom.lab.solvers.against_dealer.kernels.seen_cards_advantage import cards_left
from cardroom.lab.solvers.kernels.card_sets import RANK_BITS, combination_rank, insert_card

Integers = npt.NDArray[Any]

MOST_TO_COME = 3


@njit(cache=True, nogil=True)
def _last_card(
    held: Integers, number: int, left: Integers, cards: int, x: int, y: int, evaluator: Any, cell_of: Integers,
    rows: Integers, counts: Integers, value: Integers,
) -> None:  # fmt: skip
    """value[row]: what each row gains on average over the last card, the x-th and y-th card being out."""
    weights, bits, _, mixed, flush = evaluator
    one = np.uint64(1)
    weight, seen = np.uint64(0), np.uint64(0)
    for i in range(number):
        weight += weights[held[i]]
        seen |= bits[held[i]]
    suits = seen >> RANK_BITS
    is_suited = suits & (suits - one) == 0
    counts[:] = 0
    for z in range(cards):
        if z in (x, y):
            continue
        together = seen | bits[left[z]]
        suits = together >> RANK_BITS
        if is_suited and suits & (suits - one) == 0:
            counts[cell_of[flush[together & ((one << RANK_BITS) - one)]]] += 1
        else:
            counts[cell_of[mixed[weight + weights[left[z]]]]] += 1
    total = counts.sum()
    for row in range(len(rows)):
        gain = 0.0
        for cell in range(len(counts)):
            gain += counts[cell] * rows[row, cell]
        value[row] = gain / total


@njit(cache=True, nogil=True)
def _best(onward: Integers, rows: Integers, following: Integers, ends: Integers, worth: Integers) -> None:
    """worth[standing] of the best option, from what the next standings and the ends are worth."""
    for standing in range(len(onward)):
        best = -np.inf
        for to in onward[standing]:
            if to >= 0:
                best = max(best, following[to])
            elif -1 - to < len(rows):
                best = max(best, ends[-1 - to])
        worth[standing] = best


@njit(cache=True, nogil=True)
def _option_at(
    held: Integers, number: int, decision: int, path: int, policy: Any, kept: Any, ascending: Integers
) -> int:
    _, positions, starts, _, choice, _ = policy
    sets, _, first_places, first_classes, _ = kept
    for i in range(number):
        insert_card(ascending, i, held[i])
    found = sets[first_places[number] + combination_rank(ascending, number)] - first_classes[number]
    return np.int64(choice[starts[decision] + path * positions[decision] + found])


@njit(cache=True, nogil=True)
def peek_at_streets(
    dealt: Integers, own_cards: int, to_come: int, size: int, evaluator: Any, cell_of: Integers, onward: Integers,
    rows: Integers, row_of: Integers, policy: Any, kept: Any, later: Integers, informed: Integers, ordinary: Integers,
) -> None:  # fmt: skip
    """Every row of `dealt` is one deal, the player's cards first; nobody knows the cards to come.

    row_of[path to an end] are its gains; later[decision] are the paths that begin alike up to there.
    """
    left, held, ascending = (
        np.zeros(size, dtype=np.uint64),
        np.zeros(16, dtype=np.uint64),
        np.zeros(16, dtype=np.uint64),
    )
    counts, standings = np.zeros(rows.shape[1], dtype=np.int64), onward.shape[1]
    ends = rows[:, 0].copy()  # of hands given up, whatever comes
    first, second, third = np.zeros(standings), np.zeros(standings), np.zeros(standings)
    after_first, after_second = np.zeros(standings), np.zeros(standings)
    options, over = policy[3], policy[5]
    for i in range(len(dealt)):
        cards = cards_left(dealt[i], size, left)
        xs, ys = cards if to_come > 2 else 1, cards if to_come > 1 else 1
        values = np.zeros((xs, ys, len(rows)))
        for j in range(own_cards):
            held[j] = dealt[i, j]
        for x in range(xs):
            for y in range(ys):
                if to_come > 2 and y >= x:
                    break
                if to_come > 1:
                    held[own_cards] = left[y]
                if to_come > 2:
                    held[own_cards + 1] = left[x]
                gone_x, gone_y = x if to_come > 2 else -1, y if to_come > 1 else -1
                _last_card(
                    held, own_cards + to_come - 1, left, cards, gone_x, gone_y, evaluator, cell_of, rows, counts,
                    values[x, y],
                )  # fmt: skip
                if to_come > 2:
                    values[y, x] = values[x, y]

        played = 0.0
        path0 = _option_at(held, own_cards, 0, 0, policy, kept, ascending)
        is_over0 = over[0, path0]
        if to_come == 1:
            _best(onward[0], rows, third, values[0, 0], first)
            informed[i] = first[0]
            ordinary[i] = values[0, 0, row_of[path0]]
            continue
        if is_over0:
            played = ends[row_of[path0 * later[0]]]
        after_first[:] = 0
        for x in range(cards):
            path1, is_over1 = 0, False
            if not is_over0:
                held[own_cards] = left[x]
                option = _option_at(held, own_cards + 1, 1, path0, policy, kept, ascending)
                path1, is_over1 = path0 * options[1] + option, over[1, option]
            if to_come == 2:
                _best(onward[1], rows, third, values[0, x], second)
                if not is_over0:
                    played += values[0, x, row_of[path1]] / cards
            else:
                after_second[:] = 0
                for y in range(cards):
                    if y == x:
                        continue
                    _best(onward[2], rows, third, values[x, y], third)
                    after_second += third
                    if not is_over0 and not is_over1:
                        held[own_cards + 1] = left[y]
                        option = _option_at(held, own_cards + 2, 2, path1, policy, kept, ascending)
                        end = path1 * options[2] + option
                        played += values[x, y, row_of[end]] / (cards * (cards - 1))
                after_second /= cards - 1
                _best(onward[1], rows, after_second, ends, second)
                if not is_over0 and is_over1:
                    played += ends[row_of[path1 * later[1]]] / cards
            after_first += second / cards
        _best(onward[0], rows, after_first, ends, first)
        informed[i] = first[0]
        ordinary[i] = played
