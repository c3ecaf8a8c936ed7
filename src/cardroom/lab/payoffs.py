"""Gains as whole numbers for the kernels, taken from the games' own `settle` functions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.games.model import Game, Kind, Outcome, Result, Showdown, Verdict, Wager
from cardroom.games.settlement import read_values, settle_value, showdown_of_values
from cardroom.money import Odds
from cardroom.table import TableSettings

Integers = npt.NDArray[Any]

SHOWDOWNS = [Showdown(result, qualifies) for result in Result for qualifies in (False, True)]
# Chosen by no one: an option that is not open. Small enough that sums over all hands stay within 64 bits.
NOT_OPEN = -(1 << 30)


def net_of(outcome: Outcome) -> Fraction:
    """What a unit staked gains."""
    match outcome.verdict:
        case Verdict.LOSE:
            return Fraction(-1)
        case Verdict.PUSH:
            return Fraction(0)
        case Verdict.WIN:
            assert isinstance(outcome.pays, Odds), "a wager of the game itself pays odds"
            return outcome.pays.net


def base_wagers(game: Game) -> list[Wager]:
    return [wager for wager in game.wagers if not wager.is_side_bet]


def stakes_before_decision(game: Game) -> int:
    """Units that a fold loses."""
    return sum(wager.kind in (Kind.BASE, Kind.EQUAL) for wager in game.wagers)


def net_by_values(game: Game, settings: TableSettings, wager: Wager, player: int, dealer: int) -> Fraction:
    """What a unit on a wager gains when player and dealer hold hands of these values."""
    value = None if wager.reads is None else read_values(game, wager, player, dealer)
    settled = settle_value(wager, settings.paytables.get(wager.id), showdown_of_values(game, player, dealer), value)
    return net_of(settled.outcome)


def scale_of(fractions: Iterable[Fraction]) -> int:
    """The smallest factor that makes all of them whole."""
    return lcm(*(fraction.denominator for fraction in fractions))


def whole(matrix: Sequence[Any], scale: int) -> Integers:
    """Fractions, times their common factor, as an array of integers."""
    as_integers = np.frompyfunc(lambda fraction: int(fraction * scale), 1, 1)
    return np.asarray(as_integers(np.array(matrix, dtype=object)), dtype=np.int64)
