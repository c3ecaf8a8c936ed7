"""What a player who sees the dealer's cards can expect, compiled. No rule or pay-off is known here."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.lab.compiled_loops import njit
from cardroom.lab.solvers.holdem.kernels.board_numbers import Kinds, kind_of
from cardroom.lab.solvers.holdem.kernels.simulation import Policy, hand_of, option_after, option_last
from cardroom.lab.solvers.kernels.value_lookup import Tables, value_of

Integers = npt.NDArray[Any]

BEST, ORDINARY, BETS = 0, 1, 2  # what is summed by flop: the best at the end, what ordinary play takes there, the bets


@njit(cache=True, nogil=True, inline="always")
def flop_place(a: int, b: int, c: int) -> int:
    """The place of three ascending numbers among all of them."""
    return a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6


@njit(cache=True, nogil=True)
def peek_at_boards(
    dealt: Integers, left: Integers, kinds: Kinds, tables: Tables, policy: Policy, floor: int, step_of: Integers,
    gains: tuple[Integers, Integers, Integers], by_flop: Integers, before: Integers,
) -> None:  # fmt: skip
    """Every board of the cards left: by_flop[flop, what] and before[bet] are sums of gains[way, step, showdown].

    `dealt` is the player's two cards and the dealer's two; `gains` are those of bets before the flop, of bets after it,
    and of the ways at the end.
    """
    first, after, last = gains
    own, its = (dealt[0], dealt[1]), (dealt[2], dealt[3])
    own_key, own_bits = tables.keys[own[0]] + tables.keys[own[1]], 1 << own[0] | 1 << own[1]
    its_key, its_bits = tables.keys[its[0]] + tables.keys[its[1]], 1 << its[0] | 1 << its[1]
    board, places = np.zeros(5, dtype=np.int64), np.zeros(10, dtype=np.int64)
    number = len(left)
    for e in range(4, number):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        board[0], board[1], board[2], board[3], board[4] = left[a], left[b], left[c], left[d], left[e]
                        key, bits = 0, 0
                        for card in board:
                            key += tables.keys[card]
                            bits |= 1 << card
                        player = value_of(tables.start + key + own_key, bits | own_bits, tables)
                        dealer = value_of(tables.start + key + its_key, bits | its_bits, tables)
                        result = 0 if player > dealer else (1 if player == dealer else 2)
                        showdown, step = 2 * result + (1 if dealer >= floor else 0), step_of[player]
                        best = last[0, step, showdown]
                        for way in range(1, len(last)):
                            best = max(best, last[way, step, showdown])
                        kind, flush = kind_of(key, bits, kinds)
                        ordinary = last[option_last(own, kind, flush, policy), step, showdown]
                        for bet in range(len(first)):
                            before[bet] += first[bet, step, showdown]
                        places[0], places[1] = flop_place(a, b, c), flop_place(a, b, d)
                        places[2], places[3] = flop_place(a, b, e), flop_place(a, c, d)
                        places[4], places[5] = flop_place(a, c, e), flop_place(a, d, e)
                        places[6], places[7] = flop_place(b, c, d), flop_place(b, c, e)
                        places[8], places[9] = flop_place(b, d, e), flop_place(c, d, e)
                        for place in places:
                            by_flop[place, BEST] += best
                            by_flop[place, ORDINARY] += ordinary
                            for bet in range(len(after)):
                                by_flop[place, BETS + bet] += after[bet, step, showdown]


@njit(cache=True, nogil=True)
def peek_at_deal(
    dealt: Integers, deck: Integers, kinds: Kinds, tables: Tables, policy: Policy, floor: int, step_of: Integers,
    gains: tuple[Integers, Integers, Integers],
) -> tuple[float, float]:  # fmt: skip
    """What the best play and ordinary play gain on average, given the player's two cards and the dealer's two."""
    left = np.zeros(len(deck) - 4, dtype=np.int64)
    number = 0
    for card in deck:
        if card not in dealt:
            left[number] = card
            number += 1
    first, after, _ = gains
    by_flop = np.zeros((number * (number - 1) * (number - 2) // 6, BETS + len(after)), dtype=np.int64)
    before = np.zeros(len(first), dtype=np.int64)
    peek_at_boards(dealt, left, kinds, tables, policy, floor, step_of, gains, by_flop, before)
    own = (dealt[0], dealt[1])
    flop = np.zeros(3, dtype=np.int64)
    best, ordinary = 0, 0
    for c in range(2, number):
        for b in range(1, c):
            for a in range(b):
                found = by_flop[flop_place(a, b, c)]
                most = found[BEST]
                for bet in range(len(after)):
                    most = max(most, found[BETS + bet])
                best += most
                flop[0], flop[1], flop[2] = left[a], left[b], left[c]
                option = option_after(own, flop, policy)
                ordinary += found[BETS + option - 1] if option > 0 else found[ORDINARY]
    option = np.int64(policy.before[policy.chart[hand_of(own[0], own[1])]])
    for bet in range(len(first)):  # each board is summed up once here, and with ten flops there
        best = max(best, 10 * before[bet])
        if option == bet + 1:
            ordinary = 10 * before[bet]
    boards = number * (number - 1) * (number - 2) * (number - 3) * (number - 4) // 12
    return best / boards, ordinary / boards
