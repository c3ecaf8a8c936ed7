"""Hold'em and a way of playing it as arrays, ready to be dealt and settled millions of times a second."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.errors import CardroomError
from cardroom.lab.counting.evaluating import hand_tables
from cardroom.lab.counting.holdem.boards import flops_of, kinds_of_boards
from cardroom.lab.counting.holdem.counting import CARDS_READ, SHOWDOWNS
from cardroom.lab.counting.holdem.positions import chart_places
from cardroom.lab.counting.holdem.pricing import Solved

Integers = npt.NDArray[Any]

WHOLE_DECK = 52


@dataclass(frozen=True)
class Choices:
    """The option for every position, in the order of a solution's options."""

    before: Integers  # [place in the chart]
    after: Integers  # [flop, block, hand]
    last: Integers  # [kind of board, row, hand]


def best_choices(solved: Solved) -> Choices:
    return Choices(solved.before_choice, solved.after_choice, solved.last_choice)


@dataclass(frozen=True)
class HoldemLoop:
    """Nothing but arrays and numbers, so that it can be sent to another process.

    The packets of a round are dealt in order; places say where in the deck everyone's cards then lie.
    """

    solved: Solved
    choices: Choices
    packets: tuple[int, ...]
    own: tuple[tuple[int, int], ...]  # by seat
    board: tuple[int, int, int, int, int]
    dealer: tuple[int, int]
    stakes: Integers  # [path], in units of the gains
    folds: Integers  # [path]: 1 where the hand was given up
    lines: Integers  # [kind of side bet, path, step]: the line it reaches; only used with several seats

    def __post_init__(self) -> None:
        if self.solved.counted.cards.number != WHOLE_DECK:
            raise CardroomError("not-the-whole-deck", "Rounds of hold'em are simulated with the whole deck.")

    def play(self, rounds: int, seed: int, block: int) -> dict[str, Integers]:
        """Deal and settle the first rounds of a block."""
        from cardroom.lab.counting.holdem import simulated
        from cardroom.lab.kernels.dealing import packet_plan

        counted, streets = self.solved.counted, self.solved.streets
        flops = flops_of(counted.cards)
        deal = simulated.Round(
            np.array(self.packets), *packet_plan(self.packets), np.array(self.own), np.array(self.board),
            np.array(self.dealer),
        )  # fmt: skip
        policy = simulated.Policy(
            chart_places(), self.choices.before, flops.number_of, flops.suits_of, self.choices.after, self.choices.last,
            len(streets.before), len(streets.before) + len(streets.after),
        )  # fmt: skip
        gains = self.solved.gains[[way for _, way in streets.paths]]
        settlement = simulated.Settlement(
            counted.floor, counted.step_of_value, gains, self.stakes, self.folds, self.lines
        )
        endings = np.zeros((len(streets.paths), counted.steps, SHOWDOWNS), dtype=np.int64)
        moments = np.zeros(4, dtype=np.int64)
        reached = int(self.lines.max(initial=0)) + 1
        pairs = np.zeros((len(self.lines), reached, reached), dtype=np.int64)
        tables = hand_tables(counted.ranking, CARDS_READ)
        simulated.play(
            rounds, np.uint64(seed), block, deal, kinds_of_boards(), tables, policy, settlement, endings, moments, pairs
        )
        return {"endings": endings, "moments": moments, "pairs": pairs}


def head_to_head(solved: Solved, choices: Choices) -> HoldemLoop:
    """One seat: its cards, the dealer's, the board."""
    paths, steps = len(solved.streets.paths), solved.counted.steps
    nothing = np.zeros(paths, dtype=np.int64)
    no_side_bets = np.zeros((0, paths, steps), dtype=np.int64)
    return HoldemLoop(solved, choices, (2, 2, 5), ((0, 1),), (4, 5, 6, 7, 8), (2, 3), nothing, nothing, no_side_bets)
