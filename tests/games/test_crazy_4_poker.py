"""Crazy 4 Poker: the best four of five cards against the dealer's."""

from collections import Counter
from itertools import combinations

import pytest

from cardroom.cards import DECK, parse_cards
from cardroom.games.catalogue import find_game
from cardroom.hands import PokerRanking

from ..oracle.printed import QUEENS_UP
from .asking import choices, deals, fact, in_showdown, lines, live_after_fold, on_cards, printed, to_one

GAME = "crazy-4-poker"

HANDS = {
    "four aces": "Ac Ad Ah As 2c",
    "four of a kind": "9c 9d 9h 9s 2c",
    "straight flush": "Ah 2h 3h 4h 9c",
    "three of a kind": "9c 9d 9h 2s 3c",
    "flush": "2h 9h Jh Kh 4c",
    "straight": "Ac Kd Qh Jh 4s",
    "two pair": "3c 3d 2h 2s Kc",
    "pair of queens": "Qc Qd 5h 7s 9c",
    "pair of jacks": "Jc Jd 5h 7s 9c",
    "high card": "Ac Kd Jh 9h 4s",
}
SUPER_BONUS = dict(zip(HANDS, [*to_one(200, 30, 15, 2), "3 to 2", "1 to 1"], strict=False))
KING_HIGH, QUEEN_HIGH, BETTER = "Ks 9c 7d 5h 2s", "Qs 9c 7d 5h 2s", "Ks Kc Kd Kh 2s"


def test_the_order_of_four_card_hands():
    game = find_game(GAME)
    values = [game.ranking.value(parse_cards(hand)) for hand in HANDS.values()]
    assert values == sorted(values, reverse=True)


def test_four_card_hands_are_as_many_as_there_are():
    """Of 270,725: counted by hand from the ways to choose ranks and suits."""
    four = find_game(GAME).ranking
    assert isinstance(four, PokerRanking)
    one_hand = PokerRanking(four.name, four.size, four.categories)
    counted = Counter(one_hand.category(one_hand.value(cards)) for cards in combinations(DECK, 4))
    straights = 11 * 4**4
    assert counted == {
        "four of a kind": 13,
        "straight flush": 11 * 4,
        "three of a kind": 13 * 4 * 48,
        "flush": 4 * 715 - 44,
        "straight": straights - 44,
        "two pair": 78 * 36,
        "pair": 13 * 6 * 66 * 16,
        "high card": 715 * 256 - (4 * 715 - 44) - straights,
    }


def test_the_pay_tables():
    assert printed(GAME, "super_bonus") == {"Super Bonus": lines(list(HANDS)[:6], SUPER_BONUS.values())}
    hands = [*list(HANDS)[1:7], "pair of queens or better"]
    assert printed(GAME, "queens_up") == {"Queens Up": lines(hands, to_one(*QUEENS_UP))}


def test_five_cards_each_and_up_to_three_times_the_ante_with_a_pair_of_aces():
    assert deals(GAME) == [("everyone", 5)]
    assert choices(GAME) == [("play", (1, 2, 3))]
    fold, once, *more = find_game(GAME).decisions[0].options
    aces, kings = (find_game(GAME).ranking.value(parse_cards(hand)) for hand in ("Ac Ad 2h 3s 9c", "Kc Kd Ah Qs 9c"))
    assert (fold.name, once.needs) == ("fold", None)
    assert [(kings < option.needs, aces < option.needs) for option in more] == [(True, False)] * 2


def test_a_fold_loses_every_bet():
    assert not any(live_after_fold(GAME).values())


@pytest.mark.parametrize(("dealer", "qualifies"), [
    (KING_HIGH, True),
    (QUEEN_HIGH, False),
    ("As 9c 7d 5h 2s", True),
    ("2s 2c 7d 5h 3s", True),
])  # fmt: skip
def test_dealer_qualifies_with_king_high(dealer, qualifies):
    assert fact(GAME, "dealer_qualifies", "", dealer) == qualifies


@pytest.mark.parametrize("pay", ["200 to 1", "3 to 2", None])
@pytest.mark.parametrize(("result", "qualifies", "ante", "play", "super_bonus"), [
    ("win", True, "1 to 1", "1 to 1", "push"),
    ("copy", True, "push", "push", "push"),
    ("loss", True, "lose", "lose", "lose"),
    ("win", False, "push", "1 to 1", "push"),
    ("copy", False, "push", "1 to 1", "push"),
    ("loss", False, "push", "1 to 1", "push"),
])  # fmt: skip
def test_every_showdown(result, qualifies, ante, play, super_bonus, pay):
    assert in_showdown(GAME, "ante", result, qualifies) == ante
    assert in_showdown(GAME, "play", result, qualifies) == play
    assert in_showdown(GAME, "super_bonus", result, qualifies, pay) == (pay or super_bonus)


@pytest.mark.parametrize("hand", HANDS)
def test_the_super_bonus_is_paid_for_a_straight_or_better_and_can_be_saved_by_less(hand):
    pays = SUPER_BONUS.get(hand)
    assert on_cards(GAME, "super_bonus", HANDS[hand], KING_HIGH) == (pays or "push")
    assert on_cards(GAME, "super_bonus", HANDS[hand], QUEEN_HIGH) == (pays or "push")
    if hand != "four aces":
        assert on_cards(GAME, "super_bonus", HANDS[hand], BETTER) == (pays or "lose")


@pytest.mark.parametrize("hand", HANDS)
def test_queens_up_is_paid_whatever_the_dealer_has(hand):
    pays = dict(zip(list(HANDS)[1:8], to_one(*QUEENS_UP), strict=True)) | {"four aces": "50 to 1"}
    for dealer in (KING_HIGH, QUEEN_HIGH, BETTER):
        assert on_cards(GAME, "queens_up", HANDS[hand], dealer) == pays.get(hand, "lose")


def test_an_exact_tie_pushes_and_the_fifth_card_does_not_count():
    assert on_cards(GAME, "play", "Kh 9d 7c 5s 4h", KING_HIGH.replace("2s", "3s")) == "push"
    assert on_cards(GAME, "play", "Kh 9d 7c 6s 2h", KING_HIGH) == "1 to 1"
