"""Commits outlast a database that goes away: each record is in the log once, and nobody is told before it is."""

from __future__ import annotations

import asyncio
import gc
import threading
import time
import warnings
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from cardroom.errors import CardroomError
from cardroom.house.kernel.people import SERVICE
from cardroom.house.log import commands as c
from cardroom.house.runtime import group_commit
from cardroom.house.runtime.service import Service
from cardroom.house.storage import head_file, log_ownership
from cardroom.house.storage.database_errors import AwayError
from cardroom.house.storage.store import Store

from ..floors import floor_text, read_floor
from ..patience import PATIENCE, patiently
from ..stores import open_house_from, own


class FailingStore(Store):
    """Something befalls its next transactions."""

    before: Callable[[], None] = staticmethod(lambda: None)
    after: Callable[[], None] = staticmethod(lambda: None)

    def write(self, batch: Any) -> None:
        done = list(batch)
        self.before()
        super().write(done)
        self.after()


def once(error: Exception) -> Callable[[], None]:
    left = [error]

    def fail() -> None:
        if left:
            raise left.pop()

    return fail


@asynccontextmanager
async def running(database: str) -> AsyncIterator[tuple[Service, FailingStore]]:
    floor, mistakes = read_floor(floor_text(), "floor.toml", lambda *_: {})
    assert floor is not None, mistakes
    store = FailingStore(database)
    own(store)
    service = Service(open_house_from(store), store)
    await service.start(floor)
    try:
        yield service, store
    finally:
        await service.stop()
        store.engine.dispose()


async def enrol(service: Service, person: str) -> None:
    await service.submit(SERVICE, c.Enrol(person, person.title(), "player"))


def times_enrolled(store: Store, person: str) -> int:
    with store.reading() as reader:
        return sum(isinstance(r.command, c.Enrol) and r.command.person == person for r, _ in reader.records())


async def eventually(is_so: Callable[[], object]) -> None:
    async with patiently():
        while not is_so():  # noqa: ASYNC110 - anything can be waited for
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_commit_of_which_nobody_knows_what_has_become_is_in_the_log_once(database: str, moment: str) -> None:
    async def story() -> None:
        async with running(database) as (service, store):
            told: list[str] = []
            service.on_outage.add(lambda why, _: told.append(why))
            setattr(store, moment, once(AwayError("the connection broke")))
            await enrol(service, "ann")
            await enrol(service, "bob")
            assert [times_enrolled(store, person) for person in ("ann", "bob")] == [1, 1]
            assert len(told) == 2
            assert "the connection broke" in told[0]
            assert told[1] == ""

    asyncio.run(story())


def test_a_log_that_has_gone_back_ends_the_house(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(f"sqlite:///{tmp_path / 'house.db'}") as (service, store):
            await enrol(service, "ann")
            service.committer.head = (service.committer.head[0] - 1, "another past")
            store.before = once(AwayError("it was failed over"))
            with pytest.raises(CardroomError, match="The log is not as this server left it"):
                await enrol(service, "bob")
            with pytest.raises(CardroomError):
                await enrol(service, "eve")
            assert times_enrolled(store, "bob") == 0

    asyncio.run(story())


def test_a_network_that_says_nothing_is_an_outage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group_commit, "SILENCE", 0.05)

    async def story() -> None:
        async with running(f"sqlite:///{tmp_path / 'house.db'}") as (service, store):
            answers = threading.Event()
            store.before = lambda: assert_set(answers)
            waiting = asyncio.create_task(enrol(service, "ann"))
            await eventually(lambda: service.committer.outage)
            with pytest.raises(AwayError, match="no answer within"):
                await enrol(service, "bob")
            assert not waiting.done()
            answers.set()
            await waiting
            assert service.committer.outage is None
            assert times_enrolled(store, "ann") == 1

    asyncio.run(story())


def assert_set(event: threading.Event) -> None:
    assert event.wait(PATIENCE)


def test_who_is_asked_to_hand_over_notices_it_under_load(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_ownership, "BEAT", 0.01)

    async def story() -> None:
        async with running(database) as (service, store):
            store.before = lambda: time.sleep(0.05)
            is_asked = service.committer.is_asked_to_hand_over
            pressing = []
            for number in range(1_000):  # there is always something more to write
                pressing.append(asyncio.create_task(enrol(service, f"p-{number}")))
                await asyncio.sleep(0.01)
                if number == 20:
                    await asyncio.to_thread(log_ownership.ask_to_hand_over, store)
                if is_asked.is_set():
                    break
            assert is_asked.is_set()
            await asyncio.gather(*pressing)

    asyncio.run(story())


def test_a_house_whose_database_goes_away_while_it_opens_opens_when_it_is_back(tmp_path: Path) -> None:
    async def story() -> None:
        floor, _ = read_floor(floor_text(), "floor.toml", lambda *_: {})
        assert floor is not None
        store = own(Store(f"sqlite:///{tmp_path / 'house.db'}"))
        service = Service(open_house_from(store), store)
        tries = [AwayError("gone"), AwayError("gone")]
        look = service._last_checkpoint

        def not_yet() -> int:
            if tries:
                raise tries.pop()
            return look()

        service._last_checkpoint = not_yet  # type: ignore[method-assign]
        await service.start(floor)
        await enrol(service, "ann")
        await service.stop()
        assert times_enrolled(store, "ann") == 1
        store.engine.dispose()

    asyncio.run(story())


def test_who_is_stopped_before_it_has_begun_leaves_nothing_undone(tmp_path: Path) -> None:
    """As a server is that is killed in the moment in which it opens."""
    store = own(Store(f"sqlite:///{tmp_path / 'house.sqlite'}"))

    async def start_and_stop() -> None:
        committer = group_commit.Committer(store, (0, ""), lambda _: None, lambda _: None, lambda *_: None)
        committer.start()
        committer.stop()

    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        asyncio.run(start_and_stop())
        gc.collect()
    assert not [str(one.message) for one in told if issubclass(one.category, RuntimeWarning)]


# --- the end of the log is lodged -------------------------------------------------------------------------------------


def test_commits_do_not_wait_for_the_head_that_is_lodged(database, monkeypatch):
    """However long that takes; and it is lodged as often as a second of activity has passed."""
    may_lodge, heads = threading.Event(), []

    def lodge(_: Store, position: int, digest: str) -> None:
        heads.append((position, digest))
        assert may_lodge.wait(PATIENCE)

    async def story() -> None:
        monkeypatch.setattr(group_commit, "write_head_file", lodge)
        async with running(database) as (service, store):
            await eventually(lambda: heads)
            for number in range(50):
                await enrol(service, f"ann-{number}")
            assert len(heads) == 1, "it still waits for the first one"
            may_lodge.set()
            await eventually(lambda: heads[-1] == store.tail())

    assert group_commit.LODGED <= 1.0
    asyncio.run(story())


def test_a_head_that_cannot_be_lodged_is_told_and_ends_nothing(database, tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(head_file, "_told", set())  # another test's folder may have had the same name

    async def story() -> None:
        async with running(database) as (service, store):
            monkeypatch.setattr(store, "head_file", tmp_path / "file" / "x.head")
            (tmp_path / "file").write_text("not a folder")
            await enrol(service, "ann")
            await eventually(lambda: "cannot be lodged" in caplog.text)
            await enrol(service, "bob")
            assert times_enrolled(store, "bob") == 1

    asyncio.run(story())
