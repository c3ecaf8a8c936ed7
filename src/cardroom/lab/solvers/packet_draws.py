"""How a round's packets are drawn from a deck."""

from __future__ import annotations

from collections.abc import Sequence
from math import perm
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cardroom.errors import CardroomError

Integers = npt.NDArray[Any]

SPARE_BITS = 5  # at most one word in 2^5 is drawn again


class Plan(NamedTuple):
    """The packets of a round, each small enough to be dealt from one word."""

    bits: int  # of a fraction: times the cards left it stays within 64
    cards: Integers
    products: Integers  # how many sequences of places a packet can have
    thresholds: Integers  # rests below it are drawn again


class Several(NamedTuple):
    """What is needed of rounds with several seats, whose results hang together."""

    nets: Integers  # by ending, as the way of counting numbers them
    stakes: Integers  # the same
    places: Integers  # [side bet, …]: its line
    moments: Integers  # filled: squares and products of what all seats together did
    pairs: Integers  # filled: [side bet, line, line], pairs of seats


def empty_seat_pairs(nets: Integers, stakes: Integers, places: Integers, lines: int) -> Several:
    """With nothing filled yet; no side bet has more lines."""
    pairs = np.zeros((len(places), lines, lines), dtype=np.int64)
    return Several(nets, stakes, places, np.zeros(4, dtype=np.int64), pairs)


def draw_plan(size: int, packets: Sequence[int]) -> Plan:
    """For a deck of so many cards. A packet too large for one word is drawn in parts.

    >>> draw_plan(52, [5, 5]).cards.tolist(), draw_plan(416, [6]).cards.tolist()
    ([5, 5], [5, 1])
    """
    if sum(packets) > size:
        raise CardroomError("not-counted", f"{size} cards are too few to deal {sum(packets)}.")
    bits = 64 - size.bit_length()
    cards, products, left = [], [], size
    for packet in packets:
        rest = packet
        while rest:
            part = next(n for n in range(rest, 0, -1) if perm(left, n) < 1 << (bits - SPARE_BITS))
            cards.append(part)
            products.append(perm(left, part))
            left, rest = left - part, rest - part
    return Plan(
        bits,
        np.array(cards, dtype=np.int64),
        np.array(products, dtype=np.uint64),
        np.array([(1 << bits) % product for product in products], dtype=np.uint64),
    )


def cards_of_first_rounds(deck: Integers, packets: Sequence[int], rounds: int, seed: int, block: int) -> Integers:
    """[round, place in the deck]: the cards of a block's first rounds, as the kernels deal them from this deck."""
    from cardroom.lab.solvers.kernels import random_dealing

    dealt = np.zeros((rounds, sum(packets)), dtype=deck.dtype)
    random_dealing.deal_rounds(np.uint64(seed), block, deck.copy(), draw_plan(len(deck), packets), dealt)
    return dealt
