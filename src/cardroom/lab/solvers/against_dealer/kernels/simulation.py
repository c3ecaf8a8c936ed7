"""Simulated rounds of an own hand against the dealer's, compiled. No rule or pay-off is known here."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.lab.compiled_loops import njit
from cardroom.lab.solvers.against_dealer.kernels.showdown_counts import class_of
from cardroom.lab.solvers.kernels.card_sets import SUITS, value_of
from cardroom.lab.solvers.kernels.random_dealing import add_moments, add_pairs, deal_packet, seed_block

Integers = npt.NDArray[Any]


@njit(cache=True, nogil=True)
def play(
    rounds: int, seed: np.uint64, block: int, seats: int, deck: Integers, plan: Any, sizes: Any, evaluators: Any,
    floor: int, cell_of: Integers, folded: Integers, policy: Any, several: Any, found: Any,
) -> None:  # fmt: skip
    """Each seat's hand, then the dealer's, whose last card may be up.

    Found are tally[option, cell, showdown], values[folded, value], values aside (of seats), and best[hands - 1, value],
    the best among so many hands of a round, the dealer's first. Aside is another hand among a seat's own cards and the
    dealer's, in this order.
    """
    ranks, suits, own_cards, dealer_cards, has_card_up = sizes
    own, dealers, aside = evaluators
    weights, bits, picks, mixed, flush = own
    dealer_picks = dealers.picks
    aside_weights, aside_bits, aside_picks, aside_mixed, aside_flush = aside
    fraction_bits, packets, products, thresholds = plan
    decided, number, choice = policy
    nets, stakes, places, moments, pairs = several
    tally, values, aside_values, best = found
    cards, masks = np.zeros(16, dtype=np.uint64), np.zeros(SUITS, dtype=np.int64)
    lines = np.zeros((seats, places.shape[0]), dtype=np.int64)
    his = seats * own_cards
    s0, s1, s2, s3 = seed_block(seed, block)
    for _ in range(rounds):
        first = 0
        for packet in range(len(packets)):
            s0, s1, s2, s3 = deal_packet(
                deck, fraction_bits, first, packets[packet], products[packet], thresholds[packet], s0, s1, s2, s3
            )
            first += packets[packet]
        dealer = value_of(deck[his:], weights, bits, dealer_picks, mixed, flush)
        for i in range(dealer_cards):
            cards[own_cards + i] = deck[his + i]
        up = np.int64(deck[his + dealer_cards - 1]) if has_card_up else 0
        best_so_far = dealer
        best[0, dealer] += 1
        net, staked, folds = 0, 0, 0
        for seat in range(seats):
            for i in range(own_cards):
                cards[i] = deck[seat * own_cards + i]
            value = value_of(cards, weights, bits, picks, mixed, flush)
            option = np.int64(decided[value, up % ranks])
            if option < 0:
                hand, turn = class_of(cards, own_cards, ranks, suits, number, masks)
                column = ((turn >> (2 * (up // ranks))) & 3) * ranks + up % ranks if has_card_up else 0
                option = np.int64(choice[hand, column])
            showdown = 2 * (0 if value > dealer else (1 if value == dealer else 2)) + (1 if dealer >= floor else 0)
            cell, out = cell_of[value], folded[option]
            tally[option, cell, showdown] += 1
            values[out, value] += 1
            if len(aside_picks) > 0:
                aside_values[
                    out, value_of(cards, aside_weights, aside_bits, aside_picks, aside_mixed, aside_flush)
                ] += 1
            best_so_far = max(best_so_far, value)
            best[seat + 1, best_so_far] += 1
            if seats > 1:
                net += nets[option, cell, showdown]
                staked += stakes[option, cell, showdown]
                folds += out
                for kind in range(places.shape[0]):
                    lines[seat, kind] = places[kind, out, value]
        if seats > 1:
            add_moments(net, staked, folds, moments)
            add_pairs(lines, pairs)
