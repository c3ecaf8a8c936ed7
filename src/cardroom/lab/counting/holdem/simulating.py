"""Hold'em and a way of playing it as arrays, ready to be dealt and settled millions of times a second."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.errors import CardroomError
from cardroom.hands import PokerRanking
from cardroom.lab.counting.evaluating import hand_tables
from cardroom.lab.counting.holdem.boards import Cards, flops_of, kinds_of_boards
from cardroom.lab.counting.holdem.counting import CARDS_READ, SHOWDOWNS
from cardroom.lab.counting.holdem.positions import chart_places
from cardroom.lab.counting.holdem.pricing import Solved, Streets

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
class Dealt:
    """The packets of a round in order, and where in the deck everyone's cards then lie."""

    packets: tuple[int, ...]
    own: tuple[tuple[int, int], ...]  # by seat
    board: tuple[int, int, int, int, int]
    dealer: tuple[int, int]


HEAD_TO_HEAD = Dealt((2, 2, 5), ((0, 1),), (4, 5, 6, 7, 8), (2, 3))


@dataclass(frozen=True)
class AtSeats:
    """What is counted beside the endings where several seats play: their results in a round hang together."""

    stakes: Integers  # [path], in units of the gains
    folds: Integers  # [path]: 1 where the hand was given up
    lines: Integers  # [kind of side bet, path, step]: the line it reaches


@dataclass(frozen=True)
class HoldemLoop:
    """Nothing but arrays and numbers, so that it can be sent to another process."""

    cards: Cards
    ranking: PokerRanking
    floor: int
    step_of_value: Integers
    streets: Streets
    gains: Integers  # [path, step, showdown]
    choices: Choices
    dealt: Dealt
    at_seats: AtSeats

    def play(self, rounds: int, seed: int, block: int) -> dict[str, Integers]:
        """Deal and settle the first rounds of a block."""
        from cardroom.lab.counting.holdem import simulated
        from cardroom.lab.kernels.dealing import packet_plan

        dealt, choices, flops = self.dealt, self.choices, flops_of(self.cards)
        deal = simulated.Round(
            np.array(dealt.packets), *packet_plan(dealt.packets), np.array(dealt.own), np.array(dealt.board),
            np.array(dealt.dealer),
        )  # fmt: skip
        first_after, first_last = len(self.streets.before), len(self.streets.before) + len(self.streets.after)
        policy = simulated.Policy(
            chart_places(), choices.before, flops.number_of, flops.suits_of, choices.after, choices.last,
            first_after, first_last,
        )  # fmt: skip
        stakes, folds, lines = self.at_seats.stakes, self.at_seats.folds, self.at_seats.lines
        settlement = simulated.Settlement(self.floor, self.step_of_value, self.gains, stakes, folds, lines)
        endings = np.zeros((len(self.gains), self.gains.shape[1], SHOWDOWNS), dtype=np.int64)
        moments = np.zeros(4, dtype=np.int64)
        reached = int(lines.max(initial=0)) + 1
        pairs = np.zeros((len(lines), reached, reached), dtype=np.int64)
        tables = hand_tables(self.ranking, CARDS_READ)
        simulated.play(
            rounds, np.uint64(seed), block, deal, kinds_of_boards(), tables, policy, settlement, endings, moments, pairs
        )
        return {"endings": endings, "moments": moments, "pairs": pairs}


def loop_of(
    solved: Solved, choices: Choices, dealt: Dealt = HEAD_TO_HEAD, at_seats: AtSeats | None = None
) -> HoldemLoop:
    """A loop of rounds played by these choices; `at_seats` is needed where there are several."""
    counted, paths = solved.counted, solved.streets.paths
    if counted.cards.number != WHOLE_DECK:
        raise CardroomError("not-the-whole-deck", "Rounds of hold'em are simulated with the whole deck.")
    if at_seats is None:
        nothing = np.zeros(len(paths), dtype=np.int64)
        at_seats = AtSeats(nothing, nothing, np.zeros((0, len(paths), counted.steps), dtype=np.int64))
    return HoldemLoop(
        counted.cards, counted.ranking, counted.floor, counted.step_of_value, solved.streets,
        solved.gains[[way for _, way in paths]], choices, dealt, at_seats,
    )  # fmt: skip
