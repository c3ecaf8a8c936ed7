"""Conditions on a hand bought street by street: what is made, points, and what is drawn to.

Which ranks are high, middle and low is read off the pay table's own classes: ranks whose pairs are on the same step
belong together. A high card is worth two points and a middle one one point.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

import numpy as np

from cardroom.cards import RANK_NAMES, RANKS
from cardroom.errors import CardroomError
from cardroom.hands.runs import COUNT_NAMES
from cardroom.lab.solvers.payoffs import base_game_wagers
from cardroom.lab.solvers.protocol import Conditions, Integers, When
from cardroom.lab.solvers.short_rules.condition_parser import read_number, read_rank, read_truth, require_known
from cardroom.lab.solvers.short_rules.rule_search import Candidates

if TYPE_CHECKING:
    from cardroom.lab.solvers.streets.counted_game import StreetCounted
    from cardroom.lab.solvers.streets.solved_game import StreetSolved

VOCABULARY = {
    "made": "exactly this so far: nothing, low pair, middle pair, high pair, two pair or better",
    "made_at_least": "this or something better so far",
    "suited": "whether all cards so far are of one suit",
    "gaps_at_most": "a straight is possible with at most so many ranks missing between the cards",
    "points_at_least": "two points for each high card, one for each middle one",
    "high_cards_at_least": "high cards: those whose pairs are on the best step",
    "middle_cards_at_least": "middle cards: those whose pairs are on steps between",
    "lowest_at_least": "no card is below this rank",
    "staked_at_least": "units of the base wager bet so far, all bets together",
}
MADE = ("nothing", "low pair", "middle pair", "high pair", "two pair or better")
NO_STRAIGHT = 9


@dataclass(frozen=True)
class StreetConditions(Conditions):
    """What conditions see of sets of known cards, and of the amounts that can be staked by then."""

    base: str  # what the base wager is called
    number: int  # of cards known
    features: Integers  # [set, feature]: made, suited, gaps, high cards, middle cards, lowest
    stakes: Integers

    @classmethod
    def of(cls, solved: StreetSolved, decision: int) -> StreetConditions:
        deck = solved.counted.deck
        cards = deck.numbers[solved.counted.count.positions[decision].sets].astype(np.int64)
        ranks, suits = cards % 13, cards // 13
        group = rank_groups(solved)
        counts = (ranks[:, :, None] == np.arange(13)).sum(axis=1)
        paired = (counts >= 2).sum(axis=1)
        pair_group = np.where(counts >= 2, group + 1, 0).max(axis=1)
        made = np.where((paired > 1) | (counts.max(axis=1) > 2), 4, pair_group)
        columns = (
            made,
            (suits == suits[:, :1]).all(axis=1),
            _gaps(ranks, counts),
            (group[ranks] == 2).sum(axis=1),
            (group[ranks] == 1).sum(axis=1),
            ranks.min(axis=1),
        )
        features = np.stack(columns, axis=1).astype(np.int8)
        stakes = np.array(solved.counted.tree.stakes_at(decision))
        return cls(solved.game.base_wager.name, cards.shape[1], features, stakes)

    @property
    def shape(self) -> tuple[int, ...]:
        return len(self.features), len(self.stakes)

    def kinds(self) -> tuple[StreetConditions, Integers]:
        """Sets that no condition tells apart, once each; and which of them each set is."""
        sizes = (5, 2, NO_STRAIGHT + 1, 6, 6, 13)
        _, first, which = np.unique(
            np.ravel_multi_index(tuple(self.features.T.astype(np.int64)), sizes), return_index=True, return_inverse=True
        )
        return replace(self, features=self.features[first]), which

    def fits(self, when: When) -> Integers:
        """[set, stake]: where all these conditions hold."""
        require_known(when, VOCABULARY)
        made, suited, gaps, high, middle, lowest = self.features.T
        fits = np.ones(len(made), dtype=bool)
        if "made" in when:
            fits &= made == _read_made(when["made"], "made")
        if "made_at_least" in when:
            fits &= made >= _read_made(when["made_at_least"], "made_at_least")
        if "suited" in when:
            fits &= (suited == 1) == read_truth(when["suited"], "suited")
        if "gaps_at_most" in when:
            fits &= gaps <= read_number(when["gaps_at_most"], "gaps_at_most", 0, 3)
        if "points_at_least" in when:
            fits &= 2 * high + middle >= read_number(when["points_at_least"], "points_at_least", 1, 10)
        if "high_cards_at_least" in when:
            fits &= high >= read_number(when["high_cards_at_least"], "high_cards_at_least", 1, 5)
        if "middle_cards_at_least" in when:
            fits &= middle >= read_number(when["middle_cards_at_least"], "middle_cards_at_least", 1, 5)
        if "lowest_at_least" in when:
            fits &= lowest >= read_rank(when["lowest_at_least"], "lowest_at_least")
        enough = np.ones(len(self.stakes), dtype=bool)
        if "staked_at_least" in when:
            enough = self.stakes >= read_number(when["staked_at_least"], "staked_at_least", 1, 10)
        return fits[:, None] & enough

    def words(self, when: When) -> str:
        known = self.number
        parts = []
        if "made" in when:
            parts.append(when["made"] if when["made"] in {MADE[0], MADE[-1]} else f"a {when['made']}")
        if "made_at_least" in when:
            made = when["made_at_least"]
            parts.append("any pair or better" if made == MADE[1] else made if made == MADE[-1] else f"{made} or better")
        gaps = when.get("gaps_at_most")
        if gaps is not None or "suited" in when:
            kind = "straight flush" if when.get("suited") else "straight"
            if gaps is None:
                several = "suited cards" if known == 2 else f"{COUNT_NAMES[known]} to a flush"
                parts.append(several if when["suited"] else "cards of different suits")
            else:
                missing = {0: "without gaps", 1: "with at most one gap"}.get(
                    gaps, f"with at most {COUNT_NAMES[gaps]} gaps"
                )
                joint = " in different suits" if when.get("suited") is False else ""
                several = f"{COUNT_NAMES[known]} to a {kind} {missing}{joint}"
                parts.append("suited connectors" if known == 2 and gaps == 0 and when.get("suited") else several)
        if "points_at_least" in when:
            points = when["points_at_least"]
            parts.append(f"{COUNT_NAMES[points]} point{'s' if points > 1 else ''} or more")
        for key, kind in (("high_cards_at_least", "high"), ("middle_cards_at_least", "middle")):
            if key in when:
                parts.append(f"{COUNT_NAMES[when[key]]} {kind} card{'s' if when[key] > 1 else ''} or more")
        if "lowest_at_least" in when:
            parts.append(f"no card below {RANK_NAMES[read_rank(when['lowest_at_least'], 'lowest_at_least')]}")
        if "staked_at_least" in when:
            parts.append(f"{COUNT_NAMES[when['staked_at_least']]} {self.base}s or more bet")
        return ", ".join(parts)


def rank_groups(solved: StreetSolved) -> Integers:
    """By rank: 2 high, 1 middle, 0 low, from the steps that pairs of the ranks are on; all steps between are middle."""
    counted = solved.counted
    steps = [_step_of_pair(counted, rank) for rank in RANKS]
    levels = sorted(set(steps), reverse=True)
    worst, best = levels[0], levels[-1]
    return np.array([2 if step == best else 0 if step == worst else 1 for step in steps])


def _step_of_pair(counted: StreetCounted, rank: str) -> int:
    cell = counted.cells[counted.cell_of_value[counted.ranking.floor("pair", rank)]]
    classed = [wager for wager in base_game_wagers(counted.game) if wager.hand_classes is not None]
    step = dict(cell.steps)[classed[0].id] if classed else 0
    return len(RANKS) * len(RANKS) if step is None else step


def rank_words(solved: StreetSolved) -> list[str]:
    """Which cards are high and middle, and what points are, for a reader of the rules."""
    group = rank_groups(solved)
    lines = []
    for number, name, worth in ((2, "high", "two points"), (1, "middle", "one point")):
        ranks = np.flatnonzero(group == number)
        if len(ranks):
            lines.append(f"{RANK_NAMES[ranks[0]]} to {RANK_NAMES[ranks[-1]]} are {name} cards, {worth} each")
    return [f"{'; '.join(lines).capitalize()}."]


def _gaps(ranks: Integers, counts: Integers) -> Integers:
    """Ranks missing within a straight, an ace taken high or low; NO_STRAIGHT where none is possible."""
    number = ranks.shape[1]
    low_ace = np.where(ranks == 12, -1, ranks)
    span = np.minimum(np.ptp(ranks, axis=1), np.ptp(low_ace, axis=1)) + 1
    is_possible = (counts.max(axis=1) == 1) & (span <= 5)
    return np.where(is_possible, span - number, NO_STRAIGHT)


def _read_made(value: Any, key: str) -> int:
    if value not in MADE:
        raise CardroomError("bad-strategy", f"“{key}” must be one of {', '.join(MADE)}, not {value!r}.")
    return MADE.index(value)


def candidates(cards: StreetConditions) -> Candidates:
    """Up to three questions at a time, as far as they tell these positions ([set, stake] in a row) apart."""
    kinds: list[list[dict[str, Any]]] = [
        [{key: made} for made in _made_by(cards) for key in ("made", "made_at_least")],
        [{"suited": True}],
        [{"gaps_at_most": gaps} for gaps in range(4)],
        [{"points_at_least": points} for points in range(1, 2 * cards.number + 1)]
        + [{"high_cards_at_least": cards_} for cards_ in range(1, cards.number)]
        + [{"middle_cards_at_least": cards_} for cards_ in range(1, cards.number)],
        [{"lowest_at_least": rank} for rank in RANKS[1:9]],
        [{"staked_at_least": int(stake)} for stake in cards.stakes[1:]],
    ]
    atoms = [[(when, cards.fits(when).ravel()) for when in kind] for kind in kinds]
    found: dict[bytes, When] = {}
    fits = []
    for when, row in _combined(atoms):
        key = np.packbits(row).tobytes()
        if key not in found:
            found[key] = when
            fits.append(row)
    return Candidates(list(found.values()), np.array(fits, dtype=bool).reshape(len(fits), -1))


def _made_by(cards: StreetConditions) -> list[str]:
    """What some of the sets show; where no pair is middling, nothing is said of middle pairs."""
    found = set(cards.features[:, 0].tolist())
    return [made for place, made in enumerate(MADE) if place and place in found]


def _combined(atoms: list[list[tuple[dict[str, Any], Integers]]]) -> Iterator[tuple[When, Integers]]:
    for number in (1, 2, 3):
        for kinds in combinations(atoms, number):
            for parts in product(*kinds):
                row = np.logical_and.reduce([part[1] for part in parts])
                if row.any() and not row.all():
                    yield {name: answer for part in parts for name, answer in part[0].items()}, row
