"""The inner loop of simulated hold'em, compiled. No rule or pay-off is known here: all of them are arrays."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cardroom.lab.compiled_loops import njit
from cardroom.lab.solvers.holdem.kernels.board_numbers import Kinds, block_of, kind_of, row_of
from cardroom.lab.solvers.kernels.random_dealing import add_moments, add_pairs, deal_packet, seed_block
from cardroom.lab.solvers.kernels.value_lookup import Tables, value_of

Integers = npt.NDArray[Any]


class Round(NamedTuple):
    """How a round is dealt: cards, packets, and where in the deck everyone's cards then lie."""

    deck: Integers
    plan: Any
    own: Integers  # [seat, 2]
    board: Integers
    dealer: Integers


class Policy(NamedTuple):
    """The option for every position: before and after the flop 0 is to wait."""

    chart: Integers  # [block, hand]: the place of two cards in the chart
    before: Integers  # [place in the chart]
    flop_number: Integers  # by the place of three cards
    flop_suits: Integers
    after: Integers  # [flop, block, hand]
    last: Integers  # [kind of board, row, hand]
    first_after: int  # the path of the first bet after the flop, and
    first_last: int  # of the first way at the end


class Settlement(NamedTuple):
    """What all seats of a round do together is squared only where there are several: else the endings tell it."""

    floor: int
    step_of: Integers  # by value
    gains: Integers  # [path, step, showdown]
    stakes: Integers  # [path], in bets
    folds: Integers  # [path]: 1 where the hand was given up
    lines: Integers  # [kind of side bet, path, step]: the line it reaches


@njit(cache=True, nogil=True, inline="always")
def hand_of(first: int, second: int) -> tuple[int, int]:
    """The block of two cards, and their place in it."""
    if first > second:
        first, second = second, first
    return block_of(first // 13, second // 13), 13 * (first % 13) + second % 13


@njit(cache=True, nogil=True)
def option_after(own: tuple[int, int], board: Integers, policy: Policy) -> int:
    """The option after the flop, from the flop that stands for all with other suits."""
    a, b, c = board[0], board[1], board[2]
    a, b = min(a, b), max(a, b)
    b, c = min(b, c), max(b, c)
    a, b = min(a, b), max(a, b)
    place = a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6
    names = np.int64(policy.flop_suits[place])
    first = 13 * ((names >> (2 * (own[0] // 13))) & 3) + own[0] % 13
    second = 13 * ((names >> (2 * (own[1] // 13))) & 3) + own[1] % 13
    block, hand = hand_of(first, second)
    return np.int64(policy.after[policy.flop_number[place], block, hand])


@njit(cache=True, nogil=True)
def option_last(own: tuple[int, int], kind: int, flush: int, policy: Policy) -> int:
    """The option at the end, on a board of this kind and flush suit."""
    row = row_of(own[0] // 13, own[1] // 13, flush)
    return np.int64(policy.last[kind, row, 13 * (own[0] % 13) + own[1] % 13])


@njit(cache=True, nogil=True)
def play(
    rounds: int, seed: np.uint64, block: int, deal: Round, kinds: Kinds, tables: Tables, policy: Policy,
    settlement: Settlement, endings: Integers, moments: Integers, pairs: Integers,
) -> None:  # fmt: skip
    """Deal and settle rounds: endings[path, step, showdown] of all seats."""
    s0, s1, s2, s3 = seed_block(seed, block)
    deck, seats = deal.deck, len(deal.own)
    fraction_bits, packets, products, thresholds = deal.plan
    board = np.zeros(5, dtype=np.int64)
    lines = np.zeros((seats, len(settlement.lines)), dtype=np.int64)
    for _ in range(rounds):
        first = 0
        for packet in range(len(packets)):
            s0, s1, s2, s3 = deal_packet(
                deck, fraction_bits, first, packets[packet], products[packet], thresholds[packet], s0, s1, s2, s3
            )
            first += packets[packet]
        key, bits = tables.start, 0
        for i in range(5):
            board[i] = deck[deal.board[i]]
            key += tables.keys[board[i]]
            bits |= 1 << board[i]
        one, two = np.int64(deck[deal.dealer[0]]), np.int64(deck[deal.dealer[1]])
        dealer = value_of(key + tables.keys[one] + tables.keys[two], bits | 1 << one | 1 << two, tables)
        qualifies = 1 if dealer >= settlement.floor else 0
        kind, flush = -1, 4
        net, staked, folds = 0, 0, 0
        for seat in range(seats):
            one, two = np.int64(deck[deal.own[seat, 0]]), np.int64(deck[deal.own[seat, 1]])
            value = value_of(key + tables.keys[one] + tables.keys[two], bits | 1 << one | 1 << two, tables)
            path = np.int64(policy.before[policy.chart[hand_of(one, two)]]) - 1
            if path < 0:
                path = option_after((one, two), board, policy) - 1
                if path >= 0:
                    path += policy.first_after
                else:
                    if kind < 0:
                        kind, flush = kind_of(key - tables.start, bits, kinds)
                    path = policy.first_last + option_last((one, two), kind, flush, policy)
            step = settlement.step_of[value]
            showdown = 2 * (0 if value > dealer else (1 if value == dealer else 2)) + qualifies
            endings[path, step, showdown] += 1
            if seats > 1:
                net += settlement.gains[path, step, showdown]
                staked += settlement.stakes[path]
                folds += settlement.folds[path]
                for side_bet in range(len(settlement.lines)):
                    lines[seat, side_bet] = settlement.lines[side_bet, path, step]
        if seats > 1:
            add_moments(net, staked, folds, moments)
            add_pairs(lines, pairs)
