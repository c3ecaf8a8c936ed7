"""From the exact solution to a short list: thresholds, and where the card up matters, rules of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cardroom.hands import PokerRanking
from cardroom.lab.solvers.against_dealer.strategy_conditions import HandConditions, candidates, hand_text
from cardroom.lab.solvers.protocol import Rules
from cardroom.lab.solvers.short_rules.rule_search import Limits, RuleSearch
from cardroom.lab.solvers.short_rules.thresholds import (
    WORTH_A_RULE,
    WORTH_A_THRESHOLD,
    options_at,
    threshold_rules,
    thresholds,
)

if TYPE_CHECKING:
    from cardroom.lab.solvers.against_dealer.solved_game import HandSolved


def derive_rules(solved: HandSolved) -> Rules:
    """Between the hands where the card up begins and ceases to matter, rules are searched for."""
    ranking = solved.counted.rankings[0]
    positions = HandConditions.of(solved.counted)
    gain = solved.gain_by_position()
    stretches = thresholds(gain.sum(axis=1))
    options = options_at(np.arange(len(gain)), stretches)
    missed = gain.max(axis=2) - np.take_along_axis(gain, options[:, None, None], axis=2)[:, :, 0]
    is_open = np.flatnonzero(missed.sum(axis=1) > WORTH_A_THRESHOLD / 10)

    def text(value: int) -> str:
        return hand_text(value, ranking)

    if not len(is_open):
        return threshold_rules(stretches, text)
    low, high = int(is_open[0]), _next_category(ranking, int(is_open[-1]))
    inside = np.flatnonzero((positions.value >= low) & (positions.value < high))
    flat = gain.reshape(-1, gain.shape[2])[inside]
    nothing = np.zeros(len(inside), dtype=np.int64)
    search = RuleSearch(flat, candidates(positions.take(inside)), nothing, Limits(6, WORTH_A_RULE / 4))
    above = [({"at_least": text(high)}, int(options[high]))] if high < len(gain) else []
    beyond = [(begin, option) for begin, option in stretches if begin > high]
    below: Rules = [({"below": text(low)}, int(options[low - 1]))] if low else []
    rules: Rules = [({"at_least": text(begin)}, option) for begin, option in reversed(beyond)]
    return [*rules, *above, *below, *search.find(), ({}, 0)]


def _next_category(ranking: PokerRanking, value: int) -> int:
    """Where the category after a hand's begins; "a pair or better" is easier to remember than a hand of high cards."""
    floors = (ranking.floor(category) for category in ranking.categories)
    return next((floor for floor in floors if floor > value), ranking.number_of_values)
