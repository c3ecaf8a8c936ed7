"""Finding a short ordered list of rules: the first that fits decides, and what fits none is left as it was.

Rules are added one at a time, each time the one that gains most, where it gains most; after each, every rule is fitted
again beside the others, and in the end rules that have become idle are dropped. Searching is done in floating point;
what the list found really costs is then counted exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.lab.solvers.protocol import When

Numbers = npt.NDArray[Any]
Found = list[tuple[int, int]]  # candidate, option


@dataclass(frozen=True)
class Candidates:
    """Conditions that a rule may be made of, and the positions that each fits: [condition, position]."""

    conditions: Sequence[When]
    fits: Numbers

    @cached_property
    def lengths(self) -> Numbers:
        """A condition with more parts is harder to remember."""
        return np.array([len(when) for when in self.conditions])


Atom = tuple[When, Numbers]  # a condition, and the positions that it fits


def combined_conditions(questions: Sequence[Sequence[Atom]], most: int) -> Candidates:
    """Up to so many questions at a time, each with one of its answers, as far as they tell positions apart."""
    found: dict[bytes, When] = {}
    fits = []
    for number in range(1, most + 1):
        for asked in combinations(questions, number):
            for atoms in product(*asked):
                row = np.logical_and.reduce([atom[1] for atom in atoms])
                key = np.packbits(row).tobytes()
                if key not in found and row.any() and not row.all():
                    found[key] = {name: answer for when, _ in atoms for name, answer in when.items()}
                    fits.append(row)
    return Candidates(list(found.values()), np.array(fits, dtype=bool))


@dataclass(frozen=True)
class Limits:
    most: int  # rules
    least: float  # what a rule must save, in units of the base wager a hand


@dataclass(frozen=True)
class RuleSearch:
    gain: Numbers  # [position, option], in units of the base wager a hand
    candidates: Candidates
    start: Numbers  # the option in every position where no rule fits
    limits: Limits
    narrow: bool = False  # ask for no less than is meant

    def find(self) -> list[tuple[When, int]]:
        rules: Found = []
        while len(rules) < self.limits.most:
            places = [(*self._best(rules[:place], rules[place:]), place) for place in range(len(rules) + 1)]
            choice, saving, place = max(places, key=lambda found: found[1])
            if saving < self.limits.least:
                break
            rules = self._refit([*rules[:place], choice, *rules[place:]])
        rules = self._without_idle(rules)
        rules = self._put_in_order(self._narrowed(rules) if self.narrow else rules)
        return [(self.candidates.conditions[candidate], option) for candidate, option in rules]

    @cached_property
    def _fits(self) -> Numbers:
        return self.candidates.fits.astype(np.float32)

    def _play(self, rules: Found) -> Numbers:
        option = self.start.copy()
        for candidate, chosen in reversed(rules):
            option[self.candidates.fits[candidate]] = chosen
        return option

    def _worth(self, rules: Found) -> float:
        return float(np.take_along_axis(self.gain, self._play(rules)[:, None], axis=1).sum())

    def _best(self, before: Found, after: Found) -> tuple[tuple[int, int], float]:
        """The rule that gains most between these rules, and how much. Among like ones the shorter is taken."""
        more = self.gain - np.take_along_axis(self.gain, self._play(after)[:, None], axis=1)
        for candidate, _ in before:
            more[self.candidates.fits[candidate]] = 0
        savings = self._fits @ more.astype(np.float32)
        scores = savings - 0.1 * self.limits.least * self.candidates.lengths[:, None]
        found, chosen = divmod(int(np.argmax(scores)), scores.shape[1])
        return (found, chosen), float(savings[found, chosen])

    def _refit(self, rules: Found) -> Found:
        """Change one rule at a time for a better one, until none is."""
        is_better = True
        while is_better:
            is_better = False
            for place in range(len(rules)):
                choice, _ = self._best(rules[:place], rules[place + 1 :])
                changed = [*rules[:place], choice, *rules[place + 1 :]]
                if self._worth(changed) > self._worth(rules) + 0.1 * self.limits.least:
                    rules, is_better = changed, True
        return rules

    def _without_idle(self, rules: Found) -> Found:
        place = 0
        while place < len(rules):
            shorter = rules[:place] + rules[place + 1 :]
            if self._worth(rules) - self._worth(shorter) < self.limits.least:
                rules, place = shorter, 0
            else:
                place += 1
        return rules

    def _narrowed(self, rules: Found) -> Found:
        """Without changing what is played: "any pair" after a rule for low pairs becomes "middle pair or better"."""
        keys = [set(when) for when in self.candidates.conditions]
        sizes = self.candidates.fits.sum(axis=1)
        for place, (candidate, option) in enumerate(rules):
            like = [c for c in range(len(keys)) if keys[c] == keys[candidate] and sizes[c] < sizes[candidate]]
            for narrower in sorted(like, key=lambda c: int(sizes[c])):
                changed = [*rules[:place], (narrower, option), *rules[place + 1 :]]
                if np.array_equal(self._play(rules), self._play(changed)):
                    rules = changed
                    break
        return rules

    def _put_in_order(self, rules: Found) -> Found:
        """The biggest bets first, wherever the order makes no difference."""
        rules = list(rules)
        for _ in rules:
            for place in range(len(rules) - 1):
                swapped = [*rules[:place], rules[place + 1], rules[place], *rules[place + 2 :]]
                is_upward = rules[place + 1][1] > rules[place][1]
                if is_upward and np.array_equal(self._play(rules), self._play(swapped)):
                    rules = swapped
        return rules
