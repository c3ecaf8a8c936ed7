"""Invitations to tables among friends, beside the sessions: only their hashes, and gone with the table."""

from __future__ import annotations

from collections.abc import Collection

import msgspec
import sqlalchemy as sa

from cardroom.house.storage import schema
from cardroom.house.storage.store import Store

KEPT = schema.invitations


class Invited(msgspec.Struct, frozen=True):
    """Where an invitation leads, and its number there."""

    table: str
    number: int


def keep_invitation(store: Store, token_hash: str, invited: Invited) -> None:
    """The one invitation of its table from now on."""
    with store.writing() as connection:
        connection.execute(sa.delete(KEPT).where(KEPT.c.table_id == invited.table))
        row = KEPT.insert().values(token=token_hash, table_id=invited.table, number=invited.number)
        connection.execute(row)


def invitation_by_token(store: Store, token_hash: str) -> Invited | None:
    return _found(store, KEPT.c.token == token_hash)


def invitation_to_table(store: Store, table: str) -> Invited | None:
    return _found(store, KEPT.c.table_id == table)


def forget_invitations(store: Store, tables: Collection[str]) -> None:
    """Those to tables that are not among these any more."""
    with store.connecting() as connection:
        known = {*connection.execute(sa.select(KEPT.c.table_id).distinct()).scalars()}
    if gone := sorted(known - set(tables)):
        with store.writing() as connection:
            connection.execute(sa.delete(KEPT).where(KEPT.c.table_id.in_(gone)))


def _found(store: Store, which: sa.ColumnElement[bool]) -> Invited | None:
    with store.connecting() as connection:
        row = connection.execute(sa.select(KEPT).where(which)).first()
    return None if row is None else Invited(row.table_id, row.number)
