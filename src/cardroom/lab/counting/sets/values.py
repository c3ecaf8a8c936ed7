"""What sets of cards are worth in a ranking, as arrays."""

from __future__ import annotations

from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cardroom.hands import PokerRanking
from cardroom.lab.counting.sets import kernels
from cardroom.lab.counting.sets.classes import SuitedDeck
from cardroom.lab.poker_tables import poker_tables

Integers = npt.NDArray[Any]


class Evaluator(NamedTuple):
    """What kernels need to value a set of cards: the deck's ranks, the hands that it holds, and the ranking's tables."""

    ranks: int
    rank_of: Integers
    picks: Integers  # [hand, card]: which cards of a set make a hand
    mixed: Integers
    flush: Integers


def evaluator(deck: SuitedDeck, ranking: PokerRanking) -> Evaluator:
    tables = poker_tables(ranking)
    picks = np.array(list(combinations(range(ranking.cards), ranking.size)), dtype=np.int64)
    return Evaluator(len(deck.ranks), deck.rank_of, picks, tables.mixed, tables.flush)


def values_of(deck: SuitedDeck, ranking: PokerRanking, sets: Integers) -> Integers:
    """The value of each set of cards, given as rows of numbers within the deck."""
    values = np.zeros(len(sets), dtype=np.int32)
    kernels.values_of(sets, *evaluator(deck, ranking), values)
    return values
