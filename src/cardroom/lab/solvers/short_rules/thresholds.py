"""Thresholds on the value of a hand: the stretches in which one option is best."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from cardroom.lab.solvers.protocol import Integers, Rules

# A rule must save this part of the base wager a hand to be worth remembering.
WORTH_A_RULE = 2e-5
# Stretches of values shorter than this in worth are not told apart.
WORTH_A_THRESHOLD = 1e-6


def thresholds(gain: Integers) -> list[tuple[int, int]]:
    """(first value, option) of the stretches, lowest first, from [value, option] gains; a row of 0 where no hand is."""
    best = gain.argmax(axis=1)
    is_held = np.ptp(gain, axis=1) > 0
    stretches: list[tuple[int, int]] = []
    for value in np.flatnonzero(is_held):
        if not stretches or stretches[-1][1] != best[value]:
            stretches.append((int(value), int(best[value])))
    place = 1
    while place < len(stretches):  # a stretch that hardly pays joins the one below it
        begin, option = stretches[place]
        end = stretches[place + 1][0] if place + 1 < len(stretches) else len(gain)
        loss = (gain[begin:end, option] - gain[begin:end, stretches[place - 1][1]]).sum()
        if loss < WORTH_A_THRESHOLD:
            stretches = _joined(stretches[:place] + stretches[place + 1 :])
            place = 1
        else:
            place += 1
    return stretches


def _joined(stretches: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return [item for place, item in enumerate(stretches) if place == 0 or stretches[place - 1][1] != item[1]]


def threshold_rules(stretches: list[tuple[int, int]], text: Callable[[int], str]) -> Rules:
    rules: Rules = [({"at_least": text(begin)}, option) for begin, option in reversed(stretches[1:])]
    return [*rules, ({}, stretches[0][1])]


def options_at(values: Integers, stretches: list[tuple[int, int]]) -> Integers:
    begins, options = np.array(stretches).T
    return np.asarray(options[np.maximum(np.searchsorted(begins, values, side="right") - 1, 0)])
