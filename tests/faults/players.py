"""People at the other end of the wire, who write down everything that they send and hear."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from time import time
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from cardroom.house.log.idempotency import new_key
from cardroom.house.runtime.house_clock import now
from cardroom.money import DOLLAR

from ..addresses import require_known
from ..frames import records_in, standing_in
from ..patience import PATIENCE

# What a client notices when the server is gone.
GONE = (WebSocketException, httpx.TransportError, OSError, EOFError)
# A server that says one of these does not know, or must not say, what has become of a command.
ENDING = ("standing-by", "not-owner", "database-replaced", "log-moved", "broken", "starting")
UNDECIDED = ("database-away", *ENDING)


@dataclass
class Command:
    """Something asked for, until it is answered."""

    key: str
    fields: dict[str, Any]
    times_sent: int = 0


@dataclass
class Answered:
    command: Command
    answer: dict[str, Any]


@dataclass
class Told:
    """A record of a table, as it was told to this person."""

    table: str
    number: int
    events: list[dict[str, Any]]


@dataclass
class Heard:
    """Bytes from the server, when they came, and over which way."""

    at: float
    way: str
    data: bytes


@dataclass
class Person:
    """A browser: cookies, a socket, and all that came over it."""

    name: str
    http: httpx.AsyncClient | None = None
    cookies: dict[str, str] = field(default_factory=dict)
    person: str = ""
    address: str = ""
    socket: ClientConnection | None = None
    keys: int = 0
    outstanding: dict[str, Command] = field(default_factory=dict)
    postponed: dict[str, None] = field(default_factory=dict)  # refused because the database was away
    answered: list[Answered] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    standing: dict[str, dict[str, Any]] = field(default_factory=dict)  # by table, the last one
    numbers: dict[str, int] = field(default_factory=dict)  # by table, the last one told
    heard: list[Heard] = field(default_factory=list)
    outages: int = 0  # announced
    keeps_bytes: bool = False
    patience: float = PATIENCE  # seconds for an answer
    layouts: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    on_message: Callable[[dict[str, Any]], None] | None = None

    # --- coming and going ---------------------------------------------------------------------------------------------

    async def arrive(self, address: str, login: dict[str, str] | None = None, *, guest: bool = True) -> None:
        """Come in, or come back with the cookies of before."""
        self.address = address
        self.http = httpx.AsyncClient(
            base_url=f"http://{address}",
            cookies=self.cookies,
            timeout=self.patience,
            verify=False,
            limits=httpx.Limits(max_keepalive_connections=0),  # none is used again just when the server lets it go
        )
        if not self.cookies and (guest or login):
            answer = await self.request("POST", "/api/login" if login else "/api/guest", json=login)
            assert answer.status_code == 200, answer.text
            self.cookies = dict(self.http.cookies)
            self.person = answer.json()["person"]["id"]
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"Cookie": cookie} if cookie else {}
        self.socket = await connect(
            f"ws://{address}/ws", additional_headers=headers, max_size=2**24, close_timeout=0.5, ping_interval=None
        )
        assert (await self.receive())["type"] == "Hello"

    async def leave(self) -> None:
        with contextlib.suppress(*GONE):
            if self.socket is not None:
                await self.socket.close()
        if self.http is not None:
            await self.http.aclose()

    # --- the wire -----------------------------------------------------------------------------------------------------

    async def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        assert self.http
        require_known(method, path)
        answer = await self.http.request(method, path, **more)
        if (answer.status_code, answer.text) == (500, "Internal Server Error"):
            raise httpx.RemoteProtocolError("cut off in the middle of the answer: the server is ending")
        if answer.status_code == 503 and answer.json()["code"] in UNDECIDED:
            raise httpx.RemoteProtocolError("the house cannot answer just now")
        if self.keeps_bytes:
            head = "\n".join(f"{name}: {value}" for name, value in answer.headers.items() if name != "set-cookie")
            self.heard.append(Heard(time(), f"{method} {path}", f"{head}\n".encode() + answer.content))
        return answer

    async def send(self, **message: Any) -> None:
        assert self.socket
        await self.socket.send(json.dumps(message))

    async def receive(self) -> dict[str, Any]:
        assert self.socket
        data = await self.socket.recv(decode=False)
        if self.keeps_bytes:
            self.heard.append(Heard(time(), "socket", bytes(data)))
        message: dict[str, Any] = json.loads(data)
        self._take(message)
        if message["type"] == "Outage" and not message["message"]:
            for command in [self.outstanding[key] for key in self.postponed if key in self.outstanding]:
                await self.submit(command)  # the database is back
            self.postponed.clear()
        return message

    def _take(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "Snapshot":
                table, view = message["table"], message["view"]
                self.standing[table], self.numbers[table] = standing_in(view), view["number"]
            case "Frame":
                table = message["table"]
                assert message["after"] == self.numbers[table], "a frame goes on where the last one ended"
                numbers = [record["number"] for record in message["records"]]
                assert numbers == list(range(message["after"] + 1, message["number"] + 1)), "no gap, nothing twice"
                self.told += [Told(table, record["number"], record["events"]) for record in records_in(message)]
                self.standing[table], self.numbers[table] = standing_in(message), message["number"]
            case "Outage":
                self.outages += bool(message["message"])
            case "Refused" if message["code"] in ENDING:
                raise ConnectionResetError(message["message"])
            case "Refused" if message["code"] == "database-away":
                self.postponed[message["key"]] = None  # it is sent again when it is back; others will be answered
            case "Accepted" | "Refused" if message["key"] in self.outstanding:
                self.answered.append(Answered(self.outstanding.pop(message["key"]), message))
            case _:
                pass
        if self.on_message is not None:
            self.on_message(message)

    async def follow(self, table: str) -> None:
        await self.send(type="Subscribe", table=table, after=self.numbers.get(table))
        while (message := await self.receive())["type"] not in ("Snapshot", "Frame") or message["table"] != table:
            pass

    # --- commands -----------------------------------------------------------------------------------------------------

    def new_command(self, kind: str, /, **fields: Any) -> Command:
        self.keys += 1
        command = Command(new_key(now(), f"{self.name}-{self.keys}"), {"type": kind, **fields})
        self.outstanding[command.key] = command
        return command

    def new_act(self, table: str, kind: str, **fields: Any) -> Command:
        """Something in the round at a table."""
        return self.new_command("AtTable", table=table, command={"type": kind, **fields})

    async def submit(self, command: Command) -> None:
        """Over the socket, without waiting for the answer."""
        command.times_sent += 1
        await self.send(type="Submit", key=command.key, command=command.fields)

    async def post(self, command: Command) -> dict[str, Any]:
        """Over HTTP."""
        command.times_sent += 1
        answer = await self.request(
            "POST", "/api/commands", json={"command": command.fields}, headers={"Idempotency-Key": command.key}
        )
        document: dict[str, Any] = answer.json()
        kind = "Accepted" if answer.status_code == 200 else "Refused"
        self._take(document | {"type": kind, "key": command.key})
        return document

    async def ask(self, kind: str, /, **fields: Any) -> dict[str, Any]:
        """A command over the socket, and its answer."""
        command = self.new_command(kind, **fields)
        await self.submit(command)
        while command.key in self.outstanding:
            await self.receive()
        return next(found.answer for found in reversed(self.answered) if found.command is command)

    async def act(self, table: str, kind: str, **fields: Any) -> dict[str, Any]:
        """Something in the round at a table, over the socket, and its answer."""
        return await self.ask("AtTable", table=table, command={"type": kind, **fields})

    async def layout(self, table: str) -> list[dict[str, Any]]:
        if table not in self.layouts:
            self.layouts[table] = (await self.request("GET", f"/api/tables/{table}/layout")).json()["spots"]
        return self.layouts[table]


@dataclass
class Regular(Person):
    """Somebody who plays round after round at one table, and now and then does something else."""

    table: str = ""
    seat: int = 1
    chance: random.Random = field(default_factory=random.Random)
    bet_in: str = ""  # the round in which this person has bet
    decided: tuple[str, int] = ("", -1)
    busy: float = 0.0  # how often to buy chips, change seats or talk to the desk besides
    rounds: int = 0
    checked: int = 0  # of what was told
    wallets: list[int] = field(default_factory=list)  # as shown

    async def play(self, until: Callable[[], bool] = lambda: False) -> None:
        """Until the server is gone."""
        heard = time()
        while not until():
            await self._act()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(1.0):
                    await self.receive()
                    heard = time()
            if time() - heard > self.patience:
                raise ConnectionResetError("not a word from the house")

    async def settle_outstanding(self) -> None:
        """What was not answered is sent again under the same key."""
        for command in list(self.outstanding.values()):
            await self.submit(command)
        while self.outstanding:
            await self.receive()

    async def _act(self) -> None:
        if any(command.fields["type"] != "TopUp" for command in self.outstanding.values()):
            return
        standing = self.standing[self.table]
        if standing["your_seat"] is None:
            await self._sit_down(standing)
        elif standing["options"]:
            await self._decide(standing)
        elif standing["waits_for"] == "bets" and self.bet_in != standing["round_id"]:
            await self._bet(standing)
        elif self.chance.random() < self.busy and len(self.outstanding) < 8:
            await self._something_else(standing)

    async def _sit_down(self, standing: dict[str, Any]) -> None:
        self.wallets.append((await self.request("GET", "/api/me")).json()["wallet"])
        if self.wallets[-1] < 200 * DOLLAR:
            await self.submit(self.new_command("IssuePlayMoney"))
        seats = {seat["seat"] for seat in standing["seats"]}
        free = [seat for seat in range(1, 6) if seat not in seats]
        if free:
            seat = self.seat if self.seat in free else self.chance.choice(free)
            await self.submit(self.new_command("SitDown", table=self.table, seat=seat, buy_in=200 * DOLLAR))

    async def _bet(self, standing: dict[str, Any]) -> None:
        self.bet_in = standing["round_id"]
        self.rounds += 1
        chips = next(seat["chips"] for seat in standing["seats"] if seat["seat"] == standing["your_seat"])
        if chips < 100 * DOLLAR:
            await self.submit(self.new_command("IssuePlayMoney"))
            await self.submit(self.new_command("TopUp", table=self.table, amount=200 * DOLLAR))
        spots = await self.layout(self.table)
        stakes = {spot["wager"]: spot["minimum"] for spot in spots if spot["kind"] == "base"}
        side = [spot for spot in spots if spot["kind"] in ("optional", "jackpot", "table-wide")]
        for spot in self.chance.sample(side, min(len(side), self.chance.choice((0, 1, 1, 2)))):
            stakes[spot["wager"]] = spot["minimum"]
        command = self.new_act(self.table, "Bet", seat=standing["your_seat"], stakes=stakes)
        await (self.post(command) if self.chance.random() < 0.2 else self.submit(command))

    async def _decide(self, standing: dict[str, Any]) -> None:
        names = [option["name"] for option in standing["options"]]
        option = self.chance.choice(names if self.chance.random() < 0.3 else names[1:] or names)
        command = self.new_act(self.table, "Choose", seat=standing["your_seat"], option=option)
        await (self.post(command) if self.chance.random() < 0.2 else self.submit(command))

    async def _something_else(self, standing: dict[str, Any]) -> None:
        match self.chance.randrange(6):
            case 0:
                await self.request("GET", "/api/history")
            case 1:
                await self.request("GET", f"/api/tables/{self.table}")
            case 2:
                await self.submit(self.new_command("StandUp", table=self.table))
            case _:
                await self.submit(self.new_command("TopUp", table=self.table, amount=DOLLAR))
