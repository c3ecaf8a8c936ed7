"""A long log verified by several processes, each a part of it that begins at a checkpoint.

The process before must reach that checkpoint to the byte, and what it knows of rows that may still change is joined to
what the next one finds. Together they can only say that everything is in order. Once one of them finds anything, all of
them stop, and one process looks at the whole log: so findings are the same however many processes there are.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from ctypes import c_bool, c_longlong
from itertools import pairwise
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from cardroom.errors import CardroomError
from cardroom.house.audit.log_audit import Audit, Proven, Span
from cardroom.house.storage.database_reader import Reader
from cardroom.house.storage.seed_key_ring import load_keys
from cardroom.house.storage.store import Store

WORTH_A_PROCESS = 10_000  # records
LOOK_EVERY = 0.2  # seconds

Advance = Callable[[int], object]


class _OutOfOrderError(Exception):
    """Something is wrong somewhere, or cannot be said by parts."""


def audit_in_parallel(
    store: Store, reader: Reader, begins: Proven | None, processes: int, advance: Advance
) -> Audit | None:
    """The audit of a log in which everything is in order; None where that cannot be said."""
    seams = _seams(reader, begins, processes)
    if not seams or (store.is_sqlite and store.file is None):
        return None
    try:
        with _workers(len(seams)) as (pool, progress, is_over):
            address = store.engine.url.render_as_string(hide_password=False)
            parts = [pool.submit(_part, number, address, begins, *part) for number, part in enumerate(_parts(seams))]
            try:
                return _joined(Audit(reader, begins, load_keys(store.seal_file), seams[-1]), parts, progress, advance)
            finally:
                is_over.value = True
    except (_OutOfOrderError, CardroomError, SQLAlchemyError, UnicodeError, OSError, BrokenExecutor):
        return None


def _seams(reader: Reader, begins: Proven | None, processes: int) -> list[Proven]:
    """Checkpoints that divide what is to be done again into parts of about the same size."""
    first, last = begins.position if begins else 0, reader.last()
    parts = min(processes, (last - first) // WORTH_A_PROCESS)
    kept = [Proven(*found) for found in reversed(reader.checkpoints()) if first < found[0] < last]
    seams: list[Proven] = []
    for number in range(1, parts):
        wanted = first + (last - first) * number // parts
        nearest = min(kept, key=lambda one: abs(one.position - wanted), default=None)
        if nearest is not None and nearest not in seams:
            seams.append(nearest)
    return seams


def _parts(seams: list[Proven]) -> Iterator[tuple[Proven | None, Proven]]:
    """Where each part begins and ends, without the last one."""
    yield None, seams[0]
    yield from pairwise(seams)


def _joined(last: Audit, parts: list[Future[Span | None]], progress: list[Any], advance: Advance) -> Audit:
    """The audit of the last part, with what those of the others have found."""
    start, told = last.start(), 0

    def tell() -> None:
        nonlocal told
        done = sum(one.value for one in progress) + last.records
        advance(done - told)
        told = done

    def follow() -> None:
        if last.records % 100 == 0:
            tell()
            if any(part.done() and part.result() is None for part in parts):
                raise _OutOfOrderError
        if not last.is_in_order:
            raise _OutOfOrderError

    last.follow(follow)
    while (state := wait(parts, LOOK_EVERY)).not_done:
        tell()
        if any(part.result() is None for part in state.done):
            raise _OutOfOrderError
    tell()
    for part in reversed(parts):
        span = part.result()
        if span is None or span.end != start:
            raise _OutOfOrderError
        last.go_on_from_span(span)
        start = span.begin
    last.finish()
    if last.findings:
        raise _OutOfOrderError
    return last


@contextmanager
def _workers(number: int) -> Iterator[tuple[ProcessPoolExecutor, list[Any], Any]]:
    context = multiprocessing.get_context("spawn")
    progress = [context.Value(c_longlong, 0, lock=False) for _ in range(number)]
    is_over = context.Value(c_bool, False, lock=False)
    with ProcessPoolExecutor(number, context, _begin, (progress, is_over)) as pool:
        yield pool, progress, is_over


# --- in a worker ------------------------------------------------------------------------------------------------------

_shared: list[Any] = []


def _begin(*shared: Any) -> None:
    _shared.extend(shared)


def _part(number: int, address: str, begins: Proven | None, start: Proven | None, end: Proven) -> Span | None:
    """The audit of one part; None once something is wrong, or when nobody wants to know any more."""
    progress, is_over = _shared
    store = Store(address)
    with store.reading() as reader:
        audit = Audit(reader, begins, load_keys(store.seal_file), start)
        begin = audit.start()

        def follow() -> None:
            progress[number].value += 1
            if is_over.value or not audit.is_in_order:
                raise _OutOfOrderError

        try:
            audit.follow(follow, end.position)
            span = audit.span(begin)
        except _OutOfOrderError:
            return None
        return span if audit.is_in_order else None
