"""Let It Ride: three equal bets, two of which may be taken back."""

import pytest

from cardroom.games.catalogue import find_game
from cardroom.games.model import TakeBack

from ..oracle.printed import LET_IT_RIDE
from .asking import deals, lines, live_after_fold, on_cards, outcome_rules, printed, to_one

GAME = "let-it-ride"
BETS = ("bet_1", "bet_2", "bet_3")

# Own and community cards of every hand that the pay table speaks of, best first.
HANDS = {
    "royal flush": ("Ah Kh Qh", "Jh 10h"),
    "straight flush": ("Ah 5h 2h", "3h 4h"),
    "four of a kind": ("9c 9d 9h", "9s 2c"),
    "full house": ("9c 9d 9h", "2s 2c"),
    "flush": ("2d 7d 9d", "Kd Ad"),
    "straight": ("Ac Kd Qh", "Jh 10h"),
    "three of a kind": ("9c 2d 9h", "9s 4c"),
    "two pair": ("3c 2d 3h", "2s 4c"),
    "pair of tens or better": ("10c 2d 5s", "10h 4c"),
    "pair of nines": ("9c 2d 5s", "9h 4c"),
    "high card": ("Ac Kd Qh", "Jh 9h"),
}


def test_all_bets_are_paid_by_one_table():
    expected = {"Let It Ride": lines(list(HANDS)[:9], to_one(*LET_IT_RIDE))}
    assert [printed(GAME, bet) for bet in BETS] == [expected] * 3


def test_the_three_card_bonus_is_printed_with_four_or_three_for_a_flush():
    hands = ["mini royal", "straight flush", "three of a kind", "straight", "flush", "pair"]
    assert printed(GAME, "three_card_bonus") == {
        "3 Card Bonus 1": lines(hands, to_one(50, 40, 30, 6, 4, 1)),
        "3 Card Bonus 2": lines(hands, to_one(50, 40, 30, 6, 3, 1)),
    }


def test_two_community_cards_and_three_to_each_player():
    assert deals(GAME) == [("community", 2), ("seat", 3)]
    stages = [type(stage).__name__ for stage in find_game(GAME).stages]
    assert stages == ["Bets", "Deal", "Deal", *["Decide", "Expose"] * 2, "SettleSeats"]


def test_the_three_bets_are_equal_and_the_last_one_stays():
    game = find_game(GAME)
    assert {bet: game.wager(bet).kind for bet in BETS} == {"bet_1": "equal", "bet_2": "equal", "bet_3": "base"}
    assert game.base_wager.id == "bet_3"
    taken = [option for decision in game.decisions for option in decision.options if isinstance(option, TakeBack)]
    assert [option.wager for option in taken] == ["bet_1", "bet_2"]


def test_a_bet_rides_or_is_taken_back_and_nobody_folds():
    for decision in find_game(GAME).decisions:
        assert [option.name for option in decision.options] == ["let it ride", "take back"]
    assert not any(live_after_fold(GAME).values())


def test_everything_cites_its_rule():
    assert outcome_rules(GAME) == {**{bet: {"8"} for bet in BETS}, "three_card_bonus": {"9"}}


@pytest.mark.parametrize("hand", HANDS)
def test_every_bet_that_rides_gets_the_same_odds(hand):
    player, community = HANDS[hand]
    pays = dict(zip(HANDS, to_one(*LET_IT_RIDE), strict=False))
    assert [on_cards(GAME, bet, player, community=community) for bet in BETS] == [pays.get(hand, "lose")] * 3


@pytest.mark.parametrize(("pair", "outcome"), [
    *((rank, "lose") for rank in ("2", "3", "4", "5", "6", "7", "8", "9")),
    *((rank, "1 to 1") for rank in ("10", "J", "Q", "K", "A")),
])  # fmt: skip
def test_tens_win_and_nines_do_not(pair, outcome):
    others = [rank for rank in ("2", "5", "8", "K") if rank != pair][:3]
    player, community = f"{pair}c {pair}d {others[0]}h", f"{others[1]}h {others[2]}h"
    assert on_cards(GAME, "bet_3", player, community=community) == outcome


@pytest.mark.parametrize(("player", "first", "second"), [
    ("Qd Kd Ad", "50 to 1", "50 to 1"),
    ("Ad 2d 3d", "40 to 1", "40 to 1"),
    ("2c 2d 2h", "30 to 1", "30 to 1"),
    ("Qc Kd Ah", "6 to 1", "6 to 1"),
    ("2d 9d Ad", "4 to 1", "3 to 1"),
    ("2c 2d Ah", "1 to 1", "1 to 1"),
    ("Kc Ad 2h", "lose", "lose"),
])  # fmt: skip
def test_the_three_card_bonus_is_on_the_own_cards_alone(player, first, second):
    for table, outcome in (("3 Card Bonus 1", first), ("3 Card Bonus 2", second)):
        assert on_cards(GAME, "three_card_bonus", player, community="9c 9s", table=table) == outcome
