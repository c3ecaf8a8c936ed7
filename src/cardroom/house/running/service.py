"""The house in time: commands come in, commits go out together, clocks run, and listeners are told what is on disk.

Nothing leaves this room before it is written: answers wait for the commit their command is part of, and every listener
gets one frame a commit.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime

from cardroom.errors import CardroomError
from cardroom.house.core import commands as c
from cardroom.house.core import events as e
from cardroom.house.core.house import Done, House
from cardroom.house.core.people import PLAYERS, SERVICE, Person, row_of
from cardroom.house.core.records import LinkPart, TablePart
from cardroom.house.floor import Dealer, Floor
from cardroom.house.running import housekeeping
from cardroom.house.running.clocks import Clocks
from cardroom.house.running.now import now
from cardroom.house.storage.store import Store

log = logging.getLogger("cardroom")

COMMIT_LIMIT = 500  # commands in one transaction at most
GATHERING = 0.02  # seconds from one commit to the next while several commands come at a time: they share it
CHECKPOINT_EVERY = 5_000  # records

Listener = Callable[[list[Done]], None]  # of commands whose records are on disk
OnDayClosed = Callable[[str, Done], Awaitable[None]]


@dataclass
class Service:
    house: House
    store: Store
    clocks: Clocks = field(init=False)
    listeners: set[Listener] = field(default_factory=set)
    on_day_closed: OnDayClosed | None = None
    refusals: Counter[str] = field(default_factory=Counter)  # of strangers since the last count, by what they tried
    commits: int = 0
    commands: int = 0
    _checkpoint_at: int = 0  # the record of the last one
    _on_disk: int = 0  # the last record that is
    _pending: list[tuple[Done, asyncio.Future[Done]]] = field(default_factory=list)
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _committer: asyncio.Task[None] | None = None
    _background: set[asyncio.Task[object]] = field(default_factory=set)
    _after_days: set[asyncio.Task[object]] = field(default_factory=set)  # what follows a closed day is not cut off
    _active: dict[tuple[str, str], float] = field(default_factory=dict)  # when a person last did something at a table

    def __post_init__(self) -> None:
        self.clocks = Clocks(self.house, lambda command: self.submit(SERVICE, command))

    async def start(self, floor: Floor) -> None:
        """Open the house on this floor."""
        self._checkpoint_at = await asyncio.to_thread(self._last_checkpoint)
        self._committer = asyncio.create_task(self._commit_forever())
        await self.submit(SERVICE, c.OpenHouse(floor=self.house.documents.add(floor)))
        for table in self.house.tables.values():
            self.clocks.wind(table)
        for work in (
            self._clear_idle_seats(),
            housekeeping.look_after_days(self),
            housekeeping.look_after_strangers(self),
        ):
            self._in_background(work)

    def _last_checkpoint(self) -> int:
        with self.store.reading() as reader:
            return next((position for position, _ in reader.checkpoints()), 0)

    async def stop(self) -> None:
        """Let what has been accepted reach the disk, keep what a start should find, then stop."""
        self.clocks.stop()
        for task in list(self._background):
            task.cancel()
        if self._committer and not self._committer.done():  # it is over where the log could not be written
            await self.flush()
            await asyncio.gather(*self._after_days, return_exceptions=True)
            await housekeeping.count_refusals(self)
            if self.house.position > self._checkpoint_at:
                await self._take_checkpoint()
            self._committer.cancel()

    async def submit(self, person: Person, command: c.AnyCommand, key: str = "") -> Done:
        """Carry out a command; returns when what it did is on disk. A refusal is raised."""
        self.commands += 1
        done = self.house.do(person, command, key, now())
        if done.error is not None and done.error.code == "not-allowed" and person.role in PLAYERS:
            self.refusals[row_of(command).__name__] += 1
        await self._committed(done)
        if done.error is not None:
            raise done.error
        return done

    async def flush(self) -> None:
        """Wait until everything that is in memory is on disk, so that it may be told."""
        if self.house.position != self._on_disk:
            await self._committed(Done())

    async def _committed(self, done: Done) -> None:
        if done.error is not None and done.record is None:
            return
        future: asyncio.Future[Done] = asyncio.get_running_loop().create_future()
        self._pending.append((done, future))
        self._wake.set()
        await future

    async def _commit_forever(self) -> None:
        loop, next_at = asyncio.get_running_loop(), 0.0
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._pending:
                if (wait := next_at - loop.time()) > 0 and self.house.position != self._on_disk:
                    await asyncio.sleep(wait)
                batch, self._pending = self._pending[:COMMIT_LIMIT], self._pending[COMMIT_LIMIT:]
                written = [done for done, _ in batch if done.record is not None]
                if written:
                    next_at = loop.time() + GATHERING if len(written) > 1 else 0.0
                    try:
                        await asyncio.to_thread(self.store.write, written)
                    except Exception:
                        # Memory is ahead of the disk now; only a restart from the log makes them agree again.
                        log.critical("The log cannot be written; the house stops.", exc_info=True)
                        asyncio.get_running_loop().stop()
                        raise
                    self.commits += 1
                    self._on_disk = max(done.record.position for done in written if done.record is not None)
                for done, future in batch:
                    if not future.done():
                        future.set_result(done)
                if written:
                    self._tell(written)

    def _tell(self, written: list[Done]) -> None:
        for listener in list(self.listeners):
            listener(written)
        touched: dict[str, None] = {}
        for done in written:
            self._notice(done)
            touched |= dict.fromkeys(self._tables_of(done))
        for name in touched:
            if name in self.house.tables:
                self.clocks.wind(self.house.tables[name])
        if self.house.position - self._checkpoint_at >= CHECKPOINT_EVERY:
            self._checkpoint_at = self.house.position  # not twice
            self._in_background(self._take_checkpoint())

    def _notice(self, done: Done) -> None:
        """Who is still there, and which day is closed."""
        assert done.record is not None
        for name in done.holders:
            self._active[name, done.record.by] = asyncio.get_running_loop().time()
        for part in done.record.parts:
            for event in part.events:
                if isinstance(event, e.DayClosed) and self.on_day_closed is not None:
                    self._start(self._day_was_closed(self.on_day_closed, event.day, done), self._after_days)

    def _tables_of(self, done: Done) -> Iterator[str]:
        """Those that a record touches, itself or through their jackpots."""
        assert done.record is not None
        for part in done.record.parts:
            if isinstance(part, TablePart):
                yield part.table
            elif isinstance(part, LinkPart):
                yield from (table.id for table in self.house.links[part.link].state.config.tables)

    async def _day_was_closed(self, hook: OnDayClosed, day: str, done: Done) -> None:
        try:
            await hook(day, done)
        except Exception:
            log.exception("what follows the end of %s has failed", day)

    async def _take_checkpoint(self) -> None:
        self._checkpoint_at = self.house.position + 1  # the record that is written now
        await self.submit(SERVICE, c.TakeCheckpoint())

    def deadline(self, table: str) -> datetime | None:
        return self.clocks.deadline(table)

    def _in_background(self, work: Coroutine[object, object, None]) -> None:
        self._start(work, self._background)

    def _start(self, work: Coroutine[object, object, None], kept: set[asyncio.Task[object]]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        kept.add(task)
        task.add_done_callback(kept.discard)

    async def _clear_idle_seats(self) -> None:
        """A seat kept by someone who has gone is another's to take."""
        while True:
            tables = [t for t in self.house.tables.values() if t.plan.dealer is Dealer.AUTOMATIC]
            await asyncio.sleep(min((t.plan.timers.idle for t in tables), default=300.0) / 5)
            time = asyncio.get_running_loop().time()
            sitting = [(table, seat, sitter.person) for table in tables for seat, sitter in table.seats.items()]
            self._active = {(t.id, person): self._active.get((t.id, person), time) for t, _, person in sitting}
            for table, seat, person in sitting:
                still_there = seat in table.seats and table.seats[seat].person == person
                if still_there and time - self._active[table.id, person] > table.plan.timers.idle:
                    with suppress(CardroomError):  # a hand in play is finished first
                        await self.submit(SERVICE, c.StandUp(table.id, seat))
