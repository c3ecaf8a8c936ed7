"""Dealing from a shuffled deck, compiled: unbiased, and fast enough that looking at the cards costs as much.

A packet is dealt from one 64-bit word. Its upper 58 bits are a fraction below 1; multiplied by the cards left, the whole
part says which card comes next and the rest is the fraction for the card after it. All sequences of places are equally
likely once the few words with a rest below the threshold are drawn again (Lemire's rejection, for the product of all
bounds at once). The deck need not be put in order between rounds: any order is as good as another to deal from.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit, uint64

from cardroom.errors import CardroomError
from cardroom.lab.kernels import generator

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


@njit(cache=True, nogil=True)
def seed_block(seed: np.uint64, block: int) -> tuple[int, int, int, int]:
    """The generator at the start of a block of rounds."""
    state = generator.start(uint64(seed), uint64(block))
    return state[0], state[1], state[2], state[3]


@njit(cache=True, nogil=True, forceinline=True)
def draw(s0: int, s1: int, s2: int, s3: int) -> tuple[int, int, int, int, int]:
    """Sixty-four random bits of xoshiro256**, and its next state: kept in registers, where `generator` uses memory."""
    scrambled = s1 * uint64(5)
    result = ((scrambled << uint64(7)) | (scrambled >> uint64(57))) * uint64(9)
    shifted = s1 << uint64(17)
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = (s3 << uint64(45)) | (s3 >> uint64(19))
    return result, s0, s1, s2, s3


@njit(cache=True, nogil=True, forceinline=True)
def deal_packet(
    deck: Integers, first: int, cards: int, product: int, threshold: int, s0: int, s1: int, s2: int, s3: int
) -> tuple[int, int, int, int, int]:
    """Bring random cards to the places from `first` on. Returns all bits of these cards, and the generator's state."""
    fraction, s0, s1, s2, s3 = draw(s0, s1, s2, s3)
    fraction >>= DROPPED
    while (fraction * product) & REST < threshold:
        fraction, s0, s1, s2, s3 = draw(s0, s1, s2, s3)
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
