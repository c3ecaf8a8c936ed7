"""Cards: a standard deck of 52, read from and written as text like "As Kd 10h".

>>> hand = parse_cards("As Kd 10h")
>>> [card.rank_name for card in hand]
['ace', 'king', 'ten']
>>> show_cards(hand)
'As Kd 10h'
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from functools import cached_property

from cardroom.errors import CardroomError

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
RANK_NAMES = (
    "two", "three", "four", "five", "six", "seven", "eight",
    "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
SUITS = ("c", "d", "h", "s")
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
RED_SUITS = frozenset({1, 2})

# Codes kept for jokers (numbers from 52): records will never hold anything else under these names.
JOKER_CODES = ("X1", "X2", "X3", "X4")

# A set of cards as an integer of 52 bits: bit `card.number` is set when the card is in it.
CardSet = int


class Card(StrEnum):
    """One of the 52 cards. Ranks count 0 (two) to 12 (ace), suits 0 (clubs) to 3 (spades)."""

    C2, C3, C4, C5, C6, C7, C8 = "2c", "3c", "4c", "5c", "6c", "7c", "8c"
    C9, C10, CJ, CQ, CK, CA = "9c", "10c", "Jc", "Qc", "Kc", "Ac"
    D2, D3, D4, D5, D6, D7, D8 = "2d", "3d", "4d", "5d", "6d", "7d", "8d"
    D9, D10, DJ, DQ, DK, DA = "9d", "10d", "Jd", "Qd", "Kd", "Ad"
    H2, H3, H4, H5, H6, H7, H8 = "2h", "3h", "4h", "5h", "6h", "7h", "8h"
    H9, H10, HJ, HQ, HK, HA = "9h", "10h", "Jh", "Qh", "Kh", "Ah"
    S2, S3, S4, S5, S6, S7, S8 = "2s", "3s", "4s", "5s", "6s", "7s", "8s"
    S9, S10, SJ, SQ, SK, SA = "9s", "10s", "Js", "Qs", "Ks", "As"

    @cached_property
    def rank(self) -> int:
        return RANKS.index(self.value[:-1])

    @cached_property
    def suit(self) -> int:
        return SUITS.index(self.value[-1])

    @cached_property
    def number(self) -> int:
        return 13 * self.suit + self.rank

    @property
    def rank_name(self) -> str:
        return RANK_NAMES[self.rank]

    @property
    def is_red(self) -> bool:
        return self.suit in RED_SUITS

    def __str__(self) -> str:
        return self.value


DECK: tuple[Card, ...] = tuple(Card)
assert [card.number for card in DECK] == list(range(52))

_SYMBOLS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}


def parse_card(text: str) -> Card:
    """Read one card: rank then suit, "10" or "T" for the ten, letters or suit signs, any case."""
    word = text.strip()
    rank, suit = word[:-1].upper(), word[-1:].lower()
    try:
        return Card(("10" if rank == "T" else rank) + _SYMBOLS.get(suit, suit))
    except ValueError:
        raise CardroomError(
            "unknown-card",
            f"“{text}” is not a card: write a rank (2–10, J, Q, K, A) and a suit (c, d, h, s), like 10h.",
        ) from None


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by blanks or commas; a card may stand only once."""
    cards = tuple(parse_card(word) for word in re.split(r"[\s,]+", text.strip()) if word)
    require_distinct(cards)
    return cards


def require_distinct(cards: Iterable[Card]) -> None:
    """A deck holds each card once."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise CardroomError("duplicate-card", f"{card} stands twice; a deck holds each card once.")
        seen.add(card)


def show_cards(cards: Iterable[Card]) -> str:
    return " ".join(str(card) for card in cards)


def card_set(cards: Iterable[Card]) -> CardSet:
    """The cards as bits; a card that stands twice counts once."""
    bits = 0
    for card in cards:
        bits |= 1 << card.number
    return bits
