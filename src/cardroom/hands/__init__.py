"""Hand rankings: what a hand is worth, in a number that compares and in words that explain."""

from cardroom.hands.points import BACCARAT, HIGHEST_RANK, PointRanking
from cardroom.hands.poker import FIVE_CARD_POKER, THREE_CARD_POKER, PokerRanking
from cardroom.hands.ranking import Ranking
from cardroom.hands.read_hand import ReadHand
from cardroom.hands.runs import LINE, RING, SOLITAIRE, STRAIGHT_FLUSH, Chain, RunRanking

__all__ = [
    "BACCARAT",
    "FIVE_CARD_POKER",
    "HIGHEST_RANK",
    "LINE",
    "RING",
    "SOLITAIRE",
    "STRAIGHT_FLUSH",
    "THREE_CARD_POKER",
    "Chain",
    "PointRanking",
    "PokerRanking",
    "Ranking",
    "ReadHand",
    "RunRanking",
]
