"""The inner loops of hold'em, compiled. No rule or pay-off is known here: all of them are arrays.

What a hand is worth on a board depends on the board's *kind*: its ranks, and which of them are in a suit of which three
or more lie there (the flush suit). A card is then its rank, and whether it is in that suit. So a table of
[kind, 2 × first card in the flush suit + second card, 13 × rank + rank] holds a number for every hand on every board,
and hands whose first card is of one suit and whose second is of another (a *block* of 13 × 13) are a row of it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from cardroom.lab.counting.kernels import HIGH, LOW_BITS, SUITS, Tables, value_of

Integers = npt.NDArray[Any]

HANDS = 169  # in a block
NO_HAND = -1
TEN_BITS = 1023
RANK_BITS = (1 << SUITS) - 1
FIELD = 20  # bits of a count in a word of three


class Kinds(NamedTuple):
    """How kinds of boards are numbered: by the ranks in the flush suit, then by the other ranks."""

    keys: Integers  # by card: what it adds to the key of a board
    suited: Integers  # by the ranks in the flush suit, as bits: where their kinds begin, and
    suited_keys: Integers  # what they add to the key of a board's ranks
    low: Integers  # by the lower of the other ranks, and
    high: Integers  # [how many others, the higher of them]: their sum numbers these
    ranks: Integers  # [kind, 5]: the ranks, those in the flush suit first
    in_suit: Integers  # by kind: how many of them are


class Deck(NamedTuple):
    cards: Integers  # card numbers, ascending, of the first suits
    rank_is_in: Integers
    suits: int


@njit(cache=True, nogil=True, inline="always")
def kind_of(key: int, bits: int, kinds: Kinds) -> tuple[int, int]:
    """The number of a board's kind, and its flush suit (4 if it has none), from the board's key and bits."""
    three_of_a_suit = ((key >> SUITS) + 0x5555) & 0x8888
    suit, ranks, others = 4, 0, 5
    if three_of_a_suit:
        suit = 0
        while not (three_of_a_suit >> (4 * suit)) & 8:
            suit += 1
        ranks = (bits >> (13 * suit)) & 8191
        others -= (key >> (SUITS + 4 * suit)) & 15
    rest = (key & RANK_BITS) - kinds.suited_keys[ranks]
    kind = np.int64(kinds.suited[ranks]) + kinds.low[rest & LOW_BITS] + kinds.high[others, rest >> HIGH]
    return kind, suit


# --- one board: how every hand fares against every other --------------------------------------------------------------


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
def meet(
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


# --- between boards and their flops -----------------------------------------------------------------------------------


@njit(cache=True, nogil=True, inline="always")
def block_of(first: int, second: int) -> int:
    """The block of hands of two suits, the lower suit first."""
    return 4 * first - first * (first + 1) // 2 + second


@njit(cache=True, nogil=True, inline="always")
def place_of(first: int, second: int) -> tuple[int, int]:
    """The block of two ascending cards, and their place in it."""
    return block_of(first // 13, second // 13), 13 * (first % 13) + second % 13


class Following(NamedTuple):
    """Every turn and river after a flop."""

    turns: Integers
    rivers: Integers
    kinds: Integers  # of their boards
    flushes: Integers  # suits
    seen: Integers  # the first places with each kind and flush suit, and
    times: Integers  # [kind, flush suit]: how often they come


@njit(cache=True, nogil=True)
def room_to_follow(kinds: int) -> Following:
    places = np.zeros((5, 1176), dtype=np.int64)
    return Following(places[0], places[1], places[2], places[3], places[4], np.zeros((kinds, 5), dtype=np.int64))


@njit(cache=True, nogil=True)
def follow(flop: Integers, kinds: Kinds, deck: Deck, after: Following) -> tuple[int, int]:
    """Lay out every turn and river; returns how many they are, and how many different kinds and flush suits."""
    lies = 1 << flop[0] | 1 << flop[1] | 1 << flop[2]
    key = kinds.keys[flop[0]] + kinds.keys[flop[1]] + kinds.keys[flop[2]]
    number, different = 0, 0
    for turn in deck.cards:
        for river in deck.cards:
            both = 1 << turn | 1 << river
            if river <= turn or lies & both:
                continue
            kind, flush = kind_of(key + kinds.keys[turn] + kinds.keys[river], lies | both, kinds)
            if after.times[kind, flush] == 0:
                after.seen[different] = number
                different += 1
            after.times[kind, flush] += 1
            after.turns[number], after.rivers[number] = turn, river
            after.kinds[number], after.flushes[number] = kind, flush
            number += 1
    return number, different


@njit(cache=True, nogil=True, inline="always")
def row_of(first: int, second: int, flush: int) -> int:
    """The row of a table for hands of two suits."""
    return 2 * (first == flush) + (second == flush)


@njit(cache=True, nogil=True)
def gather(begin: int, end: int, flops: Integers, kinds: Kinds, deck: Deck, table: Integers, worth: Integers) -> None:
    """worth[flop, block, hand]: the sum of a table over every turn and river that the hand does not hold."""
    after = room_to_follow(len(table))
    sums = np.zeros((5, 4, HANDS), dtype=np.int64)  # by flush suit
    held = np.zeros((52, 4, 13), dtype=np.int64)  # what is too much by card: it came, and the hand holds it
    for flop in range(begin, end):
        number, different = follow(flops[flop], kinds, deck, after)
        sums[:], held[:] = 0, 0
        for place in after.seen[:different]:
            kind, flush = after.kinds[place], after.flushes[place]
            times = after.times[kind, flush]
            after.times[kind, flush] = 0
            for row in range(1 if flush == 4 else 4):
                for hand in range(HANDS):
                    sums[flush, row, hand] += times * table[kind, row, hand]
        for place in range(number):
            turn, river, kind, flush = after.turns[place], after.rivers[place], after.kinds[place], after.flushes[place]
            gather_held(turn, flush, deck.suits, table[kind], held)
            gather_held(river, flush, deck.suits, table[kind], held)
            block, hand = place_of(turn, river)
            worth[flop, block, hand] += table[kind, row_of(turn // 13, river // 13, flush), hand]
        for first in range(deck.suits):
            for second in range(first, deck.suits):
                block = block_of(first, second)
                for flush in range(5):
                    worth[flop, block] += sums[flush, row_of(first, second, flush)]
                for i in range(13):
                    for j in range(13):
                        too_much = held[13 * first + i, second, j] + held[13 * second + j, first, i]
                        worth[flop, block, 13 * i + j] -= too_much


@njit(cache=True, nogil=True, inline="always")
def gather_held(card: int, flush: int, suits: int, added: Integers, held: Integers) -> None:
    """Note what was added for hands with a card; on the flush suit's cards that lie there nothing was."""
    if card // 13 != flush:
        for other in range(suits):
            row = 1 if other == flush else 0
            for j in range(13):
                held[card, other, j] += added[row, 13 * (card % 13) + j]


@njit(cache=True, nogil=True)
def scatter(
    begin: int, end: int, part: int, parts: int, flops: Integers, kinds: Kinds, deck: Deck, chosen: Integers,
    table: Integers,
) -> None:  # fmt: skip
    """Add chosen[flop, block, hand] to the table of every board that can follow; of every so many kinds, one.

    The counterpart of `gather`. A hand of two suits may stand in either order in the table.
    """
    after = room_to_follow(len(table))
    sums = np.zeros((5, 4, HANDS), dtype=np.int64)
    held = np.zeros((52, 4, 13), dtype=np.int64)
    for flop in range(begin, end):
        number, different = follow(flops[flop], kinds, deck, after)
        sums[:] = 0
        for first in range(deck.suits):
            for second in range(first, deck.suits):
                words = chosen[flop, block_of(first, second)]
                for flush in range(5):
                    sums[flush, row_of(first, second, flush)] += words
                for i in range(13):
                    for j in range(13):
                        if first != second or i < j:
                            held[13 * first + i, second, j] = held[13 * second + j, first, i] = words[13 * i + j]
        for place in after.seen[:different]:
            kind, flush = after.kinds[place], after.flushes[place]
            times = after.times[kind, flush]
            after.times[kind, flush] = 0
            if kind % parts == part:
                for row in range(1 if flush == 4 else 4):
                    for hand in range(HANDS):
                        table[kind, row, hand] += times * sums[flush, row, hand]
        for place in range(number):
            turn, river, kind, flush = after.turns[place], after.rivers[place], after.kinds[place], after.flushes[place]
            if kind % parts == part:
                scatter_held(turn, flush, deck.suits, held, table[kind])
                scatter_held(river, flush, deck.suits, held, table[kind])
                block, hand = place_of(turn, river)
                table[kind, row_of(turn // 13, river // 13, flush), hand] += chosen[flop, block, hand]


@njit(cache=True, nogil=True, inline="always")
def scatter_held(card: int, flush: int, suits: int, held: Integers, table: Integers) -> None:
    """Take away the hands with a card that lies there."""
    for other in range(suits):
        row = row_of(card // 13, other, flush)
        for j in range(13):
            table[row, 13 * (card % 13) + j] -= held[card, other, j]


# --- what becomes of every deal ---------------------------------------------------------------------------------------


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
def settle(
    numbers: Integers, meetings: Integers, steps: Integers, dealers: int, factors: Integers, words: Integers,
    waits: int, settled: Integers, last: Integers,
) -> None:  # fmt: skip
    """Count the showdowns of all hands in a table of three counts a word, settled[field, step, showdown].

    Hands of the field `waits` choose among the ways of factors[way, step]: last[way, step, showdown].
    """
    for kind in numbers:
        for row in (0, 1, 3):
            for i in range(13):
                for j in range(13 if row == 1 else i + 1):
                    met = np.int64(meetings[kind, row, 13 * i + j])
                    word = words[kind, row, 13 * i + j]
                    if row == 1:
                        word += words[kind, 2, 13 * j + i]
                    elif i != j:
                        word += words[kind, row, 13 * j + i]
                    if met == NO_HAND or word == 0:
                        continue
                    step = steps[kind, row, 13 * i + j]
                    ways = showdowns(met, dealers)
                    for field in range(3):
                        times = (word >> (FIELD * field)) & ((1 << FIELD) - 1)
                        if times == 0:
                            continue
                        if field == waits:
                            way = best_way(met, factors, step)
                            for showdown in range(6):
                                last[way, step, showdown] += times * ways[showdown]
                        else:
                            for showdown in range(6):
                                settled[field, step, showdown] += times * ways[showdown]


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
def meet_dealers(own: Integers, board: Integers, deck: Deck, tables: Tables, floor: int, ways: Integers) -> int:
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
