"""Counting for the games of runs: every deal of player and dealer, exactly, without dealing any of them.

A hand's value depends on which cells of a chain it reaches, its presence mask. Given the player's cards, the dealer's
hands with a certain mask are counted from how many cards are left in the cells of the mask: the number of cells with
4, 3, 2 and 1 cards left decides, so one small table of products answers for all masks.

With several independent chains (solitaire's two colours) the hands whose value stays below a bound are counted chain
by chain and multiplied; the value of the hand is the better of the chains'.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from math import comb
from os import cpu_count
from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.hands import RunRanking
from cardroom.lab.kernels import runs as kernels

Integers = npt.NDArray[Any]


@dataclass(frozen=True)
class RunDeals:
    """All deals, counted by the option that is best, the player's value and the dealer's value.

    Classes are the hands that differ for the purpose (by rank; by rank and colour): for each the best option and the
    gain of every option, as a sum over all the dealer's hands.
    """

    player_values: list[int]
    dealer_values: list[int]
    counts: Integers  # [option, player value, dealer value]
    total: int
    dealer_hands: int  # that each player's hand can meet
    class_counts: Integers  # [class, cell]: cards held
    class_value: Integers  # index into player_values
    class_weight: Integers  # hands in the class
    class_option: Integers
    class_gain: Integers  # [class, option]


def possible_values(ranking: RunRanking, cards: int) -> list[int]:
    """Every value that so many cards can have, lowest first."""
    found = set()
    for chain in ranking.chains:
        found |= {value for mask, value in enumerate(chain.values) if 0 < mask.bit_count() <= cards}
    return sorted(found)


def count_deals(
    ranking: RunRanking,
    player_cards: int,
    dealer_cards: int,
    gains: Callable[[list[int], list[int]], Integers],
) -> RunDeals:
    """Count all deals under best play. `gains` gives [option, player value, dealer value] in whole units.

    An option that is not open to a value has gains too low to be chosen. Where options tie, the last one is taken.
    """
    player_values = possible_values(ranking, player_cards)
    dealer_values = possible_values(ranking, dealer_cards)
    matrix = np.ascontiguousarray(gains(player_values, dealer_values), dtype=np.int64)
    if len(ranking.chains) == 1:
        return _count_one_chain(ranking, player_cards, dealer_cards, player_values, dealer_values, matrix)
    return _count_two_chains(ranking, player_cards, dealer_cards, player_values, dealer_values, matrix)


def _in_threads(work: Callable[[int, int], Any], size: int) -> list[Any]:
    """Split a range over the cores; the kernels release the interpreter."""
    workers = cpu_count() or 1
    bounds = [size * part // (4 * workers) for part in range(4 * workers + 1)]
    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(work, bounds[:-1], bounds[1:]))


# --- one chain --------------------------------------------------------------------------------------------------------


def _masks_by_value(ranking: RunRanking, cards: int, values: list[int]) -> tuple[Integers, Integers]:
    """Presence masks that so many cards can make, ordered by value; and where each value's masks begin."""
    table = ranking.chains[0].values
    masks = sorted((m for m in range(1, len(table)) if m.bit_count() <= cards), key=lambda m: (table[m], m))
    starts = np.searchsorted([table[m] for m in masks], [*values, 1 << 30])
    return np.array(masks, dtype=np.int32), starts.astype(np.int32)


def ways_by_cells(cards: int, per_cell: int) -> Integers:
    """How many hands of so many cards reach exactly certain cells, by how many of these have 0, 1, … cards left.

    The place in the table is the sum over the cells of WEIGHTS[cards left]; cells without cards lead to a zero.
    """
    polynomials = [[0] + [comb(left, taken) for taken in range(1, left + 1)] for left in range(per_cell + 1)]
    table = np.zeros(kernels.TABLE_SIZE, dtype=np.int32)  # all hands of eight cards are below 2^31
    for numbers in product(*(range(size) for size in kernels.RADICES[1 : per_cell + 1])):
        series = [1]
        for left, number in enumerate(numbers, 1):
            for _ in range(number):
                series = _multiply(series, polynomials[left], cards)
        if len(series) > cards:
            place = sum(number * int(kernels.WEIGHTS[left]) for left, number in enumerate(numbers, 1))
            table[place] = series[cards]
    return table


def _multiply(left: list[int], right: list[int], degree: int) -> list[int]:
    result = [0] * min(len(left) + len(right) - 1, degree + 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            if i + j <= degree:
                result[i + j] += a * b
    return result


def _count_one_chain(
    ranking: RunRanking,
    player_cards: int,
    dealer_cards: int,
    player_values: list[int],
    dealer_values: list[int],
    gains: Integers,
) -> RunDeals:
    chain = ranking.chains[0]
    cells = len(chain.distinct_cells)
    per_cell = chain.distinct_cells[0].bit_count()
    held, weight, met = _meetings(ranking, player_cards, dealer_cards)
    values = np.array(chain.values, dtype=np.int32)
    class_value = np.searchsorted(player_values, values[kernels.masks_of(held)]).astype(np.int32)
    gain = np.zeros((len(held), len(gains)), dtype=np.int64)
    option = np.zeros(len(held), dtype=np.int8)

    def work(begin: int, end: int) -> Integers:
        counts = np.zeros(gains.shape, dtype=np.int64)
        kernels.count_one_chain(begin, end, met, weight, class_value, gains, gain, option, counts)
        return counts

    counts = np.sum(_in_threads(work, len(held)), axis=0)
    hands = comb(cells * per_cell - player_cards, dealer_cards)
    total = comb(cells * per_cell, player_cards) * hands
    assert int(counts.sum()) == total, "every deal is counted once"
    return RunDeals(player_values, dealer_values, counts, total, hands, held, class_value, weight, option, gain)


@lru_cache(maxsize=3)  # some ten megabytes each; a pay table tried after another asks for the same
def _meetings(ranking: RunRanking, player_cards: int, dealer_cards: int) -> tuple[Integers, Integers, Integers]:
    """Classes of hands, the hands in each, and the dealer's hands that each meets, [class, value]. No pay counts."""
    chain = ranking.chains[0]
    per_cell = chain.distinct_cells[0].bit_count()
    held, weight = kernels.rank_classes(len(chain.distinct_cells), per_cell, player_cards)
    for left, radix in enumerate(kernels.RADICES[:per_cell]):
        assert ((held == per_cell - left).sum(axis=1) < radix).all(), "the table of ways has room for every hand"
    values = possible_values(ranking, dealer_cards)
    masks, starts = _masks_by_value(ranking, dealer_cards, values)
    ways = ways_by_cells(dealer_cards, per_cell)
    met = np.zeros((len(held), len(values)), dtype=np.int32)
    _in_threads(
        lambda begin, end: kernels.meet_one_chain(begin, end, held, per_cell, masks, starts, ways, met), len(held)
    )
    return held, weight, met


def dealer_distribution(ranking: RunRanking, left_in_cells: Integers, dealer_cards: int) -> dict[int, int]:
    """The dealer's hands by value when so many cards are left in each cell of a single chain."""
    values, masks, starts = _dealer_masks(ranking, dealer_cards)
    ways = _dealer_ways(dealer_cards, ranking.chains[0].distinct_cells[0].bit_count())
    counts = kernels.distribution(left_in_cells, masks, starts, ways)
    return {value: int(count) for value, count in zip(values, counts, strict=True)}


@cache
def _dealer_masks(ranking: RunRanking, dealer_cards: int) -> tuple[list[int], Integers, Integers]:
    """The dealer's values and masks, kept because advice asks for them again with every hand."""
    values = possible_values(ranking, dealer_cards)
    return values, *_masks_by_value(ranking, dealer_cards, values)


_dealer_ways = cache(ways_by_cells)


# --- two chains -------------------------------------------------------------------------------------------------------


def _count_two_chains(
    ranking: RunRanking,
    player_cards: int,
    dealer_cards: int,
    player_values: list[int],
    dealer_values: list[int],
    gains: Integers,
) -> RunDeals:
    first, second = ranking.chains
    assert first.values == second.values, "the two chains are alike, so that swapping them changes nothing"
    cells, per_cell = len(first.distinct_cells), first.distinct_cells[0].bit_count()
    states, weight, start = kernels.chain_states(cells, per_cell, player_cards)
    values = np.array(first.values, dtype=np.int32)
    state_value = np.searchsorted([0, *player_values], values[kernels.masks_of(states)]).astype(np.int32) - 1
    masks, starts = _masks_by_value(ranking, dealer_cards, dealer_values)
    series = chain_series(per_cell, dealer_cards)
    below = np.zeros((len(states), dealer_cards + 1, len(dealer_values)), dtype=np.int32)
    _in_threads(
        lambda begin, end: kernels.fill_below(begin, end, states, per_cell, masks, starts, series, below), len(states)
    )
    pairs = kernels.chain_pairs(start, player_cards)
    gain = np.zeros((len(pairs), len(gains)), dtype=np.int64)
    option = np.zeros(len(pairs), dtype=np.int8)
    class_value = np.maximum(state_value[pairs[:, 0]], state_value[pairs[:, 1]])
    is_same = 2 * states.sum(axis=1)[pairs[:, 0]] == player_cards
    class_weight = weight[pairs[:, 0]] * weight[pairs[:, 1]] * np.where(is_same, 1, 2)

    def work(begin: int, end: int) -> Integers:
        counts = np.zeros(gains.shape, dtype=np.int64)
        kernels.count_two_chains(begin, end, pairs, class_weight, class_value, below, gains, gain, option, counts)
        return counts

    counts = np.sum(_in_threads(work, len(pairs)), axis=0)
    hands = comb(2 * cells * per_cell - player_cards, dealer_cards)
    total = comb(2 * cells * per_cell, player_cards) * hands
    assert int(counts.sum()) == total, "every deal is counted once"
    held = np.concatenate((states[pairs[:, 0]], states[pairs[:, 1]]), axis=1)
    return RunDeals(player_values, dealer_values, counts, total, hands, held, class_value, class_weight, option, gain)


def chain_series(per_cell: int, cards: int) -> Integers:
    """[cells with two cards left, with one, cards taken]: ways to reach exactly these cells."""
    assert per_cell == 2, "a cell of a colour chain holds two cards"
    table = np.zeros((cards + 1, cards + 1, cards + 1), dtype=np.int64)
    for twos, ones in product(range(cards + 1), repeat=2):
        series = [1]
        for _ in range(twos):
            series = _multiply(series, [0, 2, 1], cards)
        for _ in range(ones):
            series = _multiply(series, [0, 1], cards)
        table[twos, ones, : len(series)] = series[: cards + 1]
    return table


def dealer_distribution_of_two(ranking: RunRanking, held: Integers, dealer_cards: int) -> dict[int, int]:
    """The dealer's hands by value when the player holds [chain, cell] cards of two chains."""
    values, masks, starts = _dealer_masks(ranking, dealer_cards)
    per_cell = ranking.chains[0].distinct_cells[0].bit_count()
    below = np.zeros((2, dealer_cards + 1, len(values)), dtype=np.int32)
    kernels.fill_below(0, 2, held.astype(np.int8), per_cell, masks, starts, _series(per_cell, dealer_cards), below)
    up_to = (below[0].astype(np.int64) * below[1, ::-1]).sum(axis=0)
    return {value: int(count) for value, count in zip(values, np.diff(up_to, prepend=0), strict=True)}


_series = cache(chain_series)
