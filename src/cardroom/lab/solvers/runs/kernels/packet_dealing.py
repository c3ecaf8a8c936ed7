"""Dealing as `rounds.kernels` does, of 52 cards at most, with the bits of a packet's cards put together on the way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.errors import CardroomError
from cardroom.lab.compiled_loops import njit, uint64
from cardroom.lab.solvers.kernels.random_dealing import next_random_bits

Integers = npt.NDArray[Any]

FRACTION_BITS = 58  # 52 < 2^6, so a fraction times the cards left stays within 64 bits
DROPPED = uint64(64 - FRACTION_BITS)
WHOLE = uint64(FRACTION_BITS)
REST = uint64((1 << FRACTION_BITS) - 1)
LARGEST_PACKET = 9  # 52!/43! is below 2^51: one word in 2^7 is drawn again
DECK_SIZE = 52


def packet_plan(packets: Sequence[int]) -> tuple[Integers, Integers]:
    """For each packet of a round: how many sequences of places it can have, and the threshold for rejection."""
    products, thresholds, left = [], [], DECK_SIZE
    for cards in packets:
        if cards > LARGEST_PACKET:
            raise CardroomError(
                "not-simulated", f"Packets of up to {LARGEST_PACKET} cards are simulated, not of {cards}."
            )
        product = 1
        for _ in range(cards):
            product *= left
            left -= 1
        products.append(product)
        thresholds.append((1 << FRACTION_BITS) % product)
    return np.array(products, dtype=np.uint64), np.array(thresholds, dtype=np.uint64)


@njit(cache=True, nogil=True, forceinline=True)
def deal_packet(
    deck: Integers, first: int, cards: int, product: int, threshold: int, s0: int, s1: int, s2: int, s3: int
) -> tuple[int, int, int, int, int]:
    """Bring random cards to the places from `first` on. Returns all bits of these cards, and the generator's state."""
    fraction, s0, s1, s2, s3 = next_random_bits(s0, s1, s2, s3)
    fraction >>= DROPPED
    while (fraction * product) & REST < threshold:
        fraction, s0, s1, s2, s3 = next_random_bits(s0, s1, s2, s3)
        fraction >>= DROPPED
    bits = uint64(0)
    for place in range(first, first + cards):
        fraction *= uint64(52 - place)
        other = uint64(place) + (fraction >> WHOLE)
        fraction &= REST
        card = deck[other]
        deck[other] = deck[uint64(place)]
        deck[uint64(place)] = card
        bits |= card
    return bits, s0, s1, s2, s3
