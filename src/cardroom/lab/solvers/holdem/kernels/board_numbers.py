"""How boards are numbered.

What a hand is worth on a board depends on the board's *kind*: its ranks, and which of them are in a suit of which three
or more lie there (the flush suit). A card is then its rank, and whether it is in that suit. So a table of
[kind, 2 × first card in the flush suit + second card, 13 × rank + rank] holds a number for every hand on every board,
and hands whose first card is of one suit and whose second is of another (a *block* of 13 × 13) are a row of it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cardroom.lab.compiled_loops import njit
from cardroom.lab.solvers.kernels.value_lookup import HIGH, LOW_BITS, SUITS

Integers = npt.NDArray[Any]

HANDS = 169  # in a block
RANK_BITS = (1 << SUITS) - 1


class Kinds(NamedTuple):
    """How kinds of boards are numbered: by the ranks in the flush suit, then by the other ranks."""

    keys: Integers  # by card: what it adds to the key of a board
    suited: Integers  # by the ranks in the flush suit, as bits: where their kinds begin, and
    suited_keys: Integers  # what they add to the key of a board's ranks
    low: Integers  # by the lower of the other ranks, and
    high: Integers  # [how many others, the higher of them]: their sum numbers these
    ranks: Integers  # [kind, 5]: the ranks, those in the flush suit first
    in_suit: Integers  # by kind: how many of them are


class Deck(NamedTuple):
    cards: Integers  # card numbers, ascending, of the first suits
    rank_is_in: Integers
    suits: int


@njit(cache=True, nogil=True, inline="always")
def kind_of(key: int, bits: int, kinds: Kinds) -> tuple[int, int]:
    """The number of a board's kind, and its flush suit (4 if it has none), from the board's key and bits."""
    three_of_a_suit = ((key >> SUITS) + 0x5555) & 0x8888
    suit, ranks, others = 4, 0, 5
    if three_of_a_suit:
        suit = 0
        while not (three_of_a_suit >> (4 * suit)) & 8:
            suit += 1
        ranks = (bits >> (13 * suit)) & 8191
        others -= (key >> (SUITS + 4 * suit)) & 15
    rest = (key & RANK_BITS) - kinds.suited_keys[ranks]
    kind = np.int64(kinds.suited[ranks]) + kinds.low[rest & LOW_BITS] + kinds.high[others, rest >> HIGH]
    return kind, suit


@njit(cache=True, nogil=True, inline="always")
def block_of(first: int, second: int) -> int:
    """The block of hands of two suits, the lower suit first."""
    return 4 * first - first * (first + 1) // 2 + second


@njit(cache=True, nogil=True, inline="always")
def place_of(first: int, second: int) -> tuple[int, int]:
    """The block of two ascending cards, and their place in it."""
    return block_of(first // 13, second // 13), 13 * (first % 13) + second % 13


@njit(cache=True, nogil=True, inline="always")
def row_of(first: int, second: int, flush: int) -> int:
    """The row of a table for hands of two suits."""
    return 2 * (first == flush) + (second == flush)
