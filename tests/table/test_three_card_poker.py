"""Three Card Poker, worked rounds: cards as they are dealt, and what every bet comes to by the rules."""

from __future__ import annotations

import pytest

from cardroom.table.events import DealerRevealed

from .stacked import happened, play, results, seated, stacked

GAME = "three-card-poker"
BETS = {"ante": 10, "pair_plus": 5, "six_card_bonus": 5}


def one_player(own, dealer, choice):
    return results(play(GAME, {1: BETS}, stacked(own, dealer), {1: choice}))[1]


def came_to(ante, play, pair_plus, six, bonus=None):
    named = {"ante": ante, "play": play, "ante_bonus": bonus, "pair_plus": pair_plus, "six_card_bonus": six}
    return {name: amount for name, amount in named.items() if amount is not None}


@pytest.mark.parametrize(
    ("own", "dealer", "expected"),
    [
        ("Ah Kh Qh", "2c 7d 9s", came_to(10, 0, 200, -5, bonus=50)),  # not qualified; a mini royal is a straight flush
        ("10h Jh Qh", "Kh Ah 2c", came_to(10, 10, 200, 5000, bonus=50)),  # the six cards hold a royal flush
        ("9c 9d 9h", "Qs 7d 2c", came_to(10, 10, 150, 25, bonus=40)),  # queen high qualifies
        ("Ac 2d 3h", "Kc Kd 5s", came_to(10, 10, 30, -5, bonus=10)),  # the ace is low in a straight
        ("4c 8c Jc", "4d 5h 6s", came_to(-10, -10, 20, -5)),  # a straight beats a flush
        ("4c 5d 6h", "9s 9d 9h", came_to(-10, -10, 30, 25, bonus=10)),  # the bonus is paid whatever the dealer has
        ("5c 5d 9h", "5h 5s 8c", came_to(10, 10, 5, 250)),  # by the third card; four fives in the six
        ("Qc 7d 2h", "Qd 7h 2s", came_to(0, 0, -5, -5)),  # an exact tie
        ("Kc 8d 3h", "Js 9h 2c", came_to(10, 0, -5, -5)),
        ("10c 4h 3d", "Jd 9c 2h", came_to(10, 0, -5, -5)),  # a better hand of a dealer who does not qualify
        ("4h 4c 7c", "8d 8h 2s", came_to(-10, -10, 5, -5)),  # two pair of the six pay nothing
        ("2h 2c 8c", "8d 8h 2s", came_to(-10, -10, 5, 125)),  # twos and eights: a full house of the six
        ("3c 7c 9c", "Jc Kc Ac", came_to(-10, -10, 20, 100)),  # six cards of one suit
        ("3c 4d 5c", "6c 7d Kc", came_to(10, 10, 30, 50, bonus=10)),
    ],
)
def test_with_the_play_bet_made(own, dealer, expected):
    assert one_player(own, dealer, 1) == expected


def test_a_fold_loses_ante_and_pair_plus_and_the_six_cards_are_still_read():
    assert one_player("2c 2d 9h", "Kd Kh Ks", 0) == {"ante": -10, "pair_plus": -5, "six_card_bonus": 125}
    without = play(GAME, {1: {"ante": 10, "pair_plus": 5}}, stacked("2c 2d 9h", "Kd Kh Ks"), {1: 0})
    assert results(without)[1] == {"ante": -10, "pair_plus": -5}
    assert not happened(without, DealerRevealed)


def test_the_ante_bonus_has_no_stake_of_its_own():
    round_ = seated(GAME, {1: {"ante": 10}}, stacked("Ah Kh Qh", "2c 7d 9s"))
    round_.run_dealer()
    assert [(option.name, option.amount // 1_000_000) for option in round_.options(1)] == [("fold", 0), ("1x", 10)]
    assert set(round_.state.seats[1].stakes) == {"ante"}
