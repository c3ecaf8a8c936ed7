"""Inner loops over sets of cards, compiled. No rule or pay-off is known here.

A deck has so many ranks in each of so many suits; a card is suit × ranks + rank, both counted within the deck. Sets are
ascending cards, and the place of a set is its number among all sets of its size in combinatorial order.

Kernels take the arrays out of a named tuple before their loops: inside, that costs more than what is done with them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.lab.compiled_loops import njit

Integers = npt.NDArray[Any]

LARGEST_SET = 6
SUITS = 4
RANK_BITS = np.uint64(13)  # a card's bits: one for its rank, and above them one for its suit
RANK_MASK = np.uint64((1 << 13) - 1)


def _binomials() -> Integers:
    table = np.zeros((53, LARGEST_SET + 1), dtype=np.int64)
    table[:, 0] = 1
    for n in range(1, 53):
        for k in range(1, LARGEST_SET + 1):
            table[n, k] = table[n - 1, k - 1] + table[n - 1, k]
    return table


CHOOSE = _binomials()


@njit(cache=True, nogil=True, forceinline=True)
def combination_rank(cards: Integers, size: int) -> int:
    """The place of ascending cards among all sets of so many."""
    place = 0
    for i in range(size):
        place += CHOOSE[cards[i], i + 1]
    return place


@njit(cache=True, nogil=True, forceinline=True)
def next_combination(cards: Integers, size: int) -> None:
    """Turn a set into the next one in combinatorial order."""
    i = 0
    while i < size - 1 and cards[i] + 1 == cards[i + 1]:
        cards[i] = i
        i += 1
    cards[i] += 1


@njit(cache=True, nogil=True, forceinline=True)
def is_among(cards: Integers, size: int, card: int) -> bool:
    for i in range(size):
        if cards[i] == card:
            return True
    return False


@njit(cache=True, nogil=True, forceinline=True)
def insert_card(cards: Integers, size: int, card: int) -> None:
    """One more card among so many ascending ones."""
    place = size
    while place > 0 and cards[place - 1] > card:
        cards[place] = cards[place - 1]
        place -= 1
    cards[place] = card


# --- classes of sets that differ only in their suits ------------------------------------------------------------------


@njit(cache=True, nogil=True, forceinline=True)
def masks_of(cards: Integers, size: int, ranks: int, masks: Integers) -> None:
    """The ranks held in each suit."""
    for suit in range(SUITS):
        masks[suit] = 0
    for i in range(size):
        card = np.int64(cards[i])
        masks[card // ranks] |= 1 << (card % ranks)


@njit(cache=True, nogil=True, forceinline=True)
def suit_order(masks: Integers, suits: int) -> int:
    """New names for the suits, the largest mask first: two bits for each suit."""
    turn = 0
    for suit in range(suits):
        new = 0
        for other in range(suits):
            if masks[other] > masks[suit] or (masks[other] == masks[suit] and other < suit):
                new += 1
        turn |= new << (2 * suit)
    return turn


@njit(cache=True, nogil=True, forceinline=True)
def place_of_class(masks: Integers, suits: int, ranks: int, turn: int) -> int:
    """The place of the set with its suits named anew, which stands for all of its class."""
    place, held = 0, 0
    for new in range(suits):
        for suit in range(suits):
            if (turn >> (2 * suit)) & 3 == new:
                for rank in range(ranks):
                    if masks[suit] >> rank & 1:
                        held += 1
                        place += CHOOSE[new * ranks + rank, held]
    return place


@njit(cache=True, nogil=True, forceinline=True)
def size_of_class(masks: Integers, suits: int) -> int:
    """How many sets a class has, from the one that stands for it: suits with the same mask may change places freely."""
    sets, alike = 1, 0
    for suit in range(suits):
        alike = alike + 1 if suit > 0 and masks[suit] == masks[suit - 1] else 1
        sets = sets * (suit + 1) // alike
    return sets


@njit(cache=True, nogil=True)
def list_classes(
    ranks: int, suits: int, size: int, bits: Integers, few: Integers, first: Integers,
    sets: Integers, weights: Integers, places: Integers,
) -> int:  # fmt: skip
    """The sets that stand for their classes, in combinatorial order; returns how many there are.

    In these no suit holds a larger mask than the one before, so the last suit is chosen first, and then one that holds
    no less. Few: [cards] masks of at most so many, ascending, and then one that is none; first: [cards, mask] where
    those begin that are no smaller.
    """
    masks, at, left = np.zeros(SUITS + 1, np.int64), np.zeros(SUITS, np.int64), np.zeros(SUITS, np.int64)
    found, suit = 0, suits - 1
    left[suit] = size
    while suit < suits:
        mask = few[left[suit], at[suit]]
        at[suit] += 1
        if mask < 0:
            suit += 1
            continue
        masks[suit] = mask
        rest = left[suit] - bits[mask]
        if suit > 0:
            suit -= 1
            left[suit] = rest
            at[suit] = first[rest, mask]
        elif rest == 0:
            held = 0
            for of in range(suits):
                for rank in range(ranks):
                    if masks[of] >> rank & 1:
                        sets[found, held] = of * ranks + rank
                        held += 1
            weights[found] = size_of_class(masks, suits)
            places[found] = combination_rank(sets[found], size)
            found += 1
    return found


@njit(cache=True, nogil=True)
def number_all(ranks: int, suits: int, size: int, number: Integers, turns: Integers) -> None:
    """Give every other set the number of its class, and every set its new names of suits."""
    cards = np.arange(size + 1)
    masks = np.zeros(SUITS, dtype=np.int64)
    for place in range(len(number)):
        masks_of(cards, size, ranks, masks)
        turns[place] = suit_order(masks, suits)
        if number[place] < 0:
            number[place] = number[place_of_class(masks, suits, ranks, turns[place])]
        next_combination(cards, size)


# --- values -----------------------------------------------------------------------------------------------------------


@njit(cache=True, nogil=True, forceinline=True)
def value_of(
    cards: Integers, weights: Integers, bits: Integers, picks: Integers, mixed: Integers, flush: Integers
) -> int:
    """The best value among the hands that these cards hold; what is needed for it is an evaluator's."""
    best = np.int64(-1)
    for pick in range(picks.shape[0]):
        total, held = np.uint64(0), np.uint64(0)
        for i in range(picks.shape[1]):
            card = np.uint64(cards[picks[pick, i]])
            total += weights[card]
            held |= bits[card]
        suits = held >> RANK_BITS
        is_mixed = suits & (suits - np.uint64(1)) != 0
        value = np.int64(mixed[total]) if is_mixed else np.int64(flush[held & RANK_MASK])
        best = max(best, value)
    return best


@njit(cache=True, nogil=True)
def values_of(sets: Integers, evaluator: Any, values: Integers) -> None:
    weights, bits, picks, mixed, flush = evaluator
    for i in range(len(sets)):
        values[i] = value_of(sets[i], weights, bits, picks, mixed, flush)
