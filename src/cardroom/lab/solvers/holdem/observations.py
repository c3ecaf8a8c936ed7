"""What players see of their cards, in numbers small enough to be told apart by rules.

Before the flop it is the place in the chart. After it: what the own cards make with it, the highest of them that is one
of four to a flush, and the highest of them at all. At the end: the outs, and whether the hand is better than the board.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.hands import PokerRanking
from cardroom.lab.solvers.hand_values import RANKS, evaluate, hand_tables
from cardroom.lab.solvers.holdem.board_counts import CARDS_READ, HoldemCount
from cardroom.lab.solvers.holdem.boards import Cards, flops_of, kinds_of_boards
from cardroom.lab.solvers.holdem.parallel_progress import in_chunks
from cardroom.lab.solvers.holdem.positions import (
    FIRST_CARD,
    FIRST_RANK,
    HANDS_ALIKE,
    SECOND_CARD,
    SECOND_RANK,
    hands_after,
)

Integers = npt.NDArray[Any]

HIGHEST: Integers = np.maximum(FIRST_RANK, SECOND_RANK)  # by hand of a block
FLUSH_CARDS = RANKS + 1  # none, or one of a rank


def flop_observation_shape(ranking: PokerRanking) -> tuple[int, int, int]:
    """Made, 1 + rank of the flush card, highest."""
    return len(ranking.categories), FLUSH_CARDS, RANKS


def last_observation_shape(cards: Cards) -> tuple[int, int]:
    """Outs, better than the board."""
    return cards.number - CARDS_READ + 1, 2


@cache
def flop_observations(cards: Cards, ranking: PokerRanking) -> Integers:
    """[flop, block, hand]: the place among all that can be told apart."""
    found = np.zeros(hands_after(cards).shape, dtype=np.int16)
    at = np.nonzero(hands_after(cards))
    flop, block, hand = at
    own = np.stack([FIRST_CARD[block, hand], SECOND_CARD[block, hand]], axis=1)
    shown = flops_of(cards).cards[flop]
    parts = _made(ranking, own, shown), 1 + _flush_card(own, shown), HIGHEST[hand]
    found[at] = np.ravel_multi_index(parts, flop_observation_shape(ranking))
    return found


def _made(ranking: PokerRanking, own: Integers, flop: Integers) -> Integers:
    """The category of the hand, where it is above that of the flop alone; else 0."""
    values = evaluate(np.concatenate([own, flop], axis=1), ranking)
    floors = [ranking.floor(category) for category in ranking.categories]
    category = np.searchsorted(floors, values, side="right") - 1
    ranks = np.sort(flop % 13, axis=1)
    alike = (ranks[:, 1:] == ranks[:, :-1]).sum(axis=1)
    names = ("high card", "pair", "three of a kind")
    alone = np.array([ranking.categories.index(name) for name in names])[alike]
    return np.where(category > alone, category, 0)


def _flush_card(own: Integers, flop: Integers) -> Integers:
    """The highest rank held in a suit of which there are four cards or more, one's own among them; else -1."""
    suits = np.concatenate([own, flop], axis=1) // 13
    found = np.full(len(own), -1, dtype=np.int64)
    for suit in range(4):
        highest = np.where(own // 13 == suit, own % 13, -1).max(axis=1)
        found = np.where((suits == suit).sum(axis=1) >= 4, highest, found)
    return found


def last_observations(counted: HoldemCount) -> Integers:
    """[kind of board, row, hand]: the same at the end."""
    from cardroom.lab.solvers.holdem.kernels import choice_costs

    seen = np.zeros(counted.meetings.shape, dtype=np.uint8)
    of_five, of_six, of_seven = (hand_tables(counted.ranking, cards) for cards in (5, 6, 7))
    deck = counted.cards.for_kernels()

    def work(begin: int, end: int) -> None:
        choice_costs.fill_last_observations(
            counted.kinds[begin:end], kinds_of_boards(), deck, of_five, of_six, of_seven, seen
        )

    in_chunks(work, len(counted.kinds), lambda _: None)
    return seen


@cache
def chart_ranks() -> tuple[Integers, Integers, Integers]:
    """By place in the chart: the higher rank, the lower one, and whether the cards are of one suit."""
    places = np.arange(HANDS_ALIKE)
    higher, lower = np.maximum(*np.divmod(places, 13)), np.minimum(*np.divmod(places, 13))
    return higher, lower, places // 13 > places % 13
