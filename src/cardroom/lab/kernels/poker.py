"""Inner loops over five-card hands, compiled. No rule or pay-off is known here."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from cardroom.lab.kernels.generator import below, start
from cardroom.lab.poker_tables import RANK_WEIGHTS

Integers = npt.NDArray[Any]


def _binomials() -> Integers:
    table = np.zeros((53, 6), dtype=np.int64)
    table[:, 0] = 1
    for n in range(1, 53):
        for k in range(1, 6):
            table[n, k] = table[n - 1, k - 1] + table[n - 1, k]
    return table


CHOOSE = _binomials()


@njit(cache=True, nogil=True, inline="always")
def value_of(a: int, b: int, c: int, d: int, e: int, mixed: Integers, flush: Integers) -> int:
    """The value of five cards, each 13 × suit + rank."""
    if a // 13 == b // 13 == c // 13 == d // 13 == e // 13:
        return flush[1 << a % 13 | 1 << b % 13 | 1 << c % 13 | 1 << d % 13 | 1 << e % 13]
    return mixed[
        RANK_WEIGHTS[a % 13] + RANK_WEIGHTS[b % 13] + RANK_WEIGHTS[c % 13] + RANK_WEIGHTS[d % 13] + RANK_WEIGHTS[e % 13]
    ]


@njit(cache=True, nogil=True)
def all_values(mixed: Integers, flush: Integers, hands: Integers, values: Integers) -> None:
    """Every five-card hand, ascending cards, in combinatorial order, and its value."""
    place = 0
    for e in range(4, 52):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        hands[place, 0], hands[place, 1], hands[place, 2] = a, b, c
                        hands[place, 3], hands[place, 4] = d, e
                        values[place] = value_of(a, b, c, d, e, mixed, flush)
                        place += 1


@njit(cache=True, nogil=True)
def rank_batch(hands: Integers, mixed: Integers, flush: Integers, values: Integers) -> None:
    """Values of many hands given as rows of five card numbers."""
    for i in range(len(hands)):
        values[i] = value_of(hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3], hands[i, 4], mixed, flush)


@njit(cache=True, nogil=True, inline="always")
def _place4(a: int, b: int, c: int, d: int) -> int:
    return a + CHOOSE[b, 2] + CHOOSE[c, 3] + CHOOSE[d, 4]


@njit(cache=True, nogil=True, inline="always")
def _place3(a: int, b: int, c: int) -> int:
    return a + CHOOSE[b, 2] + CHOOSE[c, 3]


@njit(cache=True, nogil=True, inline="always")
def _place2(a: int, b: int) -> int:
    return a + CHOOSE[b, 2]


# --- streets: four known cards and one to come, then three and two, then two and three -------------------------------


@njit(cache=True, nogil=True)
def river_steps(hands: Integers, steps: Integers, tally: Integers) -> None:
    """[four cards, step]: how many fifth cards lead to each step."""
    for i in range(len(hands)):
        a, b, c, d, e = hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3], hands[i, 4]
        step = steps[i]
        tally[_place4(b, c, d, e), step] += 1
        tally[_place4(a, c, d, e), step] += 1
        tally[_place4(a, b, d, e), step] += 1
        tally[_place4(a, b, c, e), step] += 1
        tally[_place4(a, b, c, d), step] += 1


@njit(cache=True, nogil=True)
def _with_one_more(cards: Integers, number: int, card: int, more: Integers) -> None:
    """The cards in ascending order with one more among them."""
    i = 0
    while i < number and cards[i] < card:
        more[i] = cards[i]
        i += 1
    more[i] = card
    while i < number:
        more[i + 1] = cards[i]
        i += 1


@njit(cache=True, nogil=True, inline="always")
def _place(cards: Integers, number: int) -> int:
    total = 0
    for i in range(number):
        total += CHOOSE[cards[i], i + 1]
    return total


@njit(cache=True, nogil=True)
def is_among(cards: Integers, number: int, card: int) -> bool:
    for i in range(number):
        if cards[i] == card:
            return True
    return False


@njit(cache=True, nogil=True)
def average_next(cards: Integers, known: int, next_worth: Integers, worth: Integers) -> None:
    """For every set of `known` cards: the sum over the next card of what the larger set is worth, by stake."""
    more = np.zeros(5, dtype=np.int64)
    for i in range(len(cards)):
        for card in range(52):
            if not is_among(cards[i], known, card):
                _with_one_more(cards[i], known, card, more)
                place = _place(more, known + 1)
                for stake in range(worth.shape[1]):
                    worth[i, stake] += next_worth[place, stake]


@njit(cache=True, nogil=True)
def walk_streets(
    twos: Integers, begin: int, end: int, bets: tuple[Integers, Integers, Integers], river: Integers,
    folded: Integers, settled: Integers,
) -> None:  # fmt: skip
    """Play every deal by the chosen bets: folded[street, bets made] and settled[bets made, step] count the ways.

    bets[street][cards known, stake so far] is the bet to make, 0 to fold.
    """
    three, four = np.zeros(5, dtype=np.int64), np.zeros(5, dtype=np.int64)
    first, second, third = bets
    for i in range(begin, end):
        hand = twos[i]
        bet3 = first[i, 1]
        if bet3 == 0:
            folded[0, 0, 0] += 50 * 49 * 48
            continue
        for c in range(52):
            if is_among(hand, 2, c):
                continue
            _with_one_more(hand, 2, c, three)
            bet4 = second[_place(three, 3), 1 + bet3]
            if bet4 == 0:
                folded[1, bet3, 0] += 49 * 48
                continue
            for d in range(52):
                if is_among(three, 3, d):
                    continue
                _with_one_more(three, 3, d, four)
                place = _place(four, 4)
                bet5 = third[place, 1 + bet3 + bet4]
                if bet5 == 0:
                    folded[2, bet3, bet4] += 48
                    continue
                for step in range(river.shape[1]):
                    settled[bet3, bet4, bet5, step] += river[place, step]


# --- a hand against the dealer's with one card up --------------------------------------------------------------------


@njit(cache=True, nogil=True)
def add_to_subsets(
    hand: Integers, low: int, high: int, one: Integers, two: Integers, three: Integers, four: Integers, none: Integers
) -> None:
    """Count a dealer's hand under each of its cards as the one up, and each subset of the others."""
    rest = np.zeros(4, dtype=np.int64)
    for k in range(5):
        up = hand[k]
        if up < low or up >= high:
            continue
        u = up - low
        for i in range(4):
            rest[i] = hand[i] if i < k else hand[i + 1]
        a, b, c, d = rest[0], rest[1], rest[2], rest[3]
        none[u] += 1
        one[a, u] += 1
        one[b, u] += 1
        one[c, u] += 1
        one[d, u] += 1
        two[_place2(a, b), u] += 1
        two[_place2(a, c), u] += 1
        two[_place2(a, d), u] += 1
        two[_place2(b, c), u] += 1
        two[_place2(b, d), u] += 1
        two[_place2(c, d), u] += 1
        three[_place3(a, b, c), u] += 1
        three[_place3(a, b, d), u] += 1
        three[_place3(a, c, d), u] += 1
        three[_place3(b, c, d), u] += 1
        four[_place4(a, b, c, d), u] += 1


@njit(cache=True, nogil=True)
def count_apart(
    hand: Integers, one: Integers, two: Integers, three: Integers, four: Integers, none: Integers, counts: Integers
) -> None:
    """By card up: the counted dealer's hands that share no card with this one, by inclusion and exclusion."""
    size = len(none)
    for u in range(size):
        counts[u] = none[u]
    for i in range(5):
        row = one[hand[i]]
        for u in range(size):
            counts[u] -= row[u]
        for j in range(i + 1, 5):
            row = two[_place2(hand[i], hand[j])]
            for u in range(size):
                counts[u] += row[u]
            for k in range(j + 1, 5):
                row = three[_place3(hand[i], hand[j], hand[k])]
                for u in range(size):
                    counts[u] -= row[u]
                for m in range(k + 1, 5):
                    quad = four[_place4(hand[i], hand[j], hand[k], hand[m])]
                    for u in range(size):
                        counts[u] += quad[u]


@njit(cache=True, nogil=True)
def sweep(
    low: int, high: int, hands: Integers, starts: Integers, floor: int, weights: Integers, chosen: Integers,
    player_starts: Integers, step_of: Integers, gains: Integers, dealer_hands: int,
    counts: Integers, gain: Integers, option: Integers,
) -> None:  # fmt: skip
    """Go through the dealer's hands by rising value, for the cards up from `low` to `high`.

    At each value the counts so far say how many dealer's hands are below, equal to, and above a player's hand of it.
    `chosen` lists the players' hands that stand for all, ordered by value. A showdown is 2 × result + qualifies,
    with result 0 for a win, 1 for a copy, 2 for a loss.
    """
    size = high - low
    none = np.zeros(size, dtype=np.int32)
    one, two = np.zeros((52, size), dtype=np.int32), np.zeros((1326, size), dtype=np.int32)
    three, four = np.zeros((22100, size), dtype=np.int32), np.zeros((270725, size), dtype=np.int8)
    failing = np.zeros((len(chosen), size), dtype=np.int32)
    below, up_to = np.zeros(size, dtype=np.int32), np.zeros(size, dtype=np.int32)
    lower = np.zeros((np.max(player_starts[1:] - player_starts[:-1]), size), dtype=np.int32)
    for phase in range(2):  # first only up to the dealer's floor, for the hands that do not qualify; then all
        for value in range(len(starts) - 1):
            if phase == 0 and value == floor:
                for p in range(len(chosen)):
                    count_apart(hands[chosen[p]], one, two, three, four, none, failing[p])
                none[:] = 0
                one[:] = 0
                two[:] = 0
                three[:] = 0
                four[:] = 0
                break
            begin = player_starts[value]
            if phase == 1:
                for p in range(begin, player_starts[value + 1]):
                    count_apart(hands[chosen[p]], one, two, three, four, none, lower[p - begin])
            for i in range(starts[value], starts[value + 1]):
                add_to_subsets(hands[i], low, high, one, two, three, four, none)
            if phase == 1:
                for p in range(begin, player_starts[value + 1]):
                    hand = hands[chosen[p]]
                    count_apart(hand, one, two, three, four, none, up_to)
                    below[:] = lower[p - begin]
                    for u in range(size):
                        if not is_among(hand, 5, low + u):
                            _settle_up_card(
                                p, low + u, below[u], up_to[u], failing[p, u], value >= floor, dealer_hands,
                                weights[p], step_of[value], gains, counts, gain, option,
                            )  # fmt: skip


@njit(cache=True, nogil=True)
def _settle_up_card(
    p: int, up: int, below: int, up_to: int, failing: int, player_qualifies: bool, dealer_hands: int, weight: int, step: int,
    gains: Integers, counts: Integers, gain: Integers, option: Integers,
) -> None:  # fmt: skip
    ways = np.zeros(6, dtype=np.int64)
    copies, above = up_to - below, dealer_hands - up_to
    if player_qualifies:
        ways[0], ways[1] = failing, below - failing
        ways[3], ways[5] = copies, above
    else:
        ways[0], ways[2] = below, copies
        ways[4], ways[5] = failing - up_to, dealer_hands - failing
    best = 0
    for o in range(gains.shape[0]):
        total = 0
        for showdown in range(6):
            total += ways[showdown] * gains[o, step, showdown]
        gain[p, up, o] = total
        if total >= gain[p, up, best]:
            best = o
    option[p, up] = best
    for showdown in range(6):
        counts[best, step, showdown] += weight * ways[showdown]


@njit(cache=True, nogil=True)
def meet(hand: Integers, up: int, player: int, mixed: Integers, flush: Integers, floor: int, ways: Integers) -> None:
    """One player's hand and card up against every dealer's hand: ways[2 × result + qualifies]."""
    left = np.zeros(46, dtype=np.int64)
    number = 0
    for card in range(52):
        if card != up and not is_among(hand, 5, card):
            left[number] = card
            number += 1
    for i in range(number):
        for j in range(i + 1, number):
            for k in range(j + 1, number):
                for m in range(k + 1, number):
                    dealer = value_of(left[i], left[j], left[k], left[m], up, mixed, flush)
                    result = 0 if player > dealer else (1 if player == dealer else 2)
                    ways[2 * result + (1 if dealer >= floor else 0)] += 1


# --- the best of two hands --------------------------------------------------------------------------------------------


@njit(cache=True, nogil=True)
def disjoint_pairs(hands: Integers, selected: Integers) -> int:
    """Ordered pairs of selected hands without a common card: the sum over card sets T of (-1)^|T| × (hands over T)²."""
    one, two = np.zeros(52, dtype=np.int64), np.zeros(1326, dtype=np.int64)
    three, four = np.zeros(22100, dtype=np.int64), np.zeros(270725, dtype=np.int64)
    number = 0
    for n in range(len(hands)):
        if not selected[n]:
            continue
        number += 1
        hand = hands[n]
        for i in range(5):
            one[hand[i]] += 1
            for j in range(i + 1, 5):
                two[_place2(hand[i], hand[j])] += 1
                for k in range(j + 1, 5):
                    three[_place3(hand[i], hand[j], hand[k])] += 1
                    for m in range(k + 1, 5):
                        four[_place4(hand[i], hand[j], hand[k], hand[m])] += 1
    pairs = number * number - number  # the empty set, and sets of all five cards
    for count in one:
        pairs -= count * count
    for count in two:
        pairs += count * count
    for count in three:
        pairs -= count * count
    for count in four:
        pairs += count * count
    return pairs


# --- the best of many hands, simulated --------------------------------------------------------------------------------


@njit(cache=True, nogil=True)
def crowded_deals(
    block: int,
    deals: int,
    most: int,
    mixed: Integers,
    flush: Integers,
    steps: Integers,
    sums: Integers,
    products: Integers,
) -> None:
    """How far hands that reach a step in threes and more lead away from the count by singles and pairs.

    With k of the hands at a step or better, "any" is k - k(k-1)/2 + a rest; the first two are known exactly, and the
    rest, which is summed here by [hands, step] with its products, is nearly always zero.
    """
    state = start(1, block)
    deck = np.arange(52)
    reached, rest = np.zeros(sums.shape[1], dtype=np.int64), np.zeros(sums.shape[1], dtype=np.int64)
    for _ in range(deals):
        reached[:] = 0
        for hand in range(most):
            first = 5 * hand
            for place in range(first, first + 5):
                other = place + below(52 - place, state)
                deck[place], deck[other] = deck[other], deck[place]
            value = value_of(
                deck[first], deck[first + 1], deck[first + 2], deck[first + 3], deck[first + 4], mixed, flush
            )
            for step in range(steps[value], len(reached)):
                reached[step] += 1
            if reached[-1] < 3:
                continue
            for step in range(len(reached)):
                k = reached[step]
                rest[step] = 1 - k + k * (k - 1) // 2 if k > 2 else 0
                sums[hand + 1, step] += rest[step]
            for step in range(len(reached)):
                for other in range(len(reached)):
                    products[hand + 1, step, other] += rest[step] * rest[other]
