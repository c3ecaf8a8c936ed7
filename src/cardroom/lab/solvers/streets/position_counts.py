"""One poker hand known little by little: positions, how they follow each other, where hands end. No pay is known here.

A position is a class of known cards that differ only in their suits; whose cards they are does not matter, as all of
them make the hand in the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.errors import CardroomError
from cardroom.hands import PokerRanking
from cardroom.lab.solvers.card_sets.set_values import evaluator
from cardroom.lab.solvers.card_sets.suit_classes import AllSets, SuitedDeck, all_sets_of
from cardroom.lab.solvers.streets.kernels import street_hands

Integers = npt.NDArray[Any]

LARGEST_HAND = 5


@dataclass(frozen=True)
class Onward:
    """From the positions of one decision to the next: so many `ways` of the cards turned lead to each target."""

    starts: Integers  # [position], and at the end how many targets there are
    targets: Integers
    ways: Integers
    number: int  # of positions at the next decision

    def back(self, worth: Integers) -> Integers:
        """For each position, the sum over the cards turned of what the next position is worth: [next position, …]."""
        weighted = self.ways.reshape(-1, *[1] * (worth.ndim - 1)) * worth[self.targets]
        return np.add.reduceat(weighted, self.starts[:-1], axis=0)

    def forth(self, deals: Integers) -> Integers:
        """The deals at each next position, from those at each position."""
        reached = np.zeros(self.number, dtype=np.int64)
        np.add.at(reached, self.targets, np.repeat(deals, np.diff(self.starts)) * self.ways)
        return reached


@dataclass(frozen=True)
class StreetsCount:
    """All ways that cards can come. Deals at the first decision are its weights; `onward` and `endings` multiply."""

    deck: SuitedDeck
    known: tuple[int, ...]  # cards known at each decision
    positions: tuple[AllSets, ...]  # by decision
    onward: tuple[Onward, ...]  # from each decision but the last
    endings: Integers  # [position of the last decision, cell of the whole hand]

    @property
    def ways(self) -> tuple[int, ...]:
        """By decision: how many ways the cards after it can come."""
        ahead = [int(self.endings[0].sum())]
        for onward in reversed(self.onward):
            ahead.insert(0, ahead[0] * int(onward.ways[: onward.starts[1]].sum()))
        return tuple(ahead)

    @property
    def total(self) -> int:
        return int(self.positions[0].weights.sum()) * self.ways[0]

    def locate(self, cards: tuple[int, ...]) -> int:
        """The position of known cards, given as numbers within the deck."""
        positions = self.positions[self.known.index(len(cards))]
        return int(positions.number[sum(comb(card, i) for i, card in enumerate(sorted(cards), start=1))])


@cache
def _onward(deck: SuitedDeck, known: int, then: int) -> Onward:
    here, there = all_sets_of(deck, known), all_sets_of(deck, then)
    found = np.zeros((len(here), comb(deck.size - known, then - known)), dtype=np.int64)
    street_hands.next_classes(here.sets, then - known, deck.size, there.number, found)
    found += np.arange(len(here))[:, None] * len(there)
    reached, ways = np.unique(found, return_counts=True)
    sources, targets = np.divmod(reached, len(there))
    return Onward(np.searchsorted(sources, np.arange(len(here) + 1)), targets, ways, len(there))


def count_streets(
    deck: SuitedDeck, ranking: PokerRanking, known: tuple[int, ...], cell_of_value: Integers
) -> StreetsCount:
    """Count all deals: decisions with so many cards known, and the cell of the hand that they make in the end."""
    if not known or any(then <= before for before, then in pairwise((0, *known, ranking.cards))):
        raise CardroomError("not-counted", "Each decision must know more cards than the one before, and less than all.")
    if ranking.cards > LARGEST_HAND or ranking.cards > deck.size:
        raise CardroomError(
            "not-counted", f"Hands of {ranking.cards} cards out of {deck.size} are not counted this way."
        )
    positions = tuple(all_sets_of(deck, number) for number in known)
    endings = np.zeros((len(positions[-1]), int(cell_of_value.max()) + 1), dtype=np.int64)
    street_hands.last_cells(
        positions[-1].sets, ranking.cards - known[-1], deck.size, evaluator(deck, ranking), cell_of_value, endings
    )
    return StreetsCount(deck, known, positions, tuple(_onward(deck, *pair) for pair in pairwise(known)), endings)
