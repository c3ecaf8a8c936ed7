"""Solitaire Stud: the longest run in alternating colours wins."""

import pytest

from cardroom.games.catalogue import find_game

from ..oracle.printed import SUPER_BONUS, THREE_PLUS
from .asking import (
    choices,
    deals,
    fact,
    in_showdown,
    lines,
    live_after_fold,
    on_cards,
    outcome_rules,
    printed,
    stage_rules,
    to_one,
)

GAME = "solitaire-stud"

# Seven cards, by the length of their run: hearts and diamonds are red, spades and clubs black.
PLAYER = {
    1: "2s 4h 6s 8h 10s Qh Qs",
    2: "10s Jh 2s 2h 4s 6h 8s",
    3: "3s 4h 5s 8h 8s Jh Js",
    4: "3s 4h 5s 6h 9s 9h Js",
    5: "3s 4h 5s 6h 7s 10h Qs",
    6: "3s 4h 5s 6h 7s 8h 10s",
    7: "3s 4h 5s 6h 7s 8h 9s",
}
ONE_CARD = "2c 4d 6c 8d 10c Qd Qc"


def test_three_plus_pay_tables_are_the_printed_ones():
    runs = [f"{length}-card run" for length in (7, 6, 5, 4, 3)]
    assert list(printed(GAME, "three_plus").items()) == [
        (name, lines(runs, to_one(*odds))) for name, odds in THREE_PLUS.items()
    ]
    assert [table.printed for table in find_game(GAME).wager("three_plus").paytables] == [
        {"house edge": "1.03%", "win frequency": "20.60%"},
        {"house edge": "2.79%", "win frequency": "20.60%"},
    ]


def test_super_bonus_pay_table_is_the_printed_one():
    wins = [*(f"win by {cards}" for cards in (6, 5, 4, 3, 2, 1)), "other wins"]
    assert printed(GAME, "super_bonus") == {"SB-01": lines(wins, [*to_one(*SUPER_BONUS), "push"])}


def test_everyone_gets_seven_cards_and_play_is_twice_the_ante():
    assert deals(GAME) == [("everyone", 7)]
    assert choices(GAME) == [("play", (2,))]
    assert find_game(GAME).seats == 6
    assert find_game(GAME).wager("super_bonus").kind == "equal"


def test_folding_loses_every_bet():
    assert live_after_fold(GAME) == {"ante": False, "super_bonus": False, "play": False, "three_plus": False}


def test_everything_cites_its_rule():
    main = {"11", "12", "13"}
    assert stage_rules(GAME) == ["2", "4", "5", "6a", "7", "8", "9"]
    assert outcome_rules(GAME) == {"ante": {"8", *main}, "super_bonus": main, "play": main, "three_plus": {"14"}}


def test_king_queen_jack_beats_four_three_two():
    winner, loser = "Kh Qs Jh 2s 4s 6s 8s", "4d 3c 2d 6c 8c 10c Qc"
    assert on_cards(GAME, "play", winner, loser) == "1 to 1"
    assert on_cards(GAME, "play", loser, winner) == "lose"
    assert on_cards(GAME, "super_bonus", winner, loser) == "push"  # no margin in cards


def test_copies_push():
    wagers = ("ante", "play", "super_bonus")
    copies = [on_cards(GAME, wager, "Kh Qs Jh 2s 4s 6s 8s", "Kc Qd Jc 2c 4c 6c 8c") for wager in wagers]
    assert copies == ["push"] * 3


@pytest.mark.parametrize(("dealer", "qualifies"), [
    ("5c 4d 2c 7c 7d 9c 9d", True),
    ("6c 5d 2c 8c 8d 10c 10d", True),
    ("4c 3d 6c 8c 8d 10c 10d", False),
    ("Ac 2d 6c 6d 8c 10c Kd", False),  # the ace is low, and never above the king
    ("9c 10c Jc Qc Kc 2d 4d", False),  # one colour
    ("Ac 2d 3c 5c 7c 9c Jc", True),  # three cards
    ("Kc Jc 9c 7c 5c 3c Ac", False),
])  # fmt: skip
def test_dealer_qualifies_with_five_four(dealer, qualifies):
    assert fact(GAME, "dealer_qualifies", "", dealer) == qualifies
    assert on_cards(GAME, "ante", PLAYER[4], dealer) == ("1 to 1" if qualifies else "push")
    assert on_cards(GAME, "play", PLAYER[4], dealer) == "1 to 1"


@pytest.mark.parametrize(
    ("length", "super_bonus"),
    [(7, "1,000 to 1"), (6, "100 to 1"), (5, "20 to 1"), (4, "5 to 1"), (3, "2 to 1"), (2, "1 to 1")],
)
def test_super_bonus_is_paid_by_the_margin_in_cards(length, super_bonus):
    assert on_cards(GAME, "super_bonus", PLAYER[length], ONE_CARD) == super_bonus


@pytest.mark.parametrize(
    ("length", "ss_01", "ss_02"),
    [
        (7, "500 to 1", "500 to 1"),
        (6, "50 to 1", "50 to 1"),
        (5, "20 to 1", "15 to 1"),
        (4, "6 to 1", "6 to 1"),
        (3, "3 to 1", "3 to 1"),
        (2, "lose", "lose"),
        (1, "lose", "lose"),
    ],
)
def test_three_plus_is_paid_by_the_length_of_the_own_run(length, ss_01, ss_02):
    unbeaten = "4c 5d 6c 7d 8c 9d 10c"
    assert on_cards(GAME, "three_plus", PLAYER[length], ONE_CARD, table="SS-01") == ss_01
    assert on_cards(GAME, "three_plus", PLAYER[length], unbeaten, table="SS-02") == ss_02


@pytest.mark.parametrize("pay", ["1,000 to 1", "1 to 1", "push"])
@pytest.mark.parametrize(("result", "qualifies", "ante", "play", "super_bonus"), [
    ("win", True, "1 to 1", "1 to 1", "by margin"),
    ("win", False, "push", "1 to 1", "by margin"),
    ("copy", True, "push", "push", "push"),
    ("copy", False, "push", "push", "push"),
    ("loss", True, "lose", "lose", "lose"),
    ("loss", False, "push", "lose", "lose"),
])  # fmt: skip
def test_every_showdown(result, qualifies, ante, play, super_bonus, pay):
    assert in_showdown(GAME, "ante", result, qualifies) == ante
    assert in_showdown(GAME, "play", result, qualifies) == play
    by_margin = super_bonus == "by margin"
    assert in_showdown(GAME, "super_bonus", result, qualifies, pay) == (pay if by_margin else super_bonus)
    assert in_showdown(GAME, "super_bonus", "loss", qualifies, None) == "lose"
    assert in_showdown(GAME, "three_plus", result, qualifies, "3 to 1") == "3 to 1"
    assert in_showdown(GAME, "three_plus", result, qualifies, None) == "lose"
