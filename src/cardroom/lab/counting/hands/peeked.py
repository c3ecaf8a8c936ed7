"""What a player who sees more cards can expect in the poker games, compiled. No rule or pay-off is known here.

Every row of `dealt` is one deal: the player's cards, then everything else that is seen. For each the kernels find the
expectation of the best option given all seen cards, and that of the option which ordinary play takes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from cardroom.lab.kernels.poker import CHOOSE
from cardroom.lab.kernels.simulated_poker import look_up_hand, place_of, sort_in
from cardroom.lab.poker_tables import RANK_WEIGHTS

Integers = npt.NDArray[Any]


# --- a card up --------------------------------------------------------------------------------------------------------


@njit(cache=True, nogil=True)
def _value_of_rest(weight: int, suit: int, mask: int, card: int, mixed: Integers, flush: Integers) -> int:
    """The value of a hand that lacks one card; `suit` is that of the four others, or -1 where they differ."""
    if card // 13 == suit:
        return flush[mask | 1 << card % 13]
    return mixed[weight + RANK_WEIGHTS[card % 13]]


@njit(cache=True, nogil=True)
def _meet_rest(
    known: Integers, number: int, left: Integers, cards: int, player: int, floor: int,
    mixed: Integers, flush: Integers, ways: Integers,
) -> None:  # fmt: skip
    """All dealer's hands with the known cards: ways[2 × result + qualifies]. At least one card is known."""
    missing = 5 - number
    weights, suits = RANK_WEIGHTS[left[:cards] % 13], left[:cards] // 13
    pick = np.arange(missing)
    total, lower, copies, failing = 0, 0, 0, 0
    while True:
        weight, mask, suit = 0, 0, known[0] // 13
        for i in range(number):
            weight += RANK_WEIGHTS[known[i] % 13]
            mask |= 1 << known[i] % 13
            suit = suit if known[i] // 13 == suit else -1
        for i in range(missing - 1):
            card = left[pick[i]]
            weight += RANK_WEIGHTS[card % 13]
            mask |= 1 << card % 13
            suit = suit if card // 13 == suit else -1
        first = pick[missing - 2] + 1 if missing > 1 else 0
        total += cards - first
        for last in range(first, cards):
            dealer = np.int64(mixed[weight + weights[last]])
            if suits[last] == suit:
                dealer = np.int64(flush[mask | 1 << left[last] % 13])
            lower += dealer < player
            copies += dealer == player
            failing += dealer < floor
        place = missing - 2  # the next choice of all missing cards but the last, in order
        while place >= 0 and pick[place] >= cards - missing + place:
            place -= 1
        if place < 0:
            break
        pick[place] += 1
        for i in range(place + 1, missing - 1):
            pick[i] = pick[i - 1] + 1
    if player >= floor:
        ways[0], ways[1], ways[3], ways[5] = failing, lower - failing, copies, total - lower - copies
    else:
        ways[0], ways[2], ways[4], ways[5] = lower, copies, failing - lower - copies, total - failing


@njit(cache=True, nogil=True)
def peek_at_up_card(
    dealt: Integers, first_known: int, mixed: Integers, flush: Integers, floor: int, step_of: Integers,
    numbers: Integers, choice: Integers, gains: Integers, informed: Integers, ordinary: Integers,
) -> None:  # fmt: skip
    """Cards from `first_known` on are the dealer's, the one up first."""
    seen = np.zeros(52, dtype=np.bool_)
    left = np.zeros(52, dtype=np.int64)
    ways = np.zeros(6, dtype=np.int64)
    for i in range(len(dealt)):
        seen[:] = False
        for card in dealt[i]:
            seen[card] = True
        cards = 0
        for card in range(52):
            if not seen[card]:
                left[cards] = card
                cards += 1
        hand, known = dealt[i, :5], dealt[i, first_known:]
        up = dealt[i, first_known]
        weight, mask, suit = 0, 0, hand[0] // 13
        for card in hand[:4]:
            weight += RANK_WEIGHTS[card % 13]
            mask |= 1 << card % 13
            suit = suit if card // 13 == suit else -1
        player = _value_of_rest(weight, suit, mask, hand[4], mixed, flush)
        ways[:] = 0
        if len(known) < 5:
            _meet_rest(known, len(known), left, cards, player, floor, mixed, flush, ways)
        else:
            _meet_rest(known, 4, known[4:], 1, player, floor, mixed, flush, ways)
        option = np.int64(look_up_hand(hand, up, numbers, choice))
        total = ways.sum()
        best = 0.0
        for o in range(gains.shape[0]):
            gain = 0
            for showdown in range(6):
                gain += ways[showdown] * gains[o, step_of[player], showdown]
            expectation = gain / total
            if o == 0 or expectation > best:
                best = expectation
            if o == option:
                ordinary[i] = expectation
        informed[i] = best


# --- streets ----------------------------------------------------------------------------------------------------------


@njit(cache=True, nogil=True)
def peek_at_streets(
    dealt: Integers, mixed: Integers, flush: Integers, step_of: Integers, net_of_step: Integers,
    multiples: Integers, first_bets: Integers, second_bets: Integers, third_bets: Integers,
    informed: Integers, ordinary: Integers,
) -> None:  # fmt: skip
    """The first two cards are the player's; nobody knows the community cards. multiples[street] are the bets open."""
    stakes = first_bets.shape[1]
    seen = np.zeros(52, dtype=np.bool_)
    left = np.zeros(52, dtype=np.int64)
    river = np.zeros((52, 52))
    three, four = np.zeros(5, dtype=np.int64), np.zeros(5, dtype=np.int64)
    after = np.zeros(stakes)
    for i in range(len(dealt)):
        seen[:] = False
        for card in dealt[i]:
            seen[card] = True
        cards = 0
        for card in range(52):
            if not seen[card]:
                left[cards] = card
                cards += 1
        a, b = min(dealt[i, 0], dealt[i, 1]), max(dealt[i, 0], dealt[i, 1])
        _rivers(a, b, left, cards, mixed, flush, step_of, net_of_step, river)
        worth = np.zeros(stakes)  # of having so much at stake when the first card is turned
        played = 0.0
        bet = first_bets[a + CHOOSE[b, 2], 1]
        lowest, highest = 1 + multiples[0].min(), 1 + multiples[0].max()
        for x in range(cards):
            after[:] = 0
            for stake in range(lowest + multiples[1].min(), highest + multiples[1].max() + 1):
                for y in range(cards):
                    if y != x:
                        after[stake] += _best_bet(stake, river[x, y], multiples[2])
                after[stake] /= cards - 1
            for stake in range(lowest, highest + 1):
                best = -float(stake)
                for multiple in multiples[1]:
                    best = max(best, after[stake + multiple])
                worth[stake] += best / cards
            if bet > 0:
                stake = 1 + bet
                three[0], three[1] = a, b
                sort_in(three, 2, left[x])
                second = second_bets[place_of(three, 3), stake]
                if second == 0:
                    played -= stake / cards
                    continue
                stake += second
                for y in range(cards):
                    if y == x:
                        continue
                    four[:3] = three[:3]
                    sort_in(four, 3, left[y])
                    third = third_bets[place_of(four, 4), stake]
                    gain = (stake + third) * river[x, y] if third else -float(stake)
                    played += gain / (cards * (cards - 1))
        best = -1.0
        for multiple in multiples[0]:
            best = max(best, worth[1 + multiple])
        informed[i] = best
        ordinary[i] = played if bet > 0 else -1.0


@njit(cache=True, nogil=True)
def _best_bet(stake: int, unit: float, multiples: Integers) -> float:
    """The best last bet when a unit staked is worth so much."""
    best = -float(stake)
    for multiple in multiples:
        best = max(best, (stake + multiple) * unit)
    return best


@njit(cache=True, nogil=True)
def _rivers(
    a: int, b: int, left: Integers, cards: int, mixed: Integers, flush: Integers, step_of: Integers,
    net_of_step: Integers, river: Integers,
) -> None:  # fmt: skip
    """river[x, y]: what a unit gains on average over the last card, when the x-th and y-th card are out."""
    same = a // 13 if a // 13 == b // 13 else -1
    weights, suits = RANK_WEIGHTS[left[:cards] % 13], left[:cards] // 13
    pair = RANK_WEIGHTS[a % 13] + RANK_WEIGHTS[b % 13]
    for x in range(cards):
        for y in range(x):
            weight = pair + weights[x] + weights[y]
            gain = 0
            if suits[x] == same and suits[y] == same:
                mask = 1 << a % 13 | 1 << b % 13 | 1 << left[x] % 13 | 1 << left[y] % 13
                for z in range(cards):
                    if z not in (x, y):
                        gain += net_of_step[step_of[_value_of_rest(weight, same, mask, left[z], mixed, flush)]]
            else:
                for z in range(cards):
                    if z not in (x, y):
                        gain += net_of_step[step_of[mixed[weight + weights[z]]]]
            river[x, y] = gain / (cards - 2)
            river[y, x] = river[x, y]
