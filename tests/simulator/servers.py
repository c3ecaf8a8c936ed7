"""The servers of a simulated house: the real process life, without sockets and signals."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from cardroom.cli.house.server_lifecycle import Plan, Process
from cardroom.errors import CardroomError
from cardroom.house.floor import Floor
from cardroom.house.runtime.lab.lab_process import LabProcess
from cardroom.house.runtime.service import Service
from cardroom.house.runtime.standby import Standby
from cardroom.house.storage.log_ownership import Server
from cardroom.web.desk import Desk, open_desk
from cardroom.web.gateway import request_checks
from cardroom.web.gateway.rate_limits import UNLIMITED, Limits
from cardroom.web.gateway.security import COOKIE
from cardroom.web.sockets import table_socket as web_socket
from cardroom.web.sockets.wire_writer import EXTENSION

from .database import SimulatedStore
from .machines import Machine, current


class InOrder(dict[Any, None]):
    """A set that is gone through in the order in which things came: runs are the same in every process."""

    def add(self, item: object) -> None:
        self[item] = None

    def discard(self, item: object) -> None:
        self.pop(item, None)


@dataclass
class House:
    """What stands for the application: a service that is to be opened on a floor."""

    service: Service
    floor: Floor
    state: SimpleNamespace = field(default_factory=SimpleNamespace)  # as the application's: its desk


@dataclass
class SimulatedProcess(Process):
    desk: Desk | None = None  # while it takes connections
    standby: Standby | None = None  # while it stands by

    @property
    def address(self) -> str:
        machine = current.get()
        return f"sim://{machine.name if machine else ''}"

    async def _stand_by(self, standby: Standby) -> Any:
        self.standby = standby
        try:
            return await super()._stand_by(standby)
        finally:
            self.standby = None

    @asynccontextmanager
    async def _serving(self, app: Callable[..., Any] | House, limits: Limits = UNLIMITED) -> AsyncIterator[None]:
        if not isinstance(app, House):
            yield
            return
        opening = open_desk(app.service, app.floor, limits=limits)
        desk = await opening.__aenter__()
        desk.hub.connections = InOrder()  # type: ignore[assignment]
        self.desk = app.state.desk = desk
        yield  # where this raises, the process ends, and what is open breaks off
        self.desk = None
        await opening.__aexit__(None, None, None)


@dataclass(eq=False)
class SimulatedServer:
    """A machine that runs a server."""

    machine: Machine
    store: SimulatedStore
    floor: Floor
    process: SimulatedProcess = field(init=False)
    offset: float = 0.0  # of its clock, in seconds
    wires: list[Wire] = field(default_factory=list)
    ended: str = ""  # why
    mistake: Exception | None = None  # of the program: whatever goes wrong around it, this must not

    def __post_init__(self) -> None:
        plan = Plan(host="", port=0, database="", floor=None, limits=UNLIMITED)  # type: ignore[arg-type]
        self.process = SimulatedProcess(plan, None, LabProcess(), self.floor, self.store)  # type: ignore[arg-type]

    @property
    def name(self) -> str:
        return self.machine.name

    def identity(self) -> Server:
        return Server(self.name, f"process of {self.name}", f"sim://{self.name}")

    async def run(self) -> None:
        try:
            await self.process.run()
        except CardroomError as error:
            self.ended = error.code  # sentences name files, which are others every time
        except (SQLAlchemyError, OSError) as error:
            self.ended = type(error).__name__
        except Exception as error:  # noqa: BLE001 - as in the program: it ends
            self.ended, self.mistake = f"{type(error).__name__}: {error}", error
        self.machine.end()

    def connect(self, wire: Wire) -> bool:
        desk = self.process.desk
        if desk is None or self.machine.is_over:
            return False
        self.wires.append(wire)
        self.machine.spawn(self._serve(wire, desk))
        return True

    async def _serve(self, wire: Wire, desk: Desk) -> None:
        """Through the door to the socket."""
        cookies = {"cookie": f"{COOKIE}={wire.cookies[COOKIE]}"}
        try:
            wire.scope["state"]["caller"] = await request_checks._caller({"client": ("sim", 0)}, cookies, desk)  # type: ignore[arg-type]
        except CardroomError:
            await wire.close()
        else:
            await web_socket.table_socket.fn(wire, desk)


class Wire:
    """One connection between a person and a server, as the server's code sees it."""

    def __init__(
        self, person: str, token: str, server: SimulatedServer, on_data: Callable[[Wire, str], None],
        on_close: Callable[[Wire], None], is_clear: Callable[[], bool],
    ) -> None:  # fmt: skip
        self.person, self.server = person, server
        self.cookies = {COOKIE: token}
        self.scope: dict[str, Any] = {"extensions": {EXTENSION: {"write": self._write}}, "state": {}}
        self.is_open = True
        self.hear: Callable[[Wire, dict[str, Any]], None] = lambda *_: None
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._on_data, self._on_close, self._is_clear = on_data, on_close, is_clear

    def deliver(self, text: str) -> None:
        self._inbox.put_nowait({"type": "websocket.receive", "text": text})

    def hang_up(self) -> None:
        self._inbox.put_nowait({"type": "websocket.disconnect"})

    # --- by the server ------------------------------------------------------------------------------------------------

    async def accept(self) -> None:
        pass

    async def receive(self) -> dict[str, Any]:
        return await self._inbox.get()

    def _write(self, data: bytes) -> bool:
        """At once, where nothing is in the way."""
        if is_clear := self._is_clear():
            self._on_data(self, data.decode())
        return is_clear

    async def send(self, message: dict[str, Any]) -> None:
        self._on_data(self, message["text"])

    async def close(self, code: int = 1000, reason: str = "") -> None:
        self._on_close(self)
