"""Gaming days: when one ends, what belongs to it, and how its figures become final."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.documents import hash_of
from cardroom.house.engine.day_figures import DayFigures
from cardroom.house.engine.house import House
from cardroom.house.engine.index_rows import EventRow
from cardroom.house.features.days.rows import DayRow
from cardroom.house.features.slips.messages import SlipKind
from cardroom.house.floor import Floor, Hours
from cardroom.house.kernel.document_store import Documents
from cardroom.house.kernel.gaming_days import day_after, day_of, end_of_day, start_of_day
from cardroom.house.kernel.people import SERVICE, Person, Role
from cardroom.house.kernel.rows import FigureRow
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.house.log.records import decode_record
from cardroom.house.runtime.house_clock import clock
from cardroom.house.runtime.service import Service
from cardroom.house.storage.seed_key_ring import KeyRing
from cardroom.house.storage.store import Store
from cardroom.jackpots.commands import RecordDeposit
from cardroom.money import CENT, DOLLAR

from ..accounts import enrol_while_stopped
from ..patience import PATIENCE
from ..stores import (
    audit_store,
    open_house_from,
    own,
)

PACIFIC = Hours(ends="06:00", zone="America/Los_Angeles")
TODAY, NEXT = "2026-03-02", "2026-03-03"  # the room opens at noon, and its day ends at six in the morning
ASK = c.AskSlip("edge-1", SlipKind.FILL, {DOLLAR: 1})


# --- the clock on the wall --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        ("2026-11-16T13:59:59", "2026-11-15"),
        ("2026-11-16T14:00:00", "2026-11-16"),
        # Clocks go forward on 8 March 2026 and back on 1 November: days of 23 and 25 hours.
        ("2026-03-08T12:59:59", "2026-03-07"),
        ("2026-03-08T13:00:00", "2026-03-08"),
        ("2026-03-07T14:00:00", "2026-03-07"),
        ("2026-11-01T13:59:59", "2026-10-31"),
        ("2026-11-01T14:00:00", "2026-11-01"),
        ("2026-10-31T13:00:00", "2026-10-31"),
    ],
)
def test_a_day_ends_at_six_in_the_morning_by_the_wall(moment, day):
    assert day_of(datetime.fromisoformat(moment).replace(tzinfo=UTC), PACIFIC) == day


def test_days_are_as_long_as_the_clock_makes_them():
    def hours(day: str) -> float:
        return (end_of_day(day, PACIFIC).astimezone(UTC) - start_of_day(day, PACIFIC).astimezone(UTC)) / timedelta(
            hours=1
        )

    assert [hours(day) for day in ("2026-03-06", "2026-03-07", "2026-10-31", "2026-11-01")] == [24, 23, 25, 24]


zones = st.sampled_from(["UTC", "America/Los_Angeles", "Europe/London", "Australia/Lord_Howe", "Asia/Kathmandu"])
times = st.builds("{:02}:{:02}".format, st.integers(0, 23), st.sampled_from([0, 30]))
moments = st.builds(
    lambda minutes: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes), st.integers(-500_000, 500_000)
)
# Around the changes of Los Angeles, where an end by the wall may come twice or not at all.
changes = st.builds(
    lambda base, minutes: base + timedelta(minutes=minutes),
    st.sampled_from([datetime(2026, 3, 8, 10, tzinfo=UTC), datetime(2026, 11, 1, 9, tzinfo=UTC)]),
    st.integers(-180, 180),
)


@given(at=moments | changes, ends=times, zone=zones)
def test_every_moment_is_in_the_day_that_has_begun_and_not_ended(at, ends, zone):
    hours = Hours(ends=ends, zone=zone)
    day = day_of(at, hours)
    assert start_of_day(day, hours).astimezone(UTC) <= at < end_of_day(day, hours).astimezone(UTC)
    assert end_of_day(day, hours) == start_of_day(day_after(day), hours)


@given(at=moments | changes, wait=st.integers(0, 10_000), ends=times, zone=zones)
def test_no_day_comes_back(at, wait, ends, zone):
    hours = Hours(ends=ends, zone=zone)
    assert day_of(at, hours) <= day_of(at + timedelta(minutes=wait), hours)


# --- closing a day ----------------------------------------------------------------------------------------------------


def over(room) -> None:
    """To seven in the morning of the next day."""
    room.now = end_of_day(room.house.day, room.floor.hours).astimezone(UTC) + timedelta(hours=1)


@pytest.fixture
def played(room):
    room.guest("ann", "delta-1", 1)
    room.play("delta-1", "ann", progressive=1)
    return room


def test_a_day_is_closed_when_it_is_over(played):
    refusal = played.refused("accounting", c.CloseDay(TODAY))
    assert refusal.code == "day-not-over"
    assert refusal.message == f"{TODAY} is not over: it ends at {NEXT} 06:00 UTC."
    played.now = end_of_day(TODAY, played.floor.hours).astimezone(UTC) - timedelta(seconds=1)  # an act takes a second
    done = played.do("accounting", c.CloseDay(TODAY))
    assert (done.record.day, played.house.closed) == (NEXT, TODAY)
    refusal = played.refused("accounting", c.CloseDay(TODAY))
    assert (refusal.code, refusal.message) == ("unknown-day", f"{TODAY} is no day to be closed; there are: {NEXT}.")
    played.prove()


def test_days_are_closed_in_their_order(played):
    for _ in range(2):
        over(played)
        played.play("delta-1", "ann")
    over(played)
    refusal = played.refused("accounting", c.CloseDay(NEXT))
    assert (refusal.code, refusal.message) == ("day-before", f"Days are closed one after another: {TODAY} comes first.")
    for day in (TODAY, NEXT, "2026-03-04"):
        played.do("accounting", c.CloseDay(day))
    assert [closed.day for closed in played.events(e.DayClosed)] == [TODAY, NEXT, "2026-03-04"]
    played.prove()


def test_what_is_done_after_the_end_of_a_day_is_the_next_ones(played):
    played.now = datetime(2026, 3, 3, 5, 59, 58, tzinfo=UTC)
    assert played.do("supervisor", ASK).record.day == TODAY
    assert played.do("supervisor", ASK).record.day == NEXT
    days = {row.day: row.first for row in played.index(DayRow)}
    assert days == {TODAY: 1, NEXT: played.house.position}


def test_a_clock_that_is_set_back_opens_no_closed_day_again(played):
    over(played)
    played.do("accounting", c.CloseDay(TODAY))
    played.now = datetime(2026, 3, 2, 15, tzinfo=UTC)
    assert played.do("supervisor", ASK).record.day == NEXT
    played.prove()


def test_a_round_over_the_end_of_a_day_counts_where_it_ends(played):
    played.begin("delta-1")
    played.bet("ann", "delta-1")
    over(played)
    played.do("house", c.CloseDay(TODAY))
    played.deal("delta-1")
    played.finish("delta-1")
    assert played.house.figures[NEXT].tables["delta-1"].rounds == 1
    played.prove()


def figures_of(room, day: str) -> dict[str, str]:
    return {row.stream: row.figures for row in room.index(FigureRow) if row.day == day}


def test_the_figures_of_a_closed_day_are_final(played):
    """The record says their hash, the document is kept, and no row of the day changes any more."""
    over(played)
    figures = played.house.figures[TODAY]
    assert (figures.tables["delta-1"].rounds, figures.tables["delta-1"].drop) == (1, 500 * DOLLAR)
    done = played.do("accounting", c.CloseDay(TODAY))
    (closed,) = played.events(e.DayClosed)
    document = done.documents[closed.figures]
    assert hash_of(document) == closed.figures
    kept = msgspec.json.decode(document, type=DayFigures)
    assert kept == figures
    rows, events = figures_of(played, TODAY), [row for row in played.index(EventRow) if row.day == TODAY]
    assert rows["table:delta-1"] == msgspec.json.encode(kept.tables["delta-1"]).decode()
    played.play("delta-1", "ann", progressive=1)
    played.do("accounting", c.OnBank("delta", RecordDeposit(amount=5 * CENT)))
    played.do("supervisor", ASK)
    assert figures_of(played, TODAY) == rows
    assert [row for row in played.index(EventRow) if row.day == TODAY] == events
    assert TODAY not in played.house.figures


def test_a_tables_days_follow_on_from_each_other(played):
    """Opening + fills + … of every day is what is in the tray, and the next day opens with that."""
    for day in (TODAY, NEXT, "2026-03-04"):
        if day != TODAY:
            played.play("delta-1", "ann")
        played.slip("fill", "delta-1", 7)
        of_day = played.house.figures[day].tables["delta-1"]
        assert of_day.tray == played.house.balance("tray:delta-1")
        over(played)
        played.do("accounting", c.CloseDay(day))
        tray = of_day.tray
        played.slip("credit", "delta-1", 1)
        assert played.house.figures[day_after(day)].tables["delta-1"].opening == tray
    played.prove()


def test_cash_counts_by_the_gaming_day(make, floor):
    """$10,000 in one day is flagged, whether midnight is in between or not; over two days it is not."""
    room = make(floor(("edge-1",), house='play_money_grant = "$50,000"'))
    room.guest("ann", "edge-1", 1, chips=6_000)
    room.now = datetime(2026, 3, 3, 1, tzinfo=UTC)  # after midnight, before six
    room.do("ann", c.TopUp("edge-1", 4_000 * DOLLAR))
    (flag,) = room.events(e.Flagged)
    assert (flag.kind, flag.amount) == ("cash", 10_000 * DOLLAR)
    room.now = datetime(2026, 3, 3, 6, tzinfo=UTC)
    room.do("ann", c.TopUp("edge-1", 9_999 * DOLLAR))
    assert len(room.events(e.Flagged)) == 1
    room.do("ann", c.TopUp("edge-1", DOLLAR))
    assert room.events(e.Flagged)[-1].amount == 10_000 * DOLLAR
    room.prove()


def test_a_house_keeps_the_hours_of_its_floor(make, floor):
    plan = msgspec.structs.replace(make.read(floor(("edge-1",))), hours=PACIFIC)
    room = make(plan)
    assert decode_record(room.log[0].body).day == "2026-03-01"  # noon in London is four in the morning there


# --- before the first one ---------------------------------------------------------------------------------------------


@given(at=moments, zone=st.sampled_from(["Etc/GMT+12", "Pacific/Kiritimati", "America/Los_Angeles", "UTC"]), ends=times)
def test_the_first_day_is_right_whoever_was_enrolled_before_it(at, zone, ends):
    hours = Hours(ends=ends, zone=zone)
    documents: dict[str, bytes] = {}
    house = House(Documents(documents.get), KeyRing([], "none"))
    enrolled = house.do(SERVICE, c.Enrol("sue", "Sue", "supervisor"), "", at)
    opened = house.do(SERVICE, c.OpenHouse(house.documents.add(Floor(name="Test", tables=(), hours=hours))), "", at)
    assert opened.record.day == house.day == day_of(at, hours)
    assert enrolled.record.day <= house.day
    assert house.has_opened


def test_what_was_done_before_the_first_day_is_closed_before_it(tmp_path):
    """Staff are added at two in the morning by the wall, when it is ten o'clock of the next day elsewhere."""
    at = datetime(2026, 11, 16, 10, 0, tzinfo=UTC)
    store = Store(f"sqlite:///{tmp_path / 'house.sqlite'}")
    store.migrate()

    async def open_the_house() -> list[str]:
        clock.set(lambda: at)
        enrol_while_stopped(store, Person("sue", "Sue", Role.SUPERVISOR), "a long enough sentence")
        own(store)
        service = Service(open_house_from(store), store)
        await service.start(Floor(name="Test", tables=(), hours=PACIFIC))
        try:
            async with asyncio.timeout(PATIENCE):
                while not service.house.closed:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
            return [service.house.closed, service.house.day]
        finally:
            await service.stop()

    assert asyncio.run(open_the_house()) == ["2026-11-14", "2026-11-15"]
    with store.reading() as reader:
        assert [row.day for row in reader.days()] == ["2026-11-14", "2026-11-15"]
    assert audit_store(store).findings == []
