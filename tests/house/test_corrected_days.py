"""A gaming day that began by a wrong clock is put right by two people; its figures are as if it had never been."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import msgspec
import pytest

from cardroom.house.engine.house import House
from cardroom.house.features.slips.messages import SlipKind
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.house.reports.day_report import Day
from cardroom.house.reports.slips import slip_report

from ..stores import (
    audit_store,
    open_house_from,
    own,
)
from .conftest import Room
from .logs import stored

TODAY, WRONG = "2026-03-02", "2026-04-11"
JUMP = timedelta(days=40)


def lent(command: c.AnyCommand, to: str = "accounting") -> c.Lent:
    return c.Lent(to, command)


def first_part(room: Room) -> None:
    for seat, person in enumerate(("ann", "bob"), 1):
        room.guest(person, "delta-1", seat, chips=300)
    room.stack("2c 7d 9h", "4s 10h", "3d 8c")
    room.play("delta-1", "ann", "bob", progressive=1)
    room.do("dealer", c.AskSlip("straight-1", SlipKind.FILL, {25_000_000: 4}))


def second_part(room: Room) -> None:
    """On the wrong day: a jackpot, a fill, a table that closes and opens, a counted drop."""
    room.stack("4d 5d 6d", "2d 3d", "9c Js")
    room.play("delta-1", "ann", "bob", progressive=1)
    room.do("supervisor", c.ApproveSlip(1))
    room.do("cage", c.SendFill(1))
    room.do("dealer", c.ReceiveFill(1))
    room.do("supervisor", c.CloseTable("edge-1"))
    room.do("supervisor", c.OpenTable("edge-1", 5_000_000_000))
    room.guest("cyd", "straight-1", 1, chips=100)
    room.count_drop("straight-1", 95)


def third_part(room: Room) -> None:
    room.stack("2c 7d 9h", "4s 10h", "3d 8c")
    room.play("delta-1", "ann", "bob", progressive=1)
    room.do("supervisor", c.CloseTable("edge-1"))


@pytest.fixture
def rooms(make, floor) -> Iterator[Room]:
    def new() -> Room:
        room = make(floor({"delta-1": "", "edge-1": "", "straight-1": 'dealer = "human"'}))
        room.enrol("cage", "cage")
        return room

    return new


def jumped(new) -> Room:
    """The clock is forty days ahead for the second part; then the day is put right."""
    room = new()
    first_part(room)
    room.now += JUMP
    second_part(room)
    room.now -= JUMP
    assert room.house.day == WRONG
    room.do("executive", lent(c.CorrectDay(TODAY, room.house.first_of_day, "the clock was forty days ahead")))
    assert room.house.day == TODAY
    third_part(room)
    return room


def plain(new) -> Room:
    room = new()
    for part in (first_part, second_part, third_part):
        part(room)
    return room


def told(room: Room, path) -> dict[str, object]:
    """The reports of the day, but for times; a hit is listed by the time that it has, which stays wrong."""
    store = stored(room, path)
    with store.reading() as reader:
        day = Day(reader, TODAY)
        jackpots = [msgspec.to_builtins(one) for one in day.jackpots()]
        for jackpot in jackpots:
            jackpot.pop("hits")
            for line in (*jackpot["envy"], *jackpot["reseeds"], *jackpot["levels"]):
                for name in ("at", "paid_at", "since"):
                    line.pop(name, None)
        slips = slip_report(reader, TODAY)
        kinds = [(row.kind, row.stream) for row in day.events() if row.kind != "day"]
        return {
            "tables": day.tables(), "jackpots": jackpots, "dealers": day.dealers(), "boxes": day.boxes(),
            "slips": [(slip.number, slip.stage) for slip in slips.slips], "events": kinds,
            "days": [row.day for row in reader.days()],
        }  # fmt: skip


def test_the_day_is_as_if_the_clock_had_been_right(rooms, tmp_path):
    wrong, right = jumped(rooms), plain(rooms)
    found, expected = told(wrong, tmp_path / "wrong.sqlite"), told(right, tmp_path / "right.sqlite")
    for name, figures in expected.items():
        assert found[name] == figures, name
    assert found["days"] == [TODAY]
    wrong.prove()


def test_a_house_that_was_opened_by_a_wrong_clock_has_the_right_day_alone(make, floor, tmp_path):
    room = make(floor(("delta-1",)))
    room.guest("ann", "delta-1", 1)
    room.now += JUMP
    room.play("delta-1", "ann")
    room.now -= JUMP
    room.do("executive", lent(c.CorrectDay("2026-03-05", room.house.first_of_day, "three days late")))
    store = stored(room, tmp_path / "house.sqlite")
    with store.reading() as reader:
        assert [row.day for row in reader.days()] == [TODAY, "2026-03-05"]
        assert Day(reader, "2026-03-05").tables()[0].rounds == 1
        assert Day(reader, WRONG).events() == []
    assert audit_store(store).findings == []


def test_it_is_audited_started_with_and_the_real_day_comes_later(rooms, tmp_path):
    room = jumped(rooms)
    room.do("house", c.TakeCheckpoint())
    third = room.house.first_of_day
    room.now += JUMP
    room.do("house", c.CloseDay(TODAY))
    room.play("delta-1", "ann", "bob", progressive=1)
    assert room.house.day == WRONG
    store = stored(room, tmp_path / "house.sqlite")
    audit = audit_store(store)
    assert audit.findings == []
    again = open_house_from(own(store))
    assert isinstance(again, House)
    assert again.checkpoint() == room.house.checkpoint()
    with store.reading() as reader:
        days = {row.day: row.first for row in reader.days()}
        assert list(days) == [TODAY, WRONG]
        assert days[WRONG] > third
        real = Day(reader, WRONG)
        assert next(line for line in real.tables() if line.table == "delta-1").rounds == 1
        assert not any("forty days" in row.what for row in real.events())
        assert any("forty days" in row.what for row in Day(reader, TODAY).events())


def test_it_takes_two_people_of_accounting_and_the_position(rooms):
    room = rooms()
    first_part(room)
    room.now += JUMP
    second_part(room)
    room.now -= JUMP
    first = room.house.first_of_day
    assert room.refused("accounting", c.CorrectDay(TODAY, first, "x")).code == "two-people"
    for person in ("dealer", "supervisor", "technician", "cage"):
        room.turned_away(person, c.CorrectDay(TODAY, first, "x"))
    do = "executive"
    assert room.refused(do, lent(c.CorrectDay(TODAY, first, "  "))).code == "no-reason"
    assert room.refused(do, lent(c.CorrectDay(TODAY, first + 1, "x"))).code == "other-record"
    for day in ("2026-03-01", WRONG, "2026-05-01"):
        assert room.refused(do, lent(c.CorrectDay(day, first, "x"))).code == "wrong-day"
    room.do(do, lent(c.CorrectDay(TODAY, first, "x")))
    (event,) = room.events(e.DayCorrected)
    assert (event.wrong, event.right, event.first) == (WRONG, TODAY, first)
    assert (event.entered_by, event.approved_by) == ("accounting", "executive")


def test_a_closed_day_stays_closed(rooms):
    """The wrong clock has closed today already: what was done since counts for the day after it at the earliest."""
    room = rooms()
    first_part(room)
    room.now += JUMP
    room.do("house", c.CloseDay(TODAY))
    second_part(room)
    room.now -= JUMP
    first = room.house.first_of_day
    refusal = room.refused("executive", lent(c.CorrectDay(TODAY, first, "x")))
    assert refusal.message == f"It can count for 2026-03-03 or a later day before {WRONG}, not for {TODAY}."
    room.do("executive", lent(c.CorrectDay("2026-03-03", first, "x")))
    third_part(room)
    assert room.house.day == "2026-03-03"
    room.prove()
