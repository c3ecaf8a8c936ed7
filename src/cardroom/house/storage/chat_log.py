"""What is said at tables among friends, beside the log: nobody's money hangs on it, and after a day it is gone."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

import msgspec
import sqlalchemy as sa

from cardroom.house.storage import schema
from cardroom.house.storage.store import Store

MOST_LINES = 200  # of a table
TALK_IS_KEPT = timedelta(days=1)

LINES, MUTED = schema.talk, schema.muted


class Kept(msgspec.Struct, frozen=True):
    """What a table has been told, the first line first, and who is to be quiet there."""

    numbers: tuple[int, ...]
    bodies: tuple[str, ...]
    muted: frozenset[str]


def keep_line(store: Store, table: str, number: int, at: datetime, body: str) -> None:
    with store.writing() as connection:
        connection.execute(LINES.insert().values(table_id=table, number=number, at=at.isoformat(), body=body))
        old = sa.and_(LINES.c.table_id == table, LINES.c.number <= number - MOST_LINES)
        connection.execute(sa.delete(LINES).where(old))


def keep_muted(store: Store, table: str, person: str, *, muted: bool) -> None:
    with store.writing() as connection:
        connection.execute(sa.delete(MUTED).where(MUTED.c.table_id == table, MUTED.c.person == person))
        if muted:
            connection.execute(MUTED.insert().values(table_id=table, person=person))


def chat_at_table(store: Store, table: str) -> Kept:
    with store.connecting() as connection:
        rows = connection.execute(sa.select(LINES).where(LINES.c.table_id == table).order_by(LINES.c.number)).all()
        quiet = connection.execute(sa.select(MUTED.c.person).where(MUTED.c.table_id == table)).scalars()
        return Kept(tuple(row.number for row in rows), tuple(row.body for row in rows), frozenset(quiet))


def forget_talk(store: Store, before: datetime, tables: Collection[str]) -> None:
    """Lines from before this moment, and all that belongs to tables that are not among these any more."""
    with store.connecting() as connection:
        known = {*connection.execute(sa.select(LINES.c.table_id).distinct()).scalars()}
        known |= {*connection.execute(sa.select(MUTED.c.table_id).distinct()).scalars()}
    gone = sorted(known - set(tables))
    if not known:
        return
    with store.writing() as connection:
        connection.execute(sa.delete(LINES).where(LINES.c.at < before.isoformat()))
        for kept in (LINES, MUTED):
            connection.execute(sa.delete(kept).where(kept.c.table_id.in_(gone)))
