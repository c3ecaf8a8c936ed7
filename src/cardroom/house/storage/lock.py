"""One house at a time: a second server on the same database would write over the first one's chain."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa

from cardroom.errors import CardroomError
from cardroom.house.storage.store import Store

try:
    import fcntl
except ImportError:  # pragma: no cover - not on this system
    fcntl = None  # type: ignore[assignment]

_ADVISORY_LOCK = 0x63617264  # "card"


@contextmanager
def held(store: Store) -> Iterator[None]:
    """Hold the database for this process; the system lets it go however the process ends."""
    database = store.engine.url.database
    if store.is_sqlite:
        if not database or database == ":memory:" or fcntl is None:
            yield
            return
        path = Path(f"{database}.lock")
        try:
            file = path.open("w")
        except OSError as error:
            raise CardroomError("no-database", f"The database cannot be opened: {error}.") from None
        with file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise CardroomError("in-use", f"Another Cardroom runs on {database}; stop it first.") from None
            yield
        return
    with store.engine.connect() as connection:
        if not connection.execute(sa.select(sa.func.pg_try_advisory_lock(_ADVISORY_LOCK))).scalar():
            raise CardroomError("in-use", f"Another Cardroom runs on {database}; stop it first.")
        yield
