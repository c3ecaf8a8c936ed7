"""Commits: what commands came to goes to disk in groups, in its order, once; and a database that is away is waited for.

A transaction whose outcome is not known, because the connection broke, is decided by asking for the last record: it is
the last of ours, or the one before them, and then they are sent again. Anything else means that the log has gone on
without this server, which then must end.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeVar

from sqlalchemy.exc import IntegrityError

from cardroom.documents import Hash
from cardroom.errors import CardroomError
from cardroom.house.engine.house import Done
from cardroom.house.runtime.house_clock import now
from cardroom.house.storage import log_ownership
from cardroom.house.storage.database_errors import AwayError, EndedError, moved_on
from cardroom.house.storage.head_file import write_head_file
from cardroom.house.storage.store import Store, first_line

log = logging.getLogger("cardroom")

COMMIT_LIMIT = 500  # commands in one transaction at most
# Seconds from one commit to the next while several tables move: their commands share it, unless so many wait.
TICK, MANY = 0.04, 60
LODGED = 0.5  # seconds between two heads
SOONEST, LATEST = 0.1, 1.0  # seconds between two looks at a database that is away
SILENCE = 5.0  # seconds without an answer, after which people are told that it is away

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")
OnWritten = Callable[[list[Done]], None]
OnOutage = Callable[[str, float], None]  # why, or "" when it is over; and for how many seconds it lasted


async def retry_while_away(look: Callable[[], Answer]) -> Answer:
    """Look something up as soon as the database is there."""
    while True:
        try:
            return await asyncio.to_thread(look)
        except AwayError as error:
            log.warning("The database is away: %s", error.why)
            await asyncio.sleep(SOONEST)


@dataclass
class Committer:
    store: Store
    head: tuple[int, Hash]  # of the log on disk
    on_closing: OnWritten  # before a batch is written after which all that is in memory is on disk
    on_written: OnWritten
    on_outage: OnOutage
    outage: AwayError | None = None  # the database is waited for
    is_asked_to_hand_over: asyncio.Event = field(default_factory=asyncio.Event)
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    reason: CardroomError | None = None  # why nothing can be written any more
    commits: int = 0
    clock_off: float = 0.0  # seconds that the database's clock is ahead, where it has one of its own
    _away_since: float = 0.0
    _is_writing: bool = False
    _pending: list[tuple[Done, asyncio.Future[Done]]] = field(default_factory=list)
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _are_many: asyncio.Event = field(default_factory=asyncio.Event)
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)

    def start(self) -> None:
        works = (self._commit, self._live, self._lodge)
        self._tasks = [asyncio.create_task(self._to_the_end(work)) for work in works]

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()

    @property
    def is_running(self) -> bool:
        return bool(self._tasks) and not self.ended.is_set()

    def require(self) -> None:
        """Refuse whoever wants something done while it could not be kept."""
        if trouble := self.reason or self.outage:
            raise trouble

    async def committed(self, done: Done) -> None:
        """Returns when this, and everything before it, is on disk."""
        if self.reason is not None:
            raise self.reason
        future: asyncio.Future[Done] = asyncio.get_running_loop().create_future()
        self._pending.append((done, future))
        self._wake.set()
        if len(self._pending) >= MANY:
            self._are_many.set()
        await future

    async def _to_the_end(self, work: Callable[[], Coroutine[None, None, None]]) -> None:
        """Where a log can no longer be written, nothing more is acknowledged.

        The work begins here: a task that is stopped before it has run leaves nothing that waits for ever.
        """
        try:
            await work()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is the end
            self.give_up(error)

    def give_up(self, error: Exception) -> None:
        """Another server, or the next start, goes on from what is on disk."""
        log.critical("Nothing can be written any more.", exc_info=None if isinstance(error, EndedError) else error)
        fault = EndedError("broken", f"The house cannot go on: {first_line(error)}")
        self.reason = error if isinstance(error, CardroomError) else fault
        self.ended.set()
        for _, future in self._pending:
            if not future.done():
                future.set_exception(self.reason)

    # --- writing ------------------------------------------------------------------------------------------------------

    async def _commit(self) -> None:
        loop, next_at, moved = asyncio.get_running_loop(), 0.0, set[str]()
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._pending and not self.ended.is_set():
                if (moving := self._moving()) and len(moved | moving) > 1:
                    await self._gather(next_at)
                batch = self._pending[:COMMIT_LIMIT]
                written = [done for done, _ in batch if done.written is not None]
                if written:
                    next_at, moved = loop.time() + TICK, self._moving()
                    if len(batch) == len(self._pending):
                        self.on_closing(written)
                    await self._write(written)
                del self._pending[: len(batch)]
                for done, future in batch:
                    if not future.done():
                        future.set_result(done)
                if written:
                    self.on_written(written)

    async def _gather(self, until: float) -> None:
        """Let more commands come, which share a commit."""
        self._are_many.clear()
        if (wait := until - asyncio.get_running_loop().time()) > 0 and len(self._pending) < MANY:
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):  # wait_for may lose a cancellation, up to Python 3.11
                    await self._are_many.wait()

    def _moving(self) -> set[str]:
        """The tables of which something waits to be written."""
        return {table for done, _ in self._pending for table in done.holders}

    async def _write(self, written: list[Done]) -> None:
        self._is_writing = True
        try:
            await self._ask(self.store.write, written)
        except (AwayError, IntegrityError) as error:
            await self._outlast(written, error)
        finally:
            self._is_writing = False
        self._end_outage()
        last = written[-1].written
        assert last is not None
        self.head = last.position, last.hash
        self.commits += 1

    async def _outlast(self, written: list[Done], error: Exception) -> None:
        """Try until these records are in the log, once."""
        pause, conflicts = SOONEST, 0
        while True:
            if isinstance(error, IntegrityError):
                conflicts += 1  # an earlier try of ours has reached the log after all, or somebody else's
                if conflicts > 3:
                    raise error
            else:
                assert isinstance(error, AwayError)
                self._begin_outage(error)
            await asyncio.sleep(pause)
            pause = min(pause * 2, LATEST)
            try:
                if not await self._ask(self._is_written, written):
                    await self._ask(self.store.write, written)
            except (AwayError, IntegrityError) as again:
                error = again
            else:
                return

    def _is_written(self, written: list[Done]) -> bool:
        last = written[-1].written
        assert last is not None
        tail = self.store.tail()
        if tail == (last.position, last.hash):
            return True
        if tail != self.head:
            raise moved_on(self.head[0])
        return False

    # --- signs of life ------------------------------------------------------------------------------------------------

    async def _live(self) -> None:
        """Keep the epoch while nothing is written, and notice early that the database is away, or wanted by another."""
        while not self.ended.is_set():
            await asyncio.sleep(log_ownership.BEAT)
            try:
                before = now()
                beat = await self._ask(log_ownership.renew_lease, self.store)
            except AwayError as error:
                self._begin_outage(error)
                continue
            if not self._is_writing:
                self._end_outage()
            if self.store.has_own_clock:
                self.clock_off = beat.at - (before + (now() - before) / 2).timestamp()
            if beat.is_asked:
                self.is_asked_to_hand_over.set()

    async def _lodge(self) -> None:
        """Beside the log, what of it is on disk: whoever opens it next knows at least of this."""
        lodged = self.head
        while not self.ended.is_set():
            await asyncio.sleep(LODGED)
            if self.head != lodged:
                lodged = self.head
                await asyncio.to_thread(write_head_file, self.store, *lodged)

    async def _ask(self, work: Callable[[Asked], Answer], of: Asked) -> Answer:
        """In a thread of its own. A network that says nothing at all is an outage, too, however long it lasts."""
        asking = asyncio.ensure_future(asyncio.to_thread(work, of))
        if not (await asyncio.wait((asking,), timeout=SILENCE))[0]:
            self._begin_outage(AwayError(f"no answer within {SILENCE:g} seconds"))
        return await asking

    def _begin_outage(self, error: AwayError) -> None:
        if self.outage is None:
            log.error("The database is away: %s", error.why)
            self._away_since = asyncio.get_running_loop().time()
            self.outage = error
            self.on_outage(error.message, 0.0)

    def _end_outage(self) -> None:
        if self.outage is not None:
            seconds = asyncio.get_running_loop().time() - self._away_since
            log.error("The database is back after %.1f s, at %s.", seconds, now().isoformat(timespec="seconds"))
            self.outage = None
            self.on_outage("", seconds)
