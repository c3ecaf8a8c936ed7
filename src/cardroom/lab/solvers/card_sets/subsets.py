"""The subsets of a set of cards, and where their classes are kept."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import factorial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cardroom.lab.solvers.card_sets.suit_classes import SuitedDeck, all_sets_of

Integers = npt.NDArray[Any]


class Subsets(NamedTuple):
    """Which cards of a set each of its subsets has."""

    sizes: Integers
    cards: Integers  # [subset, card]: places in the set; only as many count as the subset is large


class Kept(NamedTuple):
    """The classes of all sets up to some size, numbered through from the empty set on."""

    number: Integers  # [first place of the size + place of a set]: its class
    turns: Integers  # [the same]: the new names of its suits
    first_places: Integers  # by size
    first_classes: Integers  # by size, and at the end how many there are
    shares: Integers  # [class]: the ways to rename suits that leave one of its sets as it is


def subsets_of(cards: int, smallest: int, largest: int) -> Subsets:
    """All subsets of so many cards, of these sizes."""
    found = [chosen for size in range(smallest, largest + 1) for chosen in combinations(range(cards), size)]
    table = np.zeros((len(found), max(largest, 1)), dtype=np.int64)
    for i, chosen in enumerate(found):
        table[i, : len(chosen)] = chosen
    return Subsets(np.array([len(chosen) for chosen in found], dtype=np.int64), table)


@cache
def kept_up_to(deck: SuitedDeck, largest: int) -> Kept:
    sizes = [all_sets_of(deck, size) for size in range(largest + 1)]
    first_classes = np.cumsum([0, *(len(size) for size in sizes)])
    return Kept(
        np.concatenate([size.number + first for size, first in zip(sizes, first_classes, strict=False)]).astype(
            np.int32
        ),
        np.concatenate([size.turns for size in sizes]),
        np.cumsum([0, *(len(size.number) for size in sizes)])[:-1],
        first_classes,
        (factorial(len(deck.suits)) // np.concatenate([size.weights for size in sizes])).astype(np.int32),
    )
