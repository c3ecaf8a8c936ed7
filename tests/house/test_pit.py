"""The pit as each role may see it, and the limits of its alerts in the floor file."""

from __future__ import annotations

import re

import msgspec
import pytest

from cardroom.house.engine.table_activity import Pulses
from cardroom.house.features.alerts.causes import AlertKind
from cardroom.house.features.slips.messages import SlipKind
from cardroom.house.floor import Watch
from cardroom.house.kernel.people import STAFF, Role
from cardroom.house.log import commands as c
from cardroom.house.reports.table_exposure import ExposedTable
from cardroom.house.runtime.lab.hold_band_watch import hold_of
from cardroom.house.views.staff.pit import READ_MONEY, Known, PitBoard, alert_views
from cardroom.house.views.wait_text import wait_view
from cardroom.jackpots.commands import PressSeat
from cardroom.lab.exposure.hold_bands import HoldBand
from cardroom.lab.exposure.win_bands import Method
from cardroom.money import DOLLAR
from cardroom.table.commands import Bet, CloseBets

from ..causes import cause_of
from ..floors import read_floor

CARD = re.compile(r'"(10|[2-9TJQKA])[cdhs]"')


def board(room) -> PitBoard:
    return PitBoard(room.house, Known())


@pytest.mark.parametrize("role", sorted(STAFF))
def test_no_card_of_a_round_in_play_is_in_the_pit_and_money_only_for_those_who_read_it(make, floor, role):
    room = make(floor({"delta-1": 'dealer = "human"', "edge-1": ""}))
    room.guest("ann", "edge-1", 1)
    room.begin("edge-1")
    room.bet("ann", "edge-1")
    room.deal("edge-1")
    assert room.round("edge-1").state.seats[1].cards
    view = board(room).view(role, room.now)
    told = msgspec.json.encode(view).decode()
    assert not CARD.search(told)
    assert room.seeds["edge-1-1"].hex() not in told
    assert all((tile.money is not None) is (role in READ_MONEY) for tile in view.tables)


def test_a_tile_tells_the_days_money_as_the_books_have_it(room):
    room.guest("ann", "edge-1", 1)
    room.play("edge-1", "ann")
    (tile,) = [tile for tile in board(room).view(Role.SUPERVISOR, room.now).tables if tile.table == "edge-1"]
    assert tile.money.drop == 500 * DOLLAR
    assert tile.money.tray == room.house.balance("tray:edge-1")
    assert tile.money.win == (1_000 - room.money("ann")) * DOLLAR
    assert (tile.players, tile.is_open, tile.dealer) == (1, True, None)


def test_a_suspended_table_says_why_and_since_when(make, floor):
    room = make(floor({"delta-1": 'dealer = "human"'}))
    room.do("dealer", c.SuspendTable("delta-1", "a dispute"))
    (tile,) = board(room).view(Role.SUPERVISOR, room.now).tables
    assert (tile.suspended.why, tile.waits.whose, tile.waits.since) == ("a dispute", "supervisor", room.now)


def test_only_what_moves_the_game_on_ends_a_wait(make, floor):
    """Not a limit that is changed, a slip or a count."""
    room = make(floor({"edge-1": 'dealer = "human"\ninventory = "$20,000"'}))
    room.guest("ann", "edge-1", 1)
    room.begin("edge-1")
    pulses = Pulses(room.now)

    def stirs(person: str, command: c.AnyCommand) -> bool:
        pulses.hear([room.do(person, command)])
        return pulses.of("edge-1").stirred == room.now

    assert not stirs("supervisor", c.ChangeTable("edge-1", maximum=50 * DOLLAR))
    assert not stirs("dealer", c.AskSlip("edge-1", SlipKind.FILL, {100 * DOLLAR: 1}))
    assert not stirs("dealer", c.CallSupervisor("edge-1"))
    assert not stirs("ann", c.AtTable("edge-1", Bet(1, {"ante": 5 * DOLLAR})))
    assert stirs("dealer", c.TapIn("edge-1"))
    assert stirs("dealer", c.AtTable("edge-1", CloseBets()))


def test_on_a_link_what_is_pressed_moves_the_game_on_and_what_is_put_right_does_not(make, floor):
    room = make(floor({"delta-1": 'cards = "real"'}))
    pulses = Pulses(room.now)

    def stirs(person: str, command: c.AnyCommand) -> bool:
        pulses.hear([room.do(person, command)])
        return pulses.of("delta-1").stirred == room.now

    assert stirs("dealer", c.CountSensors("delta", "delta-1", (1, 2)))
    assert not stirs("supervisor", c.CorrectSensor("delta", "delta-1", 2, lit=False, why="no chip"))
    assert stirs("dealer", c.AtConsole("delta", PressSeat(table="delta-1", seat=1)))


def test_a_slip_that_waits_is_told_with_whom_it_waits_for(make, floor):
    room = make(floor({"edge-1": 'dealer = "human"\ninventory = "$20,000"'}))
    at = board(room)
    assert at.view(Role.SUPERVISOR, room.now).tables[0].slips == ()
    room.do("dealer", c.AskSlip("edge-1", SlipKind.FILL, {100 * DOLLAR: 1}))
    (tile,) = at.view(Role.SUPERVISOR, room.now).tables
    assert tile.slips == ("Fill 1: A supervisor who has not asked for it approves it.",)
    room.do("supervisor", c.ApproveSlip(1))
    (tile,) = at.view(Role.SUPERVISOR, room.now).tables
    assert tile.slips == ("Fill 1: The cage sends the chips.",)


def test_the_floor_file_says_from_when_on_alerts_are_raised(floor):
    text = floor({"edge-1": ""})
    plain, _ = read_floor(text, "floor.toml", lambda *_: {})
    assert plain.watch == Watch()
    own, _ = read_floor(f'[alerts]\ndealer = 90\ntray = "30%"\n{text}', "floor.toml", lambda *_: {})
    assert own.watch == Watch(dealer=90, tray=3_000)
    _, mistakes = read_floor(
        f'[alerts]\ndealer = -1\ntray = "much"\nverify = 30\nwho = 1\n{text}', "floor.toml", lambda *_: {}
    )
    assert [mistake.split(": ")[0] for mistake in mistakes] == [f"floor.toml:{line}" for line in (2, 3, 4, 5)]


def test_an_alert_leads_to_its_table_where_it_is_about_one(room):
    for kind, place in ((AlertKind.STALLED, "delta-1"), (AlertKind.DEPOSIT, "delta"), (AlertKind.CHAIN, "house")):
        room.do("house", c.RaiseAlert(place, cause_of(kind)))
    views = {view.place: view.is_table for view in alert_views(room.house, Role.SUPERVISOR)}
    assert views == {"delta-1": True, "delta": False, "house": False}


def test_an_alert_is_told_with_the_names_of_today_and_with_what_its_table_waits_for_now(room):
    room.do("house", c.RaiseAlert("delta-1", cause_of(AlertKind.STALLED)))
    room.do("house", c.RaiseAlert("delta-1", cause_of(AlertKind.TERMINAL)))
    told = {view.title: view.says for view in alert_views(room.house, Role.SUPERVISOR)}
    waits = wait_view(room.house, room.house.tables["delta-1"]).says
    assert told == {
        "table stalled": f"Delta 1 has waited for its dealer longer than 100 seconds. {waits}",
        "terminal away": "Dealer is tapped in at Delta 1, and no terminal shows the table.",
    }
    room.do("house", c.ClearAlert("1"))
    assert waits not in next(view.says for view in alert_views(room.house, Role.SUPERVISOR) if view.ended)


def test_a_table_without_a_wager_has_no_band_to_lie_in():
    nothing = HoldBand(
        expected=0, deviation=0, is_exact_deviation=True, low=0, high=0, method=Method.EXACT, is_estimate=False,
        words="", handle=0, expected_hold=None, low_hold=None, high_hold=None,
    )  # fmt: skip
    table = ExposedTable(
        table="delta-1", win=0, drop=DOLLAR, handle=0, hold=0.0, hold_of_handle=None, exposure=None, band=nothing,
        is_inside=True, why_not="",
    )  # fmt: skip
    assert hold_of(table) is None
    some = msgspec.structs.replace(nothing, low=-DOLLAR, high=DOLLAR)
    assert hold_of(msgspec.structs.replace(table, band=some)) is not None
