"""Values of hands, compiled. No order of hands is known here: all of it is in the tables."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cardroom.lab.compiled_loops import njit

Integers = npt.NDArray[Any]

# A key counts the cards of a hand: how many of each lower rank, of each higher rank (in the base of 5), of each suit.
LOW_RANKS = 7
HIGH = 20  # bit at which the higher ranks begin
SUITS = 40  # bit at which the suits begin, four bits for each
LOW_BITS = (1 << HIGH) - 1
ENOUGH_OF_A_SUIT = 0x8888 << SUITS


class Tables(NamedTuple):
    """What a ranking says of so many cards."""

    start: int  # the key of no cards: a suit's highest bit is set once it has enough cards for a hand
    keys: Integers  # by card: what it adds to the key
    low: Integers  # by the lower ranks: their place among those with as many cards
    high: Integers  # by the higher ranks: where hands with them begin
    mixed: Integers  # by the sum of both: the best hand whatever the suits
    suited: Integers  # by the ranks in one suit, as bits: the best hand of that suit; -1 where they are too few


@njit(cache=True, nogil=True, inline="always")
def value_of(key: int, bits: int, tables: Tables) -> int:
    """The best hand of the cards whose key and bits these are."""
    value = np.int64(tables.mixed[np.int64(tables.low[key & LOW_BITS]) + tables.high[(key >> HIGH) & LOW_BITS]])
    if key & ENOUGH_OF_A_SUIT:
        for suit in range(4):
            value = max(value, np.int64(tables.suited[(bits >> (13 * suit)) & 8191]))
    return value


@njit(cache=True, nogil=True)
def evaluate(hands: Integers, tables: Tables, values: Integers) -> int:
    """The value of every row of cards. Returns the first row that is no hand, or -1."""
    cards = hands.shape[1]
    for i in range(len(hands)):
        key, bits, twice = tables.start, 0, 0
        for j in range(cards):
            card = np.int64(hands[i, j])
            if card < 0 or card > 51:
                return i
            bit = 1 << card
            key += tables.keys[card]
            twice |= bits & bit
            bits |= bit
        if twice:
            return i
        values[i] = value_of(key, bits, tables)
    return -1
