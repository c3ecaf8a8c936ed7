"""What ways of counting ask about the shape of a game. All of it is read off the stages, hands and facts."""

from __future__ import annotations

from cardroom.cards import CardSet, card_set
from cardroom.games.model import (
    COMMUNITY,
    DEALER,
    SEAT,
    Check,
    Compare,
    Deal,
    Decide,
    Expose,
    Fold,
    Game,
    Hand,
    Lower,
    MakeBet,
    Margin,
    Reaches,
    Surrender,
)
from cardroom.hands import Ranking

Visible = tuple[int, int, int]  # cards of the player's, community cards turned, cards of the dealer's up


def deck_of(game: Game) -> CardSet:
    return card_set(game.deck.cards)


def ranking_of_both(game: Game) -> Ranking | None:
    """The ranking that the player's whole hand and the dealer's are both read in."""
    you, dealer = game.hands.get("you"), game.hands.get("dealer")
    if not isinstance(you, Hand) or not isinstance(dealer, Hand) or you.ranking != dealer.ranking:
        return None
    return you.ranking if you == Hand((SEAT,), you.ranking) and dealer == Hand((DEALER,), dealer.ranking) else None


def is_one_decision_against_the_dealer(game: Game) -> bool:
    """Cards to every seat and the dealer, one decision, hands compared; facts about these two hands alone."""
    is_single = len(game.decisions) == 1 and game.decisions[0].when is None and game.deck.packs == 1
    if not is_single or game.facts.get("result") != Compare("you", "dealer"):
        return False
    deals = game.stages_of(Deal)
    is_plain = all(deal.when is None and set(deal.to) <= {SEAT, DEALER} for deal in deals)
    can_be_taken = all(isinstance(option, Fold | Check | MakeBet | Surrender) for option in game.decisions[0].options)
    return is_plain and can_be_taken and not game.stages_of(Expose) and all(map(is_about_both, game.facts.values()))


def is_about_both(fact: object) -> bool:
    """Whether a fact follows from the player's hand and the dealer's."""
    match fact:
        case Compare(first, second):
            return (first, second) == ("you", "dealer")
        case Reaches(hand, _):
            return hand in {"you", "dealer"}
    return False


def is_of_both(game: Game, name: str) -> bool:
    """Whether a reading follows from the values of the player's hand and the dealer's."""
    if name in {"you", "dealer"}:
        return True
    reading = game.hands[name]
    return isinstance(reading, Lower | Margin) and {reading.first, reading.second} <= {"you", "dealer"}


def visible_at(game: Game, decision: Decide) -> Visible:
    """How many cards a player sees when a decision comes up."""
    own = turned = up = 0
    for stage in game.stages[: game.stages.index(decision)]:
        match stage:
            case Deal(to, cards, dealer_up=dealer_up, face_up=face_up):
                own += cards if SEAT in to else 0
                up += (cards if face_up else dealer_up) if DEALER in to else 0
                turned += cards if COMMUNITY in to and face_up else 0
            case Expose(cards=cards):
                turned += cards
    return own, turned, up


def packets_of(game: Game, seats: int) -> tuple[int, ...]:
    """How many cards each packet of a round has: those of the stages in turn."""
    packets: list[int] = []
    for deal in game.stages_of(Deal):
        for holder in deal.to:
            packets += [deal.cards] * (seats if holder == SEAT else 1)
    return tuple(packets)
