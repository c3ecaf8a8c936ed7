"""What a player who sees more cards can expect against the dealer's hand, compiled. No rule or pay-off is here."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.lab.compiled_loops import njit
from cardroom.lab.solvers.against_dealer.kernels.showdown_counts import class_of
from cardroom.lab.solvers.kernels.card_sets import RANK_BITS, SUITS, value_of

Integers = npt.NDArray[Any]


@njit(cache=True, nogil=True)
def count_dealer_completions(
    known: Integers, number: int, left: Integers, cards: int, size: int, player: int, floor: int, evaluator: Any,
    ways: Integers,
) -> None:  # fmt: skip
    """All dealer's hands of so many cards with the known ones: ways[2 × result + qualifies]."""
    weights, bits, picks, mixed, flush = evaluator
    missing = size - number
    held = np.zeros(16, dtype=np.uint64)
    for i in range(number):
        held[i] = known[i]
    total, lower, copies, failing = 0, 0, 0, 0
    if missing == 0:
        dealer = value_of(held, weights, bits, picks, mixed, flush)
        total, lower, copies, failing = 1, int(dealer < player), int(dealer == player), int(dealer < floor)
    pick = np.arange(missing + 1)
    going = missing > 0
    while going:
        for i in range(missing - 1):
            held[number + i] = left[pick[i]]
        first = pick[missing - 2] + 1 if missing > 1 else 0
        total += cards - first
        if len(picks) == 1:
            weight, seen = np.uint64(0), np.uint64(0)
            for i in range(size - 1):
                weight += weights[held[i]]
                seen |= bits[held[i]]
            for last in range(first, cards):
                card = left[last]
                together = seen | bits[card]
                suits = together >> RANK_BITS
                if suits & (suits - np.uint64(1)) == 0:
                    dealer = np.int64(flush[together & ((np.uint64(1) << RANK_BITS) - np.uint64(1))])
                else:
                    dealer = np.int64(mixed[weight + weights[card]])
                lower += dealer < player
                copies += dealer == player
                failing += dealer < floor
        else:
            for last in range(first, cards):
                held[size - 1] = left[last]
                dealer = value_of(held, weights, bits, picks, mixed, flush)
                lower += dealer < player
                copies += dealer == player
                failing += dealer < floor
        place = missing - 2  # the next choice of all missing cards but the last, in order
        while place >= 0 and pick[place] >= cards - missing + place:
            place -= 1
        if place < 0:
            going = False
        else:
            pick[place] += 1
            for i in range(place + 1, missing - 1):
                pick[i] = pick[i - 1] + 1
    if player >= floor:
        ways[0], ways[1], ways[3], ways[5] = failing, lower - failing, copies, total - lower - copies
    else:
        ways[0], ways[2], ways[4], ways[5] = lower, copies, failing - lower - copies, total - failing


@njit(cache=True, nogil=True)
def cards_left(seen: Integers, size: int, left: Integers) -> int:
    """The cards of the deck that are not among those seen; how many."""
    is_seen = np.zeros(size, dtype=np.bool_)
    for card in seen:
        is_seen[card] = True
    cards = 0
    for card in range(size):
        if not is_seen[card]:
            left[cards] = card
            cards += 1
    return cards


@njit(cache=True, nogil=True)
def peek_at_hands(
    dealt: Integers, own_cards: int, first_known: int, dealer_cards: int, ranks: int, suits: int, own: Any,
    dealers: Any, floor: int, number: Integers, choice: Integers, row_of: Integers, gains: Integers, needs: Integers,
    informed: Integers, ordinary: Integers,
) -> None:  # fmt: skip
    """Every row of `dealt` is one deal; cards from `first_known` on are the dealer's, the one up first.

    needs[option] is the lowest value that may take it; gains are [option, row, showdown].
    """
    weights, bits, picks, mixed, flush = own
    left, held = np.zeros(ranks * suits, dtype=np.uint64), np.zeros(16, dtype=np.uint64)
    ways, masks = np.zeros(6, dtype=np.int64), np.zeros(SUITS, dtype=np.int64)
    for i in range(len(dealt)):
        cards = cards_left(dealt[i], ranks * suits, left)
        for j in range(own_cards):
            held[j] = dealt[i, j]
        player = value_of(held, weights, bits, picks, mixed, flush)
        known = dealt[i, first_known:]
        ways[:] = 0
        count_dealer_completions(known, len(known), left, cards, dealer_cards, player, floor, dealers, ways)
        found, turn = class_of(held, own_cards, ranks, suits, number, masks)
        column = 0
        if choice.shape[1] > 1:
            up = dealt[i, first_known]
            column = ((turn >> (2 * (up // ranks))) & 3) * ranks + up % ranks
        option, total = np.int64(choice[found, column]), ways.sum()
        best = 0.0
        is_first = True
        for o in range(gains.shape[0]):
            gain = 0
            for showdown in range(6):
                gain += ways[showdown] * gains[o, row_of[player], showdown]
            expectation = gain / total
            if player >= needs[o] and (is_first or expectation > best):
                best = expectation
                is_first = False
            if o == option:
                ordinary[i] = expectation
        informed[i] = best
