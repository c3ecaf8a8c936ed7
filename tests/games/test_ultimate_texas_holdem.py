"""Ultimate Texas Hold'em: one raise against the dealer, with two cards each and five for everyone."""

import pytest

from cardroom.games.catalogue import find_game
from cardroom.games.model import Expose

from ..oracle.printed import TRIPS
from .asking import choices, deals, fact, in_showdown, lines, live_after_fold, on_cards, outcome_rules, printed, to_one

GAME = "ultimate-texas-holdem"
FROM_THREE = ["royal flush", "straight flush", "four of a kind", "full house", "flush", "straight", "three of a kind"]

# Own cards and board of every hand that pay tables speak of, all of them ahead of a dealer who holds 2c 3s.
HANDS = {
    "royal flush": ("Ah Kh", "Qh Jh 10h 4c 5d"),
    "straight flush": ("9h Kh", "Qh Jh 10h 4c 5d"),
    "four of a kind": ("9h 9c", "9d 9s Kh 4c 5d"),
    "full house": ("9h 9c", "9d Ks Kh 4c 5d"),
    "flush": ("9h 2h", "4h Jh Kh 4c 5d"),
    "straight": ("9h 8c", "7d 6s Kh 4c 5d"),
    "three of a kind": ("9h 9c", "9d Ks Jh 4c 6d"),
    "two pair": ("9h Kc", "9d Ks Jh 4c 6d"),
    "pair": ("9h Ac", "9d Ks Jh 4c 6d"),
    "high card": ("Qh Ac", "9d Ks Jh 4c 6d"),
}
DEALER = "2c 3s"
BLIND_A = dict(zip(FROM_THREE[:6], [*to_one(500, 50, 10, 3), "3 to 2", "1 to 1"], strict=True))


# --- what is printed --------------------------------------------------------------------------------------------------


def test_the_blind_is_printed_with_and_without_a_straight():
    pays = list(BLIND_A.values())
    assert printed(GAME, "blind") == {
        "Blind A": lines([*FROM_THREE[:6], "less than a straight"], [*pays, "push"]),
        "Blind B": lines([*FROM_THREE[:5], "less than a flush"], [*pays[:5], "push"]),
    }


def test_the_trips_is_for_three_of_a_kind_or_better():
    assert printed(GAME, "trips") == {name: lines(FROM_THREE, to_one(*pays)) for name, pays in TRIPS.items()}


# --- the procedure ----------------------------------------------------------------------------------------------------


def test_two_cards_each_and_five_for_everyone_turned_three_and_two():
    assert deals(GAME) == [("everyone", 2), ("community", 5)]
    assert [stage.cards for stage in find_game(GAME).stages_of(Expose)] == [3, 2]


def test_one_play_bet_may_be_made_at_three_points_the_earlier_the_larger():
    assert choices(GAME) == [("play", (3, 4)), ("play", (2,)), ("play", (1,))]
    assert choices(f"{GAME}?first_raise=4") == [("play", (4,)), ("play", (2,)), ("play", (1,))]
    decisions = find_game(GAME).decisions
    assert [decision.id for decision in decisions] == ["preflop", "flop", "river"]
    assert [decision.options[0].name for decision in decisions] == ["check", "check", "fold"]


def test_a_fold_loses_ante_and_blind_and_the_trips_only_if_the_house_sets_that():
    live = {"ante": False, "blind": False, "play": False, "trips": True}
    assert live_after_fold(GAME) == live
    assert live_after_fold(f"{GAME}?trips_after_fold=lost") == {**live, "trips": False}


def test_ante_and_blind_are_equal():
    assert find_game(GAME).base_wager.id == "ante"
    assert find_game(GAME).wager("blind").kind == "equal"


def test_everything_cites_its_rule():
    main = {"10", "11", "12"}
    assert outcome_rules(GAME) == {"ante": {"9", *main}, "blind": main, "play": main, "trips": {"13"}}


# --- settlement -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hand", HANDS)
def test_a_winning_blind_is_paid_by_rank_and_ante_and_play_even_money(hand):
    player, board = HANDS[hand]
    qualifies = fact(GAME, "dealer_qualifies", player, DEALER, community=board)
    assert on_cards(GAME, "play", player, DEALER, community=board) == "1 to 1"
    assert on_cards(GAME, "ante", player, DEALER, community=board) == ("1 to 1" if qualifies else "push")
    assert on_cards(GAME, "blind", player, DEALER, community=board) == BLIND_A.get(hand, "push")
    without_straight = "push" if hand == "straight" else BLIND_A.get(hand, "push")
    assert on_cards(GAME, "blind", player, DEALER, community=board, table="Blind B") == without_straight


@pytest.mark.parametrize(("dealer", "board", "qualifies"), [
    ("2c 3s", "9d Ks Jh 4c 6d", False),
    ("2c 2s", "9d Ks Jh 4c 6d", True),
    ("2c 3s", "9d 9s Jh 4c 6d", True),  # the pair is on the board
    ("Ac 7s", "9d Ks Jh 4c 6d", False),
    ("2c 3s", "9d Ks Jh 4c 5d", False),
])  # fmt: skip
def test_dealer_qualifies_with_a_pair(dealer, board, qualifies):
    assert fact(GAME, "dealer_qualifies", "Qh Qd", dealer, community=board) == qualifies
    assert on_cards(GAME, "ante", "9h 9c", dealer, community=board) == ("1 to 1" if qualifies else "push")


def test_a_dealer_who_does_not_qualify_saves_the_ante_of_a_hand_that_he_beats():
    cards = {"community": "9d Ks Jh 4c 6d"}
    assert on_cards(GAME, "ante", "2c 3s", "Ac 7s", **cards) == "push"
    assert [on_cards(GAME, wager, "2c 3s", "Ac 7s", **cards) for wager in ("blind", "play")] == ["lose", "lose"]
    assert on_cards(f"{GAME}?qualify=none", "ante", "2c 3s", "Ac 7s", **cards) == "lose"


def test_a_tie_pushes_everything_even_with_a_royal_flush_on_the_board():
    for wager in ("ante", "blind", "play"):
        assert on_cards(GAME, wager, "2c 3c", "4d 5d", community="Ah Kh Qh Jh 10h") == "push"
    assert on_cards(GAME, "trips", "2c 3c", "4d 5d", community="Ah Kh Qh Jh 10h") == "50 to 1"


def test_a_kicker_decides_and_the_best_five_of_seven_count():
    board = "9d 9s Jh 4c 6d"
    assert on_cards(GAME, "play", "Ah 2d", "Kh Qd", community=board) == "1 to 1"
    assert on_cards(GAME, "play", "Ah 2d", "Ac 3d", community="Kd Ks Jh 10c 6d") == "push"


@pytest.mark.parametrize("pay", ["500 to 1", "3 to 2", "push"])
@pytest.mark.parametrize(("result", "qualifies", "ante", "play", "blind"), [
    ("win", True, "1 to 1", "1 to 1", "by rank"),
    ("win", False, "push", "1 to 1", "by rank"),
    ("copy", True, "push", "push", "push"),
    ("copy", False, "push", "push", "push"),
    ("loss", True, "lose", "lose", "lose"),
    ("loss", False, "push", "lose", "lose"),
])  # fmt: skip
def test_every_showdown(result, qualifies, ante, play, blind, pay):
    assert in_showdown(GAME, "ante", result, qualifies) == ante
    assert in_showdown(GAME, "play", result, qualifies) == play
    assert in_showdown(GAME, "blind", result, qualifies, pay) == (pay if blind == "by rank" else blind)


@pytest.mark.parametrize("hand", HANDS)
def test_the_trips_is_paid_whatever_the_dealer_has(hand):
    player, board = HANDS[hand]
    for table, pays in TRIPS.items():
        expected = dict(zip(FROM_THREE, to_one(*pays), strict=True)).get(hand, "lose")
        for dealer in (DEALER, "As Ad"):
            assert on_cards(GAME, "trips", player, dealer, community=board, table=table) == expected
