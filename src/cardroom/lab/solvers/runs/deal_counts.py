"""Counting for the games of runs: every deal of player and dealer, exactly, without dealing any of them.

A hand's value depends on which cells of a chain it reaches, its presence mask. Given the player's cards, the dealer's
hands with a certain mask are counted from how many cards are left in the cells of the mask: the number of cells with
4, 3, 2 and 1 cards left decides, so one small table of products answers for all masks.

With two independent chains (solitaire's) the hands whose value stays below a bound are counted chain by chain and
multiplied; the value of the hand is the better of the chains'.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, partial
from itertools import product
from math import comb, prod

import numpy as np

from cardroom.cards import CardSet
from cardroom.hands import RunRanking
from cardroom.lab.solvers.parallel import in_threads
from cardroom.lab.solvers.protocol import Integers
from cardroom.lab.solvers.runs.kernels import chain_sums

STATES_AT_A_TIME = 48  # whose sums stay in a processor's own memory


@dataclass(frozen=True)
class RunClasses:
    """Hands that differ for the purpose: by rank, or by rank and colour; and what each meets."""

    states: tuple[Integers, ...]  # by chain [state, cell]: cards held
    state: Integers  # [class, chain]
    value: Integers  # index into the player's values
    weight: Integers  # hands in the class
    ways: Integers  # [class, column]: the dealer's hands

    @cached_property
    def held(self) -> Integers:
        """[class, cell]: cards held, chain after chain."""
        chains = zip(self.states, self.state.T, strict=True)
        return np.concatenate([states[of_classes] for states, of_classes in chains], axis=1)


def sizes_of(ranking: RunRanking, deck: CardSet) -> Integers:
    """[chain, cell]: cards of the deck."""
    sizes = [[(cell & deck).bit_count() for cell in chain.distinct_cells] for chain in ranking.chains]
    return np.array(sizes, dtype=np.int8)


def held_in(ranking: RunRanking, cards: CardSet) -> Integers:
    """[chain, cell]: which of these cards."""
    return sizes_of(ranking, cards)


@cache
def _masks(ranking: RunRanking, cards: int, deck: CardSet) -> tuple[Integers, Integers]:
    """Presence masks that so many cards can make, by value; and their values."""
    held = sizes_of(ranking, deck)[0]
    masks = np.arange(1 << chain_sums.CELLS)
    impossible = int(((held == 0) << np.arange(chain_sums.CELLS)).sum())
    masks = masks[(np.bitwise_count(masks) <= cards) & (masks & impossible == 0) & (masks > 0)]
    values = np.array(ranking.chains[0].values)[masks]
    order = np.argsort(values, kind="stable")
    return masks[order].astype(np.int32), values[order]


@cache
def possible_values(ranking: RunRanking, cards: int, deck: CardSet) -> list[int]:
    """Every value that so many cards can have, lowest first."""
    found: set[int] = set()
    for chain, held in zip(ranking.chains, sizes_of(ranking, deck), strict=True):
        masks = np.arange(1 << len(held))
        impossible = int(((held == 0) << np.arange(len(held))).sum())
        able = (np.bitwise_count(masks) <= cards) & (masks & impossible == 0) & (masks > 0)
        found |= set(np.unique(np.array(chain.values)[able]).tolist())
    return sorted(found)


def _masks_by_value(ranking: RunRanking, cards: int, deck: CardSet, values: Sequence[int]) -> tuple[Integers, Integers]:
    """The masks, and where each value's begin."""
    masks, of_masks = _masks(ranking, cards, deck)
    return masks, np.searchsorted(of_masks, [*values, 1 << 30]).astype(np.int32)


def count_classes(
    ranking: RunRanking, deck: CardSet, player_cards: int, dealer_cards: int, column: Integers, columns: int
) -> RunClasses:
    """Count all deals. `column` says by the player's and the dealer's value where a deal is counted."""
    count = _count_one_chain if len(ranking.chains) == 1 else _count_two_chains
    return count(ranking, deck, player_cards, dealer_cards, column, columns)


# --- one chain --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CellTable:
    """How many hands reach exactly certain cells, by how many of these have 0, 1, … cards left.

    The place in the table is the sum over the cells of weights[cards left]; cells without cards lead to a zero.
    """

    weights: Integers
    ways: Integers

    @classmethod
    def of(cls, left_in_cells: Integers, cards: int) -> CellTable:
        """With room for every row of [hand, cell] cards left."""
        most = [int((left_in_cells == left).sum(axis=1).max()) for left in range(5)]
        return _cell_table(tuple(min(number, cards) for number in most), cards)


@lru_cache(maxsize=32)
def _cell_table(most: tuple[int, ...], cards: int) -> CellTable:
    radices = [number + 1 for number in most]
    weights = [prod(radices[left + 1 :]) for left in range(5)]
    table = np.zeros(prod(radices), dtype=np.int32)
    taking = [np.array([0] + [comb(left, taken) for taken in range(1, left + 1)]) for left in range(5)]
    powers = [_powers(taking[left], most[left], cards) for left in range(5)]
    for ones, twos in product(range(radices[1]), range(radices[2])):
        few = np.convolve(powers[1][ones], powers[2][twos])[: cards + 1]
        for threes in range(radices[3]):
            many = np.convolve(few, powers[3][threes])[: cards + 1]
            for fours in range(radices[4]):
                series = np.convolve(many, powers[4][fours])
                if len(series) > cards:
                    place = ones * weights[1] + twos * weights[2] + threes * weights[3] + fours
                    table[place] = series[cards]
    return CellTable(np.array(weights, dtype=np.uint32), table)


def _powers(polynomial: Integers, most: int, degree: int) -> list[Integers]:
    found = [np.ones(1, dtype=np.int64)]
    for _ in range(most):
        found.append(np.convolve(found[-1], polynomial)[: degree + 1])
    return found


@lru_cache(maxsize=3)  # some ten megabytes each; a rule tried after another asks for the same
def _meetings(
    ranking: RunRanking, deck: CardSet, player_cards: int, dealer_cards: int
) -> tuple[Integers, Integers, Integers]:
    """Classes of hands, the hands in each, and the dealer's hands that each meets, [class, value]."""
    sizes = sizes_of(ranking, deck)[0]
    held, weight = chain_sums.rank_classes(sizes, player_cards)
    left = sizes - held
    values = possible_values(ranking, dealer_cards, deck)
    masks, starts = _masks_by_value(ranking, dealer_cards, deck, values)
    table = CellTable.of(left[:, sizes > 0], dealer_cards)
    met = np.zeros((len(held), len(values)), dtype=np.int32)
    in_threads(
        lambda begin, end: chain_sums.meet_one_chain(
            begin, end, left, table.weights, masks, starts, table.ways, met
        ), len(held)
    )  # fmt: skip
    return held, weight, met


def _count_one_chain(
    ranking: RunRanking, deck: CardSet, player_cards: int, dealer_cards: int, column: Integers, columns: int
) -> RunClasses:
    held, weight, met = _meetings(ranking, deck, player_cards, dealer_cards)
    players = possible_values(ranking, player_cards, deck)
    of_mask = np.array(ranking.chains[0].values, dtype=np.int32)
    class_value = np.searchsorted(players, of_mask[chain_sums.masks_of(held)]).astype(np.int32)
    ways = np.zeros((len(held), columns), dtype=np.int32)
    in_threads(lambda begin, end: chain_sums.gather_columns(begin, end, met, class_value, column, ways), len(held))
    return RunClasses((held,), np.arange(len(held))[:, None], class_value, weight, ways)


# --- two chains -------------------------------------------------------------------------------------------------------


def _count_two_chains(
    ranking: RunRanking, deck: CardSet, player_cards: int, dealer_cards: int, column: Integers, columns: int
) -> RunClasses:
    sizes = sizes_of(ranking, deck)
    are_alike = np.array_equal(sizes[0], sizes[1])
    held_by, weights, starts, values = zip(
        *(_one_of_two(ranking, deck, of_cells, player_cards) for of_cells in sizes[: 1 if are_alike else 2]),
        strict=True,
    )
    one, other = 0, -1  # the same where the chains are alike
    pairs = chain_sums.chain_pairs(starts[one], starts[other], player_cards, are_alike=are_alike)
    class_value = np.maximum(values[one][pairs[:, 0]], values[other][pairs[:, 1]])
    class_weight = weights[one][pairs[:, 0]] * weights[other][pairs[:, 1]]
    if are_alike:
        is_same = 2 * held_by[one].sum(axis=1)[pairs[:, 0]] == player_cards
        class_weight *= np.where(is_same, 1, 2)
    ways = np.zeros((len(pairs), columns), dtype=np.int32)
    below = _Below(ranking, dealer_cards, possible_values(ranking, dealer_cards, deck))
    ends, numbers = _column_ends(column), range(player_cards // 2 + 1 if are_alike else player_cards + 1)
    left, left_of_other = sizes[one] - held_by[one], sizes[other] - held_by[other]
    of_one = below.of(left[: starts[one][numbers[-1] + 1]])
    first = 0
    for few in numbers:
        of_few = of_one[starts[one][few] : starts[one][few + 1]]
        of_many = left_of_other[slice(*starts[other][player_cards - few :][:2])]
        size = len(of_few) * len(of_many)
        value, found = class_value[first : first + size], ways[first : first + size]
        in_threads(partial(_meet_some, below, of_few, of_many, value, ends, column, found), len(of_many))
        first += size
    return RunClasses((held_by[one], held_by[other]), pairs, class_value, class_weight, ways)


def _column_ends(column: Integers) -> Integers:
    """[player's value, number]: the dealer's values after which another column begins; -1 after the last."""
    is_end = np.pad(np.diff(column, axis=1) != 0, ((0, 0), (0, 1)), constant_values=True)
    ends = np.full((len(column), int(is_end.sum(axis=1).max())), -1, dtype=np.int32)
    for row, found in zip(ends, is_end, strict=True):
        places = np.flatnonzero(found)
        row[: len(places)] = places
    return ends


def _meet_some(
    below: _Below, of_few: Integers, of_many: Integers, class_value: Integers, ends: Integers, column: Integers,
    ways: Integers, begin: int, end: int,
) -> None:  # fmt: skip
    """For classes [few × many] a few states of the second chain at a time: of all of them it would be 100 MB."""
    for first in range(begin, end, STATES_AT_A_TIME):
        last = min(first + STATES_AT_A_TIME, end)
        chain_sums.meet_two_chains(
            first, of_few, below.of_some(of_many[first:last]), len(of_many), class_value, ends, column, ways
        )


def _one_of_two(ranking: RunRanking, deck: CardSet, sizes: Integers, player_cards: int) -> tuple[Integers, ...]:
    """What one chain can hold of a hand: cards in its cells, hands, where each number of cards begins, value."""
    players = possible_values(ranking, player_cards, deck)
    held, weight, start = chain_sums.chain_states(sizes, player_cards)
    of_mask = np.array(ranking.chains[0].values, dtype=np.int32)
    value = np.searchsorted([0, *players], of_mask[chain_sums.masks_of(held)]).astype(np.int32) - 1
    return held, weight, start, value


@dataclass(frozen=True)
class _Below:
    """[state, value, cards taken]: ways to take cards from what is left of a chain without exceeding the value."""

    ranking: RunRanking
    cards: int
    values: Sequence[int]

    def of(self, left: Integers) -> Integers:
        below = np.zeros((len(left), len(self.values), self.cards + 1), dtype=np.int32)
        in_threads(lambda begin, end: self._fill(begin, end, left, below), len(left))
        return below

    def of_some(self, left: Integers) -> Integers:
        """The same where all cores are at work already."""
        below = np.empty((len(left), len(self.values), self.cards + 1), dtype=np.int32)
        self._fill(0, len(left), left, below)
        return below

    def _fill(self, begin: int, end: int, left: Integers, below: Integers) -> None:
        masks, starts = _all_masks(self.ranking, self.cards, tuple(self.values))
        weights, series = _chain_places(self.cards)
        chain_sums.count_ways_up_to(begin, end, left, weights, masks, starts, series, below)


@cache
def _all_masks(ranking: RunRanking, cards: int, values: tuple[int, ...]) -> tuple[Integers, Integers]:
    """Masks of either chain by value and number of cells; and [value, cells] where these begin.

    Those of cells without cards lead nowhere.
    """
    masks = np.arange(1, 1 << chain_sums.CELLS)
    masks = masks[np.bitwise_count(masks) <= cards]
    place = np.searchsorted(values, np.array(ranking.chains[0].values)[masks]) * (cards + 2) + np.bitwise_count(masks)
    order = np.argsort(place, kind="stable")
    starts = np.searchsorted(place[order], np.arange(len(values) * (cards + 2)))
    return masks[order].astype(np.int32), starts.reshape(len(values), cards + 2).astype(np.int32)


@cache
def _chain_places(cards: int) -> tuple[Integers, Integers]:
    """What a cell with no, one or two cards left adds to the place of a mask; and [cards taken, place] the ways.

    Cells without cards lead to where there is no way.
    """
    radix = cards + 1
    series = chain_series(cards).reshape(radix * radix, radix).T
    nowhere = np.zeros((radix, radix * radix * cards), dtype=np.int64)
    weights = np.array([radix * radix, 1, radix], dtype=np.uint32)
    return weights, np.concatenate((series, nowhere), axis=1).astype(np.int32)


@cache
def chain_series(cards: int) -> Integers:
    """[cells with two cards left, with one, cards taken]: ways to reach exactly these cells."""
    table = np.zeros((cards + 1, cards + 1, cards + 1), dtype=np.int64)
    twos, ones = (_powers(np.array(taking), cards, cards) for taking in ([0, 2, 1], [0, 1]))
    for a, b in product(range(cards + 1), repeat=2):
        series = np.convolve(twos[a], ones[b])[: cards + 1]
        table[a, b, : len(series)] = series
    return table


# --- one hand ---------------------------------------------------------------------------------------------------------


def dealer_hands_by_value(ranking: RunRanking, deck: CardSet, hand: CardSet, dealer_cards: int) -> dict[int, int]:
    """All hands that a dealer can hold beside this one, by value; values that cannot occur are left out."""
    left = sizes_of(ranking, deck) - held_in(ranking, hand)
    values = possible_values(ranking, dealer_cards, deck)
    if len(ranking.chains) == 1:
        masks, starts = _masks_by_value(ranking, dealer_cards, deck, values)
        table = CellTable.of(left[:, sizes_of(ranking, deck)[0] > 0], dealer_cards)
        counts = np.zeros((1, len(values)), dtype=np.int64)
        chain_sums.meet_one_chain(0, 1, left, table.weights, masks, starts, table.ways, counts)
        found = counts[0]
    else:
        masks, starts = _all_masks(ranking, dealer_cards, tuple(values))
        weights, series = _chain_places(dealer_cards)
        below = np.zeros((2, len(values), dealer_cards + 1), dtype=np.int32)
        chain_sums.count_ways_up_to(0, 2, left, weights, masks, starts, series, below)
        found = np.diff((below[0].astype(np.int64) * below[1, :, ::-1]).sum(axis=1), prepend=0)
    return {value: int(count) for value, count in zip(values, found, strict=True) if count}
