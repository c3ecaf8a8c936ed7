"""Hand rankings: what a hand is worth, in a number that compares and in words that explain."""

from cardroom.hands.poker import FIVE_CARD_POKER, THREE_CARD_POKER, PokerRanking
from cardroom.hands.ranking import Ranking
from cardroom.hands.runs import LINE, RING, SOLITAIRE, STRAIGHT_FLUSH, Chain, RunRanking

__all__ = [
    "FIVE_CARD_POKER",
    "LINE",
    "RING",
    "SOLITAIRE",
    "STRAIGHT_FLUSH",
    "THREE_CARD_POKER",
    "Chain",
    "PokerRanking",
    "Ranking",
    "RunRanking",
]
