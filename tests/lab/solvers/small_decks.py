"""Small decks and rankings for counting by hand."""

from __future__ import annotations

from cardroom.games.rule_parameters import read_deck
from cardroom.hands import PokerRanking
from cardroom.hands.poker import (
    FLUSH,
    FOUR_OF_A_KIND,
    HIGH_CARD,
    PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIR,
)
from cardroom.lab.solvers.card_sets.suit_classes import SuitedDeck, suited_deck

FOUR_CARDS = PokerRanking(
    "four-card poker",
    4,
    (HIGH_CARD, PAIR, TWO_PAIR, STRAIGHT, FLUSH, THREE_OF_A_KIND, STRAIGHT_FLUSH, FOUR_OF_A_KIND),
)


def deck(text: str) -> SuitedDeck:
    return suited_deck(read_deck(text))
