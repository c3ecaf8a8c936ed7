"""What every hand ranking offers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from cardroom.cards import Card
from cardroom.hands.read_hand import ReadHand


class Ranking(Protocol):
    """A total order of hands. A value is an integer: the higher one wins, equal ones tie."""

    @property
    def name(self) -> str: ...

    @property
    def lowest(self) -> int:
        """The value of the worst hand."""

    def value(self, cards: Sequence[Card]) -> int:
        """The value of the best reading of these cards."""

    def words(self, value: int) -> str:
        """The value as a dealer would call it."""

    def measure(self, value: int) -> int:
        """What margins are counted in: the cards of a run, points."""

    def makers(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The cards that make the value, in the order they are read."""

    def reading(self, cards: Sequence[Card]) -> ReadHand | None:
        """What these cards make, also where a hand has more; None where there is nothing to read."""

    def lead(self, better: int, worse: int) -> str:
        """By what one value is better than another: “by two cards”, or the two hands beside each other."""

    def least(self, value: int) -> str:
        """What a hand is asked to be at least: “a two-card straight or better”."""

    def fingerprint(self) -> str:
        """A text that changes whenever the order of hands changes."""
