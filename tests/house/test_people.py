"""People: play money, limits they set on themselves, roles, requests that need two of them, and what is flagged."""

from __future__ import annotations

from datetime import timedelta

import pytest

from cardroom.house.engine.permissions import MATRIX
from cardroom.house.features.players.handlers import GUESTS_ARE_KEPT
from cardroom.house.kernel.people import PLAYERS, Role
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.jackpots import commands as j
from cardroom.jackpots.events import Adjusted
from cardroom.money import CENT, DOLLAR
from cardroom.table import commands as t

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
    room = make(floor(house="play_money = false"))
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
        room.finish("delta-1", lambda names: names[1])

    room.lose = lose
    return room


def bet_in_next_round(room, ante=10):
    if not room.house.tables["delta-1"].is_playing:
        room.begin("delta-1")
    room.bet("ann", "delta-1", ante)


def test_a_loss_limit_stops_the_bet_that_could_pass_it(limited):
    limited.lose()
    limited.begin("delta-1")
    refusal = limited.refused("ann", limited.bets("ann", "delta-1", 6)).message
    assert "$20 of it is left, and with this bet $24 would be at stake" in refusal  # three streets of $6 are to come
    limited.bet("ann", "delta-1", 5)


def test_a_loss_limit_holds_for_every_bet_of_a_hand_and_at_every_table(limited):
    limited.begin("delta-1")
    limited.bet("ann", "delta-1", 10)
    limited.deal("delta-1")
    once, thrice = (c.AtTable("delta-1", t.Choose(1, option)) for option in ("1x", "3x"))
    limited.do("ann", thrice)  # $40 lie there
    assert limited.refused("ann", thrice).code == "own-loss-limit"
    limited.do("ann", c.SitDown("edge-1", 1, 100 * DOLLAR))
    limited.begin("edge-1")
    assert limited.refused("ann", limited.bets("ann", "edge-1", 11)).code == "own-loss-limit"
    limited.bet("ann", "edge-1", 10)
    limited.do("ann", once)
    assert limited.refused("ann", once).code == "own-loss-limit"  # $60 lie there


def test_setting_the_same_limit_again_after_a_loss_is_looser_and_waits_a_day(limited):
    limited.lose()
    limited.do("ann", c.SetOwnLimits(loss=60 * DOLLAR))
    limited.begin("delta-1")
    assert limited.refused("ann", limited.bets("ann", "delta-1", 6)).code == "own-loss-limit"
    limited.now += timedelta(hours=24)
    limited.bet("ann", "delta-1", 6)


def test_play_money_makes_no_loss_good(limited):
    limited.lose()
    limited.do("ann", c.IssuePlayMoney())
    limited.begin("delta-1")
    assert limited.refused("ann", limited.bets("ann", "delta-1", 6)).code == "own-loss-limit"
    assert limited.replayed().house.own_limits == limited.house.own_limits


def test_a_stricter_limit_holds_at_once_and_a_looser_one_after_a_day(limited):
    limited.do("ann", c.SetOwnLimits(loss=30 * DOLLAR))
    limited.begin("delta-1")
    assert limited.refused("ann", limited.bets("ann", "delta-1", 8)).code == "own-loss-limit"
    limited.do("ann", c.SetOwnLimits(loss=None))
    limited.now += timedelta(hours=23, minutes=59)
    assert limited.refused("ann", limited.bets("ann", "delta-1", 8)).code == "own-loss-limit"
    limited.now += timedelta(minutes=1)
    limited.bet("ann", "delta-1", 8)


def test_of_two_limits_the_stricter_does_not_wait_for_the_looser(limited):
    limited.do("ann", c.SetOwnLimits(loss=60 * DOLLAR, minutes=60))
    limited.do("ann", c.SetOwnLimits(loss=10 * DOLLAR, minutes=600))
    limited.begin("delta-1")
    assert limited.refused("ann", limited.bets("ann", "delta-1", 5)).code == "own-loss-limit"
    limited.now += timedelta(hours=2)
    assert limited.refused("ann", limited.bets("ann", "delta-1", 5)).code == "own-time-limit"


def test_a_limit_that_is_kept_stays_as_it_was_while_the_other_is_set(limited):
    limited.lose()
    limited.do("ann", c.SetOwnLimits(minutes=60, keeps_loss=True))
    limited.begin("delta-1")
    assert "$20 of it is left" in limited.refused("ann", limited.bets("ann", "delta-1", 21)).message
    until = limited.house.own_limits["ann"].until
    limited.do("ann", c.SetOwnLimits(loss=500 * DOLLAR, keeps_time=True))
    limited.do("ann", c.SetOwnLimits(minutes=30, keeps_loss=True))
    held = limited.house.own_limits["ann"]
    assert held.loss == 60 * DOLLAR
    assert held.until < until
    assert held.later.loss == 500 * DOLLAR, "what was asked for is still on its way"
    assert limited.replayed().house.own_limits == limited.house.own_limits


def test_a_time_limit_that_is_over_cannot_be_lifted_at_once(limited):
    limited.do("ann", c.SetOwnLimits(loss=60 * DOLLAR, minutes=30))
    bet_in_next_round(limited)
    limited.now += timedelta(minutes=30)
    assert limited.refused("ann", limited.bets("ann", "delta-1", 5)).code == "own-time-limit"
    limited.do("ann", c.SetOwnLimits(loss=60 * DOLLAR))
    assert limited.refused("ann", limited.bets("ann", "delta-1", 5)).code == "own-time-limit"
    limited.now += timedelta(hours=24)
    bet_in_next_round(limited)


def test_a_hand_that_is_dealt_is_played_to_its_end(limited):
    limited.do("ann", c.SetOwnLimits(loss=60 * DOLLAR, minutes=30))
    bet_in_next_round(limited)
    limited.deal("delta-1")
    limited.now += timedelta(hours=1)
    limited.finish("delta-1", lambda names: names[1])
    assert not limited.house.tables["delta-1"].is_playing


# --- roles ------------------------------------------------------------------------------------------------------------


def test_an_attempt_of_the_staff_beyond_ones_role_is_refused_and_written_down_and_changes_nothing_else(room):
    books = dict(room.house.books)
    refused = room.turned_away("dealer", c.ApproveSlip(1))
    assert (refused.person, refused.command, refused.code) == ("dealer", "ApproveSlip", "not-allowed")
    assert room.house.books == books
    room.prove()


def test_a_strangers_attempt_is_refused_and_only_counted(room):
    room.guest("ann", "edge-1", 1)
    assert room.refused("ann", c.ApproveSlip(1)).code == "not-allowed"
    room.do("house", c.CountRefusals({"ApproveSlip": 1}))
    (counted,) = room.events(e.RefusalsCounted)
    assert counted.counts == {"ApproveSlip": 1}


def test_the_matrix_speaks_of_everything_that_can_be_done(room):
    """A command of the house, or the one that it carries; the dealer's acts stand together."""
    carriers = {c.AtTable, c.AtConsole, c.OnBank, c.AskChange, c.AskAccess, c.Lent}
    carried = {*t.AnyCommand.__args__, *j.StaffPress.__args__, *j.OnBank.__args__, *j.ByTwoPeople.__args__}
    carried |= set(c.AccessChange.__args__)
    acts = {kind for kind in carried if issubclass(kind, t.Act)}
    assert set(MATRIX) == (set(c.AnyCommand.__args__) - carriers) | (carried - acts) | {t.Act}
    assert all(roles for roles in MATRIX.values())
    for command in (t.DeclareMisdeal, t.FoulHand, t.CorrectMispay):  # only a person voids
        assert MATRIX[command] == {Role.SUPERVISOR, Role.EXECUTIVE}
    for command in set(c.OfTheHouse.__args__) - carriers:  # nobody who plays does what the house does itself
        assert not MATRIX[command] & PLAYERS


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
    assert room.refused("house", command).code == code


# --- two people -------------------------------------------------------------------------------------------------------


ADJUSTMENT = c.AskChange(
    "delta", j.Adjust(level="Progressive", change=-25 * CENT, reason=j.Reason.MALFUNCTION, why="a sensor stuck")
)


def test_an_adjustment_takes_two_people(room):
    room.guest("ann", "delta-1", 1)
    room.play("delta-1", "ann", progressive=1)
    meter = room.dollars("link:delta:meter:Progressive")
    room.do("accounting", ADJUSTMENT)
    (request,) = room.house.requests
    assert room.dollars("link:delta:meter:Progressive") == meter
    assert room.refused("accounting", c.ApproveChange(request)).code == "two-people"
    assert room.refused("executive", c.ApproveChange("request-0")).code == "unknown-request"
    room.do("executive", c.ApproveChange(request))
    assert room.dollars("link:delta:meter:Progressive") == meter - 0.25
    assert not room.house.requests
    assert room.refused("executive", c.ApproveChange(request)).code == "unknown-request"
    (adjusted,) = room.events(Adjusted)
    assert (adjusted.by, adjusted.approved_by) == ("accounting", "executive")
    room.prove()


def test_a_declined_request_is_gone_and_nothing_changes(room):
    room.do("accounting", ADJUSTMENT)
    (request,) = room.house.requests
    meter = room.dollars("link:delta:meter:Progressive")
    room.do("executive", c.DeclineChange(request))
    assert (room.house.requests, room.dollars("link:delta:meter:Progressive")) == ({}, meter)


def test_what_can_never_be_done_is_refused_when_it_is_asked(room):
    below_nothing = j.Adjust(
        level="Progressive", change=-9_000 * DOLLAR, reason=j.Reason.MALFUNCTION, why="a slip of the pen"
    )
    assert room.refused("accounting", c.AskChange("delta", below_nothing))
    assert room.refused("accounting", c.AskChange("delta", j.BackOut(win="delta-9", why="oops")))
    rates = j.ChangeRates(level="Progressive", contribution=100, reserve=0, why="oops")
    assert room.refused("accounting", c.AskChange("nowhere", rates)).code == "unknown-link"


def test_rates_change_between_games_only(room):
    rates = j.ChangeRates(level="Progressive", contribution=3_000, reserve=100, why="notice to accounting given")
    room.do("technician", c.AskChange("delta", rates))
    (request,) = room.house.requests
    room.guest("ann", "delta-1", 1)
    room.begin("delta-1")
    room.bet("ann", "delta-1", progressive=1)
    room.deal("delta-1")
    assert room.refused("accounting", c.ApproveChange(request)).code == "game-in-progress"
    room.finish("delta-1")
    room.do("accounting", c.ApproveChange(request))
    assert room.house.links["delta"].state.config.levels[0].contribution == 3_000
    room.prove()


# --- flags ------------------------------------------------------------------------------------------------------------


def test_cash_of_a_day_is_flagged_from_the_threshold_also_after_a_restart(make, floor):
    room = make(floor(house='play_money_grant = "$20,000"'))
    room.guest("ann", "edge-1", 1, chips=4_000)
    room.do("ann", c.TopUp("edge-1", 5_900 * DOLLAR))
    assert room.events(e.Flagged) == []
    assert room.replayed().house.bought == room.house.bought
    room.do("ann", c.TopUp("edge-1", 100 * DOLLAR))
    (flag,) = room.events(e.Flagged)
    assert flag == e.Flagged(kind=e.FlagKind.CASH, person="ann", amount=10_000 * DOLLAR, table="edge-1")
    assert room.told("flag") == ["cash: ann, $10,000, bought in today, last at edge-1."]


def test_a_large_win_is_flagged_and_never_held_up(room):
    room.guest("ann", "delta-1", 1)
    room.stack("Jc Jd Jh", "Js 2c")  # four of a kind, 40 to 1 on all four wagers
    room.play("delta-1", "ann", ante=10)
    assert room.money("ann") == 1_000 + 100 * 40
    (flag,) = room.events(e.Flagged)
    assert (flag.kind, flag.person, flag.amount) == (e.FlagKind.WINNINGS, "ann", 4_000 * DOLLAR)
    assert (flag.table, flag.round_id, flag.seat, flag.win) == ("delta-1", "delta-1-1", 1, "")
    assert room.told("flag") == ["winnings: ann, $4,000, round delta-1-1, seat 1."]


# --- guests -----------------------------------------------------------------------------------------------------------


def test_a_guest_is_forgotten_after_thirty_days_and_the_play_money_is_the_cages_again(room):
    room.enrol("ann", "guest")
    room.do("ann", c.IssuePlayMoney())
    room.do("ann", c.SetOwnLimits(loss=60 * DOLLAR))
    cage, since = room.dollars("cage"), room.house.guests["ann"]
    room.now = since + GUESTS_ARE_KEPT - timedelta(seconds=2)
    assert room.refused("house", c.ExpireGuests(("ann",))).message == "“ann” is no guest whose time is over."
    room.do("house", c.ExpireGuests(("ann",)))
    (expired,) = room.events(e.GuestExpired)
    assert (expired.person, expired.amount) == ("ann", 1_000 * DOLLAR)
    assert (room.dollars("cage"), room.dollars("wallet:ann")) == (cage + 1_000, 0)
    assert b'"ann"' not in room.house.checkpoint()
    room.prove()


def test_a_guest_who_sits_at_a_table_is_not_forgotten(room):
    room.guest("ann", "edge-1", 1)
    room.now += timedelta(days=40)
    assert room.refused("house", c.ExpireGuests(("ann",))).code == "not-expired"
    room.do("ann", c.StandUp("edge-1"))
    room.do("house", c.ExpireGuests(("ann",)))
    assert "ann" not in room.house.people
    room.prove()


def test_people_with_a_name_of_their_own_and_strangers_do_not_expire(room):
    room.enrol("ann", "player")
    room.enrol("bob", "guest")
    room.now += timedelta(days=400)
    for people in (("ann",), ("dealer",), ("nobody",), ("bob", "ann")):  # all of them or none
        assert room.refused("house", c.ExpireGuests(people)).code == "not-expired"
    assert "bob" in room.house.people
