"""A whole house from one database to another, whatever kind each is. Who owns it does not go along."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa

from cardroom.errors import CardroomError
from cardroom.house.storage import log_ownership, schema
from cardroom.house.storage.store import Store

AT_ONCE = 1_000
OWN = (schema.owner, schema.standbys, schema.verifications)  # belongs to the database that it is in
COPIED = tuple(table for table in schema.metadata.sorted_tables if table not in OWN)


def copy_database(source: Store, target: Store, told: Callable[[int], None] = lambda _: None) -> None:
    """Everything as it was at one moment, while the house goes on; into a database that is empty."""
    require_empty(target)
    target.migrate()
    with source.reading() as reader, log_ownership.owning_log(target), target.writing() as writing:
        writing.execute(sa.delete(schema.identity))
        target.house = reader.house()  # whose log it is from now on
        for table in COPIED:
            query = sa.select(table).order_by(*table.primary_key)
            for rows in reader.connection.execution_options(yield_per=AT_ONCE).execute(query).partitions():
                writing.execute(table.insert(), [dict(row._mapping) for row in rows])  # noqa: SLF001 - it is public
                told(len(rows))
    target.close()


def rows_to_copy(store: Store) -> int:
    """How many rows there are to copy."""
    with store.reading() as reader:
        counts = (reader.connection.execute(sa.select(sa.func.count()).select_from(table)) for table in COPIED)
        return sum(count.scalar() or 0 for count in counts)


def require_empty(target: Store) -> None:
    with target.connecting() as connection:
        if sa.inspect(connection).get_table_names():
            raise CardroomError("not-empty", "That database is not empty: make a new one, and restore into that.")
