"""Own poker hand against the dealer's: for every hand, and card up where there is one, how the dealer's hands compare.

Nothing here knows a pay. A *showdown* is 2 × result + qualifies, with result 0 for a win, 1 for a copy, 2 for a loss.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from math import comb, factorial
from os import cpu_count
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cardroom.errors import CardroomError
from cardroom.hands import PokerRanking
from cardroom.lab.solvers.against_dealer.kernels import showdown_counts
from cardroom.lab.solvers.card_sets.set_values import evaluator, values_of
from cardroom.lab.solvers.card_sets.subsets import Kept, kept_up_to, subsets_of
from cardroom.lab.solvers.card_sets.suit_classes import Classes, SuitedDeck, all_sets_of, classes_of
from cardroom.lab.solvers.kernels import card_sets as set_kernels

Integers = npt.NDArray[Any]

SHOWDOWNS = 6
LARGEST_HAND = 5
LARGEST_DEALER_HAND = 6


class ByValue(NamedTuple):
    """One hand for each class, by rising value."""

    hands: Integers
    weights: Integers
    values: Integers


Sweep = Callable[[ByValue, Integers, Integers, Integers], None]


@dataclass(frozen=True)
class HandsCount:
    """By hand that stands for its class, and card up (one column where none is): how the dealer's hands compare."""

    deck: SuitedDeck
    hands: Integers  # [hand, card], numbers within the deck, by rising value
    weights: Integers  # [hand]: how many hands it stands for
    values: Integers  # [hand]
    floor: int  # the value that the dealer's hand must reach; 0 where it need not
    has_card_up: bool
    below: Integers  # [hand, card up]: dealer's hands that it beats
    copies: Integers
    failing: Integers  # dealer's hands that do not qualify
    met: Integers  # all dealer's hands that it can meet; 0 where it holds the card up itself

    @property
    def total(self) -> int:
        """All deals: own hand, card up, the dealer's other cards."""
        return int(self.weights @ self.met.sum(axis=1, dtype=np.int64))

    @cached_property
    def number(self) -> Integers:
        """[place of the set that stands for a class]: where its hand is in `hands`."""
        size = self.hands.shape[1]
        number = np.full(comb(self.deck.size, size), -1, dtype=np.int32)
        number[_places(self.hands)] = np.arange(len(self.hands))
        return number

    def showdowns(self) -> Integers:
        """[hand, card up, showdown]: the dealer's hands."""
        ways = np.zeros((*self.below.shape, SHOWDOWNS), dtype=np.int32)
        showdown_counts.fill_showdown_ways(*self.compared, ways)
        return ways

    def showdowns_at(self, hand: int, up: int) -> Integers:
        """[showdown]: the dealer's hands that one hand meets under one card up."""
        below, copies, failing, met = (array[hand : hand + 1, up : up + 1] for array in self.compared[:4])
        ways = np.zeros((1, 1, SHOWDOWNS), dtype=np.int64)
        showdown_counts.fill_showdown_ways(below, copies, failing, met, self.compared[4][hand : hand + 1], ways)
        return np.asarray(ways[0, 0])

    def locate(self, hand: tuple[int, ...], up: int | None = None) -> tuple[int, int]:
        """The place of a hand and card up (numbers within the deck) in these arrays."""
        masks = np.zeros(4, dtype=np.int64)
        ranks, suits = self.deck.shape
        number, turn = showdown_counts.class_of(np.array(hand), len(hand), ranks, suits, self.number, masks)
        if up is None:
            return int(number), 0
        return int(number), (turn >> (2 * (up // ranks)) & 3) * ranks + up % ranks

    @property
    def compared(self) -> tuple[Integers, Integers, Integers, Integers, Integers]:
        """What the kernels tell showdowns from; last, whether a hand itself would qualify."""
        return self.below, self.copies, self.failing, self.met, self.values >= self.floor


@cache
def count_hands(
    deck: SuitedDeck, own: PokerRanking, dealers: PokerRanking, floor: int = 0, has_card_up: bool = False
) -> HandsCount:
    """Count all deals. Both rankings have the same order of hands; each is read on its own number of cards."""
    _require_fit(deck, own, dealers)
    player, dealer = _by_value(deck, own), _by_value(deck, dealers)
    columns = deck.size if has_card_up else 1
    below, up_to, failing = (np.zeros((len(player.hands), columns), dtype=np.int32) for _ in range(3))
    sweep = (_sweep_up if has_card_up else _sweep)(deck, dealer, own.cards, dealers, floor)
    workers = min(cpu_count() or 1, 4) if len(player.hands) * columns > 100_000 else 1

    def work(part: int) -> None:
        share = slice(part, None, workers)
        found = [np.zeros((len(player.hands[share]), columns), dtype=np.int32) for _ in range(3)]
        sweep(ByValue(*(array[share].copy() for array in player)), *found)
        below[share], up_to[share], failing[share] = found

    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(work, range(workers)))
    met = np.full(below.shape, comb(deck.size - own.cards - has_card_up, dealers.cards - has_card_up), dtype=np.int32)
    if has_card_up:
        np.put_along_axis(met, player.hands.astype(np.int64), 0, axis=1)
    return HandsCount(deck, *player, floor, has_card_up, below, up_to - below, failing, met)


def _require_fit(deck: SuitedDeck, own: PokerRanking, dealers: PokerRanking) -> None:
    if (own.size, own.categories) != (dealers.size, dealers.categories):
        raise CardroomError("not-counted", f"{own.name} does not compare with {dealers.name}.")
    if own.cards > LARGEST_HAND or dealers.cards > LARGEST_DEALER_HAND:
        raise CardroomError(
            "not-counted", f"Hands of {own.cards} against {dealers.cards} cards are not counted this way."
        )
    if own.cards + dealers.cards > deck.size:
        raise CardroomError("not-counted", f"{deck.size} cards are too few for {own.cards} against {dealers.cards}.")


def _by_value(deck: SuitedDeck, ranking: PokerRanking) -> ByValue:
    classes: Classes = classes_of(deck, ranking.cards)
    values = values_of(deck, ranking, classes.sets)
    order = np.argsort(values, kind="stable")
    return ByValue(np.ascontiguousarray(classes.sets[order]), classes.weights[order], values[order])


def _places(hands: Integers) -> Integers:
    size = hands.shape[1]
    places: Integers = np.sum([set_kernels.CHOOSE[hands[:, i], i + 1] for i in range(size)], axis=0)
    return places


def _sweep(deck: SuitedDeck, dealer: ByValue, cards: int, dealers: PokerRanking, floor: int) -> Sweep:
    """Without a card up."""
    largest = min(cards, dealers.cards - 1)
    kept = kept_up_to(deck, largest)
    own, his = subsets_of(cards, 0, largest), subsets_of(dealers.cards, 0, largest)
    sign = -1 if dealers.cards % 2 else 1
    names = factorial(len(deck.suits))

    def sweep(player: ByValue, below: Integers, up_to: Integers, failing: Integers) -> None:
        whole = _values_within(deck, player.hands, dealers)
        showdown_counts.count_showdowns(
            dealer, his, player.hands, player.values, whole, sign, own, kept, names, floor,
            below[:, 0], up_to[:, 0], failing[:, 0],
        )  # fmt: skip

    return sweep


def _values_within(deck: SuitedDeck, hands: Integers, dealers: PokerRanking) -> Integers:
    """The values of the dealer's hands all of whose cards a player has; none where he has fewer cards."""
    inner = list(combinations(range(hands.shape[1]), dealers.cards))
    values = np.zeros((len(hands), len(inner)), dtype=np.int32)
    for i, chosen in enumerate(inner):
        values[:, i] = values_of(deck, dealers, np.ascontiguousarray(hands[:, list(chosen)]))
    return values


def _sweep_up(deck: SuitedDeck, dealer: ByValue, cards: int, dealers: PokerRanking, floor: int) -> Sweep:
    """With a card up, which makes a subset one larger; sets that make a whole hand with it are looked up by value."""
    last = dealers.cards - 1
    largest = min(cards, last)
    kept = kept_up_to(deck, last)
    counted = min(cards, last - 1)  # the largest sets whose dealer's hands are counted
    own, his = subsets_of(cards, 0, largest), subsets_of(dealers.cards, 1, counted + 1)
    cells, starts = _cells_of_classes(deck, kept, counted)
    reached = _values_with_one_more(deck, dealers) if largest == last else np.zeros((0, deck.size), dtype=np.int16)
    names = factorial(len(deck.suits))

    def sweep(player: ByValue, below: Integers, up_to: Integers, failing: Integers) -> None:
        rows = np.zeros(int(kept.first_classes[counted + 1]) * deck.size, dtype=np.int32)
        showdown_counts.count_showdowns_by_up_card(
            dealer, his, player.hands, player.values, own, kept, names, *deck.shape, cells, starts, rows,
            last, reached, floor, below, up_to, failing,
        )  # fmt: skip

    return sweep


def _cells_of_classes(deck: SuitedDeck, kept: Kept, counted: int) -> tuple[Integers, Integers]:
    """For each class, where its sets come from: cells [smaller set, card added], class after class, and starts."""
    found = np.full((int(kept.first_classes[counted + 1]), deck.size), -1, dtype=np.int32)
    for size in range(counted + 1):
        showdown_counts.larger_classes(
            all_sets_of(deck, size).sets,
            size,
            int(kept.first_classes[size]),
            deck.size,
            kept.number,
            kept.first_places,
            found,
        )
    flat = found.ravel()
    cells = np.argsort(flat, kind="stable")
    starts = np.searchsorted(flat[cells], np.arange(len(kept.shares) + 1))
    return cells, starts


def _values_with_one_more(deck: SuitedDeck, dealers: PokerRanking) -> Integers:
    """[class of sets one smaller than a dealer's hand, card]: the value of the hand that they make."""
    sets = classes_of(deck, dealers.cards - 1).sets
    found = np.zeros((len(sets), deck.size), dtype=np.int16)
    showdown_counts.larger_values(
        sets, dealers.cards - 1, deck.size, evaluator(deck, dealers), np.iinfo(np.int16).max, found
    )
    return found
