"""From the exact solution to short lists, decision after decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cardroom.lab.solvers.holdem.backward_induction import factors_of
from cardroom.lab.solvers.holdem.boards import flops_of
from cardroom.lab.solvers.holdem.choices import Choices
from cardroom.lab.solvers.holdem.observations import flop_observations
from cardroom.lab.solvers.holdem.parallel_progress import in_chunks
from cardroom.lab.solvers.holdem.policy_endings import reach_of_last
from cardroom.lab.solvers.holdem.positions import chart_places, hands_after
from cardroom.lab.solvers.protocol import Floats, Integers, Rules
from cardroom.lab.solvers.short_rules.rule_search import Limits, RuleSearch
from cardroom.lab.solvers.short_rules.thresholds import WORTH_A_RULE

if TYPE_CHECKING:
    from cardroom.lab.solvers.holdem.solved_game import HoldemSolved

MOST_RULES = 9


def derive_rules(solved: HoldemSolved) -> list[Rules]:
    """Each decision is weighed by how often the rules before lead there; without a rule the first option is taken."""
    priced = solved.paid()
    before, first = _rules_at(solved, 0, priced.before.T.astype(np.float64))
    after, second = _rules_at(solved, 1, _gains_after_flop(solved, first))
    last, _ = _rules_at(solved, 2, _gains_at_last(solved, Choices(first, second, priced.choices.last)))
    return [before, after, last]


def _rules_at(solved: HoldemSolved, decision: int, gains: Floats) -> tuple[Rules, Integers]:
    """From [what can be told apart, option]; also the choices by these rules."""
    conditions = solved.conditions(decision)
    start = np.zeros(len(gains), dtype=np.int64)
    limits = Limits(MOST_RULES, WORTH_A_RULE)
    unit = float(solved.total) * solved.parts_per_unit
    rules: Rules = [*RuleSearch(gains / unit, conditions.candidates, start, limits, narrow=True).find(), ({}, 0)]
    chosen = np.zeros(conditions.shape, dtype=np.uint8)
    for when, option in reversed(rules):
        chosen[conditions.fits(when)] = option
    return rules, solved.choices(decision, chosen)


def _gains_after_flop(solved: HoldemSolved, before: Integers) -> Floats:
    holdem, after = solved.counted.holdem, solved.paid().after
    reach = hands_after(holdem.cards) & (before[chart_places()] == 0)
    weights = reach * flops_of(holdem.cards).weights[:, None, None]
    places, size = flop_observations(holdem.cards, holdem.ranking).ravel(), solved.conditions(1).shape[0]
    sums = [np.bincount(places, (worth * weights).ravel(), minlength=size) for worth in after]
    return np.stack(sums, axis=1)


def _gains_at_last(solved: HoldemSolved, choices: Choices) -> Floats:
    from cardroom.lab.solvers.holdem.kernels import choice_costs

    counted, streets = solved.counted.count(), solved.counted.streets
    reach = reach_of_last(counted, streets, choices)
    factors = factors_of(solved.gains, counted.cards.dealers)[list(streets.last)]
    seen = solved.counted.seen_at_last

    def work(begin: int, end: int) -> Floats:
        sums = np.zeros((solved.conditions(2).shape[0], len(streets.last)))
        choice_costs.sum_gains(counted.kinds[begin:end], counted.meetings, counted.step_of, reach, seen, factors, sums)
        return sums

    return np.asarray(np.sum(in_chunks(work, len(counted.kinds), lambda _: None), axis=0))
