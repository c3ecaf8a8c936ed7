"""Which line of its scale a side bet reaches at each seat, as arrays for the simulator."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.games.model import HandOf, Showdown, Verdict, Wager
from cardroom.games.settlement import read_values, showdown_of_values
from cardroom.lab.solving import RunSolution, Solved
from cardroom.lab.spreads import ANY
from cardroom.money import EVEN_MONEY
from cardroom.table import TableSettings

Integers = npt.NDArray[Any]

SHARED = (HandOf.COMMUNITY, HandOf.BEST_AT_TABLE)  # read once a round, for all seats alike


def is_read_at_seats(wager: Wager) -> bool:
    return wager.is_side_bet and wager.reads not in SHARED


def is_read_in_other_ranking(solved: Solved, wager: Wager) -> bool:
    """A wager on the player's hand that ranks it in another way than the game."""
    return is_read_at_seats(wager) and wager.scale is not None and wager.scale.ranking is not solved.game.ranking


def line_reached(settings: TableSettings, wager: Wager, showdown: Showdown, value: int, *, folded: bool) -> int:
    """The step of its scale that a wager stands on; one beyond the last where it is lost whatever the pay table."""
    assert wager.scale is not None
    lost = len(wager.scale.steps)
    if folded and not settings.is_live_after_fold(wager):
        return lost
    step = wager.scale.step(value)
    # Asked with a pay in hand, the game's own settlement says whether such a showdown wins at all.
    if step is None or wager.settle(showdown, EVEN_MONEY).verdict is Verdict.LOSE:
        return lost
    return step


def lines_by_values(solved: RunSolution, wager: Wager, players: list[int], dealers: list[int]) -> Integers:
    """[option, player's value, dealer's value] for a wager in the game's own ranking."""
    cells: dict[tuple[Showdown, int, bool], int] = {}

    def line(player: int, dealer: int, folded: bool) -> int:
        key = showdown_of_values(solved.game, player, dealer), read_values(solved.game, wager, player, dealer), folded
        if key not in cells:
            cells[key] = line_reached(solved.settings, wager, key[0], key[1], folded=folded)
        return cells[key]

    by_fold = [[[line(p, d, folded) for d in dealers] for p in players] for folded in (True, False)]
    return np.array([by_fold[0]] + [by_fold[1]] * (len(solved.options) - 1), dtype=np.int16)


def lines_by_value(settings: TableSettings, wager: Wager, values: Iterable[int]) -> Integers:
    """[folded, value] for a wager that does not care about the dealer's hand."""
    known = list(values)
    rows = [[line_reached(settings, wager, ANY, value, folded=folded) for value in known] for folded in (False, True)]
    return np.array(rows, dtype=np.int16)


class Kinds:
    """Wagers that always reach the same line as another are counted with it."""

    def __init__(self) -> None:
        self.arrays: list[Integers] = []
        self.kind_of: dict[str, int] = {}

    def add(self, wager: Wager, lines: Integers) -> None:
        for kind, known in enumerate(self.arrays):
            if np.array_equal(known, lines):
                self.kind_of[wager.id] = kind
                return
        self.kind_of[wager.id] = len(self.arrays)
        self.arrays.append(lines)

    def stacked(self, shape: tuple[int, ...]) -> Integers:
        return np.stack(self.arrays) if self.arrays else np.zeros((0, *shape), dtype=np.int16)
