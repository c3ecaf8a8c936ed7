"""Boards and flops that differ only in their suits are counted once. A deck is some ranks in each of some suits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from cardroom.errors import CardroomError
from cardroom.lab.solvers.hand_values import RANKS, card_keys, rank_keys, rank_set_numbering

if TYPE_CHECKING:
    from cardroom.lab.solvers.holdem.kernels.board_numbers import Deck, Kinds

Integers = npt.NDArray[Any]

CARDS_OF_A_ROUND = 9  # two, five on the board, the dealer's two


@dataclass(frozen=True)
class Cards:
    """The deck of a game: some ranks, and some suits, which are named anew from 0 on."""

    ranks: tuple[int, ...]
    suits: tuple[int, ...]

    def __post_init__(self) -> None:
        for names, most in ((self.ranks, RANKS), (self.suits, 4)):
            if list(names) != sorted(set(names)) or not all(0 <= name < most for name in names):
                raise CardroomError("wrong-deck", "A deck has ranks from 0 to 12 and suits from 0 to 3, ascending.")
        if len(self.ranks) * len(self.suits) < CARDS_OF_A_ROUND:
            raise CardroomError("deck-too-small", f"A round of hold'em needs {CARDS_OF_A_ROUND} cards.")

    @property
    def number(self) -> int:
        return len(self.ranks) * len(self.suits)

    @cached_property
    def numbers(self) -> Integers:
        """Every card, its suit named anew."""
        return np.array([13 * suit + rank for suit in range(len(self.suits)) for rank in self.ranks], dtype=np.int64)

    def renamed(self, card: int) -> int:
        """A card with its suit named anew."""
        if card % 13 not in self.ranks or card // 13 not in self.suits:
            raise CardroomError("wrong-cards", "There is a card that is not in the deck.")
        return 13 * self.suits.index(card // 13) + card % 13

    @property
    def hands(self) -> int:
        """How many hands of two cards there are."""
        return comb(self.number, 2)

    @property
    def flops_to_come(self) -> int:
        return comb(self.number - 2, 3)

    @property
    def rivers_to_come(self) -> int:
        """Pairs of turn and river after a flop."""
        return comb(self.number - 5, 2)

    @property
    def dealers(self) -> int:
        """How many hands the dealer can have once the board lies there."""
        return comb(self.number - 7, 2)

    @property
    def deals(self) -> int:
        """Own cards, flop, turn and river, the dealer's cards."""
        return self.hands * self.flops_to_come * self.rivers_to_come * self.dealers

    def for_kernels(self) -> Deck:
        from cardroom.lab.solvers.holdem.kernels.board_numbers import Deck

        is_in = np.isin(np.arange(RANKS), self.ranks).astype(np.int64)
        return Deck(self.numbers, is_in, len(self.suits))


# --- boards -----------------------------------------------------------------------------------------------------------


@cache
def kinds_of_boards() -> Kinds:
    """All kinds: those without a flush suit, by their ranks, then those with three, four or five cards in it."""
    from cardroom.lab.solvers.holdem.kernels.board_numbers import Kinds

    numbered = [rank_set_numbering(others) for others in range(6)]
    ranks_of = [[np.repeat(np.arange(RANKS), counts) for counts in held] for _, _, held in numbered]
    suited = np.zeros(1 << RANKS, dtype=np.int32)
    ranks, in_suit = list(ranks_of[5]), [0] * len(ranks_of[5])
    for number in (3, 4, 5):
        for flush in combinations(range(RANKS), number):
            suited[sum(1 << rank for rank in flush)] = len(ranks)
            ranks += [np.concatenate([flush, others]) for others in ranks_of[5 - number]]
            in_suit += [number] * len(ranks_of[5 - number])
    low, high = numbered[5][0], np.stack([begins for _, begins, _ in numbered])
    suited_keys = (np.arange(1 << RANKS)[:, None] >> np.arange(RANKS) & 1) @ rank_keys()
    return Kinds(
        card_keys(), suited, suited_keys, low, high, np.array(ranks, dtype=np.int8), np.array(in_suit, dtype=np.int8)
    )


@cache
def possible_kinds(cards: Cards) -> Integers:
    """The numbers of the kinds that a deck has: no rank more often than there are suits for it."""
    kinds = kinds_of_boards()
    others = np.arange(5) >= kinds.in_suit[:, None]
    alike = (kinds.ranks[:, :, None] == kinds.ranks[:, None, :]) & others[:, :, None] & others[:, None, :]
    suits = len(cards.suits) - (kinds.in_suit > 0)
    return np.flatnonzero(np.isin(kinds.ranks, cards.ranks).all(axis=1) & (alike.sum(axis=2).max(axis=1) <= suits))


# --- flops ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Flops:
    """Flops whose suits stand in order, and how every flop becomes one of them."""

    cards: Integers  # [flop, 3]
    weights: Integers  # how many flops each stands for
    number_of: Integers  # by the place of any three cards among all sets of three of 52: the flop that stands for them
    suits_of: Integers  # by the same: two bits for each suit, its new name


def place_of_three(cards: Sequence[int]) -> int:
    """The place of three ascending cards among all sets of three, in combinatorial order."""
    return comb(cards[0], 1) + comb(cards[1], 2) + comb(cards[2], 3)


@cache
def flops_of(cards: Cards) -> Flops:
    """A suit's name is its place when suits are put in order by the ranks they have on the flop, the most first."""
    threes = np.array(list(combinations(cards.numbers.tolist(), 3)), dtype=np.int64)
    masks = np.zeros((len(threes), 4), dtype=np.int64)
    for column in threes.T:
        masks[np.arange(len(threes)), column // 13] |= 1 << column % 13
    order = np.argsort(-masks, axis=1, kind="stable")
    names = np.argsort(order, axis=1)
    in_order = np.take_along_axis(masks, order, axis=1)
    words = in_order @ (1 << 13 * np.arange(4)[::-1])
    _, first, number, weights = np.unique(words, return_index=True, return_inverse=True, return_counts=True)
    shown = threes[first]
    shown = np.sort(13 * np.take_along_axis(names[first], shown // 13, axis=1) + shown % 13, axis=1)
    place = np.array([place_of_three(three) for three in threes.tolist()])
    number_of = np.full(comb(52, 3), -1, dtype=np.int16)
    suits_of = np.zeros(comb(52, 3), dtype=np.uint8)
    number_of[place] = number
    suits_of[place] = names @ (1 << 2 * np.arange(4))
    return Flops(shown, weights.astype(np.int64), number_of, suits_of)
