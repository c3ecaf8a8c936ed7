"""Where a player stands: two cards in a chart of 169, two cards and a flop, two cards and a board.

The chart has pairs on its diagonal, suited hands at [higher rank, lower rank], others at [lower rank, higher rank].
Hands on a flop are in blocks by suits, [block, 13 × rank of the first + rank of the second], the lower suit first.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.lab.solvers.holdem.boards import Cards, flops_of

Integers = npt.NDArray[Any]

HANDS_ALIKE = 169
SUITS_OF_BLOCKS = tuple(combinations_with_replacement(range(4), 2))
FIRST_SUIT, SECOND_SUIT = np.array(SUITS_OF_BLOCKS).T[:, :, None]  # [block, 1]
FIRST_RANK, SECOND_RANK = np.divmod(np.arange(HANDS_ALIKE), 13)
FIRST_CARD: Integers = 13 * FIRST_SUIT + FIRST_RANK
SECOND_CARD: Integers = 13 * SECOND_SUIT + SECOND_RANK


@cache
def chart_places() -> Integers:
    """The place in the chart by [block, hand]."""
    higher, lower = np.maximum(FIRST_RANK, SECOND_RANK), np.minimum(FIRST_RANK, SECOND_RANK)
    return np.where(FIRST_SUIT == SECOND_SUIT, 13 * higher + lower, 13 * lower + higher)


@cache
def hands_of(cards: Cards) -> Integers:
    """[block, hand]: whether the deck has such a hand. Of one suit the lower card is the first."""
    return np.isin(FIRST_CARD, cards.numbers) & np.isin(SECOND_CARD, cards.numbers) & (FIRST_CARD < SECOND_CARD)


@cache
def hands_after(cards: Cards) -> Integers:
    """[flop, block, hand]: whether such a hand can be held there."""
    held = np.repeat(hands_of(cards)[None], len(flops_of(cards).cards), axis=0)
    for column in flops_of(cards).cards.T:
        card = column[:, None, None]
        held &= (card != FIRST_CARD) & (card != SECOND_CARD)
    return held


def place_of_hand(first: int, second: int) -> tuple[int, int]:
    """The block of two cards, and their place in it."""
    low, high = sorted((first, second))
    return SUITS_OF_BLOCKS.index((low // 13, high // 13)), 13 * (low % 13) + high % 13
