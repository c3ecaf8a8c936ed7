"""`cardroom advise` and `cardroom strategy`."""

from __future__ import annotations

import tomllib
from fractions import Fraction

import pytest


def test_advise_says_the_best_and_what_mistakes_cost(ok):
    ran = ok("advise", "mississippi-stud", "--hand", "Qh Jh", "--community", "10h 2s", "--staked", "5")
    assert ran.lines[0] == "Qh Jh with 10h 2s: high card, queen-jack-ten-two"
    assert "Best: 5th street 1x." in ran.lines
    assert "fold                         5       -5.0000       0.8750" in ran.lines


def test_advise_prints_exact_figures_as_json(ok):
    document = ok("advise", "mississippi-stud", "--hand", "6s 6d", "--json").json
    assert (document["best"], document["words"], document["staked"]) == ("3x", "pair of sixes", 1)
    assert [option["name"] for option in document["options"]] == ["fold", "1x", "2x", "3x"]
    assert Fraction(document["options"][3]["ev"]) == pytest.approx(document["options"][3]["expectation"])


def test_advise_knows_the_card_up(ok):
    ran = ok("advise", "caribbean-stud", "--hand", "Ah Kd Qc 5c 2s", "--dealer-up", "2d")
    assert ran.lines[:2] == ["Ah Kd Qc 5c 2s against 2d: high card, ace-king-queen-five-two", "Best: Raise 2x."]


def test_a_forced_fold_is_explained(ok):
    ran = ok("advise", "keep-it-straight", "--hand", "2c 4c 6d 8d 10d Qh Qc")
    assert "The rules leave nothing but a fold." in ran.lines


@pytest.mark.parametrize(
    "arguments",
    [
        ("keep-it-straight", "--hand", "Qh Jx"),
        ("keep-it-straight", "--hand", "Qh Jh"),
        ("keep-it-straight", "--hand", ""),
        ("keep-it-straight",),
        ("mississippi-stud", "--hand", "Qh Jh", "--community", "Qh", "--staked", "2"),
        ("mississippi-stud", "--hand", "Qh Jh", "--community", "10h"),
        ("mississippi-stud", "--hand", "Qh Jh", "--staked", "-1"),
        ("mississippi-stud", "--hand", "Qh Jh", "--staked", "1.5"),
        ("caribbean-stud", "--hand", "Ah Kd Qc 5c 2s"),
        ("caribbean-stud", "--hand", "Ah Kd Qc 5c 2s", "--dealer-up", "2s"),
        ("caribbean-stud", "--hand", "Ah Kd Qc 5c 2s", "--dealer-up", "2s 3s"),
        ("straight-edge-1", "--hand", "2c 3c 4c 5d 6d 7d 8d", "--community", "9d"),
        ("no-such-game", "--hand", "2c"),
    ],
)
def test_advise_refuses_what_cannot_be(refused, arguments):
    refused("advise", *arguments)


def test_strategy_prints_a_list_and_its_cost(ok):
    ran = ok("strategy", "straight-edge-1")
    assert any("two-card straight, queen to king, or better" in line for line in ran.lines)
    assert any(line.startswith("perfect play      2.5179%") for line in ran.lines)


@pytest.mark.slow
def test_strategy_prints_json_whose_figures_add_up(ok):
    document = ok("strategy", "straight-edge-1", "--json").json
    assert Fraction(document["cost"]) == Fraction(document["perfect_ev"]) - Fraction(document["ev"])
    assert document["paytables"] == {"play": "Version 1 Blind"}
    assert document["rules"][-1] == {"decision": "play", "bet": "fold", "when": {}, "words": "anything else"}


@pytest.mark.slow
def test_strategy_prints_a_file_to_change(ok):
    assert tomllib.loads(ok("strategy", "straight-edge-1", "--toml").out)["game"] == "straight-edge-1"


def test_strategy_refuses_two_formats_and_unknown_files(refused):
    refused("strategy", "straight-edge-1", "--toml", "--json")
    refused("strategy", "straight-edge-1", "--paytable", "none.toml")
