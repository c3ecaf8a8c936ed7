"""Simulated counts in the place of exact ones: the same code then finds the same figures from them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from copy import copy
from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.games.model import HandOf, Showdown, To, Wager
from cardroom.games.settlement import read_values, showdown_of_values
from cardroom.hands import RunRanking
from cardroom.lab.poker_counts import StreetDeals, UpCardDeals
from cardroom.lab.run_counts import RunDeals, possible_values
from cardroom.lab.simulation.lines import is_read_in_other_ranking, line_reached
from cardroom.lab.simulation.loops import Loop, Tally
from cardroom.lab.simulation.tables import values_in
from cardroom.lab.solving import RunSolution, Solved, StreetSolution, UpCardSolution, cards_dealt_to
from cardroom.lab.spreads import ANY, Spread

Integers = npt.NDArray[Any]
Matrix = npt.NDArray[np.float64]
Steps = dict[tuple[Showdown, int | None], int]

NOTHING: Integers = np.zeros(0, dtype=np.int64)


def with_counts(solved: Solved, tally: Tally, hands: int) -> Solved:
    """A game whose deals are the simulated ones."""
    deals: RunDeals | UpCardDeals | StreetDeals
    match solved:
        case RunSolution():
            players = possible_values(solved.ranking, cards_dealt_to(solved.game, To.PLAYERS))
            dealers = possible_values(solved.ranking, cards_dealt_to(solved.game, To.DEALER))
            deals = RunDeals(players, dealers, tally["endings"], hands, 0, *[NOTHING] * 5)
        case UpCardSolution():
            deals = UpCardDeals(tally["endings"], hands, 0, *[NOTHING] * 5)
        case StreetSolution():
            none = NOTHING, NOTHING, NOTHING
            deals = StreetDeals(tally["folded"], tally["settled"], 0, hands, none, none, none, NOTHING)
        case _:
            raise AssertionError(f"{solved} cannot be simulated")
    counted = copy(solved)
    vars(counted)["deals"] = deals  # where the exact ones would be kept once counted
    return counted


def simulated_spreads(solved: Solved, wager: Wager, loop: Loop, tally: Tally, rounds: int) -> dict[int | None, Spread]:
    """How a side bet's hands are spread, by number of hands dealt (None where the pays do not depend on it)."""
    match wager.reads:
        case HandOf.COMMUNITY:
            return {None: _shared(wager, tally["community"], rounds)}
        case HandOf.BEST_AT_TABLE:
            # The first players of a full table are a smaller table.
            return {hands: _shared(wager, tally["best"][hands - 1], rounds) for hands in range(2, loop.seats + 2)}
        case _:
            return {None: _at_seats(solved, wager, loop, tally, rounds)}


def _shared(wager: Wager, counts: Integers, rounds: int) -> Spread:
    assert wager.scale is not None
    steps: Steps = defaultdict(int)
    by_line = np.zeros(len(wager.scale.steps) + 1)
    for value in np.flatnonzero(counts):
        step = wager.scale.step(int(value))
        steps[ANY, step] += int(counts[value])
        by_line[-1 if step is None else step] += counts[value]
    return Spread(steps, rounds, _as_tuples(_covariance(by_line, None, rounds, 1)))


def _at_seats(solved: Solved, wager: Wager, loop: Loop, tally: Tally, rounds: int) -> Spread:
    assert wager.scale is not None
    steps: Steps = defaultdict(int)
    by_line = np.zeros(len(wager.scale.steps) + 1)
    for showdown, value, folded, count in _readings(solved, wager, tally):
        line = line_reached(solved.settings, wager, showdown, value, folded=folded)
        by_line[line] += count
        if not folded or solved.settings.is_live_after_fold(wager):
            steps[showdown, wager.scale.step(value)] += count
    pairs = tally["pairs"][loop.kind_of[wager.id]] if loop.seats > 1 else None
    covariance = _covariance(by_line, pairs, rounds, loop.seats)
    return Spread(steps, rounds * loop.seats, _as_tuples(covariance))


def _readings(solved: Solved, wager: Wager, tally: Tally) -> Iterator[tuple[Showdown, int, bool, int]]:
    """Showdown, value, whether folded, and how often."""
    if isinstance(solved, RunSolution) and not is_read_in_other_ranking(solved, wager):
        counts, deals = tally["endings"], solved.deals
        for option, i, j in zip(*np.nonzero(counts), strict=True):
            p, d = deals.player_values[i], deals.dealer_values[j]
            showdown, value = showdown_of_values(solved.game, p, d), read_values(solved.game, wager, p, d)
            yield showdown, value, option == 0, int(counts[option, i, j])
        return
    values: Mapping[int, int] | list[int]
    if isinstance(solved, RunSolution):
        assert wager.scale is not None
        assert isinstance(wager.scale.ranking, RunRanking)
        counts, values = tally["suited"], values_in(wager.scale.ranking)
    else:
        counts = tally["values"]
        values = list(range(counts.shape[1]))
    for folded, i in zip(*np.nonzero(counts), strict=True):
        yield ANY, values[i], bool(folded), int(counts[folded, i])


def _covariance(by_line: Integers, pairs: Integers | None, rounds: int, seats: int) -> Matrix:
    """Of the frequencies to be at a line or better: from single hands, and from pairs of hands of one round."""
    size = len(by_line) - 1
    reached = np.cumsum(by_line)[:size]
    both = np.minimum.outer(reached, reached).astype(float)  # reached is rising: at both lines is at the better one
    if pairs is not None:
        ordered = (pairs + pairs.T).astype(float)
        both += ordered.cumsum(axis=0).cumsum(axis=1)[:size, :size]
    frequency = reached / (rounds * seats)
    matrix: Matrix = (both / rounds / seats**2 - np.outer(frequency, frequency)) / max(rounds - 1, 1)
    return matrix


def _as_tuples(matrix: Matrix) -> tuple[tuple[float, ...], ...]:
    return tuple(map(tuple, matrix.tolist()))
