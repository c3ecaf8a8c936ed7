"""What a settled wager tells: the line of its pay table, and the hand that the table was read on."""

import pytest

from .asking import settled

SIX, THREE = "3s 4h 5s 6h 7s 8h 10s", "5c 6d 7c 10d 10c Kd Kc"


@pytest.mark.parametrize(
    ("game", "wager", "player", "dealer", "hand", "line"),
    [
        ("straight-edge-2", "blind", SIX, THREE, "wins by 3", "win by 3"),
        ("straight-edge-2", "blind", THREE, SIX, "loses by 3", None),
        ("straight-edge-2", "blind", THREE, THREE, "same length", None),
        ("straight-edge-1", "play", SIX, THREE + " 2d", "wins by 3", "win by 3"),
        ("straight-edge-1", "play", THREE, THREE + " 2d", "same length", "win by 0 or 1"),
        ("straight-edge-1", "bonus", SIX, THREE + " 2d", "six-card straight, three to eight", "6-card straight"),
        ("straight-edge-1", "insurance", SIX, THREE + " 2d", "six-card straight, three to eight", None),
        ("straight-edge-1", "ante", SIX, THREE + " 2d", "", None),
        ("keep-it-straight", "raise", SIX, THREE, "six-card straight, three to eight", "6- or 7-card straight"),
        ("keep-it-straight", "straight_flush", SIX, THREE, "one-card straight flush, ten", None),
    ],
)
def test_the_hand_and_the_line_are_told(game, wager, player, dealer, hand, line):
    told = settled(game, wager, player, dealer)
    assert told.hand == hand
    assert (told.line and told.line.text) == line


def test_cover_all_tells_the_best_hand_of_the_table():
    hands = ["2c 3d 4h 5s 7c", "9c 9d 9h 2s 4c", "Ac Kd Qh Jh 8h"]
    told = settled("caribbean-stud", "cover_all", hands[0], hands[2], hands=hands)
    assert (told.hand, told.line.text) == ("three of a kind, nines", "three of a kind")


def test_a_lost_line_pays_nothing_and_names_none():
    told = settled("keep-it-straight", "jackpot_1", "3h 4h 5h 9c Jc Kc Ks", THREE, table="PT-BJS-HCF-SF-02")
    assert told.line is None
