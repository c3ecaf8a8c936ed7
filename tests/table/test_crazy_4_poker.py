"""Crazy 4 Poker, worked rounds: cards as they are dealt, and what every bet comes to by the rules."""

from __future__ import annotations

import pytest

from .stacked import play, results, seated, stacked

GAME = "crazy-4-poker"
BETS = {"ante": 10, "super_bonus": 10, "queens_up": 5}


@pytest.mark.parametrize(
    ("own", "dealer", "multiple", "expected"),
    [
        ("Ac Ad Ah As 5c", "Kc Kd 4h 7s 9d", 3, (10, 2000, 30, 250)),
        ("6c 6d 6h 6s 5c", "Kc Kd 4h 7s 9d", 2, (10, 300, 20, 250)),
        ("2c 3c 4c 5c 9d", "Qc Qd 4h 7s 9h", 1, (10, 150, 10, 200)),
        ("7c 7d 7h 2s 4c", "3c 3d 3h 8s 9c", 3, (10, 20, 30, 40)),
        ("2c 6c 9c Jc Kd", "Qd Qh 4s 7s 8h", 3, (10, 15, 30, 20)),
        (
            "5c 6d 7h 8s Kc",
            "2h 6h 9h Jh Ks",
            1,
            (-10, 10, -10, 15),
        ),  # a flush beats a straight; it is paid all the same
        ("5c 6d 7h 8s Kc", "Qd Qh 4s 7s 9h", 1, (10, 10, 10, 15)),
        ("Ac 2d 3h 4s Kc", "Qd Qh 4c 7s 9h", 1, (10, 10, 10, 15)),  # the ace is low in a straight
        ("Qc Qd 4h 4s 9c", "Kc 10d 8h 6s 2d", 1, (10, 0, 10, 10)),  # king high qualifies
        ("Qc Qd 5h 8s 2c", "Jc 9d 7h 5s 3d", 1, (0, 0, 10, 5)),  # jack high does not: the Ante pushes, the Play pays
        ("Jc Jd 5h 8s 2c", "Qc 9d 7h 5s 3d", 1, (0, 0, 10, -5)),
        ("10c 9d 7h 5s 2c", "Qd 9c 6h 4s 3d", 1, (0, 0, 10, -5)),  # also where his hand is the better one
        ("Kc 9d 7h 5s 2c", "Ad 9c 6h 4s 2d", 1, (-10, -10, -10, -5)),
        ("Kc Qd 9h 7s 2c", "Kd Qh 9s 7c 3d", 1, (0, 0, 0, -5)),  # the fifth card does not count
        ("Ac Ad 5h 8s 2c", "Kc Kd 4h 4s 9d", 2, (-10, -10, -20, 5)),
        ("Kc Kd Kh 4s 9c", "2d 3d 4d 5d 9h", 3, (-10, 20, -30, 40)),  # a straight flush beats three of a kind
        ("2d 3d 4d 5d 9h", "6c 6d 6h 6s Kc", 3, (-10, 150, -30, 200)),  # and four of a kind beats it
    ],
)
def test_with_the_play_bet_made(own, dealer, multiple, expected):
    round_ = play(GAME, {1: BETS}, stacked(own, dealer), {1: multiple})
    assert results(round_)[1] == dict(zip(("ante", "super_bonus", "play", "queens_up"), expected, strict=True))


def test_a_fold_loses_every_bet():
    round_ = play(GAME, {1: BETS}, stacked("Ac Ad Ah As 5c", "Kc Kd 4h 7s 9d"), {1: 0})
    assert results(round_)[1] == {"ante": -10, "super_bonus": -10, "queens_up": -5}


@pytest.mark.parametrize(
    ("own", "options"),
    [
        ("Ac Ad 5h 8s 2c", ["fold", "1x", "2x", "3x"]),
        ("Kc Kd 5h 8s 2c", ["fold", "1x"]),
        ("2c 2d 3h 3s 9c", ["fold", "1x", "2x", "3x"]),
    ],
)
def test_a_pair_of_aces_or_better_may_raise_higher(own, options):
    round_ = seated(GAME, {1: BETS}, stacked(own, "Jc 9d 7h 5s 3d"))
    round_.run_dealer()
    assert [option.name for option in round_.options(1)] == options
