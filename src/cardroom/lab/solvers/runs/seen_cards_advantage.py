"""What a player of runs gains who sees more cards."""

from __future__ import annotations

from itertools import product
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from cardroom.games.model import DEALER
from cardroom.lab.solvers.parallel import in_chunks
from cardroom.lab.solvers.protocol import Floats, Integers
from cardroom.lab.solvers.runs.deal_counts import chain_series
from cardroom.lab.solvers.runs.kernels.seen_cards_advantage import RADIX, TABLE_SIZE, peek_at_runs
from cardroom.lab.solvers.runs.kernels.simulation import CELLS
from cardroom.lab.solvers.runs.simulator_loop import make_loop

if TYPE_CHECKING:
    from cardroom.lab.solvers.runs.solved_game import RunSolved


def peek_gains(solved: RunSolved, dealt: Integers, first_known: int) -> tuple[Floats, Floats]:
    """The kernel over all deals."""
    loop = make_loop(solved, solved.best_policy, 1)
    chains = solved.ranking.chains
    per_cell = chains[0].distinct_cells[0].bit_count()
    rest = solved.game.cards_of(DEALER) - (dealt.shape[1] - first_known)
    masks = np.array([mask for mask in range(1 << CELLS) if mask.bit_count() <= rest], dtype=np.int64)
    ways = ways_by_cells_left(rest) if len(chains) == 1 else np.zeros(1, dtype=np.int64)
    series = chain_series(rest) if len(chains) == 2 else np.zeros((1, 1, 1), dtype=np.int64)
    informed, ordinary = np.zeros(len(dealt)), np.zeros(len(dealt))
    in_chunks(
        lambda part: peek_at_runs(
            dealt[part], loop.packets[0], first_known, len(chains), per_cell, loop.deck, loop.cell_of, loop.skipped,
            loop.starts, loop.choice, loop.player_value, loop.dealer_value, loop.gains, masks, ways, series,
            informed[part], ordinary[part],
        ), len(dealt)
    )  # fmt: skip
    return informed / solved.parts_per_unit, ordinary / solved.parts_per_unit


def ways_by_cells_left(cards: int) -> Integers:
    """Hands of so many cards that reach exactly certain cells, by how many of these have 1, 2, 3 and 4 cards left.

    The place is a number in base `RADIX` whose digits are these numbers.
    """
    table = np.zeros(TABLE_SIZE, dtype=np.int64)
    taking = [np.array([0] + [comb(left, taken) for taken in range(1, left + 1)]) for left in range(5)]
    for numbers in product(range(min(RADIX, cards + 1)), repeat=4):
        if sum(numbers) > cards:
            continue
        series = np.ones(1, dtype=np.int64)
        for left, number in enumerate(numbers, 1):
            for _ in range(number):
                series = np.convolve(series, taking[left])[: cards + 1]
        if len(series) > cards:
            table[sum(number * RADIX**digit for digit, number in enumerate(numbers))] = series[cards]
    return table
