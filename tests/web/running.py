"""A whole house for a test: a real server on a free port, in this process, with a person at the other end."""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from cardroom.house.core.house import House
from cardroom.house.floor.file import read_floor
from cardroom.house.running.laboratory import Laboratory
from cardroom.house.running.service import Service
from cardroom.house.storage.store import Store
from cardroom.house.telling.history import History
from cardroom.money import DOLLAR
from cardroom.web import create_app
from cardroom.web.limits import Limits

FLOOR = """
[house]
name = "Test Room"
[approvals]
service_supervisor_up_to = "$100,000"
[timers]
bets = 0.3
decision = 8
pause = 0.05
[[link]]
id = "delta"
paytable = "MS Stud-01"
envy = true
[[link.level]]
name = "Progressive"
seed = "$5,000"
contribution = "20%"
[[table]]
id = "edge-1"
game = "straight-edge-1"
[[table]]
id = "edge-2"
game = "straight-edge-2"
[[table]]
id = "solitaire-1"
game = "solitaire-stud"
[[table]]
id = "straight-1"
game = "keep-it-straight"
side_bets = []
[[table]]
id = "delta-1"
game = "mississippi-stud"
jackpots = ["delta"]
[[table]]
id = "caribbean-1"
game = "caribbean-stud"
side_bets = []
[[table]]
id = "human-1"
game = "straight-edge-1"
dealer = "human"
"""
TABLES = ("edge-1", "edge-2", "solitaire-1", "straight-1", "delta-1", "caribbean-1")


def service_on(path: Path, floor_text: str = FLOOR) -> tuple[Service, History]:
    floor, mistakes = read_floor(floor_text, "floor.toml", Laboratory().chances)
    assert floor is not None, mistakes
    store = Store(f"sqlite:///{path / 'house.db'}")
    store.migrate()
    house, history = House(floor, lambda: secrets.token_bytes(32)), History()
    house.replay(history.watch(store.read()), store.seeds())
    return Service(house, store), history


async def eventually(is_so: Callable[[], object], seconds: float = 10) -> None:
    async with asyncio.timeout(seconds):
        while not is_so():  # noqa: ASYNC110 - anything can be waited for
            await asyncio.sleep(0.01)


@dataclass
class Running:
    service: Service
    address: str
    desk: Any

    @property
    def url(self) -> str:
        return f"http://{self.address}"


@asynccontextmanager
async def running(path: Path, *, limits: Limits | None = None, floor_text: str = FLOOR) -> AsyncIterator[Running]:
    service, history = service_on(path, floor_text)
    app = create_app(service, history=history, limits=limits)
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(app, log_config=None, ws="websockets-sansio", ws_max_size=256 * 1024)
    server = uvicorn.Server(config)
    task = asyncio.create_task(server._serve([listener]))
    await eventually(lambda: server.started)
    try:
        yield Running(service, f"127.0.0.1:{listener.getsockname()[1]}", app.state.desk)
    finally:
        server.should_exit = True
        await task
        service.store.engine.dispose()


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
        player = cls(server, httpx.AsyncClient(base_url=server.url))
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
        self.socket = await connect(f"ws://{self.server.address}/ws", additional_headers=headers)
        hello = await self.hear("Hello")
        assert (hello["house"], hello["play_money"]) == ("Test Room", 1_000 * DOLLAR)

    async def send(self, **message: Any) -> None:
        assert self.socket
        await self.socket.send(json.dumps(message))

    async def hear(self, *kinds: str, seconds: float = 5) -> dict[str, Any]:
        """The next message of one of these kinds."""
        assert self.socket
        async with asyncio.timeout(seconds):
            while True:
                text = await self.socket.recv()
                message = json.loads(text)
                self.raw.append(str(text))
                self.heard.append(message)
                if message["type"] in kinds:
                    return message

    async def submit(self, kind: str, *, key: str | None = None, **fields: Any) -> dict[str, Any]:
        """A command and its answer."""
        self.keys += 1
        own = key or f"key-{self.keys}"
        await self.send(type="Submit", key=own, command={"type": kind, **fields})
        while True:
            answer = await self.hear("Accepted", "Refused")
            if answer["key"] == own:
                return answer

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
            standing = message["view"] if message["type"] == "Snapshot" else message["standing"]
            if message["table"] == table and standing["waits_for"] == state:
                return standing

    def told(self) -> list[dict[str, Any]]:
        """Every event that was told in a frame."""
        return [
            event
            for message in self.heard
            if message["type"] == "Frame"
            for record in message["records"]
            for event in record["events"]
        ]


async def play_a_round(player: Player, table: str) -> dict[str, Any]:
    """Sit, bet the minimum, stay in at every decision; returns the event that closes the round."""
    await player.follow(table)
    await player.sit(table)
    await player.wait_for(table, "bets")
    layout = (await player.http.get(f"/api/tables/{table}/layout")).json()
    stakes = {
        spot["wager"]: spot["minimum"] for spot in layout["spots"] if spot["kind"] in ("base", "optional", "jackpot")
    }
    answer = await player.submit("PlaceBets", table=table, stakes=stakes)
    assert answer["type"] == "Accepted", answer
    while True:
        frame = await player.hear("Frame")
        for record in frame["records"]:
            for event in record["events"]:
                if event["type"] == "Played" and event["event"]["type"] == "RoundClosed":
                    return event["event"]
        if options := frame["standing"]["options"]:
            await player.submit("Decide", table=table, multiple=options[min(1, len(options) - 1)]["multiple"])
