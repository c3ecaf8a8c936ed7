"""Own poker hand against the dealer's, one decision, with or without a card of the dealer's up."""

from __future__ import annotations

from cardroom.games.model import DEALER, SEAT, Deal, Game, Hand, Reaches
from cardroom.hands import PokerRanking
from cardroom.lab.solvers.game_shape import is_one_decision_against_the_dealer
from cardroom.lab.solvers.payoffs import base_game_wagers
from cardroom.lab.solvers.protocol import Counted

LARGEST_HAND = 5
LARGEST_DEALER_HAND = 6


def fits(game: Game) -> bool:
    you, dealer = game.hands.get("you"), game.hands.get("dealer")
    if not isinstance(you, Hand) or not isinstance(dealer, Hand) or not is_one_decision_against_the_dealer(game):
        return False
    own, his = you.ranking, dealer.ranking
    if not isinstance(own, PokerRanking) or not isinstance(his, PokerRanking):
        return False
    qualifiers = [fact for fact in game.facts.values() if isinstance(fact, Reaches) and fact.hand == "dealer"]
    return (
        (own.size, own.categories) == (his.size, his.categories)
        and (you.of, you.packet, dealer.of, dealer.packet) == ((SEAT,), None, (DEALER,), None)
        and own.cards == game.cards_of(SEAT) <= LARGEST_HAND
        and his.cards == game.cards_of(DEALER) <= LARGEST_DEALER_HAND
        and len(qualifiers) <= 1
        and cards_up(game) <= 1
        and all(wager.reads in (None, "you") for wager in base_game_wagers(game))
    )


def cards_up(game: Game) -> int:
    """Cards of the dealer's that players see."""
    return sum(deal.cards if deal.face_up else deal.dealer_up for deal in game.stages_of(Deal) if DEALER in deal.to)


def counted(game: Game) -> Counted:
    from cardroom.lab.solvers.against_dealer.counted_game import HandCounted

    return HandCounted(game)
