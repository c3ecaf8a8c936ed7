"""Scales: a ranking cut into the named steps that pay tables speak of, best first."""

from __future__ import annotations

from functools import cached_property

import msgspec

from cardroom.errors import CardroomError
from cardroom.hands import FIVE_CARD_POKER, THREE_CARD_POKER, PokerRanking, Ranking, RunRanking


class Step(msgspec.Struct, frozen=True):
    """All hands from one value up to another, under the name that pay tables use."""

    name: str
    at_least: int
    at_most: int | None = None
    is_finer: bool = False  # pay tables may leave it to the next step without a gap


class Scale(msgspec.Struct, frozen=True, dict=True):
    """Steps in the order of merit for the wager: the first is the one that should pay most."""

    steps: tuple[Step, ...]
    ranking: Ranking | None = None  # None: the scale measures a margin in cards

    def step(self, value: int) -> int | None:
        """The place of the step that a value falls on; None below all of them.

        >>> margins(6).step(3), margins(6).step(-1)
        (3, None)
        """
        for place, step in enumerate(self.steps):
            if step.at_least <= value and (step.at_most is None or value <= step.at_most):
                return place
        return None

    @cached_property
    def is_complete(self) -> bool:
        """Whether every hand is on the scale. Margins go below it, points may lie beside it.

        >>> FIVE_CARD_HANDS.is_complete, margins(6).is_complete
        (True, False)
        """
        if self.ranking is None:
            return False
        edges = (self.ranking.lowest, *(step.at_most + 1 for step in self.steps if step.at_most is not None))
        return all(self.step(value) is not None for value in edges)

    @cached_property
    def _places(self) -> dict[str, int]:
        return {step.name: place for place, step in reversed(list(enumerate(self.steps)))}

    def place(self, name: str) -> int:
        """The place of a step by its name, whatever its case."""
        for sought in (name, " ".join(name.lower().split())):
            if (place := self._places.get(sought)) is not None:
                return place
        known = ", ".join(step.name for step in self.steps)
        raise CardroomError("unknown-hand", f"there is no hand “{name}”; the hands are: {known}")


def steps_down(ranking: Ranking, *floors: tuple[str, int]) -> Scale:
    """A scale from the names and lowest values of its steps, best first; each reaches up to the one before."""
    return Scale(tuple(Step(name, floor) for name, floor in floors), ranking)


def lengths(ranking: RunRanking, longest: int, shortest: int = 1) -> Scale:
    """Runs by their length."""
    return steps_down(
        ranking,
        *((f"{length}-card {ranking.noun}", ranking.run(length)) for length in range(longest, shortest - 1, -1)),
    )


def poker_hands(ranking: PokerRanking, *finer: tuple[str, str, str]) -> Scale:
    """The categories of a poker ranking; some cut finer: a name, the category, and the lowest rank that leads it.

    >>> [step.name for step in poker_hands(THREE_CARD_POKER, ("pair of aces", "pair", "A")).steps][-3:]
    ['pair of aces', 'pair', 'high card']
    """
    categories = (*ranking.categories, ranking.royal) if ranking.royal else ranking.categories
    names = {ranking.floor(category): category for category in categories}
    names |= {ranking.floor(category, rank): name for name, category, rank in finer}
    return steps_down(ranking, *((names[floor], floor) for floor in sorted(names, reverse=True)))


def margins(largest: int) -> Scale:
    """Wins by the number of cards that the winner's run is longer, or of points."""
    return Scale(tuple(Step(f"win by {margin}", margin) for margin in range(largest, -1, -1)))


TIE = Scale((Step("tie", 0, 0),))
FIVE_CARD_HANDS = poker_hands(FIVE_CARD_POKER)
THREE_CARD_HANDS = poker_hands(THREE_CARD_POKER)
