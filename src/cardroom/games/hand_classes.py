"""Hand classes: a ranking cut into the named groups of hands that pay tables speak of, best first."""

from __future__ import annotations

from functools import cached_property

import msgspec

from cardroom.errors import CardroomError
from cardroom.hands import FIVE_CARD_POKER, THREE_CARD_POKER, PokerRanking, Ranking, RunRanking


class HandClass(msgspec.Struct, frozen=True):
    """All hands from one value up to another, under the name that pay tables use."""

    name: str
    at_least: int
    at_most: int | None = None
    is_finer: bool = False  # pay tables may leave it to the next class without a gap


class HandClasses(msgspec.Struct, frozen=True, dict=True):
    """In the order of merit for the wager: the first is the one that should pay most."""

    classes: tuple[HandClass, ...]
    ranking: Ranking | None = None  # None: a margin in cards is measured

    def class_of(self, value: int) -> int | None:
        """The place of the class that a value is in; None below all of them.

        >>> margins(6).class_of(3), margins(6).class_of(-1)
        (3, None)
        """
        for place, known in enumerate(self.classes):
            if known.at_least <= value and (known.at_most is None or value <= known.at_most):
                return place
        return None

    @cached_property
    def is_complete(self) -> bool:
        """Whether every hand is in a class. Margins go below them, points may lie beside them.

        >>> FIVE_CARD_HANDS.is_complete, margins(6).is_complete
        (True, False)
        """
        if self.ranking is None:
            return False
        edges = (self.ranking.lowest, *(known.at_most + 1 for known in self.classes if known.at_most is not None))
        return all(self.class_of(value) is not None for value in edges)

    @cached_property
    def _places(self) -> dict[str, int]:
        return {known.name: place for place, known in reversed(list(enumerate(self.classes)))}

    def place(self, name: str) -> int:
        """The place of a class by its name, whatever its case."""
        for sought in (name, " ".join(name.lower().split())):
            if (place := self._places.get(sought)) is not None:
                return place
        known = ", ".join(known.name for known in self.classes)
        raise CardroomError("unknown-hand", f"there is no hand “{name}”; the hands are: {known}")


def classes_down(ranking: Ranking, *floors: tuple[str, int]) -> HandClasses:
    """Hand classes from their names and lowest values, best first; each reaches up to the one before."""
    return HandClasses(tuple(HandClass(name, floor) for name, floor in floors), ranking)


def lengths(ranking: RunRanking, longest: int, shortest: int = 1) -> HandClasses:
    """Runs by their length."""
    return classes_down(
        ranking,
        *((f"{length}-card {ranking.noun}", ranking.run(length)) for length in range(longest, shortest - 1, -1)),
    )


def poker_hands(ranking: PokerRanking, *finer: tuple[str, str, str]) -> HandClasses:
    """The categories of a poker ranking; some cut finer: a name, the category, and the lowest rank that leads it.

    >>> [known.name for known in poker_hands(THREE_CARD_POKER, ("pair of aces", "pair", "A")).classes][-3:]
    ['pair of aces', 'pair', 'high card']
    """
    categories = (*ranking.categories, ranking.royal) if ranking.royal else ranking.categories
    names = {ranking.floor(category): category for category in categories}
    names |= {ranking.floor(category, rank): name for name, category, rank in finer}
    return classes_down(ranking, *((names[floor], floor) for floor in sorted(names, reverse=True)))


def margins(largest: int) -> HandClasses:
    """Wins by the number of cards that the winner's run is longer, or of points."""
    return HandClasses(tuple(HandClass(f"win by {margin}", margin) for margin in range(largest, -1, -1)))


TIE = HandClasses((HandClass("tie", 0, 0),))
FIVE_CARD_HANDS = poker_hands(FIVE_CARD_POKER)
THREE_CARD_HANDS = poker_hands(THREE_CARD_POKER)
