"""The database of a simulated house: a real SQLite file, reached over a line that is slow, breaks and goes away."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random

import greenlet
import sqlalchemy as sa

from cardroom.house.storage.database_errors import AwayError
from cardroom.house.storage.store import Store

from ..virtual_time import BEGINS, VirtualTime
from .machines import Machine, wait


@dataclass
class Database:
    file: Path
    loop: VirtualTime
    chance: Random
    on_commit: Callable[[SimulatedStore], None] = lambda _: None  # at once, whether or not the server hears of it
    trace: Callable[[str, str], None] = lambda *_: None
    ahead: float = 0.0  # its clock, in seconds
    slowest: float = 0.02  # way of a question or an answer, in seconds
    away_until: float = 0.0
    fails_before: float = 0.0  # how often nothing is carried out
    fails_after: float = 0.0  # how often all of it is, and nobody hears of it
    line: Random = field(default_factory=Random)

    @property
    def now(self) -> float:
        return BEGINS.timestamp() + self.loop.time() + self.ahead

    def heal(self) -> None:
        self.slowest, self.away_until, self.fails_before, self.fails_after = 0.02, 0.0, 0.0, 0.0

    @property
    def is_away(self) -> bool:
        return self.loop.time() < self.away_until


class SimulatedStore(Store):
    """What one machine knows of the database."""

    def __init__(self, database: Database, machine: Machine | None = None, file: Path | None = None) -> None:
        self.database, self.machine = database, machine
        self._in_writing: set[greenlet.greenlet] = set()
        super().__init__(f"sqlite:///{file or database.file}")
        sa.event.listen(self.engine, "connect", _hurry)

    @property
    def clock(self) -> sa.ColumnElement[float]:
        return sa.literal(self.database.now, sa.Double)

    @clock.setter
    def clock(self, _: object) -> None:
        """It is the database's."""

    @property
    def has_own_clock(self) -> bool:
        return True

    @property
    def name(self) -> str:
        return self.machine.name if self.machine else ""

    @property
    def is_writing(self) -> bool:
        """In a transaction that only the owner may have; others of the same store may be on their way."""
        return greenlet.getcurrent() in self._in_writing

    @contextmanager
    def connecting(self) -> Iterator[sa.Connection]:
        self._ask()
        with super().connecting() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        self._in_writing.add(greenlet.getcurrent())
        try:
            with super().writing() as connection:
                yield connection
        finally:
            self._in_writing.discard(greenlet.getcurrent())

    @contextmanager
    def beginning(self) -> Iterator[sa.Connection]:
        self._ask()
        with super().beginning() as connection:
            yield connection
        self.database.on_commit(self)
        self._hear()

    def _ask(self) -> None:
        database = self.database
        if self.machine is None:
            return
        if not self.machine.is_buried:
            wait(database.chance.random() * database.slowest)
        else:
            raise AwayError("the machine is no more")
        if database.is_away or database.chance.random() < database.fails_before:
            database.trace(self.name, "cannot reach the database")
            raise AwayError("no way there")

    def _hear(self) -> None:
        """The answer to a commit, which may be lost."""
        database = self.database
        if self.machine is None:
            return
        wait(database.chance.random() * database.slowest)
        if database.chance.random() < database.fails_after:
            database.trace(self.name, "hears nothing of its commit")
            raise AwayError("no answer")


def _hurry(connection: sqlite3.Connection, _: object) -> None:
    connection.execute("PRAGMA synchronous=OFF")


@cache
def _empty() -> bytes:
    """A database whose tables are up to date: migrating one takes longer than a simulation."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{folder}/house.db")
        store.migrate()
        store.close()
        return Path(folder, "house.db").read_bytes()


@contextmanager
def new_file() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(dir="/dev/shm" if Path("/dev/shm").is_dir() else None))
    try:
        (folder / "house.db").write_bytes(_empty())
        yield folder / "house.db"
    finally:
        shutil.rmtree(folder, ignore_errors=True)
