"""What a player who sees more cards can expect in the games of runs, compiled. No rule or pay-off is known here.

Every row of `dealt` is one deal: the player's cards, then everything else that is seen. For each the kernels find the
expectation of the best option given all seen cards, and that of the option which ordinary play takes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.lab.compiled_loops import njit
from cardroom.lab.solvers.runs.kernels.simulation import CELLS, choice_in_one_chain, choice_in_two_chains

Integers = npt.NDArray[Any]

RADIX = 10  # a mask has at most nine cells of each kind, plus one for none
TABLE_SIZE = RADIX**4


@njit(cache=True, nogil=True)
def _spread_one(
    left: Integers, known: int, masks: Integers, ways: Integers, value_of: Integers, hands: Integers
) -> None:
    """The dealer's hands by value, when `left` cards are in the cells and some of his cards are known."""
    low, high = np.zeros(64, dtype=np.int32), np.zeros(128, dtype=np.int32)
    none = 0
    for cell in range(CELLS):
        weight = RADIX ** (left[cell] - 1) if left[cell] > 0 else 0
        none |= (1 if left[cell] == 0 else 0) << cell
        if cell < 6:
            for mask in range(1 << cell):
                low[mask | 1 << cell] = low[mask] + weight
        else:
            for mask in range(1 << (cell - 6)):
                high[mask | 1 << (cell - 6)] = high[mask] + weight
    for mask in masks:
        if mask & none == 0:
            hands[value_of[mask | known]] += ways[low[mask & 63] + high[mask >> 6]]


@njit(cache=True, nogil=True)
def _spread_two(
    left: Integers, known: Integers, masks: Integers, series: Integers, value_of: Integers, hands: Integers
) -> None:
    """The same for two chains, two cards a cell: those whose values stay below a bound are multiplied."""
    cards = series.shape[0] - 1
    below = np.zeros((2, cards + 1, len(hands)), dtype=np.int64)
    for chain in range(2):
        twos, ones, none = 0, 0, 0
        for cell in range(CELLS):
            number = left[CELLS * chain + cell]
            if number == 2:
                twos |= 1 << cell
            elif number == 1:
                ones |= 1 << cell
            else:
                none |= 1 << cell
        for mask in masks:
            if mask & none:
                continue
            a, b = _bits(mask & twos), _bits(mask & ones)
            value = value_of[mask | known[chain]]
            for taken in range(a + b, min(cards, 2 * a + b) + 1):
                below[chain, taken, value] += series[a, b, taken]
        for taken in range(cards + 1):
            for value in range(1, len(hands)):
                below[chain, taken, value] += below[chain, taken, value - 1]
    before = 0
    for value in range(len(hands)):
        up_to = 0
        for taken in range(cards + 1):
            up_to += below[0, taken, value] * below[1, cards - taken, value]
        hands[value] = up_to - before
        before = up_to


@njit(cache=True, nogil=True)
def _bits(mask: int) -> int:
    number = 0
    while mask:
        mask &= mask - 1
        number += 1
    return number


@njit(cache=True, nogil=True)
def peek_at_runs(
    dealt: Integers, player_cards: int, first_known: int, chains: int, per_cell: int, words: Integers,
    cell_of: Integers, skipped: Integers, starts: Integers, choice: Integers,
    player_value: Integers, dealer_value: Integers, gains: Integers,
    masks: Integers, ways: Integers, series: Integers, informed: Integers, ordinary: Integers,
) -> None:  # fmt: skip
    """Cards from `first_known` on are the dealer's."""
    left = np.zeros(2 * CELLS, dtype=np.int64)
    known = np.zeros(2, dtype=np.int64)
    own = np.zeros(2, dtype=np.int64)
    hands = np.zeros(gains.shape[2], dtype=np.int64)
    deck = np.zeros(player_cards, dtype=np.uint64)
    for i in range(len(dealt)):
        left[:] = per_cell
        known[:] = 0
        own[:] = 0
        hands[:] = 0
        for place in range(dealt.shape[1]):
            cell = cell_of[dealt[i, place]]
            left[cell] -= 1
            if place < player_cards:
                own[cell // CELLS] |= 1 << (cell % CELLS)
                deck[place] = words[dealt[i, place]]
            elif place >= first_known:
                known[cell // CELLS] |= 1 << (cell % CELLS)
        player = np.int64(player_value[own[0]])
        if chains == 1:
            option = np.int64(choice_in_one_chain(deck, 0, player_cards, cell_of, skipped, choice))
            _spread_one(left, known[0], masks, ways, dealer_value, hands)
        else:
            player = max(player, np.int64(player_value[own[1]]))
            option = np.int64(choice_in_two_chains(deck, 0, player_cards, cell_of, skipped, starts, choice))
            _spread_two(left, known, masks, series, dealer_value, hands)
        total = hands.sum()
        best = 0.0
        for o in range(gains.shape[0]):
            gain = 0
            for value in range(len(hands)):
                gain += hands[value] * gains[o, player, value]
            expectation = gain / total
            if o == 0 or expectation > best:
                best = expectation
            if o == option:
                ordinary[i] = expectation
        informed[i] = best
