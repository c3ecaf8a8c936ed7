"""Caribbean Stud with Cover All: five cards against the dealer, and a bet on the best hand of the table."""

import pytest

from cardroom.cards import DECK, parse_cards, show_cards
from cardroom.games.catalogue import find_game

from ..oracle.printed import CARIBBEAN_RAISE, COVER_ALL, LINKS
from .asking import (
    choices,
    deals,
    fact,
    for_one,
    in_showdown,
    lines,
    live_after_fold,
    on_cards,
    outcome_rules,
    printed,
    to_one,
)

GAME = "caribbean-stud"

HANDS = {
    "royal flush": "Ah Kh Qh Jh 10h",
    "straight flush": "9s Ks Qs Js 10s",
    "four of a kind": "9c 9d 9h 9s 2c",
    "full house": "9c 9d 9h 2s 2c",
    "flush": "2d 7d 9d Kd Ad",
    "straight": "5c 4d 3h 2h Ah",
    "three of a kind": "9c 2d 9h 9s 4c",
    "two pair": "3c 2d 3h 2s 4c",
    "pair": "3c 2d 3h 7s 4c",
    "high card": "Ac Kd Qh Jh 9h",
}
ACE_KING, ACE_QUEEN = "As Kc 8c 6h 5s", "As Qc Jd 8c 6h"

TOTAL_HANDS = (8, 7, 6, 5, 4, 3, 2)


def table_of(hand, total):
    """This hand among others, all from one deck, that hold two pair at best."""
    left = [card for card in DECK if card not in parse_cards(hand)]
    others = [left[place : place + 35 : 7] for place in range(total - 1)]
    return [*map(show_cards, others), hand]


def test_cover_all_pays_are_the_printed_ones_for_two_to_eight_hands():
    expected = [(hand, *to_one(*pays), "-") for hand, pays in COVER_ALL.items()]
    assert printed(GAME, "cover_all") == {"Cover All": expected}
    assert find_game(GAME).wager("cover_all").paytables[0].columns == TOTAL_HANDS


def test_raise_pays_are_the_standard_ones():
    hands = [*list(HANDS)[:8], "one pair or less"]
    assert printed(GAME, "raise") == {"Raise": lines(hands, to_one(*CARIBBEAN_RAISE, 1))}


def test_progressive_pay_tables_are_those_of_the_multi_game_link():
    expected = [(name, lines(list(HANDS)[:7], pays, envy)) for name, (pays, envy) in LINKS.items()]
    assert list(printed(GAME, "progressive").items()) == expected


def test_everyone_gets_five_cards_one_of_the_dealers_up_and_the_raise_is_twice_the_ante():
    assert deals(GAME) == [("everyone", 5)]
    assert find_game(GAME).stages[1].dealer_up == 1
    assert choices(GAME) == [("raise", (2,))]
    assert find_game(GAME).seats == 7


def test_cover_all_is_live_after_a_fold_and_settled_after_all_other_bets():
    assert live_after_fold(GAME) == {"ante": False, "raise": False, "cover_all": True, "progressive": None}
    assert find_game(GAME).stages[-1] == find_game(GAME).table_wide_stage
    assert find_game(GAME).table_wide_stage.wager == "cover_all"


def test_cover_all_cites_the_sheet_and_the_base_game_the_house():
    assert outcome_rules(GAME)["cover_all"] == {"6"}
    assert (find_game(GAME).table_wide_stage.rule, find_game(GAME).table_wide_stage.keep_rule) == ("9", "8")
    assert all(rule.startswith("house rule") for wager in ("ante", "raise") for rule in outcome_rules(GAME)[wager])


def test_a_winning_raise_is_paid_by_its_rank_and_the_ante_even_money():
    for hand, pays in zip(HANDS.values(), to_one(100, 50, 20, 7, 5, 4, 3, 2, 1, 1), strict=True):
        assert [on_cards(GAME, wager, hand, ACE_KING) for wager in ("ante", "raise")] == ["1 to 1", pays]
        assert [on_cards(GAME, wager, hand, ACE_QUEEN) for wager in ("ante", "raise")] == ["1 to 1", "push"]


@pytest.mark.parametrize(("dealer", "qualifies"), [
    (ACE_KING, True),
    (ACE_QUEEN, False),
    ("2c 2d 3s 4c 5d", True),
    ("Kc Qd Js 9c 8d", False),
])  # fmt: skip
def test_dealer_qualifies_with_ace_king(dealer, qualifies):
    assert fact(GAME, "dealer_qualifies", "", dealer) == qualifies


def test_an_exact_tie_pushes_and_a_lower_hand_loses():
    tie, lower = "Ah Kd 8d 6c 5h", "Qh Jh 9d 8d 7h"
    assert [on_cards(GAME, wager, tie, ACE_KING) for wager in ("ante", "raise")] == ["push", "push"]
    assert [on_cards(GAME, wager, lower, ACE_KING) for wager in ("ante", "raise")] == ["lose", "lose"]


@pytest.mark.parametrize("pay", ["100 to 1", "1 to 1"])
@pytest.mark.parametrize(("result", "qualifies", "ante", "raise_"), [
    ("win", True, "1 to 1", "by rank"),
    ("win", False, "1 to 1", "push"),
    ("copy", True, "push", "push"),
    ("copy", False, "1 to 1", "push"),
    ("loss", True, "lose", "lose"),
    ("loss", False, "1 to 1", "push"),
])  # fmt: skip
def test_every_showdown(result, qualifies, ante, raise_, pay):
    assert in_showdown(GAME, "ante", result, qualifies) == ante
    assert in_showdown(GAME, "raise", result, qualifies, pay) == (pay if raise_ == "by rank" else raise_)
    for wager, prize in (("cover_all", "3 to 1"), ("progressive", "100% Minor")):
        assert in_showdown(GAME, wager, result, qualifies, prize) == prize
        assert in_showdown(GAME, wager, result, qualifies, None) == "lose"


@pytest.mark.parametrize("column", range(7))
@pytest.mark.parametrize("hand", HANDS)
def test_cover_all_is_paid_by_the_best_hand_and_the_number_of_hands(hand, column):
    expected = f"{COVER_ALL[hand][column]} to 1" if hand in COVER_ALL else "lose"
    hands = table_of(HANDS[hand], TOTAL_HANDS[column])
    assert on_cards(GAME, "cover_all", hands[0], hands[-1], hands=hands) == expected
    assert on_cards(GAME, "cover_all", hands[-1], hands[0], hands=hands[::-1]) == expected


def test_if_the_dealer_has_three_of_a_kind_and_a_player_a_straight_flush_the_straight_flush_pays():
    dealer, player, other = HANDS["three of a kind"], "4h 5h 6h 7h 8h", "Ac Kd Qh Jc 3d"
    assert on_cards(GAME, "cover_all", other, dealer, hands=[player, other, dealer]) == "125 to 1"


def test_progressive_is_on_the_own_five_cards_whoever_wins():
    prizes = ["100% Mega", "100% Major", "100% Minor", *for_one(50, 40, 30, 9), *["lose"] * 3]
    for hand, prize in zip(HANDS.values(), prizes, strict=True):
        for dealer in (ACE_KING, ACE_QUEEN):
            assert on_cards(GAME, "progressive", hand, dealer, table="ML03") == prize
