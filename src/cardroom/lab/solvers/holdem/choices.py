"""What may be chosen at each decision, and a choice for every position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.lab.solvers.holdem.boards import Cards
from cardroom.lab.solvers.holdem.positions import chart_places, hands_after

Integers = npt.NDArray[Any]

WAIT = -1  # among paths: no bet yet
NO_HAND = 255  # the same: two cards that cannot be held there


@dataclass(frozen=True)
class Streets:
    """The ways to settle a round that each decision offers, by their numbers; the one to take in a tie last.

    Before the flop and after it a player may wait, too; at the end he has to take one.
    """

    before: tuple[int, ...]
    after: tuple[int, ...]
    last: tuple[int, ...]

    @property
    def paths(self) -> tuple[tuple[int, int], ...]:
        """Every way a round can go: the decision that settled it (0, 1, 2), and how."""
        streets = (self.before, self.after, self.last)
        return tuple((street, way) for street, ways in enumerate(streets) for way in ways)

    @property
    def first_after(self) -> int:
        """The path of the first bet after the flop."""
        return len(self.before)

    @property
    def first_last(self) -> int:
        """The path of the first way at the end."""
        return len(self.before) + len(self.after)


@dataclass(frozen=True)
class Choices:
    """The option for every position, 0 where no hand is. Before the end 0 is to wait, and the bets follow in order."""

    before: Integers  # [place in the chart]
    after: Integers  # [flop, block, hand]
    last: Integers  # [kind of board, row, hand], a hand the same in either order


def paths_at_flops(cards: Cards, streets: Streets, choices: Choices) -> Integers:
    """[flop, block, hand]: the path that a hand takes until then; NO_HAND where there is none."""
    before, after = choices.before.astype(np.int64)[chart_places()], choices.after.astype(np.int64)
    later = np.where(after > 0, streets.first_after + after - 1, WAIT)
    return np.where(hands_after(cards), np.where(before > 0, before - 1, later), NO_HAND)
