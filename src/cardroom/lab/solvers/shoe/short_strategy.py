"""From the exact solution to a short list: mostly one rule, and others where points matter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cardroom.lab.solvers.protocol import Rules
from cardroom.lab.solvers.shoe.strategy_conditions import ShoeConditions
from cardroom.lab.solvers.short_rules.rule_search import Limits, RuleSearch
from cardroom.lab.solvers.short_rules.thresholds import WORTH_A_RULE

if TYPE_CHECKING:
    from cardroom.lab.solvers.shoe.solved_game import ShoeSolved

MOST_RULES = 8


def derive_rules(solved: ShoeSolved) -> Rules:
    """The option that is best on the whole, after rules for where another is better."""
    gain = solved.worth.astype(np.float64) / (float(solved.total) * solved.parts_per_unit)
    if not len(gain):
        return [({}, 0)]
    totals = solved.worth.sum(axis=0)
    usual = len(totals) - 1 - int(np.argmax(totals[::-1]))
    candidates = ShoeConditions.of(solved.count).candidates()
    if not candidates.conditions:
        return [({}, usual)]
    search = RuleSearch(gain, candidates, np.full(len(gain), usual), Limits(MOST_RULES, WORTH_A_RULE))
    return [*search.find(), ({}, usual)]
