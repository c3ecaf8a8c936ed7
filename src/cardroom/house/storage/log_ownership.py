"""Who may write the log: a row in it says so, changed by one conditional update with the database's own clock.

Every transaction that writes names its epoch and fails where another has been taken since; so a server that slept, or
was cut off, cannot write when it is back. An SQLite file has one name at a time for this (see `sqlite_file_lock`).
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec
import sqlalchemy as sa

from cardroom import __version__
from cardroom.errors import CardroomError
from cardroom.house.storage import schema
from cardroom.house.storage.database_errors import AwayError
from cardroom.house.storage.head_file import require_complete_log, write_head_file
from cardroom.house.storage.store import LEASE, Store

BEAT = 1.0  # seconds between two signs of life
# Sessions of PostgreSQL that have kept the owner's row locked for longer than the lease. One that sleeps in the middle
# of what it sends is not idle for PostgreSQL, and no time-out of its own would end it.
SLEEPERS = sa.text(
    "SELECT pg_terminate_backend(session.pid) FROM pg_stat_activity AS session JOIN pg_locks AS held USING (pid)"
    " WHERE held.relation = 'owner'::regclass AND held.mode = 'RowExclusiveLock' AND held.granted"
    " AND session.pid <> pg_backend_pid() AND session.xact_start < clock_timestamp() - make_interval(secs => :lease)"
)
NO_KEY = "-"  # where a server that stands by does not know any
FORGOTTEN = 60.0  # seconds after which a server that stood by is no longer listed


class Server(msgspec.Struct, frozen=True):
    """One process that owns a log or would like to."""

    name: str
    process: str  # tells it from every other process, as long as the machine runs
    address: str = ""  # where people reach it


class Lease(msgspec.Struct, frozen=True, kw_only=True):
    """What the row says."""

    epoch: int
    server: str
    process: str
    address: str
    version: str
    silent: float  # seconds since the last sign of life
    is_free: bool  # it has let the log go
    is_asked: bool  # to hand over

    @property
    def is_over(self) -> bool:
        return self.is_free or self.silent > LEASE or _is_gone(self.process)


class StandbyServer(msgspec.Struct, frozen=True, kw_only=True):
    """A server that stands by."""

    server: str
    address: str
    version: str
    position: int  # of the last record that it has followed
    lacks_key: str  # the name of the key that cards are sealed with, if it does not know it, or `NO_KEY`
    silent: float

    @property
    def is_ready(self) -> bool:
        """To take over."""
        return self.silent <= LEASE and not self.lacks_key


def this_server(address: str = "") -> Server:
    return Server(f"{socket.gethostname()}:{os.getpid()}", _process(os.getpid()), address)


def current_lease(store: Store) -> Lease:
    kept = schema.owner
    silent = (store.clock - kept.c.seen).label("silent")
    with store.connecting() as connection:
        row = connection.execute(sa.select(kept, silent).where(kept.c.id == 1)).one()
    return Lease(**{name: getattr(row, name) for name in Lease.__struct_fields__})


def take_lease(store: Store, server: Server) -> Lease | None:
    """Own the log from now on, if nobody else does; returns who did before."""
    before, kept = current_lease(store), schema.owner
    if not before.is_over:
        return None
    with store.reading() as reader:
        store.house = reader.house()
        if not store.is_new:
            require_complete_log(store, reader)
    values = {"server": server.name, "process": server.process, "address": server.address, "version": __version__}
    taken = (
        sa.update(kept)
        .where(kept.c.id == 1, kept.c.epoch == before.epoch)
        .values(epoch=before.epoch + 1, seen=store.clock, is_free=False, is_asked=False, **values)
    )
    # Between looking and taking, a silent owner may have come back. One that is gone cannot.
    if not before.is_free and not _is_gone(before.process):
        taken = taken.where(kept.c.seen < store.clock - LEASE)
    with store.beginning() as connection:
        if not store.is_sqlite:
            connection.execute(SLEEPERS, {"lease": LEASE})
        if connection.execute(taken).rowcount != 1:
            return None
        connection.execute(sa.delete(schema.standbys).where(schema.standbys.c.server == server.name))
    store.epoch = before.epoch + 1
    store.remember_file()
    return before


def database_time(store: Store) -> float:
    """By the database's clock, in seconds since 1970."""
    with store.connecting() as connection:
        return float(connection.execute(sa.select(store.clock)).scalar_one())


class Beat(msgspec.Struct, frozen=True):
    """What the owner hears with a sign of life."""

    is_asked: bool  # to hand over
    at: float  # by the database's clock


def renew_lease(store: Store) -> Beat:
    """A sign of life from the owner."""
    query = sa.select(schema.owner.c.is_asked, store.clock).where(schema.owner.c.id == 1)
    with store.writing() as connection:
        is_asked, at = connection.execute(query).one()
        return Beat(bool(is_asked), float(at))


def release_lease(store: Store) -> None:
    """Let the log go, so that another may have it at once. Where that cannot be said, its time runs out."""
    try:
        with store.writing() as connection:
            connection.execute(sa.update(schema.owner).where(schema.owner.c.id == 1).values(is_free=True, process=""))
    finally:
        store.epoch = None
    if not store.is_new:
        with suppress(AwayError):
            write_head_file(store, *store.tail())


@contextmanager
def owning_log(store: Store) -> Iterator[None]:
    """Own the log for a while, as a command does that changes a house that is not running."""
    if take_lease(store, this_server()) is None:
        raise in_use(current_lease(store))
    try:
        yield
    finally:
        release_lease(store)


def require_no_owner(store: Store) -> None:
    """Refuse what must not be done to a database while a house runs on it."""
    with store.connecting() as connection:
        is_kept = sa.inspect(connection).has_table(schema.owner.name)
    if is_kept and not (found := current_lease(store)).is_over:
        raise in_use(found)


def in_use(found: Lease) -> CardroomError:
    return CardroomError("in-use", f"A house runs on this database ({found.server}); stop it first.")


# --- standing by ------------------------------------------------------------------------------------------------------


def stand_by(store: Store, server: Server, position: int, lacks_key: str = "") -> None:
    """A sign of life from one who waits."""
    kept = schema.standbys
    values = {
        "address": server.address, "version": __version__, "position": position, "lacks_key": lacks_key,
        "seen": store.clock,
    }  # fmt: skip
    with store.beginning() as connection:
        connection.execute(sa.delete(kept).where(kept.c.seen < store.clock - FORGOTTEN))
        if connection.execute(sa.update(kept).where(kept.c.server == server.name).values(values)).rowcount == 0:
            connection.execute(kept.insert().values(server=server.name, **values))


def stand_down(store: Store, server: Server) -> None:
    with store.beginning() as connection:
        connection.execute(sa.delete(schema.standbys).where(schema.standbys.c.server == server.name))


def waiting_servers(store: Store) -> list[StandbyServer]:
    """Who stands by."""
    kept = schema.standbys
    query = sa.select(kept, (store.clock - kept.c.seen).label("silent")).order_by(kept.c.server)
    with store.connecting() as connection:
        return [
            StandbyServer(**{name: getattr(row, name) for name in StandbyServer.__struct_fields__})
            for row in connection.execute(query)
        ]


def standby_in_words(lacks_key: str) -> str:
    """Why a server that stands by is not ready."""
    return "it has no key to seal cards with" if lacks_key == NO_KEY else f"it lacks the key {lacks_key}"


def ask_to_hand_over(store: Store) -> None:
    with store.beginning() as connection:
        connection.execute(sa.update(schema.owner).where(schema.owner.c.id == 1).values(is_asked=True))


# --- processes --------------------------------------------------------------------------------------------------------


def _process(number: int) -> str:
    """The process of this number; "" where there is none, or the system does not tell."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        space = Path("/proc/self/ns/pid").readlink()
        fields = Path(f"/proc/{number}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return ""
    state, started = fields[0], fields[19]
    return "" if state in "ZX" else f"{boot} {space} {number} {started}"


def _is_gone(process: str) -> bool:
    """Whether a process of this very machine has ended. Of another machine nothing is known."""
    here = _process(os.getpid()).split()
    named = process.split()
    return len(named) == len(here) == 4 and named[:2] == here[:2] and _process(int(named[2])) != process
