"""The log verified from where it was last proven, for the command line and for the running house alike."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence

from sqlalchemy.exc import SQLAlchemyError

from cardroom.errors import CardroomError
from cardroom.house.audit import proven_checkpoints
from cardroom.house.audit.log_audit import Audit
from cardroom.house.audit.parallel_audit import Advance, audit_in_parallel
from cardroom.house.audit.signed_heads import SignedHead
from cardroom.house.storage.seed_key_ring import load_keys
from cardroom.house.storage.store import Store
from cardroom.house.storage.verification_marks import Mark, leave_mark

Told = Callable[[int], object]  # how many records there are to be done again


def verify_log(
    store: Store,
    *,
    everything: bool = True,
    heads: Sequence[SignedHead] = (),
    contains: str | None = None,
    processes: int = 1,
    told: Told = lambda _: None,
    advance: Advance = lambda _: None,
) -> Audit:
    """The audit of a database; where it finds nothing, the next one may begin at its last checkpoint.

    A long log is verified by several processes, if that many are allowed. It leaves a mark for the house that runs
    there. A database that only may be read is verified all the same.
    """
    try:
        with store.reading() as reader:
            begins = None if everything else proven_checkpoints.last_proven(store.address, reader)
            records = reader.last() - (begins.position if begins else 0)
            told(records)
            found = audit_in_parallel(store, reader, begins, processes, advance)
            if found is None:
                told(records)
                found = Audit(reader, begins, load_keys(store.seal_file))
                found.run(lambda: advance(1))
            for signed in heads:
                found.require_head(signed.head.position, signed.head.hash)
            if contains:
                found.require_hash(contains)
    except (SQLAlchemyError, UnicodeError) as error:
        raise CardroomError("no-database", f"The database cannot be read: {str(error).splitlines()[0]}") from None
    if not found.findings and found.proven is not None:
        proven_checkpoints.remember(store.address, found.proven)
    with contextlib.suppress(CardroomError, SQLAlchemyError):
        leave_mark(store, Mark(found.house.position, found.house.head, len(found.findings)))
    return found
