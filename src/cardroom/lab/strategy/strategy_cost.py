"""What a strategy costs against perfect play, exactly, and where it goes wrong."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction

from cardroom.games.model import Decide
from cardroom.lab.results import Struct
from cardroom.lab.solvers.protocol import ChoiceCosts, Policy, Solved

EXAMPLES = 3


class Mistake(Struct, frozen=True, kw_only=True):
    """All positions of one decision where the strategy does one thing and another is better."""

    decision: str
    plays: str  # names of options
    best: str
    share: Fraction  # of all hands
    cost: Fraction  # units of the base wager a hand
    examples: tuple[str, ...]  # those that cost most


class Assessment(Struct, frozen=True, kw_only=True):
    expectation: Fraction  # of a hand, in units of the base wager
    perfect: Fraction
    differs: Fraction  # share of hands with at least one worse decision
    mistakes: tuple[Mistake, ...]

    @property
    def cost(self) -> Fraction:
        return self.perfect - self.expectation


def assess(solved: Solved, policy: Policy) -> Assessment:
    """Exact figures of a way of playing. Options that are worth the same are no mistakes."""
    differing = zip(solved.game.decisions, solved.choice_costs(policy), strict=True)
    mistakes = [mistake for decision, found in differing for mistake in _mistakes(decision, found)]
    assessment = Assessment(
        expectation=solved.expectation(policy),
        perfect=solved.expectation(),
        differs=solved.share_differing(policy),
        mistakes=tuple(sorted(mistakes, key=lambda mistake: -mistake.cost)),
    )
    assert assessment.cost == sum(mistake.cost for mistake in mistakes), "mistakes are all that a strategy costs"
    return assessment


def _mistakes(decision: Decide, found: ChoiceCosts) -> Iterator[Mistake]:
    """Grouped by what is played and what is best."""
    groups: dict[tuple[int, int], list[int]] = defaultdict(list)
    for place, (played, better) in enumerate(zip(found.plays.tolist(), found.best.tolist(), strict=True)):
        groups[played, better].append(place)
    for (played, better), places in groups.items():
        costs = {place: int(found.ways[place]) * int(found.missed[place]) for place in places}
        worst = sorted(places, key=lambda place: (-costs[place], place))
        texts = dict.fromkeys(found.example(place) for place in worst[: 20 * EXAMPLES])
        yield Mistake(
            decision=decision.id,
            plays=decision.options[played].name,
            best=decision.options[better].name,
            share=Fraction(sum(int(found.ways[place]) for place in places), found.of),
            cost=Fraction(sum(costs.values()), found.parts),
            examples=tuple(texts)[:EXAMPLES],
        )
