"""What befalls a database and the servers on it. Each returns when it is over, and the house is left to itself."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.engine import make_url

from ..background import Background
from ..patience import PATIENCE
from ..postgresql import Cluster
from .servers import OPEN, STANDS_BY, Server, wait_until
from .stories import Fault, Story

AWAY, BACK, GONE_OVER = "The database is away: ", "The database is back after ", "has gone over to another server"


@contextlib.contextmanager
def noticed(server: Server) -> Iterator[None]:
    """The house says that its database is away, within; and afterwards that it is back."""
    away, back = server.errors.count(AWAY), server.errors.count(BACK)
    yield
    wait_until(lambda: server.errors.count(AWAY) > away and server.errors.count(BACK) > back)


def until_away(server: Server, before: int) -> None:
    wait_until(lambda: server.errors.count(AWAY) > before)


# --- SQLite -----------------------------------------------------------------------------------------------------------


def locked_file(story: Story) -> None:
    """Another program has it for longer than anyone waits."""
    (server,) = story.servers
    before = server.errors.count(AWAY)
    with noticed(server), closing(sqlite3.connect(_file(story), isolation_level=None, timeout=30)) as other:
        other.execute("BEGIN EXCLUSIVE")
        until_away(server, before)
        time.sleep(story.chance.uniform(0, 1))
        other.execute("ROLLBACK")


def full_disk(story: Story) -> None:
    """No file grows; after a while there is space again."""
    (server,) = story.servers
    before = server.errors.count(AWAY)
    with noticed(server):
        server.limit_files(100_000)
        until_away(server, before)
        time.sleep(story.chance.uniform(0, 1))
        server.limit_files(None)


def _file(story: Story) -> Path:
    return Path(story.database.removeprefix("sqlite:///"))


# --- PostgreSQL -------------------------------------------------------------------------------------------------------


def outages_of(cluster: Cluster, proxy: Proxy) -> list[Fault]:
    def restarted_fast(story: Story) -> None:
        with noticed(story.servers[0]):
            cluster.restart(story.chance.uniform(0, 2))

    def restarted_at_once(story: Story) -> None:
        with noticed(story.servers[0]):
            cluster.stop(signal.SIGQUIT)
            cluster.start()

    def connections_ended(_: Story) -> None:
        cluster.cut_connections()

    def cut_before_a_commit(_: Story) -> None:
        proxy.cut_at_commit(is_forwarded=False)

    def cut_after_a_commit(_: Story) -> None:
        proxy.cut_at_commit(is_forwarded=True)

    def silent_network(story: Story) -> None:
        with noticed(story.servers[0]):
            proxy.be_silent(until=lambda: story.servers[0].errors.count(AWAY))

    return [
        cut_after_a_commit,
        restarted_at_once,
        connections_ended,
        cut_before_a_commit,
        restarted_fast,
        silent_network,
    ]


class Proxy:
    """A network between the house and its PostgreSQL, that can fail at a moment of one's choice."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        self._ways: set[tuple[asyncio.StreamWriter, asyncio.StreamWriter]] = set()
        self._at_commit: bool | None = None  # whether the next one is forwarded before all is cut
        self._is_cut = threading.Event()
        self._may_pass = asyncio.Event()
        self._may_pass.set()
        self._background = Background()
        self._server = self._background.do(asyncio.start_server(self._carry, "127.0.0.1", 0))

    def url(self, database: str) -> str:
        port = self._server.sockets[0].getsockname()[1]
        return make_url(database).set(host="127.0.0.1", port=port, query={}).render_as_string(hide_password=False)

    def cut_at_commit(self, *, is_forwarded: bool) -> None:
        """Cut everything around the next commit, so that nobody knows what has become of it."""
        self._is_cut.clear()
        self._at_commit = is_forwarded
        assert self._is_cut.wait(PATIENCE), "nothing is committed"

    def be_silent(self, until: Callable[[], int]) -> None:
        """Take everything and give nothing, until someone notices; then cut."""
        before = until()
        self._later(self._may_pass.clear)
        wait_until(lambda: until() > before)
        self._later(self._cut)
        self._later(self._may_pass.set)

    def close(self) -> None:
        self._later(self._cut)
        self._later(self._server.close)
        self._background.close()

    def _later(self, work: Callable[[], None]) -> None:
        self._background.loop.call_soon_threadsafe(work)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_unix_connection(str(self.cluster.folder / ".s.PGSQL.5432"))
        except OSError:
            writer.transport.abort()
            return
        way = (writer, back)
        self._ways.add(way)
        with contextlib.suppress(OSError):
            await asyncio.gather(self._pass(reader, back, watch=True), self._pass(there, writer))
        self._ways.discard(way)
        for end in way:
            end.transport.abort()

    async def _pass(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, *, watch: bool = False) -> None:
        while data := await source.read(65_536):
            await self._may_pass.wait()
            if watch and self._at_commit is not None and b"COMMIT" in data:
                if self._at_commit:
                    target.write(data)
                    await target.drain()
                self._at_commit = None
                self._cut()
                self._is_cut.set()
                return
            target.write(data)
            await target.drain()
        target.transport.abort()

    def _cut(self) -> None:
        for way in self._ways:
            for end in way:
                end.transport.close() if end is way[1] else end.transport.abort()


# --- two servers ------------------------------------------------------------------------------------------------------


@dataclass
class TakeOver:
    """From the moment a fault begins until another server has the house."""

    story: Story
    fault: str

    def __post_init__(self) -> None:
        self.owner = self.story.owner
        self.other = self.story.other(self.owner)
        self.openings = self.other.said.count(OPEN)
        self.began = time.monotonic()

    def wait(self) -> None:
        self.other.wait_to_say(OPEN, self.openings + 1)
        self.story.takeovers.setdefault(self.fault, []).append(time.monotonic() - self.began)


def owner_killed(story: Story) -> None:
    change = TakeOver(story, "kill -9")
    change.owner.kill()
    change.wait()
    change.owner.start(STANDS_BY)


def owner_asleep(story: Story) -> None:
    """It sleeps until another has taken over, and must end when it wakes up."""
    change = TakeOver(story, "SIGSTOP")
    owner = change.owner
    stop_between_transactions(owner, story.database)
    change.wait()
    time.sleep(story.chance.uniform(0, 1))
    owner.send(signal.SIGCONT)
    assert owner.wait() == 2
    assert GONE_OVER in owner.errors
    owner.start(STANDS_BY)


def stop_between_transactions(server: Server, database: str) -> None:
    """One that falls asleep within a transaction keeps an SQLite file to itself."""
    server.send(signal.SIGSTOP)
    while _is_locked(database):
        server.send(signal.SIGCONT)
        time.sleep(0.01)
        server.send(signal.SIGSTOP)


def _is_locked(database: str) -> bool:
    if not database.startswith("sqlite"):
        return False  # PostgreSQL ends such a transaction after some seconds
    file = database.removeprefix("sqlite:///")
    with closing(sqlite3.connect(file, isolation_level=None, timeout=0.2)) as other:
        try:
            other.execute("BEGIN IMMEDIATE")
            other.execute("ROLLBACK")
        except sqlite3.OperationalError:
            return True
    return False


def handed_over(story: Story) -> None:
    change = TakeOver(story, "hand-over")
    owner, waits = change.owner, change.owner.said.count(STANDS_BY)
    ran = subprocess.run(
        [sys.executable, owner.program, "servers", "hand-over", "--database", story.database],
        capture_output=True, text=True, timeout=PATIENCE, check=False, env=owner.environment,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert f"runs the house now, at {change.other.url}" in ran.stdout
    change.wait()
    owner.wait_to_say(STANDS_BY, waits + 1)
