"""Dealing from a shuffled deck of any size, compiled: unbiased, and so fast that looking at the cards costs as much.

A packet is dealt from one 64-bit word. Its upper bits are a fraction below 1; multiplied by the cards left, the whole
part says which card comes next and the rest is the fraction for the card after it. All sequences of places are equally
likely once the few words with a rest below the threshold are drawn again (Lemire's rejection, for the product of all
bounds at once). The deck need not be put in order between rounds: any order is as good as another to deal from.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.lab.compiled_loops import njit, uint64
from cardroom.lab.solvers.kernels import random_generator

Integers = npt.NDArray[Any]


@njit(cache=True, nogil=True)
def seed_block(seed: np.uint64, block: int) -> tuple[int, int, int, int]:
    """The generator at the start of a block of rounds."""
    state = random_generator.start_generator(uint64(seed), uint64(block))
    return state[0], state[1], state[2], state[3]


@njit(cache=True, nogil=True, forceinline=True)
def next_random_bits(s0: int, s1: int, s2: int, s3: int) -> tuple[int, int, int, int, int]:
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
    deck: Integers, bits: int, first: int, cards: int, product: int, threshold: int, s0: int, s1: int, s2: int, s3: int
) -> tuple[int, int, int, int]:
    """Bring random cards to the places from `first` on, by a fraction of so many bits; returns the generator."""
    dropped, rest = uint64(64 - bits), uint64((1 << bits) - 1)
    fraction, s0, s1, s2, s3 = next_random_bits(s0, s1, s2, s3)
    fraction >>= dropped
    while (fraction * product) & rest < threshold:
        fraction, s0, s1, s2, s3 = next_random_bits(s0, s1, s2, s3)
        fraction >>= dropped
    for place in range(first, first + cards):
        fraction *= uint64(len(deck) - place)
        other = uint64(place) + (fraction >> uint64(bits))
        fraction &= rest
        card = deck[other]
        deck[other] = deck[place]
        deck[place] = card
    return s0, s1, s2, s3


@njit(cache=True, nogil=True)
def deal_rounds(seed: np.uint64, block: int, deck: Integers, plan: Any, dealt: Integers) -> None:
    """The first rounds of a block as the kernels deal them, card by card: dealt[round, place] is what `deck` held."""
    bits, packets, products, thresholds = plan
    s0, s1, s2, s3 = seed_block(seed, block)
    for i in range(len(dealt)):
        first = 0
        for packet in range(len(packets)):
            s0, s1, s2, s3 = deal_packet(
                deck, bits, first, packets[packet], products[packet], thresholds[packet], s0, s1, s2, s3
            )
            first += packets[packet]
        dealt[i] = deck[:first]


@njit(cache=True, nogil=True, forceinline=True)
def add_moments(net: int, staked: int, folds: int, moments: Integers) -> None:
    """Squares and products of what all seats together did in a round: seats of one round are not independent."""
    moments[0] += net * net
    moments[1] += net * staked
    moments[2] += staked * staked
    moments[3] += folds * folds


@njit(cache=True, nogil=True, forceinline=True)
def add_pairs(lines: Integers, pairs: Integers) -> None:
    """pairs[kind, line, line]: pairs of seats in one round with these lines."""
    for seat in range(1, lines.shape[0]):
        for other in range(seat):
            for kind in range(lines.shape[1]):
                pairs[kind, lines[seat, kind], lines[other, kind]] += 1
