"""The house in time: what it does by itself between commands, and how it starts from its log."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from cardroom.documents import hash_of
from cardroom.errors import CardroomError
from cardroom.house.engine.house import Done
from cardroom.house.features.players.handlers import GUESTS_ARE_KEPT
from cardroom.house.floor import Floor
from cardroom.house.kernel.people import SERVICE, Person, Role
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.house.log.records import HousePart
from cardroom.house.runtime import housekeeping, service
from cardroom.house.runtime.identity.auth import SignInService
from cardroom.house.runtime.service import Service
from cardroom.house.runtime.startup import require_floor
from cardroom.house.storage import schema
from cardroom.house.storage.store import Store
from cardroom.money import DOLLAR
from cardroom.table.commands import Bet

from ..floors import read_floor
from ..patience import patiently
from ..stores import open_house_from, own

FLOOR = """
[house]
name = "Test Room"
[[table]]
id = "edge-1"
game = "straight-edge-1"
dealer = "human"
[[table]]
id = "edge-2"
game = "straight-edge-2"
dealer = "human"
"""
ANN = Person("ann", "Ann", Role.GUEST)
CLOCKS = ("cardroom.house.runtime.service.now", "cardroom.house.runtime.housekeeping.now")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[timedelta]:
    """By how much the house's clock is ahead of ours."""
    ahead = [timedelta()]
    for place in CLOCKS:
        monkeypatch.setattr(place, lambda: datetime.now(UTC) + ahead[0])
    return ahead


def floor_of(text: str = FLOOR) -> Floor:
    floor, mistakes = read_floor(text, "floor.toml", lambda *_: {})
    assert floor is not None, mistakes
    return floor


@asynccontextmanager
async def running(folder: Path, floor: Floor | None = None) -> AsyncIterator[Service]:
    store = Store(f"sqlite:///{folder / 'house.db'}")
    own(store)
    found = Service(open_house_from(store), store)
    await found.start(floor or floor_of())
    try:
        yield found
    finally:
        await found.stop()
        store.engine.dispose()


async def eventually(is_so: Callable[[], object]) -> None:
    async with patiently():
        while not is_so():  # noqa: ASYNC110 - anything can be waited for
            await asyncio.sleep(0.01)


def events_in(store: Store, kind: type[Any]) -> list[Any]:
    with store.reading() as reader:
        return [
            event
            for record, _ in reader.records()
            for part in record.parts
            if isinstance(part, HousePart)
            for event in part.events
            if isinstance(event, kind)
        ]


async def enrol_ann(found: Service) -> None:
    await found.submit(SERVICE, c.Enrol(ANN.id, ANN.name, ANN.role))
    await found.submit(ANN, c.IssuePlayMoney())


# --- checkpoints ------------------------------------------------------------------------------------------------------


def test_a_checkpoint_is_taken_every_so_many_records_and_at_a_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "CHECKPOINT_EVERY", 10)
    monkeypatch.setattr(service, "CHECKPOINT_APART", 0.0)

    async def story() -> None:
        async with running(tmp_path) as found:
            for number in range(25):
                await found.submit(SERVICE, c.Enrol(f"p{number}", "P", "player"))
            await eventually(lambda: len(events_in(found.store, e.Checkpointed)) == 2)
        with found.store.reading() as reader:
            last = reader.last()
            assert next(position for position, _ in reader.checkpoints()) == last - 1, "one at the stop"
            assert len(reader.checkpoints()) == 3

    asyncio.run(story())


def test_a_house_started_from_a_checkpoint_is_the_same_to_the_byte(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as found:
            await enrol_ann(found)
            await found.submit(ANN, c.SitDown("edge-1", 1, 100 * DOLLAR))
            await found.submit(SERVICE, c.BeginRound("edge-1"))
            await found.submit(SERVICE, c.TakeCheckpoint())
            await found.submit(ANN, c.AtTable("edge-1", Bet(1, {"ante": 5 * DOLLAR})))
        before = found.house.checkpoint()
        again = open_house_from(found.store)
        assert again.checkpoint() == before
        assert again.tables["edge-1"].round.state == found.house.tables["edge-1"].round.state
        with found.store.engine.begin() as connection:
            connection.execute(sa.delete(schema.checkpoints))
        assert open_house_from(found.store).checkpoint() == before, "from the whole log"

    asyncio.run(story())


@pytest.mark.parametrize("damage", ["body", "another state", "unnamed"])
def test_a_checkpoint_that_cannot_be_believed_is_left_aside(
    tmp_path: Path, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> Service:
        async with running(tmp_path) as found:
            await enrol_ann(found)
            await found.submit(SERVICE, c.TakeCheckpoint())
        return found

    found = asyncio.run(play())
    kept = schema.checkpoints
    with found.store.reading() as reader:
        last, digest = reader.checkpoints()[0]
        body = reader.checkpoint(last)
    assert body is not None
    state = msgspec.json.decode(body)
    state["books"]["wallet:ann"] = 10**12
    forged = msgspec.json.encode(state)
    values = {
        "body": {"body": b"nonsense"},
        "another state": {"body": zlib.compress(forged)},
        "unnamed": {"body": zlib.compress(forged), "hash": hash_of(forged)},
    }[damage]
    with found.store.engine.begin() as connection:
        connection.execute(sa.update(kept).where(kept.c.position == last).values(**values))
    again = open_house_from(found.store)
    assert again.checkpoint() == found.house.checkpoint()
    assert f"The checkpoint at record {last} is not used" in caplog.text
    assert digest not in caplog.text


def test_a_log_with_a_record_cut_out_is_not_started_from(tmp_path: Path) -> None:
    async def play() -> Service:
        async with running(tmp_path) as found:
            await enrol_ann(found)
        return found

    found = asyncio.run(play())
    with found.store.engine.begin() as connection:
        connection.execute(sa.delete(schema.checkpoints))
        connection.execute(sa.delete(schema.records).where(schema.records.c.position == 2))
    with pytest.raises(CardroomError, match="record 3: does not follow"):
        open_house_from(found.store)


def test_a_floor_that_the_house_cannot_open_on_is_refused_before_anything_begins(tmp_path: Path) -> None:
    async def play() -> Service:
        async with running(tmp_path) as found:
            await enrol_ann(found)
            await found.submit(ANN, c.SitDown("edge-1", 1, 100 * DOLLAR))
            await found.submit(SERVICE, c.BeginRound("edge-1"))
        return found

    found = asyncio.run(play())
    house = open_house_from(found.store)
    before = house.checkpoint()
    without = FLOOR[: FLOOR.index("[[table]]")] + FLOOR[FLOOR.rindex("[[table]]") :]
    with pytest.raises(CardroomError, match="has a round in play"):
        require_floor(house, floor_of(without))
    require_floor(house, floor_of())
    assert house.checkpoint() == before


# --- days -------------------------------------------------------------------------------------------------------------


def test_days_that_are_over_are_closed_one_after_another(tmp_path: Path, clock: list[timedelta]) -> None:
    told: list[tuple[str, Done]] = []

    async def on_day_closed(day: str, done: Done) -> None:
        told.append((day, done))

    async def story() -> None:
        async with running(tmp_path) as found:
            first = found.house.day
            assert not found.house.closed
        clock[0] = timedelta(days=2)
        store = own(Store(f"sqlite:///{tmp_path / 'house.db'}"))
        again = Service(open_house_from(store), store, on_day_closed=on_day_closed)
        await again.start(floor_of())
        await eventually(lambda: told)
        second = again.house.day
        clock[0] = timedelta(days=3)
        await housekeeping.close_days(again)
        await again.stop()
        assert [day for day, _ in told] == [first, second]
        assert all(done.record is not None for _, done in told)
        assert [closed.day for closed in events_in(store, e.DayClosed)] == [first, second]
        store.engine.dispose()

    asyncio.run(story())


def test_a_floor_may_leave_its_days_to_people(tmp_path: Path, clock: list[timedelta]) -> None:
    async def story() -> None:
        by_hand = msgspec.structs.replace(floor_of(), closes_days=False)
        async with running(tmp_path, by_hand) as found:
            day = found.house.day
        clock[0] = timedelta(days=2)
        async with running(tmp_path, by_hand) as found:
            await asyncio.sleep(0.05)
            assert not found.house.closed
            await found.submit(SERVICE, c.Enrol("acc", "Acc", "accounting"))
            failed = asyncio.Event()

            async def fail(_: str, __: Done) -> None:
                failed.set()
                raise OSError("no key")

            found.on_day_closed = fail
            await found.submit(found.house.people["acc"], c.CloseDay(day))
            await asyncio.wait_for(failed.wait(), 5)
            assert found.house.closed == day, "what follows a day may fail; the day is closed"

    asyncio.run(story())


# --- strangers --------------------------------------------------------------------------------------------------------


def test_guests_who_cannot_come_back_are_forgotten_unless_they_sit(
    tmp_path: Path, clock: list[timedelta], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(housekeeping, "GUESTS_AT_ONCE", 2)

    async def story() -> None:
        async with running(tmp_path) as found:
            entrance = SignInService(found)
            guests = [await entrance.welcome_guest() for _ in range(6)]
            await found.submit(guests[0], c.SitDown("edge-1", 1, 100 * DOLLAR))
            await housekeeping.expire_guests(found)
            assert len(found.house.guests) == 6
        clock[0] = GUESTS_ARE_KEPT + timedelta(minutes=1)
        async with running(tmp_path) as found:
            await eventually(lambda: len(found.house.guests) == 1)
            assert guests[0].id in found.house.people
            assert not any(guest.id in found.house.people for guest in guests[1:])
            assert sum(found.house.books.values()) == 0
        gone = events_in(found.store, e.GuestExpired)
        assert sorted(event.person for event in gone) == sorted(guest.id for guest in guests[1:])
        assert {event.amount for event in gone} == {1_000 * DOLLAR}

    asyncio.run(story())


def test_strangers_who_are_refused_are_counted_and_known_people_named(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as found:
            await enrol_ann(found)
            position = found.house.position
            for _ in range(3):
                with pytest.raises(CardroomError, match="may not do this"):
                    await found.submit(ANN, c.CollectDrop("edge-1"))
            entrance = SignInService(found)
            with pytest.raises(CardroomError):
                await entrance.check_password("my secret, in the wrong field", "wrong wrong wrong")
            assert found.house.position == position
            assert found.refusals == {"CollectDrop": 3, "Login": 1}
            await housekeeping.count_refusals(found)
            await housekeeping.count_refusals(found)  # nothing since
            assert not found.refusals
            with pytest.raises(CardroomError):
                await entrance.check_password(ANN.id, "wrong wrong wrong", "10.0.0.9")
            with pytest.raises(CardroomError):
                await found.submit(ANN, c.CollectDrop("edge-1"))
        counted = [event.counts for event in events_in(found.store, e.RefusalsCounted)]
        assert counted == [{"CollectDrop": 3, "Login": 1}, {"CollectDrop": 1}]
        (refused,) = events_in(found.store, e.SignInRefused)
        assert (refused.person, refused.refusal, refused.source) == (ANN.id, "wrong-password", "10.0.0.9")

    asyncio.run(story())
