"""All hands of a table at one rank: the loops over what they have so far, compiled. No rule or pay-off is known here.

A key holds, from its lowest bits: cards left free, hands that have what they need, the crowd of hands that need more,
and for each suit its state, ascending, since no suit differs from another but in name. Numbers are remainders.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.lab.compiled_loops import njit

Integers = npt.NDArray[Any]

SUITS = 4
FREE_BITS, DONE_BITS, CROWD_BITS, SUIT_BITS = 6, 4, 20, 8
DONE_AT, CROWD_AT, SUITS_AT = FREE_BITS, FREE_BITS + DONE_BITS, FREE_BITS + DONE_BITS + CROWD_BITS
FREE, DONE, CROWD, SUIT = ((1 << bits) - 1 for bits in (FREE_BITS, DONE_BITS, CROWD_BITS, SUIT_BITS))
EMPTY = -1
FEWEST_PLACES = 1 << 8

# Columns of a step that suits can take.
ONTO, OF, LEFT, ENDED, HANDS, WAYS = range(6)


@njit(cache=True, nogil=True, forceinline=True)
def ascending(a: int, b: int, c: int, d: int) -> int:
    """The states of all suits as one number."""
    if a > b:
        a, b = b, a
    if c > d:
        c, d = d, c
    if a > c:
        a, c = c, a
    if b > d:
        b, d = d, b
    if b > c:
        b, c = c, b
    return (((((a << SUIT_BITS) | b) << SUIT_BITS) | c) << SUIT_BITS) | d


@njit(cache=True, nogil=True)
def suit_steps(
    groups: Integers, most: int, available: int, starts: Integers, moves: Integers, hands: Integers, found: Integers
) -> int:
    """What the suits of each group can do together; those that lead alike are taken as one. How many steps there are.

    A move of one suit is (state, cards, hands done, ways). The same step in other suits is found near the end.
    """
    number = 0
    for group in range(len(groups)):
        suits, first = groups[group], number
        d, c, b, a = suits & SUIT, suits >> SUIT_BITS & SUIT, suits >> 2 * SUIT_BITS & SUIT, suits >> 3 * SUIT_BITS
        for i in range(starts[a], starts[a + 1]):
            for j in range(starts[b], starts[b + 1]):
                for k in range(starts[c], starts[c + 1]):
                    for m in range(starts[d], starts[d + 1]):
                        ended = moves[i, 2] + moves[j, 2] + moves[k, 2] + moves[m, 2]
                        held = hands[moves[i, 0]] + hands[moves[j, 0]] + hands[moves[k, 0]] + hands[moves[m, 0]]
                        if held + ended > most:
                            continue
                        left = available - moves[i, 1] - moves[j, 1] - moves[k, 1] - moves[m, 1]
                        onto = ascending(moves[i, 0], moves[j, 0], moves[k, 0], moves[m, 0])
                        ways = moves[i, 3] * moves[j, 3] * moves[k, 3] * moves[m, 3]
                        place = first
                        while place < number and (
                            found[place, ONTO] != onto or found[place, LEFT] != left or found[place, ENDED] != ended
                        ):
                            place += 1
                        if place == len(found):
                            return -1
                        if place == number:
                            found[place, ONTO], found[place, OF], found[place, LEFT] = onto, group, left
                            found[place, ENDED], found[place, HANDS], found[place, WAYS] = ended, held + ended, 0
                            number += 1
                        found[place, WAYS] += ways
    return number


@njit(cache=True, nogil=True, forceinline=True)
def hash_slot(table: Integers, key: int) -> int:
    """Where a key is, or where it may be put."""
    mask = len(table) - 1
    mixed = key * 0x9E3779B1
    place = (mixed ^ (mixed >> 15)) & mask
    while table[place] != EMPTY and table[place] != key:
        place = (place + 1) & mask
    return place


@njit(cache=True, nogil=True)
def sum_states(
    begin: int, end: int, ontos: Integers, steps: Integers, group_starts: Integers, keys: Integers, numbers: Integers,
    most: int, moduli: Integers, starts: Integers, moves: Integers, hands: Integers,
) -> tuple[Integers, Integers]:  # fmt: skip
    """All that comes to some states of the suits, one after another.

    A move of a crowd is (state, what it adds to the key, hands done, ways), by the cards of the rank left to it.
    """
    places = FEWEST_PLACES
    table, sums = np.full(places, EMPTY, dtype=np.int64), np.zeros((places, len(moduli)), dtype=np.int64)
    used = np.zeros(places, dtype=np.int64)
    kept, size = np.zeros(places, dtype=np.int64), 0
    amounts = np.zeros((places, len(moduli)), dtype=np.int64)
    number = np.zeros(len(moduli), dtype=np.int64)
    for onto in range(begin, end):
        filled = 0
        for step in range(ontos[onto], ontos[onto + 1]):
            group, left, ways = steps[step, OF], steps[step, LEFT], steps[step, WAYS]
            ended, held = steps[step, ENDED] << DONE_AT, steps[step, HANDS]
            for n in range(group_starts[group], group_starts[group + 1]):
                key = keys[n]
                crowd = key >> CROWD_AT & CROWD
                rest = key & ((1 << CROWD_AT) - 1)
                before = held + (rest >> DONE_AT)
                for r in range(len(moduli)):
                    number[r] = numbers[n, r] * ways % moduli[r]
                for move in range(starts[crowd, left], starts[crowd, left + 1]):
                    if before + hands[moves[move, 0]] + moves[move, 2] > most:
                        continue
                    after = (moves[move, 0] << CROWD_AT) + rest + ended + moves[move, 1]
                    place = hash_slot(table, after)
                    if table[place] == EMPTY:
                        if 2 * filled == places:
                            places *= 4
                            table, sums, used = grow_table(table, sums, used, places)
                            place = hash_slot(table, after)
                        table[place] = after
                        used[filled] = place
                        filled += 1
                    for r in range(len(moduli)):
                        sums[place, r] = (sums[place, r] + number[r] * moves[move, 3]) % moduli[r]
        if size + filled > len(kept):
            kept, amounts = grow_results(kept, amounts, 2 * (size + filled))
        suits = steps[ontos[onto], ONTO] << SUITS_AT
        for i in range(filled):
            place = used[i]
            kept[size] = suits | table[place]
            amounts[size] = sums[place]
            size += 1
            table[place] = EMPTY
            sums[place] = 0
    return kept[:size].copy(), amounts[:size].copy()


@njit(cache=True, nogil=True)
def grow_table(table: Integers, sums: Integers, used: Integers, places: int) -> tuple[Integers, Integers, Integers]:
    larger, moved = np.full(places, EMPTY, dtype=np.int64), np.zeros((places, sums.shape[1]), dtype=np.int64)
    using = np.zeros(places, dtype=np.int64)
    for i in range(len(table) // 2):
        place = hash_slot(larger, table[used[i]])
        larger[place], moved[place], using[i] = table[used[i]], sums[used[i]], place
    return larger, moved, using


@njit(cache=True, nogil=True)
def grow_results(kept: Integers, amounts: Integers, size: int) -> tuple[Integers, Integers]:
    longer, more = np.zeros(size, dtype=np.int64), np.zeros((size, amounts.shape[1]), dtype=np.int64)
    longer[: len(kept)] = kept
    more[: len(amounts)] = amounts
    return longer, more
