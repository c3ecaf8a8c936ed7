"""Stores for tests: of the kind that each test wants, owned at once."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import sqlalchemy as sa

from cardroom.house.audit.log_audit import Audit, Proven
from cardroom.house.engine.house import Done, House
from cardroom.house.runtime.startup import stopped_house_from, take_over_log
from cardroom.house.storage import schema
from cardroom.house.storage.log_ownership import release_lease, take_lease, this_server
from cardroom.house.storage.seed_key_ring import load_keys
from cardroom.house.storage.store import Store


def own(store: Store) -> Store:
    """Bring the tables up to date and own the log, whoever had it before."""
    store.migrate()
    with store.beginning() as connection:
        connection.execute(sa.update(schema.owner).values(is_free=True))
    assert take_lease(store, this_server()) is not None
    return store


def write(store: Store, batch: Iterable[Done]) -> None:
    """As a house that ran for a moment."""
    own(store).write(batch)
    release_lease(store)


def copy_pages(store: Store, path: Path) -> None:
    """A copy of an SQLite database to the byte, broken bytes included."""
    with closing(sqlite3.connect(str(store.engine.url.database))) as source, closing(sqlite3.connect(path)) as copy:
        source.backup(copy)
        copy.execute("PRAGMA user_version=0")  # a copy is nobody's


def audit_store(store: Store, *, begins: Proven | None = None) -> Audit:
    """Everything in a database, as it is at this moment."""
    with store.reading() as reader:
        audit = Audit(reader, begins, load_keys(store.seal_file))
        audit.run()
    return audit


def open_house_from(store: Store) -> House:
    """The house as its log leaves it, to go on as the owner of the log."""
    house = stopped_house_from(store)
    take_over_log(house, store)
    return house
