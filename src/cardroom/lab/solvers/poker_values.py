"""Poker values as arrays, for kernels. They are filled from the rankings; nothing about poker is stated here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.hands import PokerRanking

Integers = npt.NDArray[Any]

# Weights of the ranks whose sums tell all multisets of five ranks apart (at most four of a rank); checked when used.
RANK_WEIGHTS = np.array([0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415], dtype=np.int32)


@dataclass(frozen=True)
class PokerTables:
    """The value of a hand: by the sum of its rank weights, or by its rank mask when all suits are the same."""

    mixed: Integers
    flush: Integers
    values: int


@cache
def poker_tables(ranking: PokerRanking) -> PokerTables:
    values = np.arange(ranking.number_of_values)
    ranks = np.array([ranking.ranks_of(value) for value in values.tolist()])
    is_suited = np.array([ranking.is_suited(value) for value in values.tolist()])
    sums = RANK_WEIGHTS[ranks[~is_suited]].sum(axis=1)
    assert len(np.unique(sums)) == len(sums), "rank weights tell all hands apart"
    mixed = np.full(int(sums.max()) + 1, -1, dtype=np.int16)
    mixed[sums] = values[~is_suited]
    flush = np.full(1 << 13, -1, dtype=np.int16)
    flush[(1 << ranks[is_suited]).sum(axis=1)] = values[is_suited]
    return PokerTables(mixed, flush, len(values))
