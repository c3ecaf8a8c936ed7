"""People: play money, limits they set on themselves, roles, requests that need two of them, and what is flagged."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest

from cardroom.errors import CardroomError
from cardroom.house.core import commands as c
from cardroom.house.core import events as e
from cardroom.house.core.people import MATRIX, Role
from cardroom.jackpots.commands import Reason
from cardroom.money import CENT, DOLLAR


def in_house(room, kind):
    return [
        event
        for record in room.records
        if record.stream == "house"
        for event in msgspec.json.decode(record.events, type=list[e.HouseEvent])
        if isinstance(event, kind)
    ]


# --- play money -------------------------------------------------------------------------------------------------------


def test_play_money_fills_up_to_the_grant_and_no_further(room):
    room.enrol("ann", "guest")
    room.do("ann", c.IssuePlayMoney())
    assert room.money("ann") == 1_000
    assert room.refused("ann", c.IssuePlayMoney()).code == "enough-money"
    room.do("ann", c.SitDown("delta-1", 1, 100 * DOLLAR))
    room.stack("2c 7d 9h", "4s 10h")  # nothing
    room.play("delta-1", "ann", ante=10)
    assert room.money("ann") == 900
    room.do("ann", c.IssuePlayMoney())
    assert room.money("ann") == 1_000
    assert room.dollars("cage") == -6 * 20_000 - 1_100


def test_a_house_of_real_money_gives_none(make, floor):
    room = make(floor().replace("play_money = true", "play_money = false"))
    room.enrol("ann", "player")
    assert room.refused("ann", c.IssuePlayMoney()).code == "real-money"


# --- one's own limits -------------------------------------------------------------------------------------------------


@pytest.fixture
def limited(room):
    """Ann at a table with a loss limit of $60; a round that she loses costs her $40."""
    room.guest("ann", "delta-1", 1)
    room.do("ann", c.SetOwnLimits(loss=60 * DOLLAR))

    def lose():
        room.stack("2c 7d 9h", "4s 10h")
        room.begin("delta-1")
        room.bet("ann", "delta-1", 10)
        room.deal("delta-1")
        room.finish("delta-1", lambda multiples: multiples[1])

    room.lose = lose
    return room


def bet_in_next_round(room, ante=10):
    if not room.house.tables["delta-1"].is_playing:
        room.begin("delta-1")
    room.bet("ann", "delta-1", ante)


def test_a_loss_limit_stops_the_bet_that_could_pass_it(limited):
    limited.lose()
    limited.begin("delta-1")
    assert "$20 of it is left" in limited.refused("ann", c.PlaceBets("delta-1", {"ante": 21 * DOLLAR})).message
    limited.bet("ann", "delta-1", 20)


def test_setting_the_same_limit_again_after_a_loss_is_looser_and_waits_a_day(limited):
    limited.lose()
    limited.do("ann", c.SetOwnLimits(loss=60 * DOLLAR))
    limited.begin("delta-1")
    assert limited.refused("ann", c.PlaceBets("delta-1", {"ante": 21 * DOLLAR})).code == "own-loss-limit"
    limited.now += timedelta(hours=24)
    limited.bet("ann", "delta-1", 21)


def test_play_money_makes_no_loss_good(limited):
    limited.lose()
    limited.do("ann", c.IssuePlayMoney())
    limited.begin("delta-1")
    assert limited.refused("ann", c.PlaceBets("delta-1", {"ante": 21 * DOLLAR})).code == "own-loss-limit"
    assert limited.replayed().house.own_limits == limited.house.own_limits


def test_a_stricter_limit_holds_at_once_and_a_looser_one_after_a_day(limited):
    limited.do("ann", c.SetOwnLimits(loss=30 * DOLLAR))
    limited.begin("delta-1")
    assert limited.refused("ann", c.PlaceBets("delta-1", {"ante": 31 * DOLLAR})).code == "own-loss-limit"
    limited.do("ann", c.SetOwnLimits(loss=None))
    limited.now += timedelta(hours=23, minutes=59)
    assert limited.refused("ann", c.PlaceBets("delta-1", {"ante": 31 * DOLLAR})).code == "own-loss-limit"
    limited.now += timedelta(minutes=1)
    limited.bet("ann", "delta-1", 31)


def test_of_two_limits_the_stricter_does_not_wait_for_the_looser(limited):
    limited.do("ann", c.SetOwnLimits(loss=60 * DOLLAR, minutes=60))
    limited.do("ann", c.SetOwnLimits(loss=10 * DOLLAR, minutes=600))
    limited.begin("delta-1")
    assert limited.refused("ann", c.PlaceBets("delta-1", {"ante": 11 * DOLLAR})).code == "own-loss-limit"
    limited.now += timedelta(hours=2)
    assert limited.refused("ann", c.PlaceBets("delta-1", {"ante": 10 * DOLLAR})).code == "own-time-limit"


def test_a_time_limit_that_is_over_cannot_be_lifted_at_once(limited):
    limited.do("ann", c.SetOwnLimits(loss=60 * DOLLAR, minutes=30))
    bet_in_next_round(limited)
    limited.now += timedelta(minutes=30)
    assert limited.refused("ann", c.PlaceBets("delta-1", {"ante": 10 * DOLLAR})).code == "own-time-limit"
    limited.do("ann", c.SetOwnLimits(loss=60 * DOLLAR))
    assert limited.refused("ann", c.PlaceBets("delta-1", {"ante": 10 * DOLLAR})).code == "own-time-limit"
    limited.now += timedelta(hours=24)
    bet_in_next_round(limited)


def test_a_hand_that_is_dealt_is_played_to_its_end(limited):
    limited.do("ann", c.SetOwnLimits(loss=60 * DOLLAR, minutes=30))
    bet_in_next_round(limited)
    limited.deal("delta-1")
    limited.now += timedelta(hours=1)
    limited.finish("delta-1", lambda multiples: multiples[1])
    assert not limited.house.tables["delta-1"].is_playing


# --- roles ------------------------------------------------------------------------------------------------------------


def test_an_attempt_beyond_ones_role_is_refused_and_logged_and_changes_nothing_else(room):
    room.guest("ann", "edge-1", 1)
    before = room.state()
    with pytest.raises(CardroomError) as refusal:
        room.do("ann", c.Fill("edge-1", 1_000 * DOLLAR))
    assert refusal.value.code == "not-allowed"
    after = room.state()
    tables, links, books, heads = before[:4]
    assert after[:3] == (tables, links, books)
    assert {stream for stream in after[3] if after[3][stream] != heads.get(stream)} == {"house"}
    (refused,) = in_house(room, e.Refused)
    assert (refused.role, refused.command) == ("guest", "Fill")


def test_the_matrix_speaks_of_every_command(room):
    assert set(MATRIX) == set(c.AnyCommand.__args__)
    assert all(roles for roles in MATRIX.values())
    for command in (c.DeclareMisdeal, c.FoulHand, c.CorrectMispay):  # only a person voids
        assert MATRIX[command] == {Role.SUPERVISOR, Role.EXECUTIVE}


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.Enrol("ann", "Ann", "king"), "unknown-role"),
        (c.Enrol("ann", "Ann", "service"), "unknown-role"),
        (c.Enrol("dealer", "Dan", "dealer"), "known-person"),
        (c.Enrol("wallet:ann", "Ann", "player"), "bad-name"),
    ],
)
def test_enrolling_is_checked(room, command, code):
    assert room.refused("executive", command).code == code


# --- two people -------------------------------------------------------------------------------------------------------


ADJUSTMENT = c.AskAdjustment("delta", "Progressive", -25 * CENT, Reason.MALFUNCTION, "a sensor stuck")


def test_an_adjustment_takes_two_people(room):
    room.guest("ann", "delta-1", 1)
    room.play("delta-1", "ann", progressive=1)
    meter = room.dollars("link:delta:meter:Progressive")
    room.do("accounting", ADJUSTMENT)
    (request,) = room.house.requests
    assert room.dollars("link:delta:meter:Progressive") == meter
    assert room.refused("accounting", c.Approve(request)).code == "same-person"
    assert room.refused("executive", c.Approve("request-0")).code == "unknown-request"
    room.do("executive", c.Approve(request))
    assert room.dollars("link:delta:meter:Progressive") == meter - 0.25
    assert not room.house.requests
    assert room.refused("executive", c.Approve(request)).code == "unknown-request"
    adjusted = room.house.links["delta"].events[-1]
    assert (adjusted.by, adjusted.approved_by) == ("accounting", "executive")
    assert room.audit().findings == []
    assert room.replayed().state() == room.state()


def test_a_declined_request_is_gone_and_nothing_changes(room):
    room.do("accounting", ADJUSTMENT)
    (request,) = room.house.requests
    meter = room.dollars("link:delta:meter:Progressive")
    room.do("executive", c.Decline(request))
    assert (room.house.requests, room.dollars("link:delta:meter:Progressive")) == ({}, meter)


def test_what_can_never_be_done_is_refused_when_it_is_asked(room):
    below_nothing = c.AskAdjustment("delta", "Progressive", -9_000 * DOLLAR, Reason.MALFUNCTION, "oops")
    assert room.refused("accounting", below_nothing)
    assert room.refused("accounting", c.AskBackOut("delta", "delta-9", "oops"))
    assert room.refused("accounting", c.AskRates("nowhere", "Progressive", 100, 0, "oops")).code == "unknown-link"


def test_rates_change_between_games_only(room):
    room.do("technician", c.AskRates("delta", "Progressive", 3_000, 100, "notice to accounting given"))
    (request,) = room.house.requests
    room.guest("ann", "delta-1", 1)
    room.begin("delta-1")
    room.bet("ann", "delta-1", progressive=1)
    room.deal("delta-1")
    assert room.refused("accounting", c.Approve(request)).code == "game-in-progress"
    room.finish("delta-1")
    room.do("accounting", c.Approve(request))
    assert room.house.links["delta"].state.config.levels[0].contribution == 3_000
    assert room.audit().findings == []


# --- flags ------------------------------------------------------------------------------------------------------------


def test_cash_of_a_day_is_flagged_from_the_threshold_also_after_a_restart(make, floor):
    room = make(floor().replace("play_money = true", 'play_money = true\nplay_money_grant = "$20,000"'))
    room.guest("ann", "edge-1", 1, chips=4_000)
    room.do("ann", c.TopUp("edge-1", 5_900 * DOLLAR))
    assert in_house(room, e.Flagged) == []
    assert room.replayed().house.bought_today == room.house.bought_today
    room.do("ann", c.TopUp("edge-1", 100 * DOLLAR))
    (flag,) = in_house(room, e.Flagged)
    assert (flag.kind, flag.person, flag.amount) == ("cash", "ann", 10_000 * DOLLAR)


def test_a_large_win_is_flagged_and_never_held_up(room):
    room.guest("ann", "delta-1", 1)
    room.stack("Jc Jd Jh", "Js 2c")  # four of a kind, 40 to 1 on all four wagers
    room.play("delta-1", "ann", ante=10)
    assert room.money("ann") == 1_000 + 100 * 40
    (flag,) = in_house(room, e.Flagged)
    assert (flag.kind, flag.person, flag.amount) == ("winnings", "ann", 4_000 * DOLLAR)
