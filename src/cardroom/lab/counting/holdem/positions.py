"""Where a player stands: two cards in a chart of 169, two cards and a flop, two cards and a board.

The chart has pairs on its diagonal, suited hands at [higher rank, lower rank], others at [lower rank, higher rank].
Hands on a flop are in blocks by suits, [block, 13 × rank of the first + rank of the second], the lower suit first.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, permutations
from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.lab.counting.holdem.boards import Cards, flops_of

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


@dataclass(frozen=True)
class FlopPositions:
    """Own cards and a flop, those that differ only in their suits once."""

    flop: Integers
    block: Integers
    hand: Integers
    weight: Integers  # how many each stands for


@cache
def flop_positions(cards: Cards) -> FlopPositions:
    """Suits with the same ranks on the flop may be exchanged; of hands that become each other one stands for all."""
    flops, held = flops_of(cards), hands_after(cards)
    masks = np.zeros((len(flops.cards), len(cards.suits)), dtype=np.int64)
    for column in flops.cards.T:
        masks[np.arange(len(masks)), column // 13] |= 1 << column % 13
    weight = np.zeros(held.shape, dtype=np.int64)
    alike, pattern_of = np.unique(masks[:, 1:] == masks[:, :-1], axis=0, return_inverse=True)
    for number, pattern in enumerate(alike):
        first, times = _orbits(pattern.tolist())
        at = pattern_of == number
        weight[at] = np.where(first, times, 0) * held[at] * flops.weights[at][:, None, None]
    flop, block, hand = np.nonzero(weight)
    return FlopPositions(flop, block, hand, weight[flop, block, hand])


def _orbits(alike: list[bool]) -> tuple[Integers, Integers]:
    """[block, hand]: whether it is the first of the hands it can become, and how many these are.

    alike[i] tells whether the suits i and i + 1 may be exchanged.
    """
    group = np.cumsum([0, *(not same for same in alike)]).tolist()
    images = []
    for names in permutations(range(len(group))):
        if [group[name] for name in names] == group:
            new = np.array([*names, *range(len(names), 4)])
            first, second = 13 * new[FIRST_SUIT] + FIRST_RANK, 13 * new[SECOND_SUIT] + SECOND_RANK
            images.append(52 * np.minimum(first, second) + np.maximum(first, second))
    stacked = np.stack(images)
    own = 52 * FIRST_CARD + SECOND_CARD
    unchanged = (stacked == own).sum(axis=0)
    return own == stacked.min(axis=0), len(images) // np.maximum(unchanged, 1)
