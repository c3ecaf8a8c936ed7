"""The paths of options through the decisions of a hand, numbered by their digits; after an end all digits are 0."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np

from cardroom.games.model import Game
from cardroom.games.options import GameOption
from cardroom.lab.solvers.payoffs import is_given_up, opening_stakes, stakes_after
from cardroom.lab.solvers.protocol import Integers

Stakes = dict[str, int]


@dataclass(frozen=True)
class Path:
    """What has been done so far, and what lies on the wagers of the game by then."""

    options: tuple[GameOption, ...]
    stakes: Stakes

    @property
    def is_over(self) -> bool:
        return bool(self.options) and is_given_up(self.options[-1])

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(option.name for option in self.options)


@dataclass(frozen=True)
class Tree:
    game: Game

    @property
    def options(self) -> list[tuple[GameOption, ...]]:
        return [decision.options for decision in self.game.decisions]

    def number_before(self, decision: int) -> int:
        """How many paths lead to a decision, those counted that are over."""
        return prod(len(options) for options in self.options[:decision])

    @cached_property
    def before(self) -> list[dict[int, Path]]:
        """For each decision, and at last for the end: the paths that come there, by number."""
        levels = [{0: Path((), opening_stakes(self.game))}]
        for options in self.options:
            following = {}
            for number, path in levels[-1].items():
                for place, option in enumerate(options):
                    if not is_given_up(option):
                        taken = Path((*path.options, option), stakes_after(path.stakes, option))
                        following[number * len(options) + place] = taken
            levels.append(following)
        return levels

    def taken(self, decision: int, number: int) -> list[int]:
        """The numbers of the options on a path to a decision."""
        digits: list[int] = []
        for options in reversed(self.options[:decision]):
            number, digit = divmod(number, len(options))
            digits.insert(0, digit)
        return digits

    def number(self, taken: Iterable[int]) -> int:
        """The path that these options make."""
        number = 0
        for place, option in enumerate(taken):
            number = number * len(self.options[place]) + option
        return number

    def ends(self) -> Iterator[tuple[int, int, Path]]:
        """All ways through: the number, the last decision, and the path up to and with it."""
        last = len(self.options) - 1
        for decision, options in enumerate(self.options):
            later = prod(len(following) for following in self.options[decision + 1 :])
            for number, path in self.before[decision].items():
                for place, option in enumerate(options):
                    if is_given_up(option) or decision == last:
                        end = Path((*path.options, option), path.stakes)
                        yield (number * len(options) + place) * later, decision, end

    def staked_before(self, decision: int) -> dict[int, int]:
        """By number of the path: units of the base wager on the layout."""
        return {number: sum(path.stakes.values()) for number, path in self.before[decision].items()}

    def stakes_at(self, decision: int) -> list[int]:
        """All amounts that can be staked when a decision comes up."""
        return sorted(set(self.staked_before(decision).values()))

    def over(self, decision: int) -> Integers:
        """By option, whether it ends the hand."""
        return np.array([is_given_up(option) for option in self.options[decision]])
