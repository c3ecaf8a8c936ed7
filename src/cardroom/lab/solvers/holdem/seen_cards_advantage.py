"""What a player gains who sees the dealer's two cards before the first decision."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from cardroom.lab.solvers.hand_values import hand_tables
from cardroom.lab.solvers.holdem.board_counts import CARDS_READ
from cardroom.lab.solvers.holdem.boards import kinds_of_boards
from cardroom.lab.solvers.holdem.choice_costs import hands_in_chart
from cardroom.lab.solvers.holdem.option_worth import chart_place
from cardroom.lab.solvers.holdem.parallel_progress import WORKERS
from cardroom.lab.solvers.holdem.simulator_loop import policy_of
from cardroom.lab.solvers.protocol import Floats, Integers, not_counted

if TYPE_CHECKING:
    from cardroom.lab.solvers.holdem.solved_game import HoldemSolved

OWN = 2
BOTH = 4  # own cards and the dealer's
BOARDS = 200_000_000  # looked at one by one, about ten seconds


def peek_sample_size(cards: int) -> int:
    """Every board is laid out for each deal, so there are few of them."""
    return min(max(BOARDS // comb(cards - BOTH, 5), 64), 1 << 12)


def peek_gains(solved: HoldemSolved, dealt: Integers, first_known: int) -> tuple[Floats, Floats]:
    """Where nothing but the own cards is seen, the best play is the ordinary one."""
    holdem = solved.counted.holdem
    cards = np.array([[holdem.cards.renamed(int(card)) for card in row] for row in dealt], dtype=np.int64)
    if cards.shape[1] == OWN:
        best = np.array([_worth(solved, row) for row in cards.tolist()])
        return best, best
    if first_known != OWN or cards.shape[1] != BOTH:
        raise not_counted(
            f"{solved.game.name}: what seen cards are worth is counted for both cards of the dealer and no other hand;"
            " for anything less there are too many ways that three decisions can go on."
        )
    return _peek_at_both(solved, cards)


def _worth(solved: HoldemSolved, own: list[int]) -> float:
    place, cards = chart_place(own), solved.counted.holdem.cards
    deals = solved.total // cards.hands * int(hands_in_chart(cards)[place])
    return float(solved.paid().before[:, place].max()) / deals / solved.parts_per_unit


def _peek_at_both(solved: HoldemSolved, cards: Integers) -> tuple[Floats, Floats]:
    from cardroom.lab.solvers.holdem.kernels import seen_cards_advantage

    holdem, streets = solved.counted.holdem, solved.counted.streets
    policy = policy_of(holdem.cards, streets, solved.paid().choices)
    first, after, last = (solved.gains[list(ways)] for ways in (streets.before, streets.after, streets.last))
    kinds, tables = kinds_of_boards(), hand_tables(holdem.ranking, CARDS_READ)

    def work(row: Integers) -> tuple[float, float]:
        return seen_cards_advantage.peek_at_deal(
            row, holdem.cards.numbers, kinds, tables, policy, holdem.floor, holdem.step_of_value, (first, after, last)
        )

    with ThreadPoolExecutor(WORKERS) as pool:
        found = np.array(list(pool.map(work, cards)))
    return found[:, 0] / solved.parts_per_unit, found[:, 1] / solved.parts_per_unit
