"""Three Card Poker: three cards against the dealer's three."""

import pytest

from cardroom.games.catalogue import find_game

from ..oracle.printed import (
    ANTE_BONUS,
    PAIR_PLUS,
    PAIR_PLUS_WITH_MINI_ROYAL,
    SIX_CARD_BONUS,
)
from .asking import choices, deals, fact, in_showdown, lines, live_after_fold, on_cards, printed, to_one

GAME = "three-card-poker"

HANDS = {
    "mini royal": "Ah Kh Qh",
    "straight flush": "Kd Qd Jd",
    "three of a kind": "2c 2d 2h",
    "straight": "Ac 2d 3h",
    "flush": "Ac Kc 2c",
    "pair": "2c 2d Ah",
    "high card": "Ac Kd 2h",
}
QUEEN_HIGH, JACK_HIGH = "Qs 3h 2s", "Js 10h 8s"


# --- what is printed --------------------------------------------------------------------------------------------------


def test_the_ante_bonus_is_for_a_straight_or_better():
    hands = ["straight flush", "three of a kind", "straight"]
    expected = {f"Ante Bonus {place}": lines(hands, to_one(*pays)) for place, pays in enumerate(ANTE_BONUS, 1)}
    assert printed(GAME, "ante_bonus") == expected


def test_pair_plus_is_printed_with_and_without_a_mini_royal():
    tables = [*PAIR_PLUS, *PAIR_PLUS_WITH_MINI_ROYAL]
    expected = {
        f"Pair Plus {place}": lines(list(HANDS)[6 - len(pays) : 6], to_one(*pays))
        for place, pays in enumerate(tables, 1)
    }
    assert printed(GAME, "pair_plus") == expected


def test_the_six_card_bonus_is_for_three_of_a_kind_or_better():
    hands = ["royal flush", "straight flush", "four of a kind", "full house", "flush", "straight", "three of a kind"]
    expected = {f"6 Card Bonus {place}": lines(hands, to_one(*pays)) for place, pays in enumerate(SIX_CARD_BONUS, 1)}
    assert printed(GAME, "six_card_bonus") == expected


# --- the procedure ----------------------------------------------------------------------------------------------------


def test_everyone_gets_three_cards_and_folds_or_matches_the_ante():
    assert deals(GAME) == [("everyone", 3)]
    assert choices(GAME) == [("play", (1,))]
    assert [option.name for option in find_game(GAME).decisions[0].options] == ["fold", "1x"]


def test_the_ante_bonus_rides_on_the_ante_and_nothing_is_staked_on_it():
    rider = find_game(GAME).wager("ante_bonus")
    assert (rider.kind, rider.on, rider.is_staked, rider.is_side_bet) == ("rider", "ante", False, False)


def test_a_fold_loses_the_pair_plus_unless_the_house_sets_otherwise_but_not_the_six_card_bonus():
    lost = {"ante": False, "play": False, "ante_bonus": False, "pair_plus": False, "six_card_bonus": True}
    assert live_after_fold(GAME) == lost
    assert live_after_fold(f"{GAME}?pair_plus_after_fold=live") == {**lost, "pair_plus": True}


# --- settlement -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dealer", "qualifies"), [
    (QUEEN_HIGH, True),
    ("Js 10h 9d", True),  # a straight
    ("Js 9s 2s", True),  # a flush
    ("2s 2h 3d", True),
    ("3s 2h As", True),
    (JACK_HIGH, False),
])  # fmt: skip
def test_dealer_qualifies_with_queen_high(dealer, qualifies):
    assert fact(GAME, "dealer_qualifies", "", dealer) == qualifies


@pytest.mark.parametrize(("rule", "dealer", "qualifies"), [
    ("J", JACK_HIGH, True),
    ("J", "10s 9h 7s", False),
    ("K", QUEEN_HIGH, False),
    ("A", "As 3h 4s", True),
    ("pair", "As Kh Js", False),
    ("pair", "2s 2h 3s", True),
])  # fmt: skip
def test_the_qualifying_hand_can_be_set(rule, dealer, qualifies):
    assert fact(f"{GAME}?qualify={rule}", "dealer_qualifies", "", dealer) == qualifies


def test_without_a_qualifying_hand_the_dealer_always_plays():
    game = f"{GAME}?qualify=none"
    assert [on_cards(game, wager, "Ac Kd 2h", JACK_HIGH) for wager in ("ante", "play")] == ["1 to 1", "1 to 1"]
    assert [on_cards(game, wager, "10c 9d 2h", JACK_HIGH) for wager in ("ante", "play")] == ["lose", "lose"]


@pytest.mark.parametrize(("player", "dealer", "ante", "play"), [
    ("Ac Kd 2h", QUEEN_HIGH, "1 to 1", "1 to 1"),
    ("Ac Kd 2h", JACK_HIGH, "1 to 1", "push"),
    ("5c 4d 2h", JACK_HIGH, "1 to 1", "push"),  # worse than the dealer, who does not qualify
    ("Qc 3d 2h", QUEEN_HIGH, "push", "push"),
    ("Jc 9d 8h", QUEEN_HIGH, "lose", "lose"),
    ("2c 2d 2h", "Ks Qs Js", "lose", "lose"),  # three of a kind loses to a straight flush
    ("4c 5d 6h", "Ks 8s 2s", "1 to 1", "1 to 1"),  # a straight beats a flush
    ("3c 3d 2h", "As Kh 4s", "1 to 1", "1 to 1"),
])  # fmt: skip
def test_ante_and_play_against_the_dealer(player, dealer, ante, play):
    assert on_cards(GAME, "ante", player, dealer) == ante
    assert on_cards(GAME, "play", player, dealer) == play


@pytest.mark.parametrize(("result", "qualifies", "ante", "play"), [
    ("win", True, "1 to 1", "1 to 1"),
    ("copy", True, "push", "push"),
    ("loss", True, "lose", "lose"),
    *((result, False, "1 to 1", "push") for result in ("win", "copy", "loss")),
])  # fmt: skip
def test_every_showdown(result, qualifies, ante, play):
    assert in_showdown(GAME, "ante", result, qualifies) == ante
    assert in_showdown(GAME, "play", result, qualifies) == play


@pytest.mark.parametrize(("copies", "outcome"), [("win", "1 to 1"), ("push", "push"), ("lose", "lose")])
def test_who_gains_from_a_copy_can_be_set(copies, outcome):
    assert in_showdown(f"{GAME}?copies={copies}", "ante", "copy", True) == outcome
    assert in_showdown(f"{GAME}?copies={copies}", "play", "copy", True) == outcome


@pytest.mark.parametrize("dealer", [JACK_HIGH, QUEEN_HIGH, "9s 9h 9d"])
@pytest.mark.parametrize("hand", HANDS)
def test_the_ante_bonus_is_paid_whatever_the_dealer_has_and_costs_nothing_if_it_is_not(hand, dealer):
    for place, (straight_flush, three, straight) in enumerate(ANTE_BONUS, 1):
        pays = {
            "mini royal": straight_flush,
            "straight flush": straight_flush,
            "three of a kind": three,
            "straight": straight,
        }
        expected = f"{pays[hand]} to 1" if hand in pays else "push"
        assert on_cards(GAME, "ante_bonus", HANDS[hand], dealer, table=f"Ante Bonus {place}") == expected


@pytest.mark.parametrize("hand", HANDS)
def test_pair_plus_is_paid_on_the_own_cards(hand):
    for place, pays in enumerate([*PAIR_PLUS, *PAIR_PLUS_WITH_MINI_ROYAL], 1):
        by_hand = dict(zip(list(HANDS)[6 - len(pays) : 6], pays, strict=True))
        by_hand.setdefault("mini royal", by_hand["straight flush"])
        expected = f"{by_hand[hand]} to 1" if hand in by_hand else "lose"
        assert on_cards(GAME, "pair_plus", HANDS[hand], QUEEN_HIGH, table=f"Pair Plus {place}") == expected


@pytest.mark.parametrize(("player", "dealer", "pays"), [
    ("Ah Kh Qh", "Jh 10h 2c", (1000, 1000)),
    ("9h Kh Qh", "Jh 10h 2c", (200, 200)),
    ("9h 9c 2d", "9d 9s As", (50, 50)),
    ("9h 9c 2d", "9d 2s 2h", (25, 25)),
    ("9h 2h 4h", "Ah Kh Ks", (20, 15)),
    ("9h 8c 7d", "6d 5s 5h", (10, 10)),
    ("9h 9c 7d", "9d 5s 2h", (5, 5)),
    ("9h 9c 7d", "7h 5s 2h", (None, None)),
])  # fmt: skip
def test_the_six_card_bonus_is_paid_on_the_best_five_of_both_hands(player, dealer, pays):
    for place, pay in enumerate(pays, 1):
        expected = f"{pay:,} to 1" if pay else "lose"
        assert on_cards(GAME, "six_card_bonus", player, dealer, table=f"6 Card Bonus {place}") == expected
