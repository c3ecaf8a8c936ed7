"""Counting for the poker games: hands against a dealer with a card up, and hands bought street by street."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from os import cpu_count
from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.hands import PokerRanking
from cardroom.lab.kernels import poker as kernels
from cardroom.lab.poker_tables import poker_tables

Integers = npt.NDArray[Any]


@cache
def all_hands(ranking: PokerRanking) -> tuple[Integers, Integers]:
    """Every five-card hand in combinatorial order, and its value."""
    tables = poker_tables(ranking)
    hands, values = np.zeros((comb(52, 5), 5), dtype=np.uint8), np.zeros(comb(52, 5), dtype=np.int16)
    kernels.all_values(tables.mixed, tables.flush, hands, values)
    return hands, values


# --- against the dealer, one card up ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class UpCardDeals:
    """All deals, counted by best option, step of the player's hand, and showdown (2 × result + dealer qualifies)."""

    counts: Integers  # [option, step, showdown]
    total: int
    dealer_hands: int  # that a player's hand can meet under one card up
    hands: Integers  # players' hands that stand for all others
    weights: Integers  # how many each stands for
    values: Integers
    gain: Integers  # [hand, card up, option], summed over the dealer's hands
    option: Integers  # [hand, card up]


def count_up_card_deals(ranking: PokerRanking, floor: int, step_of_value: Integers, gains: Integers) -> UpCardDeals:
    """Count all deals under best play; gains are [option, step, showdown]. Where options tie, the last one is taken."""
    hands, values = all_hands(ranking)
    order = np.argsort(values, kind="stable")
    hands, values = np.ascontiguousarray(hands[order]), values[order]
    numbers = np.arange(ranking.number_of_values + 1)
    starts = np.searchsorted(values, numbers).astype(np.int64)
    weight = _canonical_weights(hands)
    chosen = np.flatnonzero(weight)
    player_starts = np.searchsorted(values[chosen], numbers).astype(np.int64)
    dealer_hands = comb(46, 4)
    gain = np.zeros((len(chosen), 52, len(gains)), dtype=np.int64)
    option = np.zeros((len(chosen), 52), dtype=np.int8)
    workers = min(cpu_count() or 1, 4)
    bounds = [52 * part // workers for part in range(workers + 1)]

    def work(low: int, high: int) -> Integers:
        counts = np.zeros(gains.shape, dtype=np.int64)
        kernels.sweep(
            low, high, hands, starts, floor, weight[chosen], chosen, player_starts, step_of_value, gains, dealer_hands,
            counts, gain, option,
        )  # fmt: skip
        return counts

    with ThreadPoolExecutor(workers) as pool:
        counts = np.sum(list(pool.map(work, bounds[:-1], bounds[1:])), axis=0)
    total = comb(52, 5) * 47 * dealer_hands
    assert int(counts.sum()) == total, "every deal is counted once"
    return UpCardDeals(counts, total, dealer_hands, hands[chosen], weight[chosen], values[chosen], gain, option)


def _canonical_weights(hands: Integers) -> Integers:
    """How many hands differ only in their suits from one whose suits stand in order; 0 for the others of them."""
    masks = np.zeros((len(hands), 4), dtype=np.int16)
    for column in range(5):
        suit, rank = np.divmod(hands[:, column], 13)
        masks[np.arange(len(hands)), suit] |= (1 << rank.astype(np.int16)).astype(np.int16)
    same = masks[:, 1:] == masks[:, :-1]
    first = 1 + same[:, 0]
    second = np.where(same[:, 1], first + 1, 1)
    third = np.where(same[:, 2], second + 1, 1)
    canonical = (masks[:, 1:] <= masks[:, :-1]).all(axis=1)
    return np.where(canonical, 24 // (first * second * third), 0).astype(np.int64)


def meet_dealer(ranking: PokerRanking, floor: int, hand: Sequence[int], up: int, value: int) -> Integers:
    """One hand and card up against every dealer's hand, by showdown."""
    tables = poker_tables(ranking)
    ways = np.zeros(6, dtype=np.int64)
    kernels.meet(np.array(hand, dtype=np.uint8), up, value, tables.mixed, tables.flush, floor, ways)
    return ways


# --- street by street -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class StreetDeals:
    """All deals of a game bought street by street, under best play."""

    folded: Integers  # [street, bet on 3rd street, bet on 4th street]
    settled: Integers  # [bet on 3rd street, on 4th, on 5th, step]
    largest_stake: int
    total: int
    bets: tuple[Integers, Integers, Integers]  # the best bet by cards known and stake so far; 0: fold
    worth: tuple[Integers, Integers, Integers]  # what a position is worth, by cards known and stake so far
    raising: tuple[Integers, Integers, Integers]  # what the next street is worth when the stake then is so large
    river: Integers  # [four cards, step]


@cache
def known_cards(number: int) -> Integers:
    """Every set of so many cards, ascending, in combinatorial order."""
    sets = sorted(combinations(range(52), number), key=lambda cards: cards[::-1])
    return np.array(sets, dtype=np.int64)


def count_street_deals(
    ranking: PokerRanking, step_of_value: Integers, net_of_step: Integers, multiples: Sequence[Sequence[int]]
) -> StreetDeals:
    """Solve backwards from the last street. `net_of_step` is what a unit staked gains at each step.

    Worth is summed over all cards to come, so it stays whole: 48 at four known cards, 49 × 48 at three, and so on.
    """
    hands, values = all_hands(ranking)
    river = np.zeros((comb(52, 4), int(step_of_value.max()) + 1), dtype=np.uint8)
    kernels.river_steps(hands, step_of_value[values], river)
    largest = 1 + sum(max(options) for options in multiples)
    stakes = np.arange(largest + 1)
    ahead = (river.astype(np.int64) @ net_of_step)[:, None] * stakes  # settled with so much at stake
    bets: list[Integers] = []
    worth: list[Integers] = []
    raising: list[Integers] = []
    ways = 48
    for known in (4, 3, 2):
        best, bet = best_bets(ahead, stakes, multiples[known - 2], ways)
        bets.insert(0, bet)
        worth.insert(0, best)
        raising.insert(0, ahead)
        if known > 2:
            ways *= 52 - known + 1
            cards = known_cards(known - 1)
            ahead = np.zeros((len(cards), largest + 1), dtype=np.int64)
            kernels.average_next(cards, known - 1, best, ahead)
    folded, settled = walk((bets[0], bets[1], bets[2]), river, max(map(max, multiples)))
    total = comb(52, 2) * 50 * 49 * 48
    assert int(folded.sum() + settled.sum()) == total, "every deal is counted once"
    return StreetDeals(
        folded, settled, largest, total, (bets[0], bets[1], bets[2]), (worth[0], worth[1], worth[2]),
        (raising[0], raising[1], raising[2]), river,
    )  # fmt: skip


def best_bets(ahead: Integers, stakes: Integers, multiples: Sequence[int], ways: int) -> tuple[Integers, Integers]:
    """The best of folding and betting, by stake so far; where bets tie, the bigger one."""
    best = np.broadcast_to(-stakes * ways, ahead.shape).copy()
    bet = np.zeros(ahead.shape, dtype=np.int8)
    for multiple in multiples:
        room = ahead.shape[1] - multiple
        gain = ahead[:, multiple:]
        better = gain >= best[:, :room]
        best[:, :room] = np.where(better, gain, best[:, :room])
        bet[:, :room] = np.where(better, multiple, bet[:, :room])
    return best, bet


def walk(bets: tuple[Integers, Integers, Integers], river: Integers, most: int) -> tuple[Integers, Integers]:
    """What happens in all deals when these bets are made: [street, bets made] folded, [bets made, step] settled."""
    twos = known_cards(2)
    workers = cpu_count() or 1
    bounds = [len(twos) * part // (4 * workers) for part in range(4 * workers + 1)]
    size = most + 1

    def work(begin: int, end: int) -> tuple[Integers, Integers]:
        folded = np.zeros((3, size, size), dtype=np.int64)
        settled = np.zeros((size, size, size, river.shape[1]), dtype=np.int64)
        kernels.walk_streets(twos, begin, end, bets, river, folded, settled)
        return folded, settled

    with ThreadPoolExecutor(workers) as pool:
        parts = list(pool.map(work, bounds[:-1], bounds[1:]))
    return np.sum([part[0] for part in parts], axis=0), np.sum([part[1] for part in parts], axis=0)


# --- the best hand of two ---------------------------------------------------------------------------------------------


def reached_by_one_and_two(ranking: PokerRanking, step_of_value: Integers) -> tuple[list[Fraction], list[Fraction]]:
    """By step: the chance that a hand is there or better, and that two hands dealt from one deck both are."""
    hands, values = all_hands(ranking)
    steps = step_of_value[values]
    numbers = range(int(step_of_value.max()) + 1)
    pairs = comb(52, 5) * comb(47, 5)
    with ThreadPoolExecutor() as pool:
        both = list(pool.map(lambda step: kernels.disjoint_pairs(hands, steps <= step), numbers))
    one = [Fraction(int((steps <= step).sum()), len(hands)) for step in numbers]
    return one, [Fraction(int(count), pairs) for count in both]
