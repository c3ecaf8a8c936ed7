"""Casino War, worked rounds: cards as they are dealt, and what every bet comes to by the rules."""

from __future__ import annotations

import pytest

from cardroom.money import CENT
from cardroom.table import Round, table_settings
from cardroom.table.commands import Bet, Choose
from cardroom.table.events import CardsBurned, PacketDealt

from .stacked import happened, play, results, shoe

GAME = "casino-war"
BETS = {"bet": 10, "tie": 5}
BURNED = "2c 2d 2h"


def one_player(cards, choice=(), game=GAME):
    return results(play(game, {1: BETS}, shoe(game, cards), {1: choice}))[1]


@pytest.mark.parametrize(
    ("cards", "bet"), [("9s 5d", 10), ("5s 9d", -10), ("As Kd", 10), ("2s Ad", -10), ("10s 9d", 10), ("Js Qd", -10)]
)
def test_the_higher_card_wins_ace_high(cards, bet):
    assert one_player(cards) == {"bet": bet, "tie": -5}


def test_a_tie_surrendered_loses_half_of_the_bet_and_the_tie_is_paid():
    assert one_player("8s 8d", "surrender") == {"bet": -5, "tie": 50}


@pytest.mark.parametrize(
    ("then", "bet", "war"), [("Ks 3d", 0, 10), ("3s Kd", -10, -10), ("Ks Kd", 0, 10), ("8s 8d", 0, 10)]
)
def test_in_a_war_the_first_bet_is_only_saved_and_the_second_paid_also_on_a_second_tie(then, bet, war):
    assert one_player(f"8s 8d {BURNED} {then}", "war") == {"bet": bet, "war": war, "tie": 50}


@pytest.mark.parametrize(("then", "bet", "war"), [("Ks 3d", 0, 10), ("3s Kd", -10, -10), ("Ks Kd", 10, 10)])
def test_a_house_may_give_a_bonus_for_the_second_tie(then, bet, war):
    game = f"{GAME}?second_tie_bonus=True"
    assert one_player(f"8s 8d {BURNED} {then}", "war", game) == {"bet": bet, "war": war, "tie": 50}


def test_three_cards_are_burned_once_and_the_dealers_card_stands_against_all_at_war():
    bets = dict.fromkeys((1, 2, 3, 4), BETS)
    deck = shoe(GAME, "8s 8c 8h 9c 8d", BURNED, "Ks 3s Qd")  # seat 4 has won, seat 2 surrenders
    round_ = play(GAME, bets, deck, {1: "war", 2: "surrender", 3: "war"})
    assert [event.count for event in happened(round_, CardsBurned)] == [3]
    assert [event.to for event in happened(round_, PacketDealt)] == [1, 2, 3, 4, "dealer", 1, 3, "dealer"]
    assert results(round_) == {
        1: {"bet": 0, "war": 10, "tie": 50},
        2: {"bet": -5, "tie": 50},
        3: {"bet": -10, "war": -10, "tie": 50},
        4: {"bet": 10, "tie": -5},
    }


@pytest.mark.parametrize(("cents", "lost"), [(5, 3), (10, 5), (1, 1), (501, 251)])
def test_a_surrender_is_given_back_in_whole_cents_and_the_half_is_dropped(cents, lost):
    table = {"chip": CENT, "minimum": CENT, "side_minimum": CENT}
    round_ = Round.open("r", table_settings(GAME, **table), shoe(GAME, "8s 8d"))
    round_.do(Bet(1, {"bet": cents * CENT}))
    round_.run_dealer()
    (event,) = round_.do(Choose(1, "surrender"))
    assert event.back == (cents - lost) * CENT


def test_where_nobody_goes_to_war_nothing_more_is_dealt():
    round_ = play(GAME, {1: BETS}, shoe(GAME, "8s 8d"), {1: "surrender"})
    assert not happened(round_, CardsBurned)
    assert len(happened(round_, PacketDealt)) == 2
