"""The inner loops of simulated poker games, compiled. No rule or pay-off is known here: all of them are arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from cardroom.lab.kernels.dealing import deal_packet, seed_block
from cardroom.lab.kernels.poker import CHOOSE, value_of
from cardroom.lab.kernels.simulated_runs import UNDECIDED, add_moments, add_pairs
from cardroom.lab.poker_tables import RANK_WEIGHTS

Integers = npt.NDArray[Any]


@njit(cache=True, nogil=True)
def sort_in(cards: Integers, number: int, card: int) -> None:
    """One more card among so many ascending ones."""
    place = number
    while place > 0 and cards[place - 1] > card:
        cards[place] = cards[place - 1]
        place -= 1
    cards[place] = card


@njit(cache=True, nogil=True)
def place_of(cards: Integers, number: int) -> int:
    """The place of ascending cards among all sets of so many, in combinatorial order."""
    place = 0
    for i in range(number):
        place += CHOOSE[cards[i], i + 1]
    return place


# --- hands that differ only in their suits ----------------------------------------------------------------------------


@njit(cache=True, nogil=True)
def suits_in_order(hand: Integers, new_suit: Integers) -> bool:
    """Name the suits anew, the largest rank mask first; whether they were in that order already."""
    masks = np.zeros(4, dtype=np.int64)
    for card in hand:
        masks[card // 13] |= 1 << (card % 13)
    in_order = True
    for suit in range(4):
        new_suit[suit] = 0
        for other in range(4):
            if masks[other] > masks[suit] or (masks[other] == masks[suit] and other < suit):
                new_suit[suit] += 1
        in_order = in_order and new_suit[suit] == suit
    return in_order


@njit(cache=True, nogil=True)
def number_canonical(hands: Integers, order: Integers, numbers: Integers) -> int:
    """Number the hands whose suits stand in order, in the given order of all hands; returns how many there are."""
    new_suit = np.zeros(4, dtype=np.int64)
    found = 0
    for place in order:
        if suits_in_order(hands[place], new_suit):
            numbers[place] = found
            found += 1
    return found


@njit(cache=True, nogil=True)
def look_up_hand(hand: Integers, up: int, numbers: Integers, choice: Integers) -> int:
    """The option for a hand and card up, from the hand that stands for all with other suits."""
    new_suit = np.zeros(4, dtype=np.int64)
    suits_in_order(hand, new_suit)
    cards = np.zeros(5, dtype=np.int64)
    for i in range(5):
        sort_in(cards, i, 13 * new_suit[hand[i] // 13] + hand[i] % 13)
    return choice[numbers[place_of(cards, 5)], 13 * new_suit[up // 13] + up % 13]


# --- against the dealer, one card up ----------------------------------------------------------------------------------


@njit(cache=True, nogil=True)
def play_up_card(
    rounds: int, seed: np.uint64, block: int, seats: int, deck: Integers, products: Integers, thresholds: Integers,
    mixed: Integers, flush: Integers, floor: int, step_of: Integers,
    decided: Integers, numbers: Integers, choice: Integers, gains: Integers, stakes: Integers, places: Integers,
    endings: Integers, values: Integers, best: Integers, moments: Integers, pairs: Integers,
) -> None:  # fmt: skip
    """Five cards each, the dealer's last one up.

    endings[option, step, showdown], values[folded, value], best[hands - 1, value of the best of so many hands].
    """
    s0, s1, s2, s3 = seed_block(seed, block)
    hand = np.zeros(5, dtype=np.int64)
    hand_values = np.zeros(seats, dtype=np.int64)
    lines = np.zeros((seats, places.shape[0]), dtype=np.int64)
    for _ in range(rounds):
        dealer = 0
        for packet in range(seats + 1):
            first = 5 * packet
            _, s0, s1, s2, s3 = deal_packet(deck, first, 5, products[packet], thresholds[packet], s0, s1, s2, s3)
            value = value_of(
                np.int64(deck[first]), np.int64(deck[first + 1]), np.int64(deck[first + 2]),
                np.int64(deck[first + 3]), np.int64(deck[first + 4]), mixed, flush,
            )  # fmt: skip
            if packet < seats:
                hand_values[packet] = value
            else:
                dealer = value
        up = np.int64(deck[5 * seats + 4])
        qualifies = 1 if dealer >= floor else 0
        net, staked, folds = 0, 0, 0
        best_so_far = dealer
        for seat in range(seats):
            player = hand_values[seat]
            option = np.int64(decided[player, up % 13])
            if option == UNDECIDED:
                for i in range(5):
                    hand[i] = deck[5 * seat + i]
                option = np.int64(look_up_hand(hand, up, numbers, choice))
            showdown = 2 * (0 if player > dealer else (1 if player == dealer else 2)) + qualifies
            step = step_of[player]
            folded = 1 if option == 0 else 0
            endings[option, step, showdown] += 1
            values[folded, player] += 1
            best_so_far = max(best_so_far, player)
            best[seat + 1, best_so_far] += 1
            if seats > 1:
                net += gains[option, step, showdown]
                staked += stakes[option]
                folds += folded
                for kind in range(places.shape[0]):
                    lines[seat, kind] = places[kind, folded, player]
        if seats > 1:
            add_moments(net, staked, folds, moments)
            add_pairs(lines, pairs)


# --- street by street -------------------------------------------------------------------------------------------------


@njit(cache=True, nogil=True)
def play_streets(
    rounds: int, seed: np.uint64, block: int, seats: int, deck: Integers, products: Integers, thresholds: Integers,
    mixed: Integers, flush: Integers, small_mixed: Integers, small_flush: Integers, step_of: Integers,
    first_bets: Integers, second_bets: Integers, third_bets: Integers, net_of_step: Integers, scale: int, places: Integers,
    folded_at: Integers, settled: Integers, values: Integers, community: Integers, moments: Integers, pairs: Integers,
) -> None:  # fmt: skip
    """Three cards for everyone, then two for each player.

    folded_at[street, bets made], settled[bets made, step], values[folded, value], community[value of the three cards].
    """
    s0, s1, s2, s3 = seed_block(seed, block)
    cards = np.zeros(5, dtype=np.int64)
    lines = np.zeros((seats, places.shape[0]), dtype=np.int64)
    for _ in range(rounds):
        _, s0, s1, s2, s3 = deal_packet(deck, 0, 3, products[0], thresholds[0], s0, s1, s2, s3)
        x, y, z = np.int64(deck[0]), np.int64(deck[1]), np.int64(deck[2])
        if x // 13 == y // 13 == z // 13:
            community[small_flush[1 << x % 13 | 1 << y % 13 | 1 << z % 13]] += 1
        else:
            community[small_mixed[RANK_WEIGHTS[x % 13] + RANK_WEIGHTS[y % 13] + RANK_WEIGHTS[z % 13]]] += 1
        net, staked, folds = 0, 0, 0
        for seat in range(seats):
            first = 3 + 2 * seat
            _, s0, s1, s2, s3 = deal_packet(deck, first, 2, products[seat + 1], thresholds[seat + 1], s0, s1, s2, s3)
            a, b = np.int64(deck[first]), np.int64(deck[first + 1])
            value = value_of(a, b, x, y, z, mixed, flush)
            cards[0], cards[1] = min(a, b), max(a, b)
            stake, street, bet3, bet4 = 1, 0, 0, 0
            bet = first_bets[place_of(cards, 2), stake]
            if bet > 0:
                stake, bet3 = stake + bet, bet
                street = 1
                sort_in(cards, 2, x)
                bet = second_bets[place_of(cards, 3), stake]
            if street == 1 and bet > 0:
                stake, bet4 = stake + bet, bet
                street = 2
                sort_in(cards, 3, y)
                bet = third_bets[place_of(cards, 4), stake]
            folded = 1 if bet == 0 else 0
            values[folded, value] += 1
            if folded:
                folded_at[street, bet3, bet4] += 1
                net -= stake * scale
            else:
                stake += bet
                settled[bet3, bet4, bet, step_of[value]] += 1
                net += stake * net_of_step[step_of[value]]
            if seats > 1:
                staked += stake
                folds += folded
                for kind in range(places.shape[0]):
                    lines[seat, kind] = places[kind, folded, value]
        if seats > 1:
            add_moments(net, staked, folds, moments)
            add_pairs(lines, pairs)
