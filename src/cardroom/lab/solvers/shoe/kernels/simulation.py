"""Simulated rounds from a shoe, compiled. No rule or pay-off is known here: what a card leads to is an array."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.lab.compiled_loops import njit
from cardroom.lab.solvers.kernels.random_dealing import add_moments, add_pairs, deal_packet, seed_block

Integers = npt.NDArray[Any]


@njit(cache=True, nogil=True)
def play(
    rounds: int, seed: np.uint64, block: int, deck: Integers, plan: Any, graph: Any, places: Integers, choice: Integers,
    folded: Integers, several: Any, tally: Integers,
) -> None:  # fmt: skip
    """Each seat goes from node to node by the kind of card at places[seat, slot], or by choice[position], to its cell.

    tally[cell] counts all seats.
    """
    bits, packets, products, thresholds = plan
    first_node, to, slots, positions = graph
    nets, stakes, lines, moments, pairs = several
    seats = places.shape[0]
    found = np.zeros((seats, lines.shape[0]), dtype=np.int64)
    s0, s1, s2, s3 = seed_block(seed, block)
    for _ in range(rounds):
        first = 0
        for packet in range(len(packets)):
            s0, s1, s2, s3 = deal_packet(
                deck, bits, first, packets[packet], products[packet], thresholds[packet], s0, s1, s2, s3
            )
            first += packets[packet]
        net, staked, folds = 0, 0, 0
        for seat in range(seats):
            node = first_node
            while node >= 0:
                way = np.int64(deck[places[seat, slots[node]]]) if positions[node] < 0 else choice[positions[node]]
                node = to[node, way]
            cell = -1 - node
            tally[cell] += 1
            if seats > 1:
                net += nets[cell]
                staked += stakes[cell]
                folds += folded[cell]
                for kind in range(lines.shape[0]):
                    found[seat, kind] = lines[kind, cell]
        if seats > 1:
            add_moments(net, staked, folds, moments)
            add_pairs(found, pairs)
