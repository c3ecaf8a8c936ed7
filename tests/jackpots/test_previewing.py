"""What somebody who approves a change is shown: the figures before and after."""

from __future__ import annotations

from datetime import date

import pytest

from cardroom.jackpots.commands import (
    PROBLEM_GAMBLING,
    Adjust,
    BackOut,
    ChangeMaximum,
    ChangePrize,
    ChangeRates,
    ChangeSeed,
    ChangeWager,
    GiveNotice,
    Reason,
    RemoveJackpot,
)
from cardroom.jackpots.reports.change_previews import preview
from cardroom.money import DOLLAR


@pytest.fixture
def floor(make, pit):
    return pit(make.stud())


def rows(state, command, to=None):
    return [(row.what, row.before, row.after) for row in preview(state, command, to)]


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (ChangeWager(wager=5 * DOLLAR, why="x"), [("Wager", "$1", "$5")]),
        (ChangeSeed(level="Progressive", seed=0, why="x"), [("Progressive, seed", "$5,000", "$0")]),
        (
            ChangeMaximum(level="Progressive", maximum=9_000 * DOLLAR, why="x"),
            [("Progressive, maximum", "none", "$9,000")],
        ),
        (
            ChangeRates(level="Progressive", contribution=3_050, reserve=0, why="x"),
            [("Progressive, contribution", "20%", "30.5%"), ("Progressive, reserve rate", "2%", "0%")],
        ),
        (GiveNotice(last_day=date(2027, 1, 2), why="x"), [("Last day", "none", "2027-01-02")]),
        (
            Adjust(level="Progressive", change=-3 * DOLLAR, reason=Reason.SEED_RECOVERY, why="x"),
            [("Progressive, meter", "$5,000", "$4,997")],
        ),
        (ChangeSeed(level="Mega", seed=1, why="x"), []),
        (BackOut(win="nowhere-1", why="x"), []),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_changes_is_shown_before_and_after(floor, command, expected):
    before = floor.state.copy()
    assert rows(floor.state, command) == expected
    assert floor.state == before


def test_a_change_is_shown_in_the_middle_of_a_game_too(floor):
    floor.start("ms-1", [1])
    assert rows(floor.state, ChangeWager(wager=5 * DOLLAR, why="x")) == [("Wager", "$1", "$5")]


def test_the_prize_of_a_house_jackpot(make, pit):
    floor = pit(make.house_jackpot())
    level = floor.config.levels[0]
    ((what, before, after),) = rows(floor.state, ChangePrize(level=level.name, prize=7 * DOLLAR, why="x"))
    assert (what, after) == (f"{level.name}, prize", "$7")
    assert before != after


def test_a_win_backed_out_shows_what_the_meter_would_hold(floor):
    floor.game("ms-1", [1], seat_1="royal_flush")
    (win,) = floor.state.wins
    shown = floor.state.displayed("Progressive")
    found = rows(floor.state, BackOut(win=win, why="x"))
    assert found[0][0] == f"Win {win}"
    ((_, before, after),) = [row for row in found if row[0] == "Progressive, meter"]
    assert before == f"${shown / DOLLAR:,.2f}"
    floor.back_out(win)
    assert floor.state.displayed("Progressive") == int(float(after.strip("$").replace(",", "")) * DOLLAR)


def test_a_removal_shows_both_jackpots(floor, make, pit):
    other = pit(make.bad_beat())
    command = RemoveJackpot(destination=other.config.id, why="x")
    found = {what: (before, after) for what, before, after in rows(floor.state, command, other.state)}
    assert found["Jackpot"] == ("in play", "removed")
    assert found["Progressive, meter"] == ("$5,000", "$0")
    level = other.config.levels[0].name
    before, after = found[f"{other.config.id}, {level}, meter"]
    assert before != after
    alone = rows(floor.state, RemoveJackpot(destination=PROBLEM_GAMBLING, why="x"))
    assert [what for what, _, _ in alone] == ["Jackpot", "Progressive, meter"]
