"""A server that stands by folds what another writes, each record once, whatever becomes of the database meanwhile."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import sqlalchemy as sa

from cardroom.cli.house.server_lifecycle import Process
from cardroom.house.runtime.standby import Standby
from cardroom.house.storage.database_errors import AwayError
from cardroom.house.storage.log_ownership import Server, current_lease, waiting_servers
from cardroom.house.storage.store import Store

from ..patience import PATIENCE
from ..stores import write
from .logs import eventful_room, stored


class BreakingStore(Store):
    breaks_at: int | None = None  # so many documents later

    def document(self, name: str) -> bytes | None:
        if self.breaks_at is not None:
            self.breaks_at -= 1
            if self.breaks_at < 0:
                raise AwayError("in the middle of a record")
        return super().document(name)


@pytest.fixture(scope="module")
def room():
    return eventful_room()


@pytest.mark.parametrize("documents", range(17))
def test_a_record_in_which_the_database_goes_away_is_folded_once(room, tmp_path, documents):
    whole = room.dones
    room.dones = []
    stored(room, tmp_path / "house.sqlite")
    room.dones = whole
    store = BreakingStore(f"sqlite:///{tmp_path / 'house.sqlite'}")
    standby = Standby(store, Server("waits", ""))
    standby._take_or_follow(may_take=False)
    write(Store(f"sqlite:///{tmp_path / 'house.sqlite'}"), whole)
    store.breaks_at = documents
    with pytest.raises(AwayError):
        standby._take_or_follow(may_take=False)
    store.breaks_at = None
    standby._take_or_follow(may_take=False)
    assert standby.house is not None
    assert standby.house.checkpoint() == room.house.checkpoint()


class SlowStore(Store):
    """Taking the log takes as long as somebody says."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.is_asked, self.may_go_on = threading.Event(), threading.Event()

    @contextmanager
    def beginning(self) -> Iterator[sa.Connection]:
        if not self.is_asked.is_set():
            self.is_asked.set()
            assert self.may_go_on.wait(PATIENCE)
        with super().beginning() as connection:
            yield connection


async def _stopped_while_it_takes(store: SlowStore) -> None:
    process = Process(None, None, None, None, store)  # type: ignore[arg-type]
    ending = asyncio.create_task(process._stand_by(Standby(store, Server("waits", "waits"))))
    await asyncio.to_thread(store.is_asked.wait)
    process.is_told_to_stop.set()
    await asyncio.wait((ending,), timeout=0.3)
    store.may_go_on.set()
    assert await ending is None
    process._let_go()


def test_who_is_told_to_stop_while_it_takes_the_log_lets_it_go(tmp_path):
    store = SlowStore(f"sqlite:///{tmp_path / 'house.sqlite'}")
    store.migrate()
    asyncio.run(_stopped_while_it_takes(store))
    assert current_lease(store).epoch == 1
    assert current_lease(store).is_free
    assert waiting_servers(store) == []
