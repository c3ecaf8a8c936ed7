"""A way of playing, as the arrays that solver and simulator share.

- runs: the option for every class of hands, in the order of `RunDeals.class_counts`;
- a card up: [hand, card up], in the order of `UpCardDeals.hands`;
- streets: for two, three and four known cards, [cards, stake so far], the bet (0: fold).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.lab import poker_counts
from cardroom.lab.solving import RunSolution, Solved, StreetSolution, UpCardSolution

Integers = npt.NDArray[Any]


@dataclass(frozen=True)
class Policy:
    name: str
    choices: tuple[Integers, ...]  # one array a decision; options by number for one decision, bets for streets


def best_policy(solved: Solved) -> Policy:
    """What the solver found."""
    match solved:
        case RunSolution():
            return Policy("best", (solved.deals.class_option,))
        case UpCardSolution():
            return Policy("best", (solved.deals.option,))
        case StreetSolution():
            return Policy("best", solved.deals.bets)
    raise AssertionError(f"{solved} is no solution")


def expectation(solved: Solved, policy: Policy) -> Fraction:
    """What a unit of the base wager gains under a policy, exactly."""
    match solved:
        case RunSolution():
            runs, option = solved.deals, policy.choices[0]
            chosen = np.take_along_axis(runs.class_gain, option[:, None].astype(np.int64), axis=1)[:, 0]
            return Fraction(_exact_dot(chosen, runs.class_weight), solved.total * solved.scale)
        case UpCardSolution():
            hands, option = solved.deals, policy.choices[0]
            chosen = np.take_along_axis(hands.gain, option[:, :, None].astype(np.int64), axis=2)[:, :, 0].sum(axis=1)
            return Fraction(_exact_dot(chosen, hands.weights), solved.total * solved.scale)
        case StreetSolution():
            bets = (policy.choices[0], policy.choices[1], policy.choices[2])
            folded, settled = poker_counts.walk(bets, solved.deals.river, solved.deals.folded.shape[1] - 1)
            lost = sum(int(folded[path]) * (1 + path[1] + path[2]) for path in np.ndindex(folded.shape))
            won = sum(
                int(settled[path]) * (1 + sum(path[:3])) * solved.net_of_step[path[3]]
                for path in np.ndindex(settled.shape)
            )
            return Fraction(won - lost) / solved.total
    raise AssertionError(f"{solved} is no solution")


def _exact_dot(left: Integers, right: Integers) -> int:
    """A dot product in whole numbers of any size: split so that no partial sum leaves 64 bits."""
    return int(np.dot(left.astype(object), right.astype(object)))
