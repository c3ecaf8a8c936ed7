"""On one kind of board: how every hand fares against every other, and what that is worth."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.lab.compiled_loops import njit
from cardroom.lab.solvers.holdem.kernels.board_numbers import HANDS, RANK_BITS, Deck, Kinds
from cardroom.lab.solvers.kernels.value_lookup import Tables, value_of

Integers = npt.NDArray[Any]

NO_HAND = -1
TEN_BITS = 1023


@njit(cache=True, nogil=True)
def cells_of(kind: int, kinds: Kinds, deck: Deck, held: Integers) -> None:
    """How many cards of each cell (rank, in the flush suit or not) are left."""
    in_suit = kinds.in_suit[kind]
    for rank in range(13):
        here = deck.rank_is_in[rank]
        held[rank] = (deck.suits - (1 if in_suit else 0)) * here
        held[13 + rank] = here if in_suit else 0
    for i in range(5):
        held[kinds.ranks[kind, i] + (13 if i < in_suit else 0)] -= 1


@njit(cache=True, nogil=True)
def read_pairs(
    kind: int, kinds: Kinds, held: Integers, tables: Tables, firsts: Integers, seconds: Integers, values: Integers
) -> int:
    """Every pair of cells that cards are left in, and the value of its hand; returns how many there are."""
    key, bits = tables.start, 0
    for i in range(5):
        rank = kinds.ranks[kind, i]
        if i < kinds.in_suit[kind]:
            key += tables.keys[rank]
            bits |= 1 << rank
        else:
            key += tables.keys[rank] & RANK_BITS
    found = 0
    for first in range(26):
        if held[first] == 0:
            continue
        first_key = key + (tables.keys[first] & RANK_BITS if first < 13 else tables.keys[first - 13])
        first_bits = bits if first < 13 else bits | 1 << (first - 13)
        for second in range(first, 26):
            if held[second] == 0 or (second == first and held[first] < 2):
                continue
            both_key = first_key + (tables.keys[second] & RANK_BITS if second < 13 else tables.keys[second - 13])
            both_bits = first_bits if second < 13 else first_bits | 1 << (second - 13)
            firsts[found], seconds[found] = first, second
            values[found] = value_of(both_key, both_bits, tables)
            found += 1
    return found


@njit(cache=True, nogil=True)
def sort_pairs(values: Integers, number: int, order: Integers, other: Integers, starts: Integers) -> None:
    """The places of values below 2^14, the lowest value first: by their lower seven bits, then by their upper ones."""
    for i in range(number):
        other[i] = i
    for shift in (0, 7):
        source, target = (other, order) if shift == 0 else (order, other)
        starts[:] = 0
        for i in range(number):
            starts[((values[i] >> shift) & 127) + 1] += 1
        for i in range(128):
            starts[i + 1] += starts[i]
        for i in range(number):
            place = source[i]
            digit = (values[place] >> shift) & 127
            target[starts[digit]] = place
            starts[digit] += 1
    order[:number] = other[:number]


@njit(cache=True, nogil=True, inline="always")
def add_pair(first: int, second: int, held: Integers, with_card: Integers) -> int:
    """Count the hands of two cells: how many they are, and in with_card[cell] those that have one given card of it."""
    if first == second:
        with_card[first] += held[first] - 1
        return held[first] * (held[first] - 1) // 2
    with_card[first] += held[second]
    with_card[second] += held[first]
    return held[first] * held[second]


@njit(cache=True, nogil=True)
def count_showdowns(
    numbers: Integers, kinds: Kinds, deck: Deck, tables: Tables, floor: int, step_of: Integers,
    meetings: Integers, steps: Integers,
) -> None:  # fmt: skip
    """For every hand on boards of these kinds: how many of the dealer's hands are worse, equal, and below the floor.

    The hands without two cards are all hands, less those with the first, less those with the second; the one with both
    was taken away twice, and is as good as the player's own.
    """
    held = np.zeros(26, dtype=np.int64)
    firsts, seconds = np.zeros(351, dtype=np.int64), np.zeros(351, dtype=np.int64)
    values, order, other = np.zeros(351, dtype=np.int64), np.zeros(351, dtype=np.int64), np.zeros(351, dtype=np.int64)
    starts = np.zeros(129, dtype=np.int64)
    worse_with, equal_with, low_with = np.zeros(26, np.int64), np.zeros(26, np.int64), np.zeros(26, np.int64)
    for kind in numbers:
        meetings[kind] = NO_HAND
        cells_of(kind, kinds, deck, held)
        number = read_pairs(kind, kinds, held, tables, firsts, seconds, values)
        sort_pairs(values, number, order, other, starts)
        low, low_with[:] = 0, 0
        for i in range(number):
            if values[i] < floor:
                low += add_pair(firsts[i], seconds[i], held, low_with)
        worse, worse_with[:] = 0, 0
        i = 0
        while i < number:
            value = values[order[i]]
            equal, equal_with[:] = 0, 0
            group = i
            while group < number and values[order[group]] == value:
                equal += add_pair(firsts[order[group]], seconds[order[group]], held, equal_with)
                group += 1
            is_low = 1 if value < floor else 0
            for place in order[i:group]:
                a, b = firsts[place], seconds[place]
                met = (
                    worse - worse_with[a] - worse_with[b]
                    | (equal - equal_with[a] - equal_with[b] + 1) << 10
                    | (low - low_with[a] - low_with[b] + is_low) << 20
                    | is_low << 30
                )
                x, y, there, back = a % 13, b % 13, 2 * (a // 13) + b // 13, 2 * (b // 13) + a // 13
                meetings[kind, there, 13 * x + y] = meetings[kind, back, 13 * y + x] = met
                steps[kind, there, 13 * x + y] = steps[kind, back, 13 * y + x] = step_of[value]
            worse += equal
            worse_with += equal_with
            i = group


@njit(cache=True, nogil=True, inline="always")
def showdowns(met: int, dealers: int) -> tuple[int, int, int, int, int, int]:
    """The dealer's hands that are beaten, equal, better; of each those that do not qualify, then those that do."""
    worse, equal, low = met & TEN_BITS, (met >> 10) & TEN_BITS, (met >> 20) & TEN_BITS
    if met >> 30:
        return worse, 0, equal, 0, low - worse - equal, dealers - low
    return low, worse - low, 0, equal, 0, dealers - worse - equal


@njit(cache=True, nogil=True, inline="always")
def gain_of(met: int, factors: Integers) -> int:
    """What a way to settle gains against all of the dealer's hands together, from its factors for the hand's step."""
    by = factors[met >> 30]
    return by[0] + by[1] * (met & TEN_BITS) + by[2] * ((met >> 10) & TEN_BITS) + by[3] * ((met >> 20) & TEN_BITS)


@njit(cache=True, nogil=True)
def price(numbers: Integers, meetings: Integers, steps: Integers, factors: Integers, table: Integers) -> None:
    """The best of some ways to settle, factors[way, step], for every hand on boards of these kinds."""
    for kind in numbers:
        for row in (0, 1, 3):
            for i in range(13):
                for j in range(13 if row == 1 else i + 1):
                    met, step = np.int64(meetings[kind, row, 13 * i + j]), steps[kind, row, 13 * i + j]
                    best = 0
                    if met != NO_HAND:
                        best = gain_of(met, factors[0, step])
                        for way in range(1, len(factors)):
                            best = max(best, gain_of(met, factors[way, step]))
                    table[kind, row, 13 * i + j] = table[kind, 2 if row == 1 else row, 13 * j + i] = best


@njit(cache=True, nogil=True, inline="always")
def best_way(met: int, factors: Integers, step: int) -> int:
    """The best of some ways to settle; where several are, the last."""
    best, way = gain_of(met, factors[0, step]), 0
    for other in range(1, len(factors)):
        gain = gain_of(met, factors[other, step])
        if gain >= best:
            best, way = gain, other
    return way


@njit(cache=True, nogil=True)
def choose(numbers: Integers, meetings: Integers, steps: Integers, factors: Integers, choices: Integers) -> None:
    """The best of some ways to settle for every hand on boards of these kinds."""
    for kind in numbers:
        for row in range(4):
            for hand in range(HANDS):
                met = np.int64(meetings[kind, row, hand])
                if met != NO_HAND:
                    choices[kind, row, hand] = best_way(met, factors, steps[kind, row, hand])


# --- one position -----------------------------------------------------------------------------------------------------


@njit(cache=True, nogil=True)
def count_dealer_hands(own: Integers, board: Integers, deck: Deck, tables: Tables, floor: int, ways: Integers) -> int:
    """One hand on one board against every hand of the dealer, ways[showdown]; returns the hand's value."""
    key, bits = tables.start, 0
    for card in board:
        key += tables.keys[card]
        bits |= 1 << card
    seen = bits | 1 << own[0] | 1 << own[1]
    player = value_of(key + tables.keys[own[0]] + tables.keys[own[1]], seen, tables)
    for first in deck.cards:
        for second in deck.cards:
            if second > first and not seen & (1 << first | 1 << second):
                both = bits | 1 << first | 1 << second
                dealer = value_of(key + tables.keys[first] + tables.keys[second], both, tables)
                result = 0 if player > dealer else (1 if player == dealer else 2)
                ways[2 * result + (1 if dealer >= floor else 0)] += 1
    return player


@njit(cache=True, nogil=True)
def weigh_flop(
    own: Integers, flop: Integers, deck: Deck, tables: Tables, floor: int, step_of: Integers, last: Integers,
    bets: Integers, sums: Integers,
) -> None:  # fmt: skip
    """One hand on one flop against all that can follow: sums of the best of last[way, step, showdown], then of bets."""
    board, ways = np.zeros(5, dtype=np.int64), np.zeros(6, dtype=np.int64)
    board[:3] = flop
    seen = 1 << own[0] | 1 << own[1] | 1 << flop[0] | 1 << flop[1] | 1 << flop[2]
    for turn in deck.cards:
        for river in deck.cards:
            if river <= turn or seen & (1 << turn | 1 << river):
                continue
            board[3], board[4] = turn, river
            ways[:] = 0
            step = step_of[count_dealer_hands(own, board, deck, tables, floor, ways)]
            best = (last[0, step] * ways).sum()
            for way in range(1, len(last)):
                best = max(best, (last[way, step] * ways).sum())
            sums[0] += best
            for bet in range(len(bets)):
                sums[1 + bet] += (bets[bet, step] * ways).sum()
