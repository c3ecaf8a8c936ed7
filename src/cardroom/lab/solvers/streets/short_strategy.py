"""From the exact solution to short lists, decision after decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cardroom.lab.solvers.protocol import Integers, Policy, Rules
from cardroom.lab.solvers.short_rules.rule_search import Limits, RuleSearch
from cardroom.lab.solvers.short_rules.thresholds import WORTH_A_RULE
from cardroom.lab.solvers.streets.strategy_conditions import candidates

if TYPE_CHECKING:
    from cardroom.lab.solvers.streets.solved_game import StreetSolved

MOST_RULES = 9


def derive_rules(solved: StreetSolved) -> list[Rules]:
    """Each decision is weighed by how often the rules before lead there.

    What no rule speaks of is given up, or where that cannot be, done as is best for all hands together.
    """
    found: list[Rules] = []
    choices = list(solved.best_policy.choices)
    for decision in range(len(choices)):
        reach = solved.reach(Policy("so far", tuple(choices)))[decision]
        rules, choices[decision] = _rules_at(solved, decision, reach)
        found.append(rules)
    return found


def _rules_at(solved: StreetSolved, decision: int, reach: Integers) -> tuple[Rules, Integers]:
    conditions = solved.conditions(decision)
    kinds, which = conditions.kinds()
    options = solved.counted.tree.options[decision]
    staked = solved.counted.tree.staked_before(decision)
    reached = sorted({staked[path] for path in staked if reach[path].any()})
    kinds = type(kinds)(kinds.base, kinds.number, kinds.features, np.array(reached))
    unit = float(solved.total) * solved.parts_per_unit
    gain = np.zeros((len(kinds.features), len(reached), len(options)))
    for path, units in staked.items():
        if units in reached:
            worth = solved.worth[decision][path] / unit * reach[path][:, None]
            for o in range(len(options)):
                gain[:, reached.index(units), o] += np.bincount(which, worth[:, o])
    flat = gain.reshape(-1, len(options))
    otherwise = 0 if solved.counted.tree.over(decision)[0] else int(flat.sum(axis=0).argmax())
    start = np.full(len(flat), otherwise)
    search = RuleSearch(flat, candidates(kinds), start, Limits(MOST_RULES, WORTH_A_RULE), narrow=True)
    rules: Rules = [*search.find(), ({}, otherwise)]
    chosen = np.zeros(conditions.shape, dtype=np.int8)
    for when, option in reversed(rules):
        chosen[conditions.fits(when)] = option
    return rules, solved.choices(decision, chosen)
