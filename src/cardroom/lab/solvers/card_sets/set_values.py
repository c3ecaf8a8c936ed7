"""What sets of cards are worth in a ranking, as arrays."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cardroom.hands import PokerRanking
from cardroom.lab.solvers.card_sets.suit_classes import SuitedDeck
from cardroom.lab.solvers.kernels import card_sets
from cardroom.lab.solvers.poker_values import RANK_WEIGHTS, poker_tables

Integers = npt.NDArray[Any]


class Evaluator(NamedTuple):
    """What kernels need to value a set of cards: the hands that it holds, and the ranking's tables."""

    weights: Integers  # [card]: their sum tells the ranks of a hand
    bits: Integers  # [card]: a bit for its rank, and above them one for its suit
    picks: Integers  # [hand, card]: which cards of a set make a hand
    mixed: Integers
    flush: Integers


@cache
def evaluator(deck: SuitedDeck, ranking: PokerRanking, first: int = 0) -> Evaluator:
    """For sets whose cards from `first` on are the hand."""
    tables = poker_tables(ranking)
    suit, place = np.divmod(np.arange(deck.size), len(deck.ranks))
    rank = np.array(deck.ranks)[place]
    picks = np.array(list(combinations(range(first, first + ranking.cards), ranking.size)), dtype=np.uint64)
    bits = 1 << rank | 1 << (int(card_sets.RANK_BITS) + suit)
    return Evaluator(RANK_WEIGHTS[rank].astype(np.uint64), bits.astype(np.uint64), picks, tables.mixed, tables.flush)


def no_hand(of: Evaluator) -> Evaluator:
    """Values nothing."""
    return of._replace(picks=of.picks[:0])


def values_of(deck: SuitedDeck, ranking: PokerRanking, sets: Integers) -> Integers:
    """The value of each set of cards, given as rows of numbers within the deck."""
    values = np.zeros(len(sets), dtype=np.int32)
    card_sets.values_of(sets, evaluator(deck, ranking), values)
    return values
