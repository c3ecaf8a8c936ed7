"""Own hand against the dealer's: inner loops, compiled. No rule or pay-off is known here.

Dealer's hands go by in order of value, one for each class and weighted, and are counted under all sets T of cards that
they hold. Those without a card of a player's hand S are then the sum over all T in S of (-1)^|T| × N(T). Counts are
kept multiplied by the number of ways to rename the suits, so that they are whole for every class.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.lab.compiled_loops import njit
from cardroom.lab.solvers.kernels.card_sets import (
    CHOOSE,
    combination_rank,
    insert_card,
    is_among,
    masks_of,
    place_of_class,
    suit_order,
    value_of,
)

Integers = npt.NDArray[Any]


@njit(cache=True, nogil=True, forceinline=True)
def kept_set_place(hand: Integers, chosen: Integers, size: int, first_places: Integers) -> int:
    """Where a subset stands among all sets kept."""
    place = first_places[size]
    for i in range(size):
        place += CHOOSE[hand[chosen[i]], i + 1]
    return place


# --- no card up -------------------------------------------------------------------------------------------------------


@njit(cache=True, nogil=True)
def _count_hand(
    hand: Integers,
    weight: int,
    sizes: Integers,
    chosen: Integers,
    number: Integers,
    first_places: Integers,
    seen: Integers,
) -> None:
    for j in range(len(sizes)):
        found = number[kept_set_place(hand, chosen[j], sizes[j], first_places)]
        seen[found] += weight


@njit(cache=True, nogil=True)
def _apart(
    hand: Integers, sizes: Integers, chosen: Integers, number: Integers, first_places: Integers, shares: Integers,
    names: int, seen: Integers, whole: Integers, sign: int, least: int,
) -> int:  # fmt: skip
    """The hands counted so far, all below `least`, that hold none of these cards."""
    total = 0
    for j in range(len(sizes)):
        size = sizes[j]
        found = number[kept_set_place(hand, chosen[j], size, first_places)]
        ways = seen[found] * shares[found]
        total += -ways if size & 1 else ways
    total //= names
    for value in whole:  # dealer's hands all of whose cards are among these
        if value < least:
            total += sign
    return total


@njit(cache=True, nogil=True)
def count_showdowns(
    dealer: Any, dealer_subsets: Any, players: Integers, values: Integers, whole: Integers, sign: int,
    player_subsets: Any, kept: Any, names: int, floor: int, below: Integers, up_to: Integers, failing: Integers,
) -> None:  # fmt: skip
    """For each player's hand, by rising value: the dealer's hands below it, up to it, and below the floor."""
    hands, weights, dealer_values = dealer
    his_sizes, his_chosen = dealer_subsets
    sizes, chosen = player_subsets
    number, _, first_places, _, shares = kept
    seen = np.zeros(len(shares), dtype=np.int64)
    i, begin, open_floor = 0, 0, floor > 0
    while begin < len(values) or open_floor:
        if open_floor and (begin == len(values) or floor <= values[begin]):
            while i < len(dealer_values) and dealer_values[i] < floor:
                _count_hand(hands[i], weights[i], his_sizes, his_chosen, number, first_places, seen)
                i += 1
            for p in range(len(values)):
                failing[p] = _apart(
                    players[p], sizes, chosen, number, first_places, shares, names, seen, whole[p], sign, floor
                )  # fmt: skip
            open_floor = False
            continue
        value, end = values[begin], begin
        while end < len(values) and values[end] == value:
            end += 1
        while i < len(dealer_values) and dealer_values[i] < value:
            _count_hand(hands[i], weights[i], his_sizes, his_chosen, number, first_places, seen)
            i += 1
        for p in range(begin, end):
            below[p] = _apart(
                players[p], sizes, chosen, number, first_places, shares, names, seen, whole[p], sign, value
            )  # fmt: skip
        while i < len(dealer_values) and dealer_values[i] == value:
            _count_hand(hands[i], weights[i], his_sizes, his_chosen, number, first_places, seen)
            i += 1
        for p in range(begin, end):
            up_to[p] = _apart(
                players[p], sizes, chosen, number, first_places, shares, names, seen, whole[p], sign, value + 1
            )  # fmt: skip
        begin = end


# --- one card up ------------------------------------------------------------------------------------------------------


@njit(cache=True, nogil=True)
def larger_classes(
    sets: Integers, size: int, first: int, cards: int, number: Integers, first_places: Integers, found: Integers
) -> None:
    """found[first + set, card]: the class of the set with one more card, -1 where it has that card already."""
    more = np.zeros(size + 1, dtype=np.int64)
    for i in range(len(sets)):
        for card in range(cards):
            if is_among(sets[i], size, card):
                found[first + i, card] = -1
            else:
                more[:size] = sets[i]
                insert_card(more, size, card)
                found[first + i, card] = number[first_places[size + 1] + combination_rank(more, size + 1)]


@njit(cache=True, nogil=True)
def larger_values(sets: Integers, size: int, cards: int, evaluator: Any, never: int, found: Integers) -> None:
    """found[set, card]: the value of the hand that the set makes with one more card, `never` where it has that card."""
    weights, bits, picks, mixed, flush = evaluator
    more = np.zeros(size + 1, dtype=np.int64)
    for i in range(len(sets)):
        for card in range(cards):
            found[i, card] = never
            if not is_among(sets[i], size, card):
                more[:size] = sets[i]
                insert_card(more, size, card)
                found[i, card] = value_of(more, weights, bits, picks, mixed, flush)


@njit(cache=True, nogil=True)
def _count_up(
    hand: Integers, weight: int, sizes: Integers, chosen: Integers, number: Integers, first_places: Integers,
    shares: Integers, cells: Integers, starts: Integers, rows: Integers,
) -> None:  # fmt: skip
    """Count a dealer's hand wherever a set and a card up together are a subset of it."""
    for j in range(len(sizes)):
        found = number[kept_set_place(hand, chosen[j], sizes[j], first_places)]
        ways = weight * shares[found]
        for c in range(starts[found], starts[found + 1]):
            rows[cells[c]] += ways


@njit(cache=True, nogil=True)
def _apart_up(
    hand: Integers, sizes: Integers, chosen: Integers, number: Integers, turns: Integers, first_places: Integers,
    first_classes: Integers, names: int, ranks: int, suits: int, rows: Integers, last: int, reached: Integers,
    least: int, ways: Integers,
) -> None:  # fmt: skip
    """By card up: the hands counted so far that hold none of these cards. Sets of size `last` make a hand with it."""
    cards = ranks * suits
    ways[:cards] = 0
    for j in range(len(sizes)):
        size = sizes[j]
        spot = kept_set_place(hand, chosen[j], size, first_places)
        found, turn = np.int64(number[spot]), np.int64(turns[spot])
        sign = -1 if size & 1 else 1
        if size == last:
            row = reached[found - first_classes[size]]
            for suit in range(suits):
                source, target = ((turn >> (2 * suit)) & 3) * ranks, suit * ranks
                for rank in range(ranks):
                    ways[target + rank] += np.int32(sign * names) if row[source + rank] < least else np.int32(0)
        else:
            start = found * cards
            for suit in range(suits):
                source, target = start + ((turn >> (2 * suit)) & 3) * ranks, suit * ranks
                if sign > 0:
                    for rank in range(ranks):
                        ways[target + rank] += rows[source + rank]
                else:
                    for rank in range(ranks):
                        ways[target + rank] -= rows[source + rank]
    for card in range(cards):
        ways[card] //= names
    for card in hand:
        ways[card] = 0


@njit(cache=True, nogil=True)
def count_showdowns_by_up_card(
    dealer: Any, dealer_subsets: Any, players: Integers, values: Integers, player_subsets: Any, kept: Any, names: int,
    ranks: int, suits: int, cells: Integers, starts: Integers, rows: Integers, last: int, reached: Integers, floor: int,
    below: Integers, up_to: Integers, failing: Integers,
) -> None:  # fmt: skip
    """For each player's hand, by rising value, and card up: the dealer's hands below it, up to it, below the floor."""
    hands, weights, dealer_values = dealer
    his_sizes, his_chosen = dealer_subsets
    sizes, chosen = player_subsets
    number, turns, first_places, first_classes, shares = kept
    i, begin, open_floor = 0, 0, floor > 0
    while begin < len(values) or open_floor:
        if open_floor and (begin == len(values) or floor <= values[begin]):
            while i < len(dealer_values) and dealer_values[i] < floor:
                _count_up(
                    hands[i], weights[i], his_sizes, his_chosen, number, first_places, shares, cells, starts, rows
                )
                i += 1
            for p in range(len(values)):
                _apart_up(
                    players[p], sizes, chosen, number, turns, first_places, first_classes, names, ranks, suits, rows,
                    last, reached, floor, failing[p],
                )  # fmt: skip
            open_floor = False
            continue
        value, end = values[begin], begin
        while end < len(values) and values[end] == value:
            end += 1
        while i < len(dealer_values) and dealer_values[i] < value:
            _count_up(hands[i], weights[i], his_sizes, his_chosen, number, first_places, shares, cells, starts, rows)
            i += 1
        for p in range(begin, end):
            _apart_up(
                players[p], sizes, chosen, number, turns, first_places, first_classes, names, ranks, suits, rows, last,
                reached, value, below[p],
            )  # fmt: skip
        while i < len(dealer_values) and dealer_values[i] == value:
            _count_up(hands[i], weights[i], his_sizes, his_chosen, number, first_places, shares, cells, starts, rows)
            i += 1
        for p in range(begin, end):
            _apart_up(
                players[p], sizes, chosen, number, turns, first_places, first_classes, names, ranks, suits, rows, last,
                reached, value + 1, up_to[p],
            )  # fmt: skip
        begin = end


# --- prices and policies ----------------------------------------------------------------------------------------------


@njit(cache=True, nogil=True, forceinline=True)
def _showdowns(
    below: int, copies: int, failing: int, dealer_hands: int, player_qualifies: bool, ways: Integers
) -> None:
    """ways[2 × result + qualifies], result 0 for a win, 1 for a copy, 2 for a loss."""
    above = dealer_hands - below - copies
    if player_qualifies:
        ways[0], ways[1], ways[2], ways[3], ways[4], ways[5] = failing, below - failing, 0, copies, 0, above
    else:
        ways[0], ways[1], ways[2], ways[3] = below, 0, copies, 0
        ways[4], ways[5] = failing - below - copies, dealer_hands - failing


@njit(cache=True, nogil=True)
def fill_showdown_ways(
    below: Integers, copies: Integers, failing: Integers, met: Integers, high: Integers, ways: Integers
) -> None:
    """The showdowns of every position: ways[hand, card up, showdown]."""
    for p in range(below.shape[0]):
        for u in range(below.shape[1]):
            _showdowns(below[p, u], copies[p, u], failing[p, u], met[p, u], high[p], ways[p, u])


@njit(cache=True, nogil=True)
def class_of(cards: Integers, size: int, ranks: int, suits: int, number: Integers, masks: Integers) -> tuple[int, int]:
    """The class of a set in any order of cards, and the new names of its suits."""
    masks_of(cards, size, ranks, masks)
    turn = suit_order(masks, suits)
    return number[place_of_class(masks, suits, ranks, turn)], turn
