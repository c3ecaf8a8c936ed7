"""Stages under a condition, in a game from outside whose decisions and draws come in an unusual order."""

from __future__ import annotations

import pytest

from cardroom.cards import parse_cards
from cardroom.games.model import DEALER
from cardroom.money import DOLLAR
from cardroom.table import Round, table_settings, view
from cardroom.table.commands import Bet, Choose, DeclareMisdeal
from cardroom.table.events import CardsBurned, Folded, PacketDealt, Surrendered, TakenBack, WagerSettled
from cardroom.table.information_set import seen_by, sight_of

from .any_game import known
from .stacked import happened, results, stacked

LOW, HIGH = "Ah 2h", "4h 3d"  # three points, and seven


@pytest.fixture
def dealt():
    """Two seats, the first with three points and the second with seven."""
    with known("lighthouse"):
        round_ = Round.open(
            "r", table_settings("lighthouse"), stacked("9c", LOW, HIGH, "5s 6d", "Jc Qc", "10s Ks 8d 7d 2c")
        )
        for seat in (1, 2):
            round_.do(Bet(seat, dict.fromkeys(("stake", "mate", "buoy", "keeper"), 5 * DOLLAR) | {"keeper": DOLLAR}))
        round_.run_dealer()
        yield round_


def choose(round_, *choices):
    for seat, option in choices:
        round_.do(Choose(seat, option))
        round_.run_dealer()


def packets(round_, holder):
    return [event.cards for event in happened(round_, PacketDealt) if event.to == holder]


def test_only_those_are_asked_for_whom_the_condition_holds(dealt):
    assert dealt.awaited_seats() == [1]
    assert [option.name for option in dealt.options(1)] == ["hold on", "surrender"]
    choose(dealt, (1, "hold on"))
    assert dealt.awaited_seats() == [1, 2]


def test_a_card_that_was_dealt_for_a_hand_given_up_since_stays_dealt_and_the_next_one_is_due(dealt):
    choose(dealt, (1, "hold on"), (1, "keep"), (2, "keep"))
    assert packets(dealt, "beam") == [parse_cards("Qc")]  # one burned before it
    choose(dealt, (1, "fold"), (2, "double up"))
    assert packets(dealt, 2)[1:] == [parse_cards("8d")]  # two burned before it
    assert packets(dealt, DEALER)[1:] == [parse_cards("7d")]
    assert len(packets(dealt, "beam")) == 2
    assert [event.count for event in happened(dealt, CardsBurned)] == [1, 2, 1]


def test_a_hand_folded_at_its_second_decision_is_taken_by_the_rule_of_that_one(dealt):
    choose(dealt, (1, "hold on"), (1, "keep"), (2, "keep"), (1, "check"), (2, "fold"))
    (fold,) = happened(dealt, Folded)
    lost = [event for event in happened(dealt, WagerSettled) if event.seat == 2 and event.wager in ("stake", "mate")]
    assert {event.rule for event in (fold, *lost)} == {"5"}


def test_a_surrender_keeps_its_part_and_gives_up_the_rest(dealt):
    choose(dealt, (1, "surrender"), (2, "keep"), (2, "check"))
    (given_up,) = happened(dealt, Surrendered)
    assert (given_up.stake, given_up.back) == (5 * DOLLAR, 3_750_000)
    assert results(dealt)[1] == {"stake": -1.25, "mate": -5, "buoy": -5, "keeper": -1}


def test_a_choice_is_remembered_by_the_name_of_its_option(dealt):
    choose(dealt, (1, "hold on"), (1, "take back"), (2, "keep"), (1, "double up"), (2, "check"))
    assert dealt.state.seats[1].choices == {"low tide": "hold on", "mate": "take back", "double": "double up"}
    assert dealt.state.seats[2].choices == {"mate": "keep", "double": "check"}


def test_a_void_gives_back_what_was_surrendered_and_settled_but_not_twice_what_was_taken_back(dealt):
    choose(dealt, (1, "surrender"), (2, "take back"))
    assert happened(dealt, TakenBack)[0].stake == 5 * DOLLAR
    (void,) = dealt.do(DeclareMisdeal("boxed card"))
    everything = {"stake": 5 * DOLLAR, "mate": 5 * DOLLAR, "buoy": 5 * DOLLAR, "keeper": DOLLAR}
    assert void.refunds == {1: everything, 2: {name: stake for name, stake in everything.items() if name != "mate"}}
    assert all(amount == 0 for seat in dealt.state.results.values() for amount in seat.values())


def test_a_player_sees_the_own_cards_those_that_are_up_and_a_hand_that_is_turned(dealt):
    assert sight_of(dealt, 1).cards == {"seat": parse_cards(LOW), "dealer": parse_cards("6d")}
    choose(dealt, (1, "hold on"), (1, "keep"), (2, "keep"), (1, "check"), (2, "check"))
    seen = seen_by((view(event, 1) for event in dealt.events), 1)
    assert seen["dealer"] == parse_cards("5s 6d")
    assert seen["community"] == parse_cards("9c")
    assert seen["beam"] == parse_cards("Qc")
