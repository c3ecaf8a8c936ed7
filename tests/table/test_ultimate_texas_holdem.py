"""Ultimate Texas Hold'em, worked rounds: cards as they are dealt, and what every bet comes to by the rules."""

from __future__ import annotations

import pytest

from cardroom.table.commands import Choose
from cardroom.table.events import CardExposed, DealerRevealed

from .stacked import happened, play, results, seated, stacked

GAME = "ultimate-texas-holdem"
BETS = {"ante": 10, "blind": 10, "trips": 5}
PREFLOP, FLOP, RIVER = (), ("check",), ("check", "check")


@pytest.mark.parametrize(
    ("own", "dealer", "board", "choices", "expected"),
    [
        ("Ah Ad", "Ks Kd", "2c 7d 9h Js 4s", (*PREFLOP, 4), (10, 0, 40, -5)),
        ("Ks Kd", "Ah Ad", "2c 7d 9h Js 4s", (*PREFLOP, 3), (-10, -10, -30, -5)),
        ("Kh Qh", "2c 2d", "Ah Jh 10h 3s 4s", (*FLOP, 2), (10, 5000, 20, 250)),
        ("5h 6h", "Ac Ad", "7h 8h 9h 2c 3c", (*PREFLOP, 4), (10, 500, 40, 200)),
        ("7c 7s", "Ac Ad", "7d 7h 2c 3c 9s", (*PREFLOP, 4), (10, 100, 40, 150)),
        ("Jd Js", "Qc Qd", "Jc 7d 7h 2c 3c", (*FLOP, 2), (10, 30, 20, 45)),
        ("Ac 3c", "Kd Kh", "7c 9c Jc 2d 5s", (*PREFLOP, 4), (10, 15, 40, 35)),
        ("5h 6c", "Ac Ad", "7h 8d 9s 2c 3c", (*RIVER, 1), (10, 10, 10, 20)),
        ("7c 7s", "Ac Kd", "7d 2h 4c 9s Jd", (*FLOP, 2), (0, 0, 20, 15)),  # ace high does not qualify
        ("Ac 5d", "Kc 9d", "2h 3s 7c Js Qd", (*RIVER, 1), (0, 0, 10, -5)),
        ("Kc 5d", "Ac 9d", "2h 3s 7c Js Qd", (*RIVER, 1), (0, -10, -10, -5)),  # the Ante of a beaten hand is saved
        ("2c 3d", "4c 5d", "10c Jd Qh Ks Ac", (*RIVER, 1), (0, 0, 0, 20)),  # the board plays: a tie
        ("5c 3d", "Ac 9d", "Kh Ks 7c Js Qd", (*RIVER, 1), (-10, -10, -10, -5)),  # a pair on the board qualifies
        ("9c 8c", "Ad Kd", "7c 6c 2c Ah 5d", (*FLOP, 2), (10, 15, 20, 35)),  # flush and straight: the flush counts
    ],
)
def test_with_the_play_bet_made(own, dealer, board, choices, expected):
    round_ = play(GAME, {1: BETS}, stacked(own, dealer, board), {1: choices})
    assert results(round_)[1] == dict(zip(("ante", "blind", "play", "trips"), expected, strict=True))


@pytest.mark.parametrize(("board", "trips"), [("2h 3s 6c Js Qd", -5), ("9h 9s 6c Js Qd", 15)])
def test_a_fold_loses_ante_and_blind_and_the_trips_stay_live(board, trips):
    round_ = play(GAME, {1: BETS}, stacked("9c 8d", "Ac Kd", board), {1: (*RIVER, "fold")})
    assert results(round_)[1] == {"ante": -10, "blind": -10, "trips": trips}
    assert not happened(round_, DealerRevealed)


def test_the_board_is_turned_three_and_two_and_who_has_raised_is_not_asked_again():
    round_ = seated(GAME, {1: BETS, 2: BETS}, stacked("9c 8d", "7c 7d", "Ac Kd", "2h 3s 6c Js Qd"))
    round_.run_dealer()
    assert [option.name for option in round_.options(1)] == ["check", "3x", "4x"]
    asked = []
    for choices in ({1: "check", 2: "3x"}, {1: "check"}, {1: "1x"}):
        asked.append((len(happened(round_, CardExposed)), round_.awaited_seats()))
        _choose(round_, choices)
    assert asked == [(0, [1, 2]), (3, [1]), (5, [1])]
    assert results(round_) == {
        1: {"ante": 0, "blind": -10, "play": -10, "trips": -5},
        2: {"ante": 0, "blind": 0, "play": 30, "trips": -5},
    }


def _choose(round_, choices):
    for seat, option in choices.items():
        round_.do(Choose(seat, option))
    round_.run_dealer()
