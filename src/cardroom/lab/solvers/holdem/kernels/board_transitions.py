"""Between flops and the boards that can follow, and what becomes of every deal there."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cardroom.lab.compiled_loops import njit
from cardroom.lab.solvers.holdem.kernels.board_numbers import HANDS, Deck, Kinds, block_of, kind_of, place_of, row_of
from cardroom.lab.solvers.holdem.kernels.board_showdowns import NO_HAND, showdowns

Integers = npt.NDArray[Any]

FIELD = 20  # bits of a count in a word of three


class Following(NamedTuple):
    """Every turn and river after a flop."""

    turns: Integers
    rivers: Integers
    kinds: Integers  # of their boards
    flushes: Integers  # suits
    seen: Integers  # the first places with each kind and flush suit, and
    times: Integers  # [kind, flush suit]: how often they come


@njit(cache=True, nogil=True)
def empty_following(kinds: int) -> Following:
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


@njit(cache=True, nogil=True)
def gather(begin: int, end: int, flops: Integers, kinds: Kinds, deck: Deck, table: Integers, worth: Integers) -> None:
    """worth[flop, block, hand]: the sum of a table over every turn and river that the hand does not hold."""
    after = empty_following(len(table))
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
    after = empty_following(len(table))
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


@njit(cache=True, nogil=True)
def settle(
    numbers: Integers, meetings: Integers, steps: Integers, dealers: int, words: Integers, waits: int,
    choices: Integers, settled: Integers, last: Integers,
) -> None:  # fmt: skip
    """Count the showdowns of all hands in a table of three counts a word, settled[field, step, showdown].

    Hands of the field `waits` are settled as they choose: last[way, step, showdown].
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
                            way = choices[kind, row, 13 * i + j]
                            for showdown in range(6):
                                last[way, step, showdown] += times * ways[showdown]
                        else:
                            for showdown in range(6):
                                settled[field, step, showdown] += times * ways[showdown]
