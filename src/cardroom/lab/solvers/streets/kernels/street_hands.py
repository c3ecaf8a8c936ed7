"""Cards known little by little: inner loops, compiled. No rule or pay-off is known here."""

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
    next_combination,
    value_of,
)
from cardroom.lab.solvers.kernels.random_dealing import add_moments, add_pairs, deal_packet, seed_block

Integers = npt.NDArray[Any]


@njit(cache=True, nogil=True)
def _cards_left(held: Integers, size: int, cards: int, left: Integers) -> None:
    number = 0
    for card in range(cards):
        if not is_among(held, size, card):
            left[number] = card
            number += 1


@njit(cache=True, nogil=True)
def _with(held: Integers, size: int, left: Integers, chosen: Integers, added: int, more: Integers) -> None:
    """The cards held and the chosen ones of those left, ascending."""
    for i in range(size):
        more[i] = held[i]
    for i in range(added):
        insert_card(more, size + i, left[chosen[i]])


@njit(cache=True, nogil=True)
def next_classes(sets: Integers, added: int, cards: int, number: Integers, found: Integers) -> None:
    """found[set, way]: the class of the set with each choice of so many more cards."""
    size = sets.shape[1]
    left, more = np.zeros(cards - size, dtype=np.int64), np.zeros(size + added, dtype=np.int64)
    for i in range(len(sets)):
        _cards_left(sets[i], size, cards, left)
        chosen = np.arange(added + 1)
        for way in range(found.shape[1]):
            _with(sets[i], size, left, chosen, added, more)
            found[i, way] = number[combination_rank(more, size + added)]
            next_combination(chosen, added)


@njit(cache=True, nogil=True)
def last_cells(sets: Integers, added: int, cards: int, evaluator: Any, cell_of: Integers, counts: Integers) -> None:
    """counts[set, cell]: the choices of so many more cards whose whole hand falls there."""
    weights, bits, picks, mixed, flush = evaluator
    size = sets.shape[1]
    ways = CHOOSE[cards - size, added]
    left, more = np.zeros(cards - size, dtype=np.int64), np.zeros(size + added, dtype=np.int64)
    for i in range(len(sets)):
        _cards_left(sets[i], size, cards, left)
        chosen = np.arange(added + 1)
        for _ in range(ways):
            _with(sets[i], size, left, chosen, added, more)
            counts[i, cell_of[value_of(more, weights, bits, picks, mixed, flush)]] += 1
            next_combination(chosen, added)


@njit(cache=True, nogil=True, forceinline=True)
def play_decisions(
    cards: Integers, known: Integers, positions: Integers, starts: Integers, options: Integers, choice: Integers,
    ends: Integers, number: Integers, first_places: Integers, first_classes: Integers, held: Integers,
) -> int:  # fmt: skip
    """Go through the decisions of one seat; returns the path of options taken, the first ones where it had ended."""
    path, going, size = 0, True, 0
    for d in range(len(known)):
        option = 0
        if going:
            while size < known[d]:
                insert_card(held, size, cards[size])
                size += 1
            found = number[first_places[size] + combination_rank(held, size)] - first_classes[size]
            option = choice[starts[d] + path * positions[d] + found]
            going = not ends[d, option]
        path = path * options[d] + option
    return path


@njit(cache=True, nogil=True)
def play(
    rounds: int, seed: np.uint64, block: int, seats: int, deck: Integers, plan: Any, sizes: Any, evaluators: Any,
    cell_of: Integers, folded: Integers, policy: Any, kept: Any, several: Any, found: Any,
) -> None:  # fmt: skip
    """The cards for everyone are dealt first, then each seat's own.

    Found are tally[path, cell], values[folded, value] and values aside, of all seats. Aside is another hand among a
    seat's own cards and the shared ones, in this order.
    """
    shared, own_cards = sizes
    (weights, bits, picks, mixed, flush), aside = evaluators
    aside_weights, aside_bits, aside_picks, aside_mixed, aside_flush = aside
    fraction_bits, packets, products, thresholds = plan
    known, positions, starts, options, choice, ends = policy
    number, _, first_places, first_classes, _ = kept
    nets, stakes, places, moments, pairs = several
    tally, values, aside_values = found
    s0, s1, s2, s3 = seed_block(seed, block)
    cards, held = np.zeros(8, dtype=np.uint64), np.zeros(8, dtype=np.uint64)
    lines = np.zeros((seats, places.shape[0]), dtype=np.int64)
    for _ in range(rounds):
        first = 0
        for packet in range(len(packets)):
            s0, s1, s2, s3 = deal_packet(
                deck, fraction_bits, first, packets[packet], products[packet], thresholds[packet], s0, s1, s2, s3
            )
            first += packets[packet]
        net, staked, folds = 0, 0, 0
        for seat in range(seats):
            for i in range(own_cards):
                cards[i] = deck[shared + seat * own_cards + i]
            for i in range(shared):
                cards[own_cards + i] = deck[i]
            path = play_decisions(
                cards, known, positions, starts, options, choice, ends, number, first_places, first_classes, held
            )  # fmt: skip
            value = value_of(cards, weights, bits, picks, mixed, flush)
            cell, out = cell_of[value], folded[path]
            tally[path, cell] += 1
            values[out, value] += 1
            if len(aside_picks) > 0:
                aside_values[
                    out, value_of(cards, aside_weights, aside_bits, aside_picks, aside_mixed, aside_flush)
                ] += 1
            if seats > 1:
                net += nets[path, cell]
                staked += stakes[path, cell]
                folds += out
                for kind in range(places.shape[0]):
                    lines[seat, kind] = places[kind, out, value]
        if seats > 1:
            add_moments(net, staked, folds, moments)
            add_pairs(lines, pairs)
