"""From the exact solution to a short list: thresholds first, then the exceptions worth a rule of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cardroom.lab.solvers.protocol import Rules
from cardroom.lab.solvers.runs.strategy_conditions import RunConditions, candidates
from cardroom.lab.solvers.short_rules.rule_search import Limits, RuleSearch
from cardroom.lab.solvers.short_rules.thresholds import WORTH_A_RULE, options_at, threshold_rules, thresholds

if TYPE_CHECKING:
    from cardroom.lab.solvers.runs.solved_game import RunSolved


def derive_rules(solved: RunSolved) -> Rules:
    classes, values = solved.counted.classes, solved.counted.player_values
    unit = float(solved.total) * solved.parts_per_unit
    gain = solved.class_gain * (classes.weight / unit)[:, None]
    by_value = np.zeros((len(values), gain.shape[1]))
    np.add.at(by_value, classes.value, gain)
    stretches = thresholds(by_value)

    def text(place: int) -> str:
        return solved.ranking.words(values[place])

    start = options_at(np.arange(len(by_value)), stretches)
    best = np.bincount(classes.value, gain.max(axis=1), minlength=len(by_value))
    residual = best - by_value[np.arange(len(by_value)), start]
    hands = RunConditions.of(solved.counted)
    rules: Rules = []
    for place in np.argsort(-residual):
        if residual[place] < WORTH_A_RULE:
            break
        inside = np.flatnonzero(classes.value == place)
        kinds, which = np.unique(hands.by_rank[inside], axis=0, return_inverse=True)
        kind_gain = np.stack([np.bincount(which.ravel(), gain[inside, o]) for o in range(gain.shape[1])], axis=1)
        like = RunConditions(solved.ranking, np.full(len(kinds), values[place]), kinds)
        found = candidates(like, text(place), int(kinds[0].sum()))
        option = np.full(len(kinds), start[place])
        rules += RuleSearch(kind_gain, found, option, Limits(2, WORTH_A_RULE)).find()
    return rules + threshold_rules(stretches, text)
