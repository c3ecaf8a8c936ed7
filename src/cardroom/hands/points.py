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
from cardroom.hands.read_hand import ReadHand

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

    def reading(self, cards: Sequence[Card]) -> ReadHand | None:
        """Every card counts, and they lie as they were dealt.

        >>> from cardroom.cards import parse_cards
        >>> BACCARAT.reading(parse_cards("9h 8c")).words
        'seven'
        """
        return ReadHand(self.words(self.value(cards)), tuple(cards), tuple(cards)) if cards else None

    def lead(self, better: int, worse: int) -> str:
        """Points are counted; ranks and the like are only named.

        >>> BACCARAT.lead(9, 6), HIGHEST_RANK.lead(10, 7)
        ('by three points', 'queen against nine')
        """
        if self.names and not self.modulus:
            return f"{self.words(better)} against {self.words(worse)}"
        points = better - worse
        return f"by {_NUMBERS[points] if points < len(_NUMBERS) else points} point{'s' * (points > 1)}"

    def least(self, value: int) -> str:
        return f"{self.words(value)} or better"

    def measure(self, value: int) -> int:
        return value

    def fingerprint(self) -> str:
        return hashlib.sha256(repr((self.points, self.modulus)).encode()).hexdigest()


BACCARAT = PointRanking("baccarat", (2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 1), 10, _NUMBERS)
HIGHEST_RANK = PointRanking("highest rank", tuple(range(13)), names=RANK_NAMES)
