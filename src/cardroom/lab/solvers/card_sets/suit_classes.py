"""A deck in numbers, and the classes of its sets of cards that differ only in their suits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.cards import RANKS, SUITS, Card
from cardroom.errors import CardroomError
from cardroom.games.model import Deck
from cardroom.lab.solvers.kernels import card_sets

Integers = npt.NDArray[Any]


@dataclass(frozen=True)
class SuitedDeck:
    """One pack of the same ranks in each suit, of which no suit differs from another but in name.

    Cards are numbered within the deck, suit × ranks + rank.
    """

    ranks: tuple[int, ...]  # their places among the thirteen
    suits: tuple[int, ...]

    @property
    def size(self) -> int:
        return len(self.ranks) * len(self.suits)

    @property
    def shape(self) -> tuple[int, int]:
        """How many ranks and suits, as the kernels want it."""
        return len(self.ranks), len(self.suits)

    @property
    def numbers(self) -> Integers:
        """The number of each card among all 52."""
        return np.array([13 * suit + rank for suit in self.suits for rank in self.ranks], dtype=np.uint8)

    def cards(self, held: Sequence[int]) -> tuple[Card, ...]:
        """Cards of the deck from their numbers within it."""
        known = tuple(Card)
        return tuple(known[self.numbers[card]] for card in held)

    def place(self, card: Card) -> int:
        """A card's number within the deck."""
        return self.suits.index(card.suit) * len(self.ranks) + self.ranks.index(card.rank)


def suited_deck(deck: Deck) -> SuitedDeck:
    """A deck that hands can be counted in by classes of suits."""
    if deck.packs != 1:
        raise CardroomError("not-counted", f"Poker hands are counted from one pack of cards, not from {deck.packs}.")
    return SuitedDeck(tuple(map(RANKS.index, deck.ranks)), tuple(map(SUITS.index, deck.suits)))


@dataclass(frozen=True)
class Classes:
    """The classes of all sets of so many cards."""

    deck_sets: int  # all sets of so many cards
    sets: Integers  # [class, card]: the set that stands for the class
    weights: Integers  # [class]: how many sets it has
    places: Integers  # [class]: the place of the set that stands for it

    @cached_property
    def number(self) -> Integers:
        """[place of a set]: its class, for those that stand for theirs; -1 for all others."""
        number = np.full(self.deck_sets, -1, dtype=np.int32)
        number[self.places] = np.arange(len(self.places))
        return number

    def __len__(self) -> int:
        return len(self.sets)


@dataclass(frozen=True)
class AllSets:
    """The same with every set numbered."""

    sets: Integers
    weights: Integers
    number: Integers  # [place of a set]: its class
    turns: Integers  # [place of a set]: the new names of its suits in its class, two bits for each

    def __len__(self) -> int:
        return len(self.sets)


@cache
def classes_of(deck: SuitedDeck, size: int) -> Classes:
    """The classes, with only the sets numbered that stand for theirs."""
    if size > min(card_sets.LARGEST_SET, deck.size):
        raise CardroomError("not-counted", f"Sets of {size} cards out of {deck.size} are not counted.")
    places = comb(deck.size, size)
    masks = np.arange(1 << len(deck.ranks))
    bits = np.bitwise_count(masks)
    few = np.full((size + 1, len(masks) + 1), -1, dtype=np.int64)
    for number in range(size + 1):
        few[number, : (bits <= number).sum()] = masks[bits <= number]
    first = np.stack([np.searchsorted(masks[bits <= number], masks) for number in range(size + 1)])
    sets, weights, of_sets = np.zeros((places, size), np.uint8), np.zeros(places, np.int64), np.zeros(places, np.int64)
    found = card_sets.list_classes(*deck.shape, size, bits, few, first, sets, weights, of_sets)
    return Classes(places, sets[:found].copy(), weights[:found].copy(), of_sets[:found].copy())


@cache
def all_sets_of(deck: SuitedDeck, size: int) -> AllSets:
    """The classes, with every set numbered."""
    classes = classes_of(deck, size)
    number, turns = classes.number.copy(), np.zeros(classes.deck_sets, dtype=np.uint8)
    card_sets.number_all(*deck.shape, size, number, turns)
    return AllSets(classes.sets, classes.weights, number, turns)
