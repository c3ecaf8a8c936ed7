"""A server inside the test, where the disk can be watched, slowed down and broken."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cardroom.house.engine.house import Done
from cardroom.house.kernel.people import Person, Role
from cardroom.house.runtime import computer_players as bots_module
from cardroom.house.runtime.computer_players import Bots
from cardroom.house.runtime.lab.lab_process import LabProcess
from cardroom.house.runtime.service import Service
from cardroom.house.storage.store import Store
from cardroom.table.information_set import Sight
from cardroom.web import create_app
from cardroom.web.gateway.connection_limits import Config
from cardroom.web.gateway.listener import WebServer
from cardroom.web.gateway.rate_limits import UNLIMITED, Limits

from ..accounts import enrol
from ..floors import read_floor
from ..listening import listening
from ..patience import patiently
from ..stores import open_house_from, own
from .servers import floor_text

PASSWORD = "a long enough sentence"


class PlainStrategy(LabProcess):
    """Takes the second option, which gives nothing up, and needs no compiling."""

    async def best(self, seen: Sight) -> str:
        return seen.settings.rules.decision(seen.decision).options[1].name

    async def warm_up(self, game: str) -> None:
        pass


@dataclass
class WatchedStore(Store):
    """A disk that takes its time, and tells how far the log and each stream are written."""

    url: str
    slowest: float = 0.0
    is_broken: bool = False
    written: dict[str, int] = field(default_factory=dict)  # by stream, and the log itself
    chance: random.Random = field(default_factory=lambda: random.Random(1))

    def __post_init__(self) -> None:
        Store.__init__(self, self.url)

    def write(self, batch: Any) -> None:
        done: list[Done] = list(batch)
        if self.slowest:
            time.sleep(self.chance.random() ** 3 * self.slowest)
        if self.is_broken:
            raise OSError("No space left on device")
        super().write(done)
        for record in (item.record for item in done if item.record is not None):
            self.written["log"] = record.position
            self.written |= {part.stream: part.number for part in record.parts}


@dataclass
class Running:
    service: Service
    store: WatchedStore
    address: str
    desk: Any
    app: Any
    cards: dict[str, str] = field(default_factory=dict)  # numbers of staff cards

    @property
    def database(self) -> str:
        return self.store.url

    async def enrol(self, person: str, role: Role) -> dict[str, str]:
        """Someone with a password; returns what to sign in with."""
        card = await enrol(self.desk.entrance, Person(person, person.title(), role), PASSWORD)
        if card:
            self.cards[person] = card
        return {"person": person, "password": PASSWORD}


@asynccontextmanager
async def running(
    folder: Path, *, bots: int = 0, limits: Limits = UNLIMITED, slowest: float = 0.0, floor: str = ""
) -> AsyncIterator[Running]:
    plan, mistakes = read_floor(floor or floor_text(human=True), "floor.toml", lambda *_: {})
    assert plan is not None, mistakes
    store = WatchedStore(f"sqlite:///{folder / 'house.db'}", slowest)
    own(store)
    service = Service(open_house_from(store), store)
    app = create_app(service, plan, limits=limits)
    listener = listening()
    server = WebServer(Config(app, limits))
    serving = asyncio.create_task(server._serve([listener]))
    async with patiently():
        while not server.started:  # noqa: ASYNC110
            await asyncio.sleep(0.005)
    thinking, bots_module.THINKING = bots_module.THINKING, (0.0, 0.02)
    playing = asyncio.create_task(Bots(service, PlainStrategy(), bots).play())
    try:
        address = f"127.0.0.1:{listener.getsockname()[1]}"
        yield Running(service, store, address, app.state.desk, app)
    finally:
        bots_module.THINKING = thinking
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        server.should_exit = True
        await serving
        store.engine.dispose()
