"""Values of many hands at once. Everything is derived from the ranking; nothing about poker is stated here.

A hand is read by how often it holds each rank, and by the ranks it holds in one suit. Seven cards hold 49,205 different
sets of ranks: their values are one table, found from those of six cards, found from those of five.

>>> from cardroom.cards import parse_cards
>>> from cardroom.hands import FIVE_CARD_POKER
>>> hand = [card.number for card in parse_cards("Ah Kh Qh Jh 10h 10d 10s")]
>>> FIVE_CARD_POKER.words(int(evaluate(np.array([hand]), FIVE_CARD_POKER)[0]))
'royal flush'
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from cardroom.errors import CardroomError
from cardroom.hands import PokerRanking

if TYPE_CHECKING:
    from cardroom.lab.solvers.kernels.value_lookup import Tables

Integers = npt.NDArray[Any]

MOST_CARDS = 7
RANKS, COPIES = 13, 4  # of a deck; a rank is held at most so often
BASE = COPIES + 1


def evaluate(cards: Integers, ranking: PokerRanking) -> Integers:
    """The value of the best hand in each row of card numbers (13 × suit + rank), whatever the number of columns."""
    cards = np.asarray(cards)
    if cards.ndim != 2 or cards.dtype.kind not in "iu":
        raise CardroomError("wrong-hands", "Hands are given as rows of card numbers.")
    tables = hand_tables(ranking, cards.shape[1])
    from cardroom.lab.solvers.kernels import value_lookup

    values = np.zeros(len(cards), dtype=np.int16)
    wrong = value_lookup.evaluate(cards, tables, values)
    if wrong >= 0:
        raise CardroomError("wrong-hands", f"Row {wrong} is no hand: a card is there twice, or is none of the 52.")
    return values


@cache
def hand_tables(ranking: PokerRanking, cards: int) -> Tables:
    """The tables for the best hand among so many cards."""
    from cardroom.lab.solvers.kernels.value_lookup import SUITS, Tables

    if not ranking.size <= cards <= MOST_CARDS:
        sentence = f"{ranking.name} is read on {ranking.size} to {MOST_CARDS} cards, not {cards}."
        raise CardroomError("wrong-hand-size", sentence)
    start = sum(8 - ranking.size << SUITS + 4 * suit for suit in range(4))
    low, high, _ = rank_set_numbering(cards)
    return Tables(start, card_keys(), low, high, _mixed(ranking, cards), _suited(ranking))


def rank_keys() -> Integers:
    """What a card of each rank adds to the key of a hand."""
    from cardroom.lab.solvers.kernels.value_lookup import HIGH, LOW_RANKS

    low = [BASE**rank for rank in range(LOW_RANKS)]
    return np.array(low + [BASE**rank << HIGH for rank in range(RANKS - LOW_RANKS)], dtype=np.int64)


def card_keys() -> Integers:
    """What every card adds to the key of a hand."""
    from cardroom.lab.solvers.kernels.value_lookup import SUITS

    return np.concatenate([rank_keys() + (1 << SUITS + 4 * suit) for suit in range(4)])


# --- by the ranks held ------------------------------------------------------------------------------------------------


def _digits(places: int) -> Integers:
    """Every number of so many places in the base of 5, as its digits, the first place first."""
    return np.stack([np.arange(BASE**places) // BASE**place % BASE for place in range(places)], axis=1)


@cache
def rank_set_numbering(cards: int) -> tuple[Integers, Integers, Integers]:
    """How sets of so many ranks are numbered: the place of its low ranks, where its high ranks begin, and all of them.

    The low ranks are numbered among those with as many cards; as all sets have the same number of cards, the high ranks
    tell how many these are.
    """
    from cardroom.lab.solvers.kernels.value_lookup import LOW_RANKS

    low_digits, high_digits = _digits(LOW_RANKS), _digits(RANKS - LOW_RANKS)
    low_cards, high_cards = low_digits.sum(axis=1), high_digits.sum(axis=1)
    with_cards = [np.flatnonzero(low_cards == number) for number in range(cards + 1)]
    low = np.zeros(len(low_digits), dtype=np.uint16)
    for codes in with_cards:
        low[codes] = np.arange(len(codes))
    high = np.zeros(len(high_digits), dtype=np.uint16)
    held: list[Integers] = []
    begin = 0
    for code in np.flatnonzero(high_cards <= cards):
        lows = low_digits[with_cards[cards - high_cards[code]]]
        high[code] = begin
        begin += len(lows)
        held.append(np.hstack([lows, np.broadcast_to(high_digits[code], (len(lows), RANKS - LOW_RANKS))]))
    return low, high, np.concatenate(held)


def _mixed(ranking: PokerRanking, cards: int) -> Integers:
    """The best hand in every set of so many ranks, were no five of one suit: as it is, or with one card left out."""
    from cardroom.lab.solvers.kernels.value_lookup import LOW_RANKS

    _, _, held = rank_set_numbering(cards)
    if cards == ranking.size:
        ranks = [np.repeat(np.arange(RANKS), counts).tolist() for counts in held]
        return np.array([ranking.value_of_ranks(hand, is_flush=False) for hand in ranks], dtype=np.int16)
    fewer = _mixed(ranking, cards - 1)
    low, high, _ = rank_set_numbering(cards - 1)
    powers = BASE ** np.arange(RANKS)
    best = np.full(len(held), -1, dtype=np.int16)
    for rank in range(RANKS):
        with_rank = np.flatnonzero(held[:, rank])
        code = held[with_rank] @ powers - powers[rank]
        place = low[code % BASE**LOW_RANKS].astype(np.int64) + high[code // BASE**LOW_RANKS]
        best[with_rank] = np.maximum(best[with_rank], fewer[place])
    return best


# --- by the ranks in one suit -----------------------------------------------------------------------------------------


def _suited(ranking: PokerRanking) -> Integers:
    """The best hand of every set of ranks in one suit: as it is, or with one card left out."""
    best = np.full(1 << RANKS, -1, dtype=np.int16)
    masks = np.arange(1 << RANKS)
    sizes = np.bitwise_count(masks)
    for mask in masks[sizes == ranking.size]:
        ranks = [rank for rank in range(RANKS) if mask >> rank & 1]
        best[mask] = ranking.value_of_ranks(ranks, is_flush=True)
    for size in range(ranking.size + 1, MOST_CARDS + 1):
        for rank in range(RANKS):
            with_rank = masks[(sizes == size) & (masks >> rank & 1 == 1)]
            best[with_rank] = np.maximum(best[with_rank], best[with_rank - (1 << rank)])
    return best
