"""A house in operation, from start to stop: database, log, service, web server, computer players."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from asyncio import FIRST_COMPLETED as FIRST
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import msgspec

from cardroom.cli.gc_tuning import run_periodic_gc
from cardroom.errors import CardroomError
from cardroom.house.engine.house import House
from cardroom.house.floor import Floor
from cardroom.house.floor.floor_check import open_floor
from cardroom.house.floor.floor_file import Absent, FloorFile
from cardroom.house.runtime.computer_players import Bots
from cardroom.house.runtime.day_signatures import sign_closed_day, sign_unsigned_days
from cardroom.house.runtime.demonstration_staff import require_own_database
from cardroom.house.runtime.house_clock import begin_at
from cardroom.house.runtime.identity.secret_hashes import new_token
from cardroom.house.runtime.lab.lab_process import LabProcess
from cardroom.house.runtime.service import Service
from cardroom.house.runtime.standby import Standby
from cardroom.house.runtime.startup import chosen_floor, require_floor, with_absent_tables_from_log
from cardroom.house.storage import log_ownership
from cardroom.house.storage.database_errors import AwayError
from cardroom.house.storage.log_ownership import this_server
from cardroom.house.storage.store import LEASE, Store
from cardroom.web import create_app
from cardroom.web.gateway.connection_limits import Config, open_more_files
from cardroom.web.gateway.listener import WebServer
from cardroom.web.gateway.rate_limits import UNLIMITED, Limits
from cardroom.web.gateway.standby_answers import standing_by

try:
    from uvloop import new_event_loop
except ImportError:  # not on every system
    from asyncio import new_event_loop  # type: ignore[assignment]


log = logging.getLogger("cardroom")

SHORTEST_TOKEN = 16  # characters


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What to run."""

    host: str
    port: int
    database: str
    floor: Path
    bots: int = 0
    origins: frozenset[str] = frozenset()
    host_names: frozenset[str] = frozenset()  # that the house goes by, besides its address
    proxy: str | None = None  # whose forwarded headers are believed
    new_key: bool = False  # one may be made, where that of the house is lost
    limits: Limits = Limits()
    metrics_token: str = ""  # of whoever may read the metrics; "": nobody
    is_demonstration: bool = False  # the floor is the built-in one
    file_wins: bool = False  # the floor file, over a floor that two people have approved
    backups: Path | None = None  # the folder for those made on the page
    opens_browser: bool = False  # at the demonstration's door

    @property
    def has_doors(self) -> bool:
        """Whether the demonstration's staff doors are open: only for this machine."""
        is_open = bool(self.proxy or self.origins or self.host_names)
        return self.is_demonstration and not is_open and _is_this_machine(self.host)


def _is_this_machine(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


class Server(WebServer):
    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Let the caller report a failed start; uvicorn would end the process."""
        with suppress(SystemExit):
            await super().serve(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to the process; uvicorn would raise them again and leave no time to close."""
        yield


class Opening:
    """An application that reports in a sentence why its house did not start, or was lost."""

    def __init__(self, app: Callable[..., Any]) -> None:
        self._app = app
        self.failure: CardroomError | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "lifespan":
            await self._app(scope, receive, send)
            return

        async def tell(message: dict[str, Any]) -> None:
            self.failure = self.failure or _refusal(sys.exc_info()[1])
            await send(message | {"message": ""} if "message" in message and self.failure else message)

        try:
            await self._app(scope, receive, tell)
        except Exception as error:
            if _refusal(error) is None:
                raise


def _refusal(error: BaseException | None) -> CardroomError | None:
    """The refusal in an error, or in a group of errors that holds nothing else."""
    if isinstance(error, BaseExceptionGroup):
        found = [_refusal(one) for one in error.exceptions]
        return found[0] if all(found) else None
    return error if isinstance(error, CardroomError) else None


def run_house(plan: Plan) -> None:
    """Run a house, or stand by while another server runs it, until told to stop."""
    if 0 < len(plan.metrics_token) < SHORTEST_TOKEN:
        raise CardroomError("short-token", f"The token of the metrics needs at least {SHORTEST_TOKEN} characters.")
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    for name in ("sqlalchemy.pool", "psycopg"):  # a broken connection is told once, by the house
        logging.getLogger(name).setLevel(logging.CRITICAL)
    with ExitStack() as stack:
        listener = stack.enter_context(_listen(plan.host, plan.port))
        laboratory = LabProcess()
        stack.callback(laboratory.close)
        absent = Absent()
        checked = open_floor(plan.floor, laboratory.chances, absent=absent)
        floor = checked.sound
        store = Store(plan.database)
        stack.callback(store.close)
        store.migrate()
        floor = with_absent_tables_from_log(floor, absent, store)
        sys.setswitchinterval(0.001)  # the thread that writes must not wait long for one that is busy telling
        open_more_files()
        runner = stack.enter_context(asyncio.Runner(loop_factory=new_event_loop))
        runner.run(Process(plan, listener, laboratory, floor, store, checked.file).run())


@dataclass
class Process:
    """One server from its start to its end: it stands by, runs the house, hands it over and stands by again."""

    plan: Plan
    listener: socket.socket
    laboratory: LabProcess
    floor: Floor
    store: Store
    file: FloorFile | None = None  # that the floor is from
    is_told_to_stop: asyncio.Event = field(default_factory=asyncio.Event)
    service: Service | None = None  # while it runs the house, or is about to
    token: str = field(default_factory=new_token)  # of the demonstration's doors

    @property
    def address(self) -> str:
        host, port = self.listener.getsockname()[:2]
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    async def run(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            with suppress(NotImplementedError):  # not on every system
                asyncio.get_running_loop().add_signal_handler(number, self.is_told_to_stop.set)
        living = asyncio.create_task(self._live())
        try:
            await self._serve_in_turn()
        finally:
            living.cancel()

    async def _serve_in_turn(self) -> None:
        """Stand by, and run the house whenever this server owns it."""
        server, not_before = this_server(self.address), 0.0
        while not self.is_told_to_stop.is_set():
            standby = Standby(self.store, server, not_before=not_before, new_key=self.plan.new_key)
            try:
                if (taken := await self._stand_by(standby)) is not None:
                    await self._keep_house(*taken)
            except AwayError as error:  # before the house was open; it is begun anew
                log.warning("The database is away: %s", error.why)
            finally:
                self.service = None
                self._let_go()
            not_before = asyncio.get_running_loop().time() + LEASE  # others first

    async def _live(self) -> None:
        """Renew the lease from taking the log until the open house does it itself."""
        while True:
            await asyncio.sleep(log_ownership.BEAT)
            is_open = self.service is not None and self.service.committer.is_running
            if self.store.epoch is not None and not is_open:
                with suppress(CardroomError):  # the next who writes is told
                    await asyncio.to_thread(log_ownership.renew_lease, self.store)

    def _let_go(self) -> None:
        if self.store.epoch is not None:
            with suppress(CardroomError):  # it is another's, or away: then its time runs out
                log_ownership.release_lease(self.store)

    async def _stand_by(self, standby: Standby) -> tuple[House, timedelta | None] | None:
        """The house, once this server owns it; None if it is told to stop before."""
        waiting = asyncio.create_task(standby.wait())
        stopping = asyncio.create_task(self.is_told_to_stop.wait())
        another_has_it = asyncio.create_task(standby.is_waiting.wait())
        try:
            await asyncio.wait((waiting, stopping, another_has_it), return_when=FIRST)
            if not waiting.done() and not stopping.done():
                _say(f"{self.floor.name} is run by another server; this one stands by at {self.address}")
                async with self._serving(standing_by(standby)):
                    await asyncio.wait((waiting, stopping), return_when=FIRST)
            return waiting.result() if waiting.done() else None
        finally:
            stopping.cancel()
            another_has_it.cancel()
            if not waiting.done():
                waiting.cancel()
                await asyncio.wait((waiting,))
                await asyncio.to_thread(standby.leave)

    async def _keep_house(self, house: House, gap: timedelta | None) -> None:
        """Run the house until told to stop, asked to hand over, or the log is lost."""
        store = self.store
        if store.has_own_clock:
            begin_at(await asyncio.to_thread(log_ownership.database_time, store))
        if not self.plan.has_doors:
            require_own_database(house)
        chosen = await asyncio.to_thread(chosen_floor, house, self.floor, file_wins=self.plan.file_wins)
        if chosen.says:
            log.warning("%s", chosen.says)
        await asyncio.to_thread(require_floor, house, chosen.floor, self.file if chosen.is_given else None)
        await asyncio.to_thread(sign_unsigned_days, store, house.floor.name)
        self.service = service = Service(
            house, store, gap=gap, on_day_closed=lambda _, done: sign_closed_day(store, house, done)
        )
        hosts = self.plan.host_names | {self.plan.host}
        app = create_app(
            service,
            chosen.floor,
            limits=self.plan.limits,
            origins=self.plan.origins,
            hosts=hosts,
            metrics_token=self.plan.metrics_token,
            backups=self.plan.backups,
            demonstration=self.token if self.plan.has_doors else "",
        )
        async with self._serving(app, self.plan.limits):
            collecting = service.background.keep("collecting-garbage", run_periodic_gc)
            _say(f"{self.floor.name} is open at {self.address}")
            if app.state.desk.demonstration:
                self._show_door()
            playing = service.background.keep("computer-players", Bots(service, self.laboratory, self.plan.bots).play)
            committer = service.committer
            ends = (self.is_told_to_stop, committer.is_asked_to_hand_over, committer.ended)
            waits = [asyncio.create_task(event.wait()) for event in ends]
            await asyncio.wait(waits, return_when=FIRST)
            for task in (playing, collecting, *waits):
                task.cancel()
            if committer.reason is not None:
                raise committer.reason

    def _show_door(self) -> None:
        """Show the demonstration's address to the person who started it, and to nobody else."""
        address = f"{self.address}/demonstration/{self.token}"
        _say(f"Open {address} to try it: in that browser the staff's doors are open, too.")
        if self.plan.opens_browser and _has_screen():
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    @asynccontextmanager
    async def _serving(self, app: Callable[..., Any], limits: Limits = UNLIMITED) -> AsyncIterator[None]:
        """Serve an application on the listening socket, which stays open afterwards."""
        opening = Opening(app)
        server = Server(Config(opening, limits, self.plan.proxy))
        serving = asyncio.create_task(server.serve(sockets=[self.listener.dup()]))
        while not server.started and not serving.done():  # noqa: ASYNC110 - uvicorn gives no event for it
            await asyncio.sleep(0.01)
        if serving.done():
            serving.result()
            stopped = CardroomError("stopped", "The house could not be opened; the lines above say why.")
            raise opening.failure or stopped
        try:
            yield
        finally:
            server.should_exit = True
            await serving


def _has_screen() -> bool:
    """Whether a browser would open in a window; one in the terminal would be in the way."""
    return sys.platform in ("darwin", "win32") or bool({"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys())


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _listen(host: str, port: int) -> socket.socket:
    """Bind the port first, so that a port in use gives one clear line."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        # TCP by name: only then does asyncio send small answers at once (TCP_NODELAY).
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    except OSError as error:
        raise CardroomError("bad-address", f"“{host}” is not an address to listen on: {error}.") from None
    try:
        if os.name != "nt":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(2048)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise CardroomError("port-in-use", f"Port {port} is in use; choose another one with --port.") from None
        raise CardroomError("bad-address", f"Cannot listen on {host}, port {port}: {error.strerror}.") from None
    return listener
