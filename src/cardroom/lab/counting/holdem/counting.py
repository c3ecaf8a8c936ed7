"""Hold'em counted without pays: how every hand fares on every kind of board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.errors import CardroomError
from cardroom.hands import PokerRanking
from cardroom.lab.counting.evaluating import hand_tables
from cardroom.lab.counting.holdem.boards import Cards, kinds_of_boards, possible_kinds
from cardroom.lab.counting.holdem.working import Progress, in_chunks

Integers = npt.NDArray[Any]

CARDS_READ = 7
MOST_STEPS = 256
SHOWDOWNS = 6  # 2 × (0 win, 1 copy, 2 loss) + dealer qualifies


@dataclass(frozen=True)
class Counted:
    """How many of the dealer's hands each hand beats, equals, loses to, and how many of them do not qualify."""

    cards: Cards
    ranking: PokerRanking
    floor: int
    step_of_value: Integers
    kinds: Integers  # of boards that the deck has
    meetings: Integers  # [kind of board, row, hand], as the kernels write them
    step_of: Integers  # the same: the step of the hand

    @property
    def steps(self) -> int:
        return int(self.step_of_value.max()) + 1


def count(
    cards: Cards, ranking: PokerRanking, floor: int, step_of_value: Integers, progress: Progress = lambda _: None
) -> Counted:
    """Count all boards. The dealer qualifies with a value of `floor`; hands are told apart by their step alone."""
    if (
        step_of_value.shape != (ranking.number_of_values,)
        or not 0 <= step_of_value.min() <= step_of_value.max() < MOST_STEPS
    ):
        sentence = f"Every value of {ranking.name} has a step, a number from 0 to {MOST_STEPS - 1}."
        raise CardroomError("wrong-steps", sentence)
    from cardroom.lab.counting.holdem import kernels

    kinds, tables, numbers = kinds_of_boards(), hand_tables(ranking, CARDS_READ), possible_kinds(cards)
    meetings = np.empty((len(kinds.ranks), 4, kernels.HANDS), dtype=np.int32)
    step_of = np.zeros(meetings.shape, dtype=np.uint8)
    deck, steps = cards.for_kernels(), step_of_value.astype(np.uint8)

    def work(begin: int, end: int) -> None:
        kernels.meet(numbers[begin:end], kinds, deck, tables, floor, steps, meetings, step_of)

    in_chunks(work, len(numbers), progress)
    return Counted(cards, ranking, floor, step_of_value.astype(np.int64), numbers, meetings, step_of)
