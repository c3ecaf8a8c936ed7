"""A whole house for a test: a real server on a free port, in this process, with a person at the other end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect

from cardroom.house.floor import Floor
from cardroom.house.kernel.people import Person, Role
from cardroom.house.log.idempotency import new_key
from cardroom.house.runtime.house_clock import now
from cardroom.house.runtime.lab.lab_process import LabProcess
from cardroom.house.runtime.service import Service
from cardroom.house.storage.store import Store
from cardroom.money import DOLLAR
from cardroom.web import create_app
from cardroom.web.gateway.connection_limits import Config, Wires
from cardroom.web.gateway.listener import WebServer
from cardroom.web.gateway.rate_limits import Limits

from ..accounts import enrol
from ..floors import (
    TABLES,
    floor_text,
    read_floor,
)
from ..frames import records_in, standing_in
from ..listening import listening
from ..patience import PATIENCE, patiently
from ..stores import open_house_from, own

TIMERS = {"bets": 0.3, "decision": 8, "pause": 0.05}
PASSWORD = "a long enough sentence"
MOST_WAGERS = 6  # of one hand
DOOR = "the-token-of-the-demonstration"
METRICS = "the-token-of-the-metrics"
BEARER = {"Authorization": f"Bearer {METRICS}"}
NO_SIDE_BETS = "side_bets = []"


def floor_of(**timers: float) -> str:
    """A table of every game, one of them with a jackpot, and one with a human dealer."""
    own = {"straight-1": NO_SIDE_BETS, "caribbean-1": NO_SIDE_BETS}
    tables = {name: own.get(name, "") for name in TABLES}
    tables["human-1"] = 'game = "straight-edge-1"\ndealer = "human"'
    return floor_text(tables, links=("delta",), reserve="0%", timers=TIMERS | timers)


FLOOR = floor_of()


def service_on(place: Path | str, text: str = FLOOR) -> tuple[Service, Floor]:
    """In a folder, or on a database of any kind."""
    floor, mistakes = read_floor(text, "floor.toml", LabProcess().chances)
    assert floor is not None, mistakes
    store = Store(place if isinstance(place, str) else f"sqlite:///{place / 'house.db'}")
    own(store)
    return Service(open_house_from(store), store), floor


async def eventually(is_so: Callable[[], object]) -> None:
    async with patiently():
        while not is_so():  # noqa: ASYNC110 - anything can be waited for
            await asyncio.sleep(0.01)


@dataclass
class Running:
    service: Service
    address: str
    desk: Any
    wires: Wires
    app: Any

    @property
    def url(self) -> str:
        return f"http://{self.address}"


@asynccontextmanager
async def running(
    place: Path | str,
    *,
    limits: Limits | None = None,
    text: str = FLOOR,
    proxy: str | None = None,
    hosts: frozenset[str] = frozenset(),
    origins: frozenset[str] = frozenset(),
    is_demonstration: bool = False,
) -> AsyncIterator[Running]:
    service, floor = service_on(place, text)
    door = DOOR if is_demonstration else ""
    app = create_app(
        service, floor, limits=limits, hosts=hosts, origins=origins, demonstration=door, metrics_token=METRICS
    )
    listener = listening()
    config = Config(app, limits or Limits(), proxy)
    server = WebServer(config)
    task = asyncio.create_task(server._serve([listener]))
    await eventually(lambda: server.started)
    try:
        yield Running(service, f"127.0.0.1:{listener.getsockname()[1]}", app.state.desk, config.wires, app)
    finally:
        server.should_exit = True
        await task
        service.store.engine.dispose()


def client_of(server: Running, **more: Any) -> httpx.AsyncClient:
    """Somebody who asks over HTTP, and waits for the answer however slow the machine is."""
    return httpx.AsyncClient(base_url=server.url, timeout=PATIENCE, limits=httpx.Limits(keepalive_expiry=1), **more)


@dataclass
class Player:
    """A browser: cookies, a socket, and everything that came over it."""

    server: Running
    http: httpx.AsyncClient
    heard: list[dict[str, Any]] = field(default_factory=list)
    raw: list[str] = field(default_factory=list)
    socket: ClientConnection | None = None
    keys: int = 0

    @classmethod
    async def arrive(cls, server: Running, *, guest: bool = True) -> Player:
        player = cls(server, client_of(server))
        if guest:
            answer = await player.http.post("/api/guest")
            assert answer.status_code == 200, answer.text
        return player

    async def __aenter__(self) -> Self:
        await self.connect()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.socket:
            await self.socket.close()
        await self.http.aclose()

    async def connect(self) -> None:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        headers = {"Cookie": cookie} if cookie else {}
        self.socket = await connect(f"ws://{self.server.address}/ws", additional_headers=headers, open_timeout=PATIENCE)
        hello = await self.hear("Hello")
        assert (hello["house"], hello["play_money"]) == ("Test Room", 1_000 * DOLLAR)

    async def send(self, **message: Any) -> None:
        assert self.socket
        await self.socket.send(json.dumps(message))

    async def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds."""
        assert self.socket
        async with patiently():
            while True:
                text = await self.socket.recv()
                message = json.loads(text)
                self.raw.append(str(text))
                self.heard.append(message)
                if message["type"] in kinds:
                    return message

    async def submit(
        self, kind: str, *, key: str | None = None, card: dict[str, str] | None = None, **fields: Any
    ) -> dict[str, Any]:
        """A command and its answer; `card` is swiped for it."""
        self.keys += 1
        own = key or new_key(now(), str(self.keys))
        message = {"type": "Submit", "key": own, "command": {"type": kind, **fields}}
        await self.send(**message, **({"card": card} if card else {}))
        while True:
            answer = await self.hear("Accepted", "Refused")
            if answer["key"] == own:
                return answer

    async def at_table(self, table: str, kind: str, **fields: Any) -> dict[str, Any]:
        """Something in the round at a table, and its answer."""
        return await self.submit("AtTable", table=table, command={"type": kind, **fields})

    async def bet(self, table: str, stakes: dict[str, int], seat: int = 1) -> dict[str, Any]:
        return await self.at_table(table, "Bet", seat=seat, stakes=stakes)

    async def choose(self, table: str, option: str, seat: int = 1) -> dict[str, Any]:
        return await self.at_table(table, "Choose", seat=seat, option=option)

    async def follow(self, table: str, after: int | None = None) -> dict[str, Any]:
        await self.send(type="Subscribe", table=table, after=after)
        return await self.hear("Snapshot", "Frame")

    async def sit(self, table: str, seat: int = 1, dollars: int = 200) -> None:
        answer = await self.submit("SitDown", table=table, seat=seat, buy_in=dollars * DOLLAR)
        assert answer["type"] == "Accepted", answer

    async def wait_for(self, table: str, state: str) -> dict[str, Any]:
        """Where the table stands once it waits for this."""
        while True:
            message = await self.hear("Snapshot", "Frame")
            standing = standing_in(message["view"] if message["type"] == "Snapshot" else message)
            if message["table"] == table and standing["waits_for"] == state:
                return standing

    def told(self) -> list[dict[str, Any]]:
        """Every event that was told in a frame."""
        return [
            event
            for message in self.heard
            if message["type"] == "Frame"
            for record in records_in(message)
            for event in record["events"]
        ]


async def staff(server: Running, person: str, role: Role) -> Player:
    """Someone with an account, signed in."""
    await enrol(server.desk.entrance, Person(person, person.title(), role), PASSWORD)
    player = await Player.arrive(server, guest=False)
    answer = await player.http.post("/api/login", json={"person": person, "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    return player


def whole_log(server: Running) -> bytes:
    with server.service.store.reading() as reader:
        return b"".join(written.body for written in reader.written())


async def play_a_round(player: Player, table: str) -> dict[str, Any]:
    """Sit, bet the minimum, stay in at every decision; returns the event that closes the round."""
    await player.follow(table)
    await player.sit(table)
    await player.wait_for(table, "bets")
    layout = (await player.http.get(f"/api/tables/{table}/layout")).json()
    spots = [spot for spot in layout["spots"] if spot["kind"] in ("base", "optional", "jackpot")]
    spots.sort(key=lambda spot: spot["kind"] != "base")
    stakes = {spot["wager"]: spot["minimum"] for spot in spots[:MOST_WAGERS]}
    answer = await player.bet(table, stakes)
    assert answer["type"] == "Accepted", answer
    while True:
        frame = await player.hear("Frame")
        for record in frame["records"]:
            for event in record["events"]:
                if event["type"] == "RoundClosed":
                    return event
        if options := standing_in(frame)["options"]:
            await player.choose(table, options[min(1, len(options) - 1)]["name"])
