"""Poker values as arrays, for kernels. They are filled from the rankings; nothing about poker is stated here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
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
    size = ranking.size
    multisets = [
        ranks
        for ranks in combinations_with_replacement(range(13), size)
        if all(ranks.count(r) <= 4 for r in set(ranks))
    ]
    sums = [int(RANK_WEIGHTS[list(ranks)].sum()) for ranks in multisets]
    assert len(set(sums)) == len(sums), "rank weights tell all hands apart"
    mixed = np.full(max(sums) + 1, -1, dtype=np.int16)
    for ranks, total in zip(multisets, sums, strict=True):
        mixed[total] = ranking.value_of_ranks(ranks, is_flush=False)
    flush = np.full(1 << 13, -1, dtype=np.int16)
    for ranks in combinations(range(13), size):
        flush[sum(1 << rank for rank in ranks)] = ranking.value_of_ranks(ranks, is_flush=True)
    return PokerTables(mixed, flush, ranking.number_of_values)
