"""One seed, one story: servers, a database, people and whatever can go wrong, in one virtual time."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from contextvars import Context
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest import mock

import msgspec

from cardroom.cli.house import server_lifecycle as cli_server
from cardroom.house.floor import Floor
from cardroom.house.kernel.people import SERVICE, Role
from cardroom.house.log import commands as c
from cardroom.house.runtime import standby, startup
from cardroom.house.runtime.house_clock import SteadyClock, clock
from cardroom.house.runtime.identity import auth
from cardroom.house.runtime.identity.secret_hashes import token_hash
from cardroom.house.storage import log_ownership, seed_key_ring
from cardroom.house.storage.log_ownership import Server

from .. import stores
from ..floors import (
    TABLES,
    floor_text,
    read_floor,
)
from ..house.felt import REAL
from ..stores import audit_store, open_house_from
from ..virtual_time import BEGINS
from .clients import REAL_TABLE, Claim, Client, Croupier, Schemer
from .database import Database, SimulatedStore, new_file
from .machines import Machine, MachineTime, current
from .observer import Observer, ViolationError, require
from .servers import House, SimulatedServer, Wire

STEPS = 250
TIMERS = {"bets": 3, "decision": 4, "pause": 1, "idle": 60}
PEOPLE = ("ann", "bob", "cid", "dot", "eve")
# Who may open doors, each with somebody of another line. One of them at a time is dishonest.
STAFF = {"tom": Role.TECHNICIAN, "ada": Role.ADMINISTRATOR, "gus": Role.EXECUTIVE, "may": Role.ACCOUNTING}
# Who deal, tell cards and sign at the table with real cards. Any of them would be paid alone.
FLOOR = {"dan": Role.DEALER, "sue": Role.SUPERVISOR, "max": Role.EXECUTIVE}
LATEST = 240.0  # seconds after the last fault in which every table must have gone on
FAULTS = (
    "crash", "crash-soon", "pause", "slow", "flaky", "lost-answers", "away", "clock", "database-clock", "hand-over",
    "stop", "hang-up", "second-name", "lost-key",
)  # fmt: skip


@dataclass
class Outcome:
    seed: int
    steps: int
    violation: str = ""
    trace: list[str] = field(default_factory=list)
    records: int = 0
    told: int = 0
    takeovers: int = 0
    awards: int = 0  # where people deal
    asked: int = STEPS  # steps that the story was to have
    seconds: float = 0.0  # of virtual time

    @property
    def digest(self) -> str:
        return hashlib.sha256("\n".join(self.trace).encode()).hexdigest()

    def report(self) -> str:
        last = "\n".join(self.trace[-30:])
        steps = "" if self.asked == STEPS else f" --steps {self.asked}"
        replay = f"python -m tests.simulator --seed {self.seed}{steps} --verbose"
        return f"{last}\nseed {self.seed}, step {self.steps}: {self.violation}\nreplay: {replay}"


def _tables(seed: int) -> tuple[str, str]:
    """Two games; over as many seeds as there are games, every one of them twice."""
    return TABLES[seed % len(TABLES)], TABLES[(seed + 1) % len(TABLES)]


def _floor(tables: tuple[str, str]) -> Floor:
    own = dict.fromkeys(tables, "") | {REAL_TABLE: REAL}
    plan, mistakes = read_floor(floor_text(own, timers=TIMERS), "floor.toml", lambda *_: {})
    assert plan is not None, mistakes
    return plan


@dataclass(eq=False)
class Host:
    """A place where a server runs, and runs again; its clock stays."""

    name: str
    ahead: float = 0.0  # its clock, in seconds
    has_key: bool = True  # that cards are sealed with
    is_misled: bool = False  # its next server is given another name of the database's file
    starts: int = 0
    server: SimulatedServer | None = None


class World:
    def __init__(self, seed: int, file: Path, *, steps: int, verbose: bool) -> None:
        self.seed, self.steps, self.verbose = seed, steps, verbose
        self.tables = _tables(seed)
        self.floor = _floor(self.tables)
        self.step = 0
        self.lines: list[str] = []
        self.chance = self._chance("faults")
        self.network = self._chance("network")
        self.loop = MachineTime(self._chance("jobs"))
        self.key = hashlib.sha256(f"{seed} key".encode()).digest()
        self.observer = Observer(file, self.key)
        self.database = Database(file, self.loop, self._chance("database"), self._on_commit, self.trace)
        self.hosts = [Host(name) for name in ("alpha", "beta", "gamma")[: self.chance.choice((2, 2, 3))]]
        self.servers: list[SimulatedServer] = []
        self.gone: set[str] = set()  # processes that others can see to have ended
        self.is_calm = False
        self.draws = 0
        self._sent: dict[tuple[Wire, str], float] = {}  # when the last message of a direction arrives
        self.weights = {fault: self.chance.random() for fault in FAULTS if self.chance.random() < 0.5}
        requests: list[str] = []
        claim = Claim()
        self.clients = [
            *(self._client(Client, person, self.tables[number % 2]) for number, person in enumerate(PEOPLE)),
            *(self._client(Schemer, person, self.tables[0], requests=requests) for person in STAFF),
            *(self._client(Croupier, person, self.tables[0], claim=claim) for person in FLOOR),
        ]

    def _client(self, kind: type[Client], person: str, table: str, **more: Any) -> Client:
        return kind(
            person, table, self._chance(person), self.loop.time, self._open_wire, self._post, self.trace, **more
        )

    def _chance(self, what: str) -> Random:
        return Random(f"{self.seed} {what}")

    def trace(self, who: str, what: str) -> None:
        line = f"{self.loop.time():9.4f} {who}: {what}"
        self.lines.append(line)
        if self.verbose:
            sys.stdout.write(line + "\n")

    def draw_nonce(self, size: int) -> str:
        self.draws += 1
        return hashlib.sha256(f"{self.seed} {self.draws}".encode()).hexdigest()[: 2 * size]

    def seed_of(self, key: bytes, round_id: str, nonce: bytes) -> bytes:
        assert key == self.key
        return self.observer.seed_of(round_id, nonce)

    def _on_commit(self, store: SimulatedStore) -> None:
        before = len(self.observer.log)
        self.observer.on_commit(store)
        if len(self.observer.log) > before:
            self.trace(store.name, f"writes {before + 1} to {len(self.observer.log)} {self.observer.head[:8]}")

    # --- servers ------------------------------------------------------------------------------------------------------

    def start(self, host: Host) -> None:
        if host.server is not None:
            return
        host.starts += 1
        machine = Machine(f"{host.name}.{host.starts}", self.loop, context=Context())
        own = SteadyClock(lambda: BEGINS.timestamp() + self.loop.time() + host.ahead, self.loop.time)
        machine.context.run(clock.set, own)
        file, host.is_misled = self._second_name() if host.is_misled else None, False
        server = SimulatedServer(machine, SimulatedStore(self.database, machine, file), self.floor)
        machine.on_end = lambda: self._on_end(host, server)
        host.server = server
        self.servers.append(server)
        self.trace(server.name, "starts")
        machine.spawn(server.run())

    def _second_name(self) -> Path:
        """Of the file, as a hard link or a container makes one."""
        name = self.database.file.with_name("second.db")
        if not name.exists():
            name.hardlink_to(self.database.file)
        return name

    def keys_at_hand(self) -> list[bytes]:
        """Where the machine stands that asks; whoever asks from outside has them, and whoever opens the house first."""
        machine = current.get()
        host = next(
            (host for host in self.hosts if machine is not None and host.name == machine.name.partition(".")[0]), None
        )
        return [self.key] if host is None or host.has_key or not self.observer.reference.floor.name else []

    def make_key(self, *_: object) -> Any:
        self.observer.fault = self.observer.fault or ViolationError("a house that has a key makes another one")
        raise self.observer.fault

    def _on_end(self, host: Host, server: SimulatedServer) -> None:
        host.server = None
        server.store.engine.dispose()
        is_seen = self.chance.random() < 0.5
        if is_seen:
            self.gone.add(server.identity().process)
        self.trace(server.name, f"has ended{', as all can see' if is_seen else ''}: {server.ended or 'no word'}")
        if server.mistake is not None and self.observer.fault is None:
            self.observer.fault = ViolationError(f"{server.name} ends by a mistake of the program: {server.ended}")
        for wire in server.wires:
            self._later(self.network.uniform(0.0, 2.0), self._break, wire)
        if not self.is_stopping:
            self._later(self.chance.uniform(0.1, 8.0), self.start, host)

    is_stopping = False

    def _later(self, seconds: float, work: Callable[..., object], *args: object) -> None:
        """Outside of all machines."""
        self.loop.call_later(seconds, work, *args, context=Context())

    # --- the network --------------------------------------------------------------------------------------------------

    def _open_wire(self, client: Client, hear: Callable[[Wire, dict[str, Any]], None]) -> Wire | None:
        found = [host.server for host in self.hosts if host.server is not None and host.server.process.desk is not None]
        if not found:
            return None
        server = self.network.choice(found)
        wire = Wire(client.person, f"token of {client.person}", server, self._on_data, self._break, self._is_clear)
        wire.hear = hear
        return wire if server.connect(wire) else None

    def _is_clear(self) -> bool:
        """Whether a connection takes a message at once."""
        return self.network.random() < 0.8

    def _arrives(self, wire: Wire, way: str) -> float:
        """In its order: when the next message of a direction is there."""
        slow = 3.0 if self.network.random() < 0.03 and not self.is_calm else 0.05
        at = max(self.loop.time() + self.network.random() * slow, self._sent.get((wire, way), 0.0) + 1e-4)
        self._sent[wire, way] = at
        return at

    def _post(self, wire: Wire, text: str) -> None:
        self.loop.call_at(self._arrives(wire, "in"), wire.deliver, text, context=Context())

    def _on_data(self, wire: Wire, data: str) -> None:
        owner = self.observer.owner()
        self.observer.hear(data, wire.person, by_owner=owner == wire.server.name)
        self.loop.call_at(self._arrives(wire, "out"), self._hear, wire, data, context=Context())

    def _hear(self, wire: Wire, data: str) -> None:
        if not wire.is_open:
            return
        message = msgspec.json.decode(data)
        self.trace(wire.person, _short(message))
        try:
            wire.hear(wire, message)
        except ViolationError as error:
            self.observer.fault = self.observer.fault or error

    def _break(self, wire: Wire) -> None:
        wire.is_open = False

    # --- faults -------------------------------------------------------------------------------------------------------

    def _any_server(self) -> SimulatedServer | None:
        """The one that runs the house, mostly."""
        running = [host.server for host in self.hosts if host.server is not None]
        owning = [server for server in running if server.process.desk is not None]
        if owning and self.chance.random() < 0.75:
            return self.chance.choice(owning)
        return self.chance.choice(running) if running else None

    def _go_wrong(self) -> None:
        if not self.weights:
            return
        fault = self.chance.choices(list(self.weights), list(self.weights.values()))[0]
        server, time, database = self._any_server(), self.loop.time(), self.database
        seconds = self.chance.choice((0.3, 2.0, 8.0)) * self.chance.uniform(0.5, 1.5)
        self.trace("fault", f"{fault} {server.name if server else ''} {seconds:.1f}")
        match fault:
            case "crash" if server is not None:
                server.machine.end()
            case "crash-soon" if server is not None:
                server.machine.ends_after = self.chance.randrange(40)
            case "pause" if server is not None:
                server.machine.pause()
                self._later(seconds, server.machine.wake)
            case "slow":
                database.slowest = seconds / 2
                self._later(seconds, self._undo, "slowest", 0.02)
            case "flaky":
                database.fails_before = self.chance.choice((0.1, 0.5))
                self._later(seconds, self._undo, "fails_before", 0.0)
            case "lost-answers":
                database.fails_after = self.chance.choice((0.1, 0.5))
                self._later(seconds, self._undo, "fails_after", 0.0)
            case "away":
                database.away_until = time + seconds
            case "clock":
                host = self.chance.choice(self.hosts)
                host.ahead += self.chance.choice((-3600, -700, -61, -5, -1, 1, 5, 61, 700, 3600, 30_000, 40 * 86_400))
            case "database-clock":
                database.ahead += self.chance.choice((-60, -6, -1, 1, 6, 60))
            case "hand-over":
                if not database.is_away:
                    self._asking.database = database
                    log_ownership.ask_to_hand_over(self._asking)
            case "stop" if server is not None and not server.machine.is_paused:
                server.process.is_told_to_stop.set()
            case "hang-up":
                client = self.chance.choice(self.clients)
                if client.wire is not None:
                    client.wire.is_open = False
            case "second-name":
                host = self.chance.choice(self.hosts)
                host.is_misled = True
                if host.server is not None:
                    host.server.machine.end()
            case "lost-key":
                host = self.chance.choice(self.hosts)
                host.has_key = False
                self._later(seconds, setattr, host, "has_key", True)
            case _:
                pass

    def _undo(self, name: str, value: float) -> None:
        setattr(self.database, name, value)

    # --- the story ----------------------------------------------------------------------------------------------------

    def prepare(self) -> None:
        """A house that knows its people."""
        self._asking = store = SimulatedStore(self.database)
        assert log_ownership.take_lease(store, Server("", "", "")) is not None
        house = open_house_from(store)
        store.write([house.do(SERVICE, c.Enrol(name, name.title(), Role.PLAYER), "", BEGINS) for name in PEOPLE])
        staff = STAFF | FLOOR
        store.write([house.do(SERVICE, c.Enrol(name, name.title(), role), "", BEGINS) for name, role in staff.items()])
        for name in (*PEOPLE, *staff):
            store.add_session(token_hash(f"token of {name}"), name, datetime(2100, 1, 1, tzinfo=UTC))
        log_ownership.release_lease(store)

    async def tell(self) -> None:
        for host in self.hosts:
            self._later(self.chance.random(), self.start, host)
        while self.step < self.steps:
            await asyncio.sleep(self.chance.expovariate(8.0))
            self._next()
        await self._calm_down()
        await self._close()

    def _next(self) -> None:
        self.step += 1
        if self.chance.random() < 0.06 and not self.is_calm:
            self._go_wrong()
        else:
            self.chance.choice(self.clients).act()
        self._check(also_houses=self.step % 10 == 0)

    def _check(self, *, also_houses: bool) -> None:
        if self.observer.fault is not None:
            raise self.observer.fault
        for server in [server for server in self.servers if also_houses and server.machine.is_idle]:
            desk, standby = server.process.desk, server.process.standby
            if desk is not None and desk.service.house.head == self.observer.head:
                self.observer.same_as_reference(desk.service.house, server.name)
            if standby is not None and standby.house is not None:
                self.observer.same_as_reference(standby.house, server.name)

    async def _calm_down(self) -> None:
        """Nothing goes wrong any more: then every table at which somebody sits goes on."""
        self.is_calm = True
        self.trace("fault", "no more")
        self.database.heal()
        for server in self.servers:
            server.machine.ends_after = None
            if server.machine.is_paused:
                server.machine.wake()
        for host in self.hosts:
            host.has_key, host.is_misled = True, False
        for client in self.clients:
            client.is_calm = True
        begun, until = dict(self.observer.finished), self.loop.time() + LATEST
        while stuck := self._stuck(begun):
            require(self.loop.time() < until, f"no round is finished any more at {', '.join(stuck)}")
            await asyncio.sleep(self.chance.expovariate(8.0))
            self._next()

    def _stuck(self, begun: dict[str, int]) -> list[str]:
        return [table for table in self.tables if self.observer.finished[table] < begun.get(table, 0) + 2]

    async def _close(self) -> None:
        """Everyone is told to stop; then the log is all there is, and it is whole."""
        self.is_stopping = True
        until = self.loop.time() + 60
        while running := [host.server for host in self.hosts if host.server is not None]:
            require(self.loop.time() < until, f"{running[0].name} does not stop")
            for server in running:
                server.process.is_told_to_stop.set()
            await asyncio.sleep(0.5)
            self._check(also_houses=True)
        require(self.observer.is_free(), "nobody runs the house, and it is not free")
        self.observer.final()
        store = SimulatedStore(self.database)
        house = open_house_from(store)
        self.observer.same_as_reference(house, "whoever opens it next")
        require(house.head == self.observer.head, "the next house does not stand where the log ends")
        audit = audit_store(store)
        require(not audit.findings, f"the audit finds {audit.findings[:3]}")
        store.engine.dispose()

    async def bury(self) -> None:
        """What is left over ends without touching anything."""
        self.loop.drop_jobs()
        for server in self.servers:
            await server.machine.bury()


def _short(message: dict[str, Any]) -> str:
    kind = message["type"]
    match kind:
        case "Frame":
            return f"Frame {message['table']} {message['after']} to {message['number']}"
        case "Snapshot":
            return f"Snapshot {message['table']} {message['view']['number']}"
        case "Accepted":
            return f"Accepted {message['key'][-8:]} at {message['position']}"
        case "Refused":
            return f"Refused {message['key'][-8:]} {message['code']}"
    return str(kind)


async def _collect_nothing() -> None:
    """Python's own garbage is not part of the world."""


@contextmanager
def _one_process(world: World) -> Iterator[None]:
    """What looks at the machine, its processes and its clock, looks at the simulated ones."""

    def this_server(address: str) -> Server:
        machine = current.get()
        assert machine is not None
        return Server(machine.name, f"process of {machine.name}", address)

    def keys_at_hand(_: Path, __: str = "") -> seed_key_ring.KeyRing:
        return seed_key_ring.KeyRing(world.keys_at_hand(), "the story")

    time = SimpleNamespace(monotonic=world.loop.time)
    with ExitStack() as stack:
        for where, name, value in (
            (log_ownership, "_is_gone", world.gone.__contains__),
            (cli_server, "this_server", this_server),
            (cli_server, "create_app", lambda service, floor, **_: House(service, floor)),
            (cli_server, "run_periodic_gc", _collect_nothing),
            (cli_server, "_say", lambda _: None),
            (auth, "time", time),
            (startup, "load_keys", keys_at_hand),
            (standby, "load_keys", keys_at_hand),
            (startup, "make_key", world.make_key),
            (stores, "load_keys", keys_at_hand),
            (seed_key_ring, "secrets", SimpleNamespace(token_hex=world.draw_nonce)),
            (seed_key_ring, "derived_seed", world.seed_of),
        ):
            stack.enter_context(mock.patch.object(where, name, value))
        logging.disable(logging.CRITICAL)
        try:
            yield
        finally:
            logging.disable(logging.NOTSET)


def simulate(seed: int, steps: int = STEPS, *, verbose: bool = False) -> Outcome:
    """The whole story of a seed."""
    with new_file() as file:
        world = World(seed, file, steps=steps, verbose=verbose)
        violation = ""
        with _one_process(world):
            try:
                world.prepare()
                world.loop.run_until_complete(world.tell())
            except ViolationError as error:
                violation = str(error)
            seconds, lines = world.loop.time(), list(world.lines)
            world.verbose = False
            world.loop.run_until_complete(world.bury())
        world.loop.close()
        world.observer.close()
        world._asking.engine.dispose()
        return Outcome(
            seed, world.step, violation, lines, len(world.observer.log), world.observer.told,
            len(world.observer.writers), world.observer.two_people.awards, steps, seconds,
        )  # fmt: skip
