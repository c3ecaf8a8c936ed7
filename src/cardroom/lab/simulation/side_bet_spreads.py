"""How the hands of side bets were spread in simulated rounds, with the covariances of their lines."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import numpy.typing as npt

from cardroom.games.model import Wager
from cardroom.lab.solvers.paytable_arrays import Lines
from cardroom.lab.solvers.protocol import Answers, Integers, Reading, SimulatorLoop, Solved, Spread, Spreads, Tally

Matrix = npt.NDArray[np.float64]


def simulated_spreads(solved: Solved, wager: Wager, loop: SimulatorLoop, tally: Tally, rounds: int) -> Spreads:
    """By number of hands dealt (None where the pays do not depend on it)."""
    return {
        reading.hands: _spread(solved, wager, reading, loop, tally, rounds)
        for reading in solved.simulated_readings(wager, loop, tally)
    }


def _spread(solved: Solved, wager: Wager, reading: Reading, loop: SimulatorLoop, tally: Tally, rounds: int) -> Spread:
    is_live = solved.settings.is_live_after_fold(wager)
    steps: dict[tuple[Answers, int | None], int] = defaultdict(int)
    lines = Lines(solved.game, wager)
    by_line = np.zeros(lines.lost + 1)
    for facts, step, folded, count in reading.counts:
        if folded and not is_live:
            by_line[lines.lost] += count
            continue
        by_line[lines.reached(facts, step)] += count
        steps[facts, step] += count
    seats = 1 if reading.is_shared else loop.seats
    kind = loop.kind_of.get(wager.id)
    if seats == 1:
        covariance = _covariance(by_line, None, rounds, 1)
    elif kind is not None:
        covariance = _covariance(by_line, tally["pairs"][kind], rounds, seats)
    else:  # how the seats of a round hang together was not kept: a round is counted as one hand
        covariance = _covariance(by_line / seats, None, rounds, 1)
    return Spread(steps, rounds * seats, tuple(map(tuple, covariance.tolist())))


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
