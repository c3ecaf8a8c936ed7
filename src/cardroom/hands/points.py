"""Hands by points: each rank counts so much, and the points are added up.

>>> from cardroom.cards import parse_cards
>>> BACCARAT.words(BACCARAT.value(parse_cards("9h 8c")))
'seven'
>>> HIGHEST_RANK.words(HIGHEST_RANK.value(parse_cards("Qs")))
'queen'
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

from cardroom.cards import RANK_NAMES, Card

_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


class PointRanking(msgspec.Struct, frozen=True):
    """The more points the better. Where there is a modulus, only the remainder counts."""

    name: str
    points: tuple[int, ...]  # of two to ace
    modulus: int = 0
    names: tuple[str, ...] = ()  # of the values, where they have one

    @property
    def lowest(self) -> int:
        return 0 if self.modulus else min(self.points)

    def value(self, cards: Sequence[Card]) -> int:
        total = sum(self.points[card.rank] for card in cards)
        return total % self.modulus if self.modulus else total

    def words(self, value: int) -> str:
        return self.names[value] if 0 <= value < len(self.names) else str(value)

    def makers(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(cards)

    def measure(self, value: int) -> int:
        return value

    def fingerprint(self) -> str:
        return hashlib.sha256(repr((self.points, self.modulus)).encode()).hexdigest()


BACCARAT = PointRanking("baccarat", (2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 1), 10, _NUMBERS)
HIGHEST_RANK = PointRanking("highest rank", tuple(range(13)), names=RANK_NAMES)
