"""A table that is suspended: everything stays as it lies, and nobody loses time by it."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from cardroom.errors import CardroomError
from cardroom.house.engine.next_step import next_step
from cardroom.house.engine.table_wait import Wait, waits_for
from cardroom.house.kernel.people import Role
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.house.runtime.table_clocks import COMMIT
from cardroom.house.views.table_frames import seen_events
from cardroom.table.commands import DeclareMisdeal, FoulHand
from cardroom.table.events import BetsClosed, Folded, HandFouled, RoundClosed, RoundVoided

from ..by_table import by_table
from ..floors import floor_text
from ..virtual_time import run
from .timed import timed

TIMERS = {"bets": 12, "decision": 20, "pause": 4, "idle": 3_600}
FLOOR = floor_text(("delta-1",), timers=TIMERS, house="play_money = true")
SUSPEND, RESUME = c.SuspendTable("delta-1", "seat 1 says that it had raised"), c.ResumeTable("delta-1")


async def begun(found, *people: str):
    """Bets lie at second 10; at 11 everyone has to decide until 31."""
    await found.do("house", c.Enrol("rhea", "Rhea", Role.SUPERVISOR))
    for seat, person in enumerate(people, 1):
        await found.seat(person, "delta-1", seat)
    await found.betting("delta-1")
    await found.until(10)
    for person in people:
        await found.bet(person, "delta-1")
    await found.deciding("delta-1")


async def refused(doing) -> str:
    with pytest.raises(CardroomError) as error:
        await doing
    return f"{error.value.code}: {error.value.message}"


def test_clocks_stop_while_a_table_is_held_and_go_on_with_what_was_left_also_over_a_restart(tmp_path):
    async def story():
        async with timed(tmp_path, FLOOR) as found:
            await begun(found, "ann", "bob")
            await found.until(21)
            await found.do("rhea", SUSPEND)
            assert found.deadlines("delta-1") == {}
            assert "seat 1 says" not in await refused(found.choose("ann", "delta-1", "1x")), "the staff's business"
            await found.until(121)
            assert not found.happened(Folded)
            await found.do("rhea", RESUME)
            assert found.deadlines("delta-1") == {1: 131, 2: 131}, "ten seconds were left"
            await found.choose("ann", "delta-1", "1x")
            await found.until(125)
            await found.do("rhea", SUSPEND)
            await found.until(150)
        await asyncio.sleep(600)
        async with timed(tmp_path, FLOOR) as found:
            assert found.deadlines("delta-1") == {}, "it is still held"
            assert by_table(found.service.house, "suspended")["delta-1"].by == "rhea"
            await found.until(40)
            await found.do("rhea", RESUME)
            assert found.deadlines("delta-1") == {2: pytest.approx(40 + 6 + COMMIT)}
            opened = by_table(found.service.house, "opened")["delta-1"].at
            assert found.seconds(opened) == pytest.approx(40 + 6 - 20), "folded, for whoever starts next"
            await found.until(42)
        async with timed(tmp_path, FLOOR, gap=timedelta()) as found:
            assert found.deadlines("delta-1") == {2: pytest.approx(4 + COMMIT)}
            await found.until(8)
            assert [event.seat for _, event in found.happened(Folded)] == [2]

    run(story())


def test_bets_stay_open_as_long_as_was_promised_and_no_round_begins_while_a_table_is_held(tmp_path):
    async def story():
        async with timed(tmp_path, FLOOR) as found:
            await found.do("house", c.Enrol("rhea", "Rhea", Role.SUPERVISOR))
            for seat, person in enumerate(("ann", "bob"), 1):
                await found.seat(person, "delta-1", seat)
            await found.do("rhea", SUSPEND)
            await found.until(60)
            assert not found.table("delta-1").is_playing
            await found.do("rhea", RESUME)
            await found.betting("delta-1")
            await found.until(70)
            await found.bet("ann", "delta-1")
            await found.until(75)
            await found.do("rhea", SUSPEND)
            assert (await refused(found.bet("bob", "delta-1"))).startswith("table-suspended")
            await found.until(100)
            await found.do("rhea", RESUME)
            assert found.deadline("delta-1") == 107
            await found.deciding("delta-1")
            assert [at for at, _ in found.happened(BetsClosed)] == [107]

    run(story())


def test_while_a_table_is_suspended_a_supervisor_puts_right_and_the_house_deals_on_only_when_it_goes_on(tmp_path):
    async def story():
        async with timed(tmp_path, FLOOR) as found:
            await begun(found, "ann", "bob")
            await found.choose("ann", "delta-1", "1x")
            await found.do("rhea", SUSPEND)
            await found.do("rhea", c.AtTable("delta-1", FoulHand(2, "nine cards")))
            assert found.happened(HandFouled)
            assert found.table("delta-1").round.next_act() is not None, "nobody turns a card now"
            await found.until(40)
            await found.do("rhea", RESUME)
            assert found.deadlines("delta-1") == {1: 60}, "another street, and its whole time"
            await found.do("rhea", SUSPEND)
            await found.do("rhea", c.AtTable("delta-1", DeclareMisdeal("the shuffler stuck")))
            assert found.happened(RoundVoided)
            assert not found.table("delta-1").is_playing
            await found.until(90)
            assert not found.table("delta-1").is_playing
            await found.do("rhea", RESUME)
            await found.betting("delta-1")
            assert not found.happened(RoundClosed)

    run(story())


def test_who_may_hold_and_release_is_told_and_so_is_that_it_is_held(room):
    room.guest("ann", "delta-1", 1)
    assert room.refused("supervisor", RESUME).code == "table-not-suspended"
    room.do("dealer", SUSPEND)
    room.turned_away("dealer", RESUME)
    assert waits_for(room.house, room.house.tables["delta-1"]) is Wait.SUPERVISOR
    step = next_step(room.house, room.house.tables["delta-1"])
    assert step is not None
    assert step.command == RESUME
    assert "suspended: seat 1 says" in room.refused("dealer", c.BeginRound("delta-1")).message
    assert room.refused("supervisor", SUSPEND).code == "table-suspended"
    (told,) = seen_events(None, 1, room.events(e.TableSuspended), Role.SUPERVISOR).events
    assert told == e.TableSuspended(why=""), "why is the staff's business"
    room.do("supervisor", RESUME)
    room.do("house", c.BeginRound("delta-1"))
    room.do("dealer", SUSPEND)
    room.do("supervisor", c.CloseTable("delta-1"))
    assert not by_table(room.house, "suspended"), "a table that closes waits for nobody"
    room.prove()
