"""Solitaire Stud, rule by rule."""

from __future__ import annotations

import pytest

from cardroom.cards import DECK
from cardroom.table.events import DealerRevealed, HandShown, PacketDealt, ShufflerCleared, WagerSettled

from .stacked import happened, is_revealed, play, results, seated, stacked

GAME = "solitaire-stud"
ANTE = {"ante": 10, "super_bonus": 10}
LOST = {"ante": -10, "super_bonus": -10, "play": -20}
DOWN = ["K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "A"]

FIVE_HIGH = "5c 4d 2c Kc Jc 9c 7c"  # the lowest hand that qualifies the dealer
FOUR_HIGH = "4c 3d Ac Kc Jc 9c 7c"


def run(length: int, high: str, suits: str = "sh") -> str:
    """Seven cards whose longest run has this length and highest card; the rest is below a gap, in one colour."""
    ranks = DOWN[DOWN.index(high) :]
    alternating = [f"{rank}{suits[place % 2]}" for place, rank in enumerate(ranks[:length])]
    return " ".join(alternating + [f"{rank}{suits[0]}" for rank in ranks[length + 1 : 8]])


def one_player(player: str, dealer: str, choice: int = 2, side: dict[str, int] | None = None, **settings: object):
    return results(play(GAME, {1: ANTE | (side or {})}, stacked(player, dealer), {1: choice}, **settings))[1]


def test_rules_4_and_5_seven_cards_clockwise_finally_the_dealer_and_the_rest_leaves():
    round_ = play(GAME, {4: ANTE, 2: ANTE}, DECK, {2: 0, 4: 0})
    packets = [(event.to, event.cards) for event in happened(round_, PacketDealt)]
    assert packets == [(2, DECK[:7]), (4, DECK[7:14]), ("dealer", DECK[14:21])]
    assert [event.cards_left for event in happened(round_, ShufflerCleared)] == [31]


def test_rule_6_the_choice_is_to_fold_or_to_bet_exactly_twice_the_ante():
    round_ = seated(GAME, {1: ANTE}, DECK)
    round_.run_dealer()
    assert [(option.name, option.amount // 1_000_000) for option in round_.options(1)] == [("fold", 0), ("2x", 20)]


def test_rule_6a_folding_loses_every_bet_the_3_plus_included():
    lost = {"ante": -10, "super_bonus": -10, "three_plus": -5}
    assert one_player(run(7, "K"), FOUR_HIGH, 0, {"three_plus": 5}) == lost


@pytest.mark.parametrize(
    ("dealer", "qualifies"),
    [
        (FIVE_HIGH, True),
        (run(2, "K", "cd"), True),
        ("3c 2d Ac Kc Jc 9c 7c", True),  # three cards, however low
        (FOUR_HIGH, False),
        ("Kc Qc Jc 10c 9c 8c 7c", False),  # no two neighbours of different colour
    ],
)
def test_rule_8_the_dealer_needs_five_four_or_better(dealer, qualifies):
    round_ = play(GAME, {1: ANTE}, stacked(run(4, "K"), dealer), {1: 2})
    assert happened(round_, DealerRevealed)[0].qualifies is qualifies
    assert results(round_)[1]["ante"] == (10 if qualifies else 0)


def test_rule_8_antes_go_back_first_and_only_to_players_still_in():
    hands = run(3, "K"), "Ah Ad 3h 3c 5h 5d 8h", run(7, "Q", "dc")
    round_ = play(GAME, {1: ANTE, 2: ANTE, 5: ANTE}, stacked(*hands, "4c 3d Ac Kc 10c 8c 6c"), {1: 2, 2: 0, 5: 2})
    settled = happened(round_, WagerSettled, HandShown)
    assert [(e.seat, getattr(e, "wager", "shown")) for e in settled] == [
        (2, "ante"), (2, "super_bonus"), (5, "ante"), (1, "ante"),
        (5, "shown"), (5, "super_bonus"), (5, "play"), (1, "shown"), (1, "super_bonus"), (1, "play"),
    ]  # fmt: skip
    assert results(round_) == {
        1: {"ante": 0, "super_bonus": 10, "play": 20},
        2: {"ante": -10, "super_bonus": -10},
        5: {"ante": 0, "super_bonus": 1000, "play": 20},
    }


@pytest.mark.parametrize(
    ("player", "dealer", "play_bet"),
    [
        (run(3, "K"), "4c 3d 2c Kc Jc 9c 7c", 20),  # the sheet's example: K-Q-J beats 4-3-2
        ("4s 3h 2s Ks Js 9s 7s", run(3, "K", "cd"), -20),
        (run(3, "9"), run(2, "K", "cd"), 20),  # length comes first
        (run(3, "K"), run(3, "K", "cd"), 0),  # copies push
        (run(3, "Q", "hs"), run(3, "Q", "cd"), 0),  # whichever colour leads
        ("As 2h 9s Js Ks 7s 5s", FOUR_HIGH, -20),  # the ace is low: A-2 is a run of two, deuce high
        ("As Kh Js 9s 7s 5s 3s", FOUR_HIGH, -20),  # and never high: one card only
        ("Ks Qs Js 10s 9s 8s 7s", FOUR_HIGH, -20),  # one colour makes no run
    ],
)
def test_rule_10_the_longer_run_wins_then_the_highest_card(player, dealer, play_bet):
    assert one_player(player, dealer)["play"] == play_bet


@pytest.mark.parametrize(
    ("player", "dealer", "super_bonus"), [(7, 2, 1000), (6, 2, 200), (7, 4, 50), (5, 3, 20), (4, 3, 10), (3, 3, 0)]
)
def test_rule_11_a_win_pays_even_money_and_the_super_bonus_by_margin(player, dealer, super_bonus):
    expected = {"ante": 10, "super_bonus": super_bonus, "play": 20}
    assert one_player(run(player, "K"), run(dealer, "Q", "cd")) == expected


def test_rule_11_a_win_by_six_cards_pays_a_thousand_to_one_and_the_ante_has_gone_back():
    assert one_player(run(7, "K"), run(1, "Q", "cd")) == {"ante": 0, "super_bonus": 10_000, "play": 20}


def test_rule_12_a_loss_takes_everything_but_an_ante_that_went_back():
    assert one_player(run(2, "Q"), run(2, "K", "cd")) == LOST
    assert one_player(run(1, "K"), FOUR_HIGH) == LOST | {"ante": 0}


def test_rule_13_a_tie_pushes():
    assert one_player(run(5, "J"), run(5, "J", "cd")) == {"ante": 0, "super_bonus": 0, "play": 0}


@pytest.mark.parametrize("dealer", [FOUR_HIGH, run(7, "Q", "dc")])
@pytest.mark.parametrize(
    ("table", "length", "gain"),
    [
        ("SS-01", 7, 2500), ("SS-01", 6, 250), ("SS-01", 5, 100), ("SS-01", 4, 30), ("SS-01", 3, 15), ("SS-01", 2, -5),
        ("SS-02", 7, 2500), ("SS-02", 6, 250), ("SS-02", 5, 75), ("SS-02", 4, 30), ("SS-02", 3, 15), ("SS-02", 1, -5),
    ],
)  # fmt: skip
def test_rule_14_the_3_plus_is_on_the_players_own_run_win_or_lose(table, length, gain, dealer):
    round_ = one_player(run(length, "K"), dealer, 2, {"three_plus": 5}, paytables={"three_plus": table})
    assert round_["three_plus"] == gain


def test_if_everyone_folds_nothing_is_left_to_reveal_for():
    round_ = play(GAME, {1: ANTE | {"three_plus": 5}, 2: ANTE}, DECK, {1: 0, 2: 0})
    assert not is_revealed(round_)
    assert not happened(round_, HandShown)
