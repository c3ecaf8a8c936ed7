"""Marks that a verification of the log leaves in its database, for the house that runs there to note in the log.

The house believes a mark only if its record has the hash that the mark names.
"""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from cardroom.documents import Hash
from cardroom.house.storage import schema
from cardroom.house.storage.store import LEASE, Store

KEPT = schema.verifications


class Mark(msgspec.Struct, frozen=True):
    last: int  # the record up to which the log was verified
    hash: Hash  # of that record
    findings: int


def leave_mark(store: Store, mark: Mark) -> None:
    """In the place of one before. Nothing is changed in a copy, nor where no house runs that would note it."""
    if _is_house_running(store):
        with store.beginning() as connection:
            connection.execute(sa.delete(KEPT))
            connection.execute(KEPT.insert().values(msgspec.structs.asdict(mark)))


def _is_house_running(store: Store) -> bool:
    owner = schema.owner
    alive = sa.select(owner.c.server).where(~owner.c.is_free, owner.c.seen > store.clock - LEASE)
    with store.connecting() as connection:
        known = sa.inspect(connection)
        return known.has_table(KEPT.name) and connection.execute(alive).first() is not None


def find_mark(store: Store) -> Mark | None:
    """The last one, if it speaks of this log."""
    with store.reading() as reader:
        row = reader.connection.execute(sa.select(KEPT).order_by(KEPT.c.last.desc())).first()
        if row is None or reader.hash_at(row.last) != row.hash:
            return None
        return Mark(row.last, row.hash, row.findings)


def take_mark(store: Store, mark: Mark) -> None:
    """It has been noted in the log."""
    with store.writing() as connection:
        connection.execute(sa.delete(KEPT).where(KEPT.c.last <= mark.last))
