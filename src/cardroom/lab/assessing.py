"""What a strategy costs against perfect play, exactly, and where it goes wrong."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import perm
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from cardroom.cards import DECK, RANKS, Card, show_cards
from cardroom.lab import poker_counts
from cardroom.lab.deriving import reach_next
from cardroom.lab.policy import Policy, best_policy, expectation
from cardroom.lab.solving import RunSolution, Solved, StreetSolution, UpCardSolution

Integers = npt.NDArray[Any]
EXAMPLES = 3


class Mistake(msgspec.Struct, frozen=True, kw_only=True):
    """All positions of one decision where the strategy does one thing and another is better."""

    decision: str
    plays: int  # multiple of the Ante; 0: fold
    best: int
    share: Fraction  # of all hands
    cost: Fraction  # Antes a hand
    examples: tuple[str, ...]  # those that cost most


class Assessment(msgspec.Struct, frozen=True, kw_only=True):
    expectation: Fraction  # of a hand, in Antes
    perfect: Fraction
    differs: Fraction  # share of hands with at least one worse decision
    mistakes: tuple[Mistake, ...]

    @property
    def cost(self) -> Fraction:
        return self.perfect - self.expectation


def assess(solved: Solved, policy: Policy) -> Assessment:
    """Exact figures of a way of playing. Options that are worth the same are no mistakes."""
    match solved:
        case RunSolution():
            mistakes = list(_run_mistakes(solved, policy))
            differs = sum((mistake.share for mistake in mistakes), Fraction())
        case UpCardSolution():
            mistakes = list(_card_up_mistakes(solved, policy))
            differs = sum((mistake.share for mistake in mistakes), Fraction())
        case StreetSolution():
            mistakes = list(_street_mistakes(solved, policy))
            differs = _share_of_streets(solved, policy)
        case _:
            raise AssertionError(f"{solved} is no solution")
    assessment = Assessment(
        expectation=expectation(solved, policy),
        perfect=expectation(solved, best_policy(solved)),
        differs=differs,
        mistakes=tuple(sorted(mistakes, key=lambda mistake: -mistake.cost)),
    )
    assert assessment.cost == sum(mistake.cost for mistake in mistakes), "mistakes are all that a strategy costs"
    return assessment


def _mistakes(
    decision: str, plays: Integers, best: Integers, ways: Integers, missed: Integers, total: int, unit: int,
    example: Callable[[int], str],
) -> Iterator[Mistake]:  # fmt: skip
    """Grouped by what is played and what is best. `ways` of `total` hands meet a position; `missed` is in 1/unit."""
    groups: dict[tuple[int, int], list[int]] = defaultdict(list)
    for place in np.flatnonzero((missed > 0) & (ways > 0)):
        groups[int(plays[place]), int(best[place])].append(int(place))
    for (played, better), places in groups.items():
        costs = {place: int(ways[place]) * int(missed[place]) for place in places}
        worst = sorted(places, key=lambda place: (-costs[place], place))
        texts = dict.fromkeys(example(place) for place in worst[: 20 * EXAMPLES])
        yield Mistake(
            decision=decision,
            plays=played,
            best=better,
            share=Fraction(sum(int(ways[place]) for place in places), total),
            cost=Fraction(sum(costs.values()), unit),
            examples=tuple(texts)[:EXAMPLES],
        )


def _run_mistakes(solved: RunSolution, policy: Policy) -> Iterator[Mistake]:
    deals, options = solved.deals, np.array(solved.options)
    best, chosen = (p.choices[0].astype(np.int64) for p in (best_policy(solved), policy))
    rows = np.arange(len(chosen))
    missed = deals.class_gain[rows, best] - deals.class_gain[rows, chosen]
    cells = [cell for chain in solved.ranking.chains for cell in chain.distinct_cells]
    has_colours = len(solved.ranking.chains) > 1  # otherwise suits mean nothing

    def example(place: int) -> str:
        held: list[Card] = []
        for cell, number in zip(cells, deals.class_counts[place], strict=True):
            held += [card for card in DECK if cell >> card.number & 1][:number]
        held.sort(key=lambda card: (-card.rank, card.suit))
        return show_cards(held) if has_colours else " ".join(RANKS[card.rank] for card in held)

    yield from _mistakes(
        solved.game.decisions[0].wager, options[chosen], options[best], deals.class_weight, missed,
        int(deals.class_weight.sum()), solved.total * solved.scale, example,
    )  # fmt: skip


def _card_up_mistakes(solved: UpCardSolution, policy: Policy) -> Iterator[Mistake]:
    deals, options = solved.deals, np.array(solved.options)
    best, chosen = (p.choices[0].astype(np.int64) for p in (best_policy(solved), policy))
    gains = [np.take_along_axis(deals.gain, choice[:, :, None], axis=2)[:, :, 0] for choice in (best, chosen)]
    missed = gains[0] - gains[1]
    is_mistake = np.flatnonzero(missed.any(axis=1))
    missed, best, chosen = missed[is_mistake], best[is_mistake], chosen[is_mistake]

    def example(place: int) -> str:
        hand, up = divmod(place, 52)
        cards = sorted((DECK[number] for number in deals.hands[is_mistake[hand]]), key=lambda card: -card.rank)
        return f"{show_cards(cards)} against {DECK[up]}"

    yield from _mistakes(
        solved.game.decisions[0].wager, options[chosen].ravel(), options[best].ravel(),
        np.repeat(deals.weights[is_mistake], 52), missed.ravel(),
        int(deals.weights.sum()) * 47, solved.total * solved.scale, example,
    )  # fmt: skip


# --- streets ----------------------------------------------------------------------------------------------------------


def _missed(solved: StreetSolution, policy: Policy, street: int) -> Integers:
    """[cards, stake]: what the bet made there gives away, the best being done afterwards; summed over cards to come."""
    deals, known = solved.deals, street + 2
    stakes = np.arange(deals.largest_stake + 1)
    bets = policy.choices[street].astype(np.int64)
    after = np.minimum(stakes + bets, stakes[-1])
    raised = np.take_along_axis(deals.raising[street], after, axis=1)
    worth = np.where(bets > 0, raised, -stakes * perm(52 - known, 5 - known))
    return np.asarray(deals.worth[street] - worth)


def _first_reach(solved: StreetSolution) -> Integers:
    reach = np.zeros((len(poker_counts.known_cards(2)), solved.deals.largest_stake + 1), dtype=np.int64)
    reach[:, 1] = 1
    return reach


def _street_mistakes(solved: StreetSolution, policy: Policy) -> Iterator[Mistake]:
    """A position counts as often as the strategy leads there; so the mistakes add up to the whole cost."""
    reach = _first_reach(solved)
    size = reach.shape[1]
    for street in range(3):
        known = poker_counts.known_cards(street + 2)
        ahead = perm(50 - street, 3 - street)

        def example(place: int, known: Integers = known, street: int = street) -> str:
            cards, stake = divmod(place, size)
            shown = show_cards(sorted((DECK[number] for number in known[cards]), key=lambda card: -card.rank))
            return f"{shown} with {stake} bet" if street else shown

        yield from _mistakes(
            solved.game.decisions[street].wager, policy.choices[street].ravel(), solved.deals.bets[street].ravel(),
            reach.ravel(), _missed(solved, policy, street).ravel(), solved.total // ahead, solved.total, example,
        )  # fmt: skip
        if street < 2:
            reach = reach_next(reach, policy.choices[street], street + 3)


def _share_of_streets(solved: StreetSolution, policy: Policy) -> Fraction:
    """Hands with at least one mistake: whoever has made one is not followed further."""
    reach = _first_reach(solved)
    share = Fraction()
    for street in range(3):
        is_mistake = _missed(solved, policy, street) > 0
        share += Fraction(int(reach[is_mistake].sum()) * perm(50 - street, 3 - street), solved.total)
        if street < 2:
            reach = reach_next(np.where(is_mistake, 0, reach), policy.choices[street], street + 3)
    return share
