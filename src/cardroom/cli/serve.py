"""`cardroom serve`, `check-config`, `staff` and `schema`."""

from __future__ import annotations

import asyncio
import errno
import getpass
import hashlib
import logging
import os
import secrets
import signal
import socket
import sys
from collections.abc import Coroutine, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Annotated

import platformdirs
import typer

from cardroom.cli.output import console, errors, print_json
from cardroom.errors import CardroomError
from cardroom.house.auth import enrol_while_stopped
from cardroom.house.bots import Bots
from cardroom.house.floor_file import DEMONSTRATION, load_floor, read_floor
from cardroom.house.history import History
from cardroom.house.house import House
from cardroom.house.laboratory import Laboratory
from cardroom.house.lock import held
from cardroom.house.people import Person, Role
from cardroom.house.service import Service
from cardroom.house.storage import Store

Database = Annotated[
    str | None,
    typer.Option(
        "--database", metavar="URL", help="sqlite:///FILE or postgresql+psycopg://…; by default a file of yours."
    ),
]
FloorOption = Annotated[
    Path | None, typer.Option("--config", metavar="FILE", help="A floor file; by default the demonstration floor.")
]


def register(app: typer.Typer) -> None:
    app.command()(serve)
    app.command("check-config")(check_config)
    app.command()(schema)
    staff = typer.Typer(help="Accounts of the staff, on a house that is not running.", rich_markup_mode=None)
    staff.command("add")(staff_add)
    app.add_typer(staff, name="staff")


def default_database() -> str:
    return f"sqlite:///{Path(platformdirs.user_data_dir('cardroom')) / 'cardroom.db'}"


# --- serve ------------------------------------------------------------------------------------------------------------


def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any free one.")] = 8000,
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for all.")] = "127.0.0.1",
    database: Database = None,
    config: FloorOption = None,
    bots: Annotated[int, typer.Option(min=0, max=12, help="Computer players at every table.")] = 0,
    origin: Annotated[
        list[str] | None, typer.Option(help="Another site that may use this server, like https://cards.example.")
    ] = None,
    behind_proxy: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Believe the forwarded headers of this proxy.")
    ] = None,
    rate_limits: Annotated[bool, typer.Option(help="Limits against abuse; off only for load tests.")] = True,
) -> None:
    """Run a card room.

    Live tables, jackpots and money on one machine, with everything in one database.
    """
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    path = config or DEMONSTRATION
    with ExitStack() as stack:
        listener = stack.enter_context(_listen(host, port))
        laboratory = Laboratory()
        stack.callback(laboratory.close)
        floor = load_floor(path, laboratory.chances)
        store = Store(database or default_database())
        stack.enter_context(held(store))
        store.migrate()
        house, history = House(floor, lambda: secrets.token_bytes(32)), History()
        house.replay(history.watch(store.read()), store.seeds())
        service = Service(house, store)
        floor_hash = hashlib.sha256(path.read_bytes()).hexdigest()
        players = Bots(service, laboratory, bots)
        _run_to_the_end(
            _run(service, history, players, listener, floor_hash, frozenset(origin or ()), behind_proxy, rate_limits)
        )


def _run_to_the_end(main: Coroutine[None, None, None]) -> None:
    """A log that cannot be written stops the loop, and then the process."""
    try:
        import uvloop

        loop_factory = uvloop.new_event_loop
    except ImportError:
        loop_factory = asyncio.new_event_loop
    try:
        with asyncio.Runner(loop_factory=loop_factory) as runner:
            runner.run(main)
    except RuntimeError as error:
        raise CardroomError("stopped", f"The house has stopped: {error}") from None


async def _run(
    service: Service,
    history: History,
    players: Bots,
    listener: socket.socket,
    floor_hash: str,
    origins: frozenset[str],
    proxy: str | None,
    rate_limits: bool,
) -> None:
    import uvicorn

    from cardroom.web import create_app
    from cardroom.web.limits import UNLIMITED, Limits

    limits = Limits() if rate_limits else UNLIMITED
    app = create_app(service, floor_hash=floor_hash, history=history, limits=limits, origins=origins)
    class Server(uvicorn.Server):
        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            """Signals are taken below; uvicorn would raise them again and leave nothing time to close."""
            yield

    server = Server(
        uvicorn.Config(
            app,
            ws="websockets-sansio",
            ws_max_size=16 * limits.message_bytes,
            log_level="warning",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=proxy is not None,
            forwarded_allow_ips=proxy,
            timeout_graceful_shutdown=5,
        )
    )
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started and not serving.done():  # noqa: ASYNC110 - uvicorn gives no event for it
        await asyncio.sleep(0.01)
    if server.started:
        address, port = listener.getsockname()[:2]
        shown = f"[{address}]" if ":" in address else address
        sys.stdout.write(f"{service.house.floor.name} is open at http://{shown}:{port}\n")
        sys.stdout.flush()
        playing = asyncio.create_task(players.play())

        def stop() -> None:
            playing.cancel()
            server.should_exit = True

        for number in (signal.SIGINT, signal.SIGTERM):
            with suppress(NotImplementedError):  # not on every system
                asyncio.get_running_loop().add_signal_handler(number, stop)
    await serving


def _listen(host: str, port: int) -> socket.socket:
    """Take the port first, so that one that is taken is one clear line."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.socket(family, socket.SOCK_STREAM)
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


# --- the floor, the staff, the schema ---------------------------------------------------------------------------------


def check_config(file: Annotated[Path, typer.Argument(metavar="FILE", help="A floor file.")]) -> None:
    """Check a floor file; every mistake is named with its line."""
    laboratory = Laboratory()
    try:
        text = file.read_text(encoding="utf-8")
        floor, mistakes = read_floor(text, str(file), laboratory.chances)
    except (OSError, UnicodeDecodeError) as error:
        raise CardroomError("no-file", f"{file}: cannot be read: {error}") from None
    finally:
        laboratory.close()
    if floor is None:
        for mistake in mistakes:
            errors.print(mistake)
        raise typer.Exit(2)
    console.print(f"{file}: {floor.name}, {len(floor.tables)} tables, {len(floor.links)} jackpots: all in order.")


def staff_add(
    person: Annotated[str, typer.Argument(metavar="ID", help="The name to sign in with.")],
    role: Annotated[Role, typer.Option(help="What the person may do; docs list it.")],
    name: Annotated[str | None, typer.Option(help="The name that others see; by default the id.")] = None,
    card: Annotated[bool, typer.Option("--card", help="A staff card also for roles that need none.")] = False,
    database: Database = None,
) -> None:
    """Add a person of the staff. The password is asked for, or read from standard input.

    The house must not be running; while it runs, an executive or a technician does this through POST /api/staff.
    """
    store = Store(database or default_database())
    with held(store):
        store.migrate()
        number = enrol_while_stopped(store, Person(person, name or person, role), _password(), with_card=card)
    console.print(f"{person} is enrolled as {role}.")
    if number is not None:
        console.print("The number of the staff card, shown only now:")
        console.print(number, soft_wrap=True)


def _password() -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    first = getpass.getpass("Password: ")
    if getpass.getpass("Once more: ") != first:
        raise CardroomError("two-passwords", "The two passwords are not the same.")
    return first


def schema(
    typescript: Annotated[Path | None, typer.Option(metavar="FILE", help="Write TypeScript types there.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the JSON Schema.")] = False,
) -> None:
    """Print the schema of the socket's messages.

    As JSON Schema or as TypeScript types, for programs that talk to the server.
    """
    from cardroom.web.messages import message_schema
    from cardroom.web.typescript import typescript_of

    if typescript is not None:
        try:
            typescript.write_text(typescript_of(message_schema()), encoding="utf-8")
        except OSError as error:
            raise CardroomError("no-file", f"{typescript}: cannot be written: {error.strerror}.") from None
    if as_json or typescript is None:
        print_json(message_schema())
