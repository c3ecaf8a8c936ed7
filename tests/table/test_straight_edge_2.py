"""Straight Edge Poker, version 2, rule by rule."""

from __future__ import annotations

import pytest

from cardroom.cards import DECK
from cardroom.errors import CardroomError
from cardroom.table.commands import Bet, Choose
from cardroom.table.events import DealerRevealed, HandShown, PacketDealt, Qualified, ShufflerCleared, WagerSettled

from .stacked import ending, happened, is_revealed, play, results, seated, stacked, straight

GAME = "straight-edge-2"
ANTE = {"ante": 10, "blind": 10}
LOST = {"ante": -10, "blind": -10, "play": -20}


def one_player(player: str, dealer: str, choice: int = 2, side: dict[str, int] | None = None):
    return results(play(GAME, {1: ANTE | (side or {})}, stacked(player, dealer), {1: choice}))[1]


def against(player: tuple[int, str], dealer: tuple[int, str]) -> tuple[str, str]:
    return straight(*player), straight(*dealer, suits="cd")


def test_rule_2_ante_and_blind_are_equal():
    round_ = seated(GAME, {}, DECK)
    for stakes in ({"ante": 10}, {"ante": 10, "blind": 11}, {"blind": 10}):
        with pytest.raises(CardroomError, match=r"must equal the Ante|needs the Ante"):
            round_.do(Bet(1, {name: amount * 1_000_000 for name, amount in stakes.items()}))
    assert not round_.state.seats


def test_rules_4_and_5_seven_cards_clockwise_the_dealer_last_and_the_rest_leaves():
    round_ = play(GAME, {6: ANTE, 1: ANTE, 3: ANTE}, DECK, {1: 0, 3: 0, 6: 0})
    packets = [(event.to, event.cards) for event in happened(round_, PacketDealt)]
    assert packets == [(1, DECK[:7]), (3, DECK[7:14]), (6, DECK[14:21]), ("dealer", DECK[21:28])]
    assert [event.cards_left for event in happened(round_, ShufflerCleared)] == [24]


def test_rule_6_the_choice_is_to_fold_or_to_bet_exactly_twice_the_ante():
    round_ = seated(GAME, {1: ANTE}, DECK)
    round_.run_dealer()
    assert [(option.name, option.amount // 1_000_000) for option in round_.options(1)] == [("fold", 0), ("2x", 20)]
    for option in ("1x", "3x", "2", ""):
        with pytest.raises(CardroomError, match=r"fold, 2x \(\$20\)"):
            round_.do(Choose(1, option))


@pytest.mark.parametrize(
    ("dealer", "qualifies"),
    [((2, "10"), True), ((2, "J"), True), ((3, "4"), True), ((2, "9"), False), ((2, "3"), False), ((1, "A"), False)],
)
def test_rule_8_the_dealer_needs_nine_ten_or_better(dealer, qualifies):
    round_ = play(GAME, {1: ANTE}, stacked(*against((4, "K"), dealer)), {1: 2})
    assert happened(round_, DealerRevealed)[0].qualifies is qualifies
    assert results(round_)[1]["ante"] == (10 if qualifies else 0)


def test_rule_8_antes_go_back_first_and_only_to_players_still_in():
    hands = "2s 3s 4s 5s 6s 7s 8s", "2h 2d 2c 5h 5d 8h Jh", "Js Qs Ks As 9h Jd 3h"
    dealer = "4c 4d 6c 6d 8c Qc Qd"
    round_ = play(GAME, {1: ANTE, 2: ANTE, 4: ANTE}, stacked(*hands, dealer), {1: 2, 2: 0, 4: 2})
    settled = happened(round_, WagerSettled, HandShown)
    assert [(e.seat, getattr(e, "wager", "shown")) for e in settled] == [
        (2, "ante"), (2, "blind"),  # folded: lost at once
        (4, "ante"), (1, "ante"),  # returned before any hand is compared
        (4, "shown"), (4, "blind"), (4, "play"),
        (1, "shown"), (1, "blind"), (1, "play"),
    ]  # fmt: skip
    assert results(round_) == {
        1: {"ante": 0, "blind": 1000, "play": 20},
        2: {"ante": -10, "blind": -10},
        4: {"ante": 0, "blind": 30, "play": 20},
    }


@pytest.mark.parametrize(
    ("player", "dealer", "expected"),
    [
        ((1, "A"), (2, "9"), {"ante": 0, "blind": -10, "play": -20}),
        ((2, "9"), (2, "9"), {"ante": 0, "blind": 0, "play": 0}),
        ((2, "9"), (2, "8"), {"ante": 0, "blind": 0, "play": 20}),
        ((3, "9"), (2, "9"), {"ante": 0, "blind": 10, "play": 20}),
    ],
)
def test_rule_8_without_a_qualifying_dealer_play_and_blind_still_have_action(player, dealer, expected):
    assert one_player(*against(player, dealer)) == expected


@pytest.mark.parametrize(
    ("player", "dealer", "blind"),
    [(7, 2, 250), (6, 2, 50), (5, 2, 30), (6, 3, 30), (5, 3, 20), (4, 3, 10), (3, 3, 0), (7, 7, 0)],
)
def test_rule_10_a_win_pays_even_money_and_the_blind_by_margin_which_pushes_at_zero(player, dealer, blind):
    expected = {"ante": 10, "blind": blind, "play": 20}
    assert one_player(*against((player, "A"), (dealer, "K"))) == expected


def test_rule_10_a_win_by_six_cards_is_always_against_a_dealer_who_does_not_qualify():
    assert one_player(*against((7, "A"), (1, "K"))) == {"ante": 0, "blind": 1000, "play": 20}


def test_rule_11_a_loss_takes_everything():
    assert one_player(*against((3, "5"), (3, "7"))) == LOST  # the sheet's example: 3-4-5 loses to 5-6-7
    assert one_player(*against((4, "A"), (5, "6"))) == LOST


def test_rule_12_copies_push():
    assert one_player(*against((4, "9"), (4, "9"))) == {"ante": 0, "blind": 0, "play": 0}


@pytest.mark.parametrize(
    ("player", "dealer", "wins"),
    [
        ("Qs Ks As 2s 3s 7h 9h", (3, "K"), True),  # Q-K-A, not Q-K-A-2-3
        ("As 2s 3s 4s 7h 9h Jh", (4, "5"), False),  # A-2-3-4 ends in the four
        ("Js Qs Ks As 3h 6h 8h", (4, "K"), True),  # the ace is high
        ("As 2s 3s 4s 7h 9h Jh", (3, "A"), True),  # the ace is low
        ("Ks As 2s 3s 7h 9h Jh", (4, "5"), False),  # never in the middle
    ],
)
def test_the_ace_is_low_or_high_and_never_in_the_middle(player, dealer, wins):
    assert (one_player(player, straight(*dealer, suits="cd"))["play"] > 0) is wins


def test_folding_loses_ante_and_blind():
    assert one_player(*against((7, "9"), (2, "5")), choice=0) == {"ante": -10, "blind": -10}


@pytest.mark.parametrize("choice", [0, 2])
@pytest.mark.parametrize(("length", "gain"), [(7, 250), (6, 75), (5, 40), (4, 10), (3, -5), (1, -5)])
def test_rule_13_four_plus_is_on_the_players_own_straight_folded_or_not(length, gain, choice):
    assert one_player(*against((length, "K"), (7, "A")), choice, {"four_plus": 5})["four_plus"] == gain


@pytest.mark.parametrize("choice", [0, 2])
@pytest.mark.parametrize(("length", "gain"), [(1, 125), (2, -5)])
def test_rule_14_insurance_pays_below_a_two_card_straight_folded_or_not(length, gain, choice):
    assert one_player(*against((length, "K"), (3, "A")), choice, {"insurance": 5})["insurance"] == gain


@pytest.mark.parametrize(
    ("player", "dealer", "choice", "pays"),
    [
        ((4, "9"), (5, "K"), 2, "5 for 1"),
        ((5, "K"), (4, "9"), 2, "5 for 1"),
        ((7, "9"), (7, "K"), 2, "100%"),
        ((5, "9"), (5, "9"), 2, None),  # a tie
        ((3, "A"), (7, "K"), 2, None),
        ((6, "A"), (7, "K"), 0, None),  # folded
    ],
)
def test_two_way_bad_beat_both_ways_by_the_lower_hand(player, dealer, choice, pays):
    stakes = ANTE | {"two_way_bad_beat": 1}
    round_ = play(GAME, {1: stakes}, stacked(*against(player, dealer)), {1: choice})
    event = ending(round_, 1, "two_way_bad_beat")
    assert (str(event.pays) if isinstance(event, Qualified) else None) == pays
    assert results(round_)[1]["two_way_bad_beat"] == -1


def test_if_everyone_folds_the_dealer_stays_face_down_and_side_bets_are_settled():
    stakes = ANTE | {"four_plus": 1, "insurance": 1, "two_way_bad_beat": 1}
    round_ = play(GAME, {1: stakes}, stacked(*against((7, "K"), (7, "9"))), {1: 0})
    assert not is_revealed(round_)
    lost = {"ante": -10, "blind": -10, "insurance": -1, "two_way_bad_beat": -1}
    assert results(round_)[1] == lost | {"four_plus": 50}
