"""Hold'em counted without pays: how every hand fares on every kind of board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.errors import CardroomError
from cardroom.hands import PokerRanking
from cardroom.lab.solvers.hand_values import hand_tables
from cardroom.lab.solvers.holdem.boards import Cards, kinds_of_boards, possible_kinds
from cardroom.lab.solvers.holdem.parallel_progress import in_chunks
from cardroom.lab.solvers.holdem.positions import HANDS_ALIKE
from cardroom.lab.solvers.protocol import Progress

Integers = npt.NDArray[Any]

CARDS_READ, HAND_SIZE = 7, 5  # two own cards make a flush with three on the board
MOST_STEPS = 256
SHOWDOWNS = 6  # 2 × (0 win, 1 copy, 2 loss) + dealer qualifies


@dataclass(frozen=True)
class Holdem:
    """What is dealt and how hands are read. The dealer qualifies with a value of `floor`."""

    cards: Cards
    ranking: PokerRanking
    floor: int
    step_of_value: Integers  # hands are told apart by their step alone

    def __post_init__(self) -> None:
        if self.ranking.size != HAND_SIZE:
            sentence = f"Hold'em is counted with hands of {HAND_SIZE} cards, not {self.ranking.size}."
            raise CardroomError("wrong-ranking", sentence)
        is_whole = len(self.step_of_value) == self.ranking.number_of_values
        if not is_whole or not np.isin(self.step_of_value, np.arange(MOST_STEPS)).all():
            sentence = f"Every value of {self.ranking.name} has a step, a number from 0 to {MOST_STEPS - 1}."
            raise CardroomError("wrong-steps", sentence)

    @property
    def steps(self) -> int:
        return int(self.step_of_value.max()) + 1


@dataclass(frozen=True)
class HoldemCount(Holdem):
    """How many of the dealer's hands each hand beats, equals, loses to, and how many of them do not qualify."""

    kinds: Integers  # of boards that the deck has
    meetings: Integers  # [kind of board, row, hand], as the kernels write them
    step_of: Integers  # the same: the step of the hand


def count(holdem: Holdem, progress: Progress = lambda _: None) -> HoldemCount:
    """Count all boards."""
    from cardroom.lab.solvers.holdem.kernels import board_showdowns

    cards, ranking, steps = holdem.cards, holdem.ranking, holdem.step_of_value.astype(np.uint8)
    kinds, tables, numbers = kinds_of_boards(), hand_tables(ranking, CARDS_READ), possible_kinds(cards)
    meetings = np.empty((len(kinds.ranks), 4, HANDS_ALIKE), dtype=np.int32)
    step_of = np.zeros(meetings.shape, dtype=np.uint8)
    deck = cards.for_kernels()

    def work(begin: int, end: int) -> None:
        board_showdowns.count_showdowns(numbers[begin:end], kinds, deck, tables, holdem.floor, steps, meetings, step_of)

    in_chunks(work, len(numbers), progress)
    return HoldemCount(cards, ranking, holdem.floor, holdem.step_of_value, numbers, meetings, step_of)
