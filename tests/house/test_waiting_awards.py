"""An award waits for approval: nobody else does. The next rounds are played without that jackpot."""

from __future__ import annotations

import pytest

from cardroom.house.engine.next_step import next_step
from cardroom.house.engine.table_wait import Wait, waits_for
from cardroom.house.features.players.handlers import GUESTS_ARE_KEPT
from cardroom.house.features.rounds.rows import PlayedRow
from cardroom.house.history.round_histories import find_round
from cardroom.house.log import commands as c
from cardroom.jackpots import display
from cardroom.jackpots.commands import Confirm, EndGame, StaffCard, SwipeCard
from cardroom.money import DOLLAR

from ..stores import audit_store
from .logs import stored

STRAIGHT_FLUSH = ("10s Js Qs", "9s 8s", "2c 7d")  # a tenth of the meter to seat 1, envy to seat 2
NOTHING = ("2c 7d 9h", "4s 10h", "4c 10d")
AWARD, ENVY = 500.04, 300


@pytest.fixture
def room(make, floor):
    """Ann has won, Bob has envy coming, and the award is above what the house approves itself."""
    room = make(floor(("delta-1", "edge-1"), service="$0"))
    for seat, person in enumerate(("ann", "bob", "cid"), 1):
        room.guest(person, "delta-1", seat)
    room.stack(*STRAIGHT_FLUSH)
    room.begin("delta-1")
    room.bet("ann", "delta-1", progressive=1)
    room.bet("bob", "delta-1", progressive=1)
    room.deal("delta-1")
    room.finish("delta-1", lambda names: names[1])
    assert room.house.links["delta"].state.is_pending("Progressive")
    return room


def approve(room):
    room.do("supervisor", c.AtConsole("delta", Confirm(table="delta-1")))
    room.do("supervisor", c.AtConsole("delta", SwipeCard(table="delta-1", card=StaffCard.SUPERVISOR)))


def jackpots(room, round_id):
    return {row.person: row.jackpots / DOLLAR for row in room.index(PlayedRow) if row.round_id == round_id}


def play_on(room, *people):
    room.stack(*NOTHING)
    room.begin("delta-1")
    for person in people:
        room.bet(person, "delta-1")
    room.deal("delta-1")


def test_the_next_round_is_played_without_that_jackpot(room):
    assert waits_for(room.house, room.house.tables["delta-1"]) is Wait.ROUND
    assert not display(room.house.links["delta"].state, "delta-1").is_open
    play_on(room, "ann", "bob", "cid")
    room.finish("delta-1")
    room.begin("delta-1")
    assert room.refused("bob", room.bets("bob", "delta-1", progressive=1)).code == "award-pending"
    approve(room)
    room.bet("bob", "delta-1", progressive=1)
    assert room.replayed().state() == room.state()
    room.prove()


def test_an_award_approved_in_a_later_round_is_the_round_s_that_won_it(room):
    had = {person: room.money(person) for person in ("ann", "bob")}
    play_on(room, "ann", "bob")
    staked = {person: had[person] - room.money(person) for person in had}
    assert staked == {"ann": 0, "bob": 0}
    approve(room)
    assert not room.is_jackpot_open("delta-1"), "the house ends that game though a round is played"
    assert room.dollars("stack:delta-1:ann") >= AWARD
    assert room.money("ann") - had["ann"] == pytest.approx(AWARD)
    assert room.money("bob") - had["bob"] == ENVY
    assert jackpots(room, "delta-1-1") == {"ann": pytest.approx(AWARD), "bob": ENVY}
    room.finish("delta-1", lambda names: names[0])
    assert jackpots(room, "delta-1-2") == {"ann": 0, "bob": 0}
    play_on(room, "ann")
    assert not room.house.unsettled
    room.prove()


def test_the_story_of_a_round_has_its_own_award_and_no_other_s(room, tmp_path):
    play_on(room, "ann", "bob")
    approve(room)
    room.finish("delta-1", lambda names: names[0])
    play_on(room, "ann")
    store = stored(room, tmp_path / "house.db")
    assert audit_store(store).findings == []
    with store.reading() as reader:
        told = {name: find_round(reader, f"delta-1-{name}").jackpots for name in (1, 2, 3)}
    kinds = [type(found.event).__name__ for found in told[1]]
    assert kinds[0] == "GameStarted"
    assert kinds[-4:] == ["AwardRecorded", "AwardPaid", "EnvyPaid", "GameEnded"]
    assert told[2] == told[3] == []


def test_others_leave_and_whoever_is_owed_has_a_wallet(room):
    assert room.refused("ann", c.StandUp("delta-1")).code == "award-pending"
    assert room.refused("house", c.StandUp("delta-1", 1)).code == "award-pending"
    for person in ("bob", "cid"):
        room.do(person, c.StandUp("delta-1"))
    had = room.dollars("wallet:bob")
    room.guest("dan", "delta-1", 2)
    play_on(room, "ann", "dan")
    dan = room.money("dan")
    approve(room)
    assert room.dollars("wallet:bob") - had == ENVY
    assert room.money("dan") == dan, "he sits where Bob sat, and has no part in it"
    room.finish("delta-1")
    room.do("ann", c.StandUp("delta-1"))
    room.prove()


def test_a_guest_to_whom_envy_is_due_is_not_forgotten(room):
    room.do("bob", c.StandUp("delta-1"))
    room.now += GUESTS_ARE_KEPT
    assert room.refused("house", c.ExpireGuests(("bob",))).code == "not-expired"
    approve(room)
    room.do("ann", c.StandUp("delta-1"))
    room.begin("delta-1")  # for Cid; the round before is done with
    room.do("house", c.ExpireGuests(("bob",)))
    room.prove()


def test_a_supervisor_may_clear_the_winner_s_seat(room):
    room.do("supervisor", c.StandUp("delta-1", 1))
    had = room.dollars("wallet:ann")
    room.guest("dan", "delta-1", 1)
    approve(room)
    assert room.dollars("wallet:ann") - had == pytest.approx(AWARD)
    room.prove()


def test_a_table_closes_with_an_award_waiting(room):
    room.do("supervisor", c.CloseTable("delta-1"))
    had = room.dollars("wallet:ann"), room.dollars("wallet:bob")
    approve(room)
    assert room.dollars("wallet:ann") - had[0] == pytest.approx(AWARD)
    assert room.dollars("wallet:bob") - had[1] == ENVY
    assert room.dollars("tray:delta-1") == 0
    room.do("supervisor", c.OpenTable("delta-1", 1_000 * DOLLAR))
    room.prove()


def test_where_a_person_deals_the_game_is_ended_first_unless_an_award_waits(make, floor):
    room = make(floor(("delta-1",), more='dealer = "human"'))
    room.guest("ann", "delta-1", 1)
    table, end = room.house.tables["delta-1"], c.AtConsole("delta", EndGame(table="delta-1"))

    def play(*cards):
        room.stack(*cards)
        room.do("dealer", c.BeginRound("delta-1"))
        room.bet("ann", "delta-1", progressive=1)
        while table.is_playing:
            step = next_step(room.house, table)
            if step.command is None:
                room.choose("ann", "delta-1", "1x")
            else:
                room.do("dealer", step.command)

    play(*NOTHING)
    assert waits_for(room.house, table) is Wait.DEALER
    assert room.refused("dealer", c.BeginRound("delta-1")).code == "game-on"
    room.do("dealer", end)
    play(*STRAIGHT_FLUSH)
    assert room.refused("dealer", end).code == "award-waiting"
    room.do("dealer", c.BeginRound("delta-1"))
    room.bet("ann", "delta-1")
    room.prove()
