"""What becomes of all deals when every position is played by a given choice."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.lab.solvers.holdem.board_counts import SHOWDOWNS, HoldemCount
from cardroom.lab.solvers.holdem.boards import flops_of, kinds_of_boards
from cardroom.lab.solvers.holdem.choices import NO_HAND, WAIT, Choices, Streets, paths_at_flops
from cardroom.lab.solvers.holdem.parallel_progress import WORKERS, chunks_of, in_chunks, share_of
from cardroom.lab.solvers.protocol import Progress

Integers = npt.NDArray[Any]

FIELDS = 3  # counts in a word


def endings_of(
    counted: HoldemCount, streets: Streets, choices: Choices, progress: Progress = lambda _: None
) -> Integers:
    """[path, step, showdown]: how many deals end so, counted for three paths at a time."""
    endings = np.zeros((len(streets.paths), counted.steps, SHOWDOWNS), dtype=np.int64)
    path = paths_at_flops(counted.cards, streets, choices)
    taken = [place for place in np.unique(path).tolist() if place != NO_HAND]
    for first in range(0, len(taken), FIELDS):
        group = taken[first : first + FIELDS]
        told = share_of(progress, first / len(taken), (first + len(group)) / len(taken))
        words = _spread(counted, path, group, share_of(told, 0, 0.9))
        settled, at_last = _settle(counted, words, group, choices.last, len(streets.last), share_of(told, 0.9, 1))
        for field, place in enumerate(group):
            if place != WAIT:
                endings[place] = settled[field]
        endings[streets.first_last :] += at_last
    return endings


def reach_of_last(counted: HoldemCount, streets: Streets, choices: Choices) -> Integers:
    """[kind of board, row, hand]: how many deals of own cards, flop, turn and river come to the last decision.

    A hand may be counted in either order of its two cards.
    """
    return _spread(counted, paths_at_flops(counted.cards, streets, choices), [WAIT], lambda _: None)


def _spread(counted: HoldemCount, path: Integers, group: Sequence[int], progress: Progress) -> Integers:
    """[kind of board, row, hand]: how many deals come there on each path of a group, as words of three counts."""
    from cardroom.lab.solvers.holdem.kernels import board_transitions

    flops, kinds, deck = flops_of(counted.cards), kinds_of_boards(), counted.cards.for_kernels()
    chosen = np.zeros(path.shape, dtype=np.int64)
    for field, place in enumerate(group):
        chosen += (path == place) * (flops.weights << board_transitions.FIELD * field)[:, None, None]
    words = np.zeros(counted.meetings.shape, dtype=np.int64)

    def scatter(part: int) -> None:
        for begin, end in chunks_of(len(path)):
            board_transitions.scatter(begin, end, part, WORKERS, flops.cards, kinds, deck, chosen, words)
            if part == 0:
                progress(end / len(path))

    with ThreadPoolExecutor(WORKERS) as pool:
        list(pool.map(scatter, range(WORKERS)))
    return words


def _settle(
    counted: HoldemCount, words: Integers, group: Sequence[int], last: Integers, ways: int, progress: Progress
) -> tuple[Integers, Integers]:
    """The deals of some paths, [place in the group, step, showdown], and of those who wait, [way, step, showdown]."""
    from cardroom.lab.solvers.holdem.kernels import board_transitions

    waits = group.index(WAIT) if WAIT in group else FIELDS

    def settle(begin: int, end: int) -> tuple[Integers, Integers]:
        settled = np.zeros((FIELDS, counted.steps, SHOWDOWNS), dtype=np.int64)
        at_last = np.zeros((ways, counted.steps, SHOWDOWNS), dtype=np.int64)
        board_transitions.settle(
            counted.kinds[begin:end], counted.meetings, counted.step_of, counted.cards.dealers, words, waits, last,
            settled, at_last,
        )  # fmt: skip
        return settled, at_last

    parts = in_chunks(settle, len(counted.kinds), progress)
    return np.sum([part[0] for part in parts], axis=0), np.sum([part[1] for part in parts], axis=0)
