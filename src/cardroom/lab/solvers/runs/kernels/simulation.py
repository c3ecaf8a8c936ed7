"""The inner loop of simulated games of runs, compiled. No rule or pay-off is known here: all of them are arrays.

The deck holds each card as a word: a bit for its cell in each of up to four chains of thirteen cells, and the card's
number above them. Cards of a hand are put together by "or".
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.lab.compiled_loops import njit, uint64
from cardroom.lab.solvers.kernels.random_dealing import add_moments, add_pairs, seed_block
from cardroom.lab.solvers.runs.kernels.packet_dealing import deal_packet, packet_plan

Integers = npt.NDArray[Any]

CELLS = 13
CHAIN = uint64((1 << CELLS) - 1)
NUMBER = uint64(58)  # where a card's number begins in its word
UNDECIDED = 255  # the cells held are not enough to tell the option: how many cards are in each decides

# How a hand is read.
ONE_CHAIN, TWO_CHAINS, SUITED = 0, 1, 2  # suited: four chains for another ranking; together they make the game's one


@njit(cache=True, nogil=True)
def class_of_counts(counts: int, bits: int, cards: int, skipped: Integers) -> int:
    """The place of a hand among all that hold so many cards in the thirteen cells, in the order of `rank_classes`.

    skipped[cell, cards left, held]: the classes that hold fewer cards in the cell.
    """
    place, left = 0, cards
    for cell in range(CELLS):
        held = (counts >> (bits * cell)) & ((1 << bits) - 1)
        place += skipped[cell, left, held]
        left -= held
    return place


@njit(cache=True, nogil=True)
def choice_in_one_chain(
    deck: Integers, first: int, cards: int, cell_of: Integers, skipped: Integers, choice: Integers
) -> int:
    """The option for the class of a hand."""
    counts = 0
    for place in range(first, first + cards):
        counts += 1 << (3 * cell_of[deck[place] >> NUMBER])
    return choice[class_of_counts(counts, 3, cards, skipped)]


@njit(cache=True, nogil=True)
def choice_in_two_chains(
    deck: Integers, first: int, cards: int, cell_of: Integers, skipped: Integers, starts: Integers, choice: Integers
) -> int:
    """The same with two chains: classes are pairs of chain states, the chain with fewer cards first."""
    red, black, in_red = 0, 0, 0
    for place in range(first, first + cards):
        cell = cell_of[deck[place] >> NUMBER]
        if cell < CELLS:
            red += 1 << (3 * cell)
            in_red += 1
        else:
            black += 1 << (3 * (cell - CELLS))
    few, many, in_few = (red, black, in_red) if 2 * in_red <= cards else (black, red, cards - in_red)
    before = 0
    for number in range(in_few):
        before += (starts[number + 1] - starts[number]) * (starts[cards - number + 1] - starts[cards - number])
    in_many = cards - in_few
    size = starts[in_many + 1] - starts[in_many]
    place_of_few = class_of_counts(few, 3, in_few, skipped)
    return choice[before + place_of_few * size + class_of_counts(many, 3, in_many, skipped)]


@cache
def run_player(seats: int, player_cards: int, dealer_cards: int, reading: int) -> Callable[..., None]:
    """The loop for a table; what is fixed here is known to the compiler, which makes it several times faster."""
    chains = 2 if reading == TWO_CHAINS else 1
    plan = packet_plan([player_cards] * seats + [dealer_cards])
    products, thresholds = (tuple(map(int, numbers)) for numbers in plan)

    @njit(cache=True, nogil=True)
    def play(
        rounds: int, seed: np.uint64, block: int, deck: Integers,
        player_value: Integers, dealer_value: Integers, suited_value: Integers,
        decided: Integers, cell_of: Integers, skipped: Integers, starts: Integers, choice: Integers,
        folds_with: Integers, gains: Integers, stakes: Integers, places: Integers, suited_places: Integers,
        endings: Integers, suited: Integers, moments: Integers, pairs: Integers,
    ) -> None:  # fmt: skip
        s0, s1, s2, s3 = seed_block(seed, block)
        hands = np.zeros(seats, dtype=np.uint64)
        lines = np.zeros((seats, pairs.shape[0]), dtype=np.int64)
        for _ in range(rounds):
            for seat in range(seats):
                hands[seat], s0, s1, s2, s3 = deal_packet(
                    deck,
                    seat * player_cards,
                    player_cards,
                    uint64(products[seat]),
                    uint64(thresholds[seat]),
                    s0,
                    s1,
                    s2,
                    s3,
                )
            dealer, s0, s1, s2, s3 = deal_packet(
                deck,
                seats * player_cards,
                dealer_cards,
                uint64(products[seats]),
                uint64(thresholds[seats]),
                s0,
                s1,
                s2,
                s3,
            )
            if reading == SUITED:
                dealer |= (dealer >> uint64(CELLS)) | (dealer >> uint64(2 * CELLS)) | (dealer >> uint64(3 * CELLS))
            d = uint64(dealer_value[dealer & CHAIN])
            if chains == 2:
                d = max(d, uint64(dealer_value[(dealer >> uint64(CELLS)) & CHAIN]))
            net, staked, folds = 0, 0, 0
            for seat in range(seats):
                hand = hands[seat]
                s = uint64(0)
                if reading == SUITED:
                    for chain in range(4):
                        s = max(s, uint64(suited_value[(hand >> uint64(CELLS * chain)) & CHAIN]))
                    hand |= (hand >> uint64(CELLS)) | (hand >> uint64(2 * CELLS)) | (hand >> uint64(3 * CELLS))
                p = uint64(player_value[hand & CHAIN])
                if chains == 2:
                    p = max(p, uint64(player_value[(hand >> uint64(CELLS)) & CHAIN]))
                    option = uint64(decided[p])
                else:
                    option = uint64(decided[hand & CHAIN])
                if option == uint64(UNDECIDED):
                    first = seat * player_cards
                    if chains == 2:
                        option = uint64(
                            choice_in_two_chains(deck, first, player_cards, cell_of, skipped, starts, choice)
                        )
                    else:
                        option = uint64(choice_in_one_chain(deck, first, player_cards, cell_of, skipped, choice))
                endings[option, p, d] += 1
                folded = uint64(folds_with[option])
                if reading == SUITED:
                    suited[folded, s] += 1
                if seats > 1:
                    net += gains[option, p, d]
                    staked += stakes[option]
                    folds += folds_with[option]
                    for kind in range(places.shape[0]):
                        lines[seat, kind] = places[kind, option, p, d]
                    if reading == SUITED:
                        for kind in range(suited_places.shape[0]):
                            lines[seat, places.shape[0] + kind] = suited_places[kind, folded, s]
            if seats > 1:
                add_moments(net, staked, folds, moments)
                add_pairs(lines, pairs)

    return play
