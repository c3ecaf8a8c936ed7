"""A house in operation, from start to stop: database, log, service, web server, computer players."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Coroutine, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import msgspec
import uvicorn

from cardroom.errors import CardroomError
from cardroom.house.floor.file import load_floor
from cardroom.house.running.bots import Bots
from cardroom.house.running.laboratory import Laboratory
from cardroom.house.running.service import Service
from cardroom.house.running.signing import sign_closed_day, sign_what_is_left
from cardroom.house.running.starting import open_house_from, require_floor
from cardroom.house.storage.lock import held
from cardroom.house.storage.store import Store
from cardroom.web import create_app
from cardroom.web.limits import UNLIMITED, Limits
from cardroom.web.openapi import prepare
from cardroom.web.wire import Config, open_more_files

try:
    from uvloop import new_event_loop
except ImportError:  # not on every system
    from asyncio import new_event_loop  # type: ignore[assignment]


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
    rate_limits: bool = True


class Server(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Signals are taken in `_serve`; uvicorn would raise them again and leave no time to close."""
        yield


def run_house(plan: Plan) -> None:
    """Open a house and run it until it is told to stop."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    with ExitStack() as stack:
        listener = stack.enter_context(_listen(plan.host, plan.port))
        laboratory = Laboratory()
        stack.callback(laboratory.close)
        floor = load_floor(plan.floor, laboratory.chances)
        store = Store(plan.database)
        stack.enter_context(held(store))
        store.migrate()
        house = open_house_from(store)
        require_floor(house, floor)
        sign_what_is_left(store, house.floor.name)
        service = Service(house, store, on_day_closed=lambda _, done: sign_closed_day(store, house, done))
        limits = Limits() if plan.rate_limits else UNLIMITED
        hosts = plan.host_names | {plan.host}
        app = create_app(service, floor, limits=limits, origins=plan.origins, hosts=hosts)
        prepare(app)
        sys.setswitchinterval(0.001)  # the thread that writes must not wait long for one that is busy telling
        open_more_files()
        config = Config(app, limits, plan.proxy)
        _run_to_the_end(_serve(Server(config), listener, floor.name, Bots(service, laboratory, plan.bots)))


def _run_to_the_end(main: Coroutine[None, None, None]) -> None:
    """A log that cannot be written stops the loop, and then the process."""
    try:
        with asyncio.Runner(loop_factory=new_event_loop) as runner:
            runner.run(main)
    except RuntimeError as error:
        raise CardroomError("stopped", f"The house has stopped: {error}") from None


async def _serve(server: Server, listener: socket.socket, name: str, bots: Bots) -> None:
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started and not serving.done():  # noqa: ASYNC110 - uvicorn gives no event for it
        await asyncio.sleep(0.01)
    if server.started:
        gc.collect()
        gc.freeze()  # what is there now stays: looking through it again and again would hold up every table
        playing = asyncio.create_task(bots.play())

        def stop() -> None:
            playing.cancel()
            server.should_exit = True

        for number in (signal.SIGINT, signal.SIGTERM):
            with suppress(NotImplementedError):  # not on every system
                asyncio.get_running_loop().add_signal_handler(number, stop)
        address, port = listener.getsockname()[:2]
        shown = f"[{address}]" if ":" in address else address
        sys.stdout.write(f"{name} is open at http://{shown}:{port}\n")
        sys.stdout.flush()
    await serving


def _listen(host: str, port: int) -> socket.socket:
    """Take the port first, so that one that is taken is one clear line."""
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
