"""The house in time: commands come in, commits go out together, clocks run, and listeners are told what is on disk.

Nothing leaves this room before it is written: answers wait for the commit their command is part of, and every listener
gets one frame a commit.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta

from cardroom.errors import CardroomError
from cardroom.house.core import commands as c
from cardroom.house.core import events as e
from cardroom.house.core.house import Done, House
from cardroom.house.core.people import PLAYERS, SERVICE, Person, row_of
from cardroom.house.core.records import TablePart
from cardroom.house.floor import Dealer, Floor
from cardroom.house.running import housekeeping
from cardroom.house.running.clocks import Clocks
from cardroom.house.running.committing import Committer, OnOutage, patiently
from cardroom.house.running.now import now
from cardroom.house.running.starting import left_cards, opening
from cardroom.house.running.watching import Watcher
from cardroom.house.storage.store import Store

log = logging.getLogger("cardroom")

CHECKPOINT_EVERY = 5_000  # records,
CHECKPOINT_APART = 60.0  # and seconds: everyone waits while the state is encoded

Listener = Callable[[list[Done]], None]  # of commands whose records are on disk
OnDayClosed = Callable[[str, Done], Awaitable[None]]


@dataclass
class Service:
    house: House
    store: Store
    clocks: Clocks = field(init=False)
    listeners: set[Listener] = field(default_factory=set)
    on_day_closed: OnDayClosed | None = None
    gap: timedelta | None = None  # for so long no server had the house; None: since the last record
    refusals: Counter[str] = field(default_factory=Counter)  # of strangers since the last count, by what they tried
    on_outage: set[OnOutage] = field(default_factory=set)
    committer: Committer = field(init=False)
    commands: int = 0
    watcher: Watcher = field(init=False)
    _checkpoint_at: int = 0  # the record of the last one
    _checkpoint_due: float = 0.0  # no sooner than this
    _background: set[asyncio.Task[object]] = field(default_factory=set)
    _after_days: set[asyncio.Task[object]] = field(default_factory=set)  # what follows a closed day is not cut off
    _active: dict[tuple[str, str], float] = field(default_factory=dict)  # when a person last did something at a table

    def __post_init__(self) -> None:
        self.watcher = Watcher(self)
        self.clocks = Clocks(self.house, lambda command: self.submit(SERVICE, command))
        head = self.house.position, self.house.head
        self.committer = Committer(self.store, head, self._tell, self._tell_outage)

    async def start(self, floor: Floor) -> None:
        """Open the house on this floor."""
        self._checkpoint_at = await patiently(self._last_checkpoint)
        gap = self.gap if self.gap is not None else await patiently(self._since_the_last_record)
        self.committer.start()
        command = opening(self.house, floor)
        for table, why in command.closes.items():
            log.warning("Table %s is closed. %s", table, why)
        await self.submit(SERVICE, command)
        for card in await patiently(lambda: left_cards(self.house, self.store)):
            await self.submit(SERVICE, card)
        self.clocks.resume(gap)
        for work in (
            self._clear_idle_seats(),
            housekeeping.look_after_days(self),
            housekeeping.look_after_strangers(self),
            housekeeping.look_after_friends(self),
            self.watcher.watch(),
        ):
            self._in_background(work)

    def _last_checkpoint(self) -> int:
        with self.store.reading() as reader:
            return next((position for position, _ in reader.checkpoints()), 0)

    def _since_the_last_record(self) -> timedelta:
        with self.store.reading() as reader:
            last = next((record.at for record, _ in reader.records(after=self.house.position - 1)), None)
        return timedelta() if last is None else max(now() - last, timedelta())

    async def stop(self) -> None:
        """Let what has been accepted reach the disk, keep what a start should find, then stop."""
        self.clocks.stop()
        for task in list(self._background):
            task.cancel()
        if self.committer.is_running and self.committer.outage is None:  # otherwise nothing more can be kept
            await self.flush()
            await asyncio.gather(*self._after_days, return_exceptions=True)
            await housekeeping.count_refusals(self)
            if self.house.position > self._checkpoint_at:
                await self._take_checkpoint()
        self.committer.stop()

    async def submit(self, person: Person, command: c.AnyCommand, key: str = "") -> Done:
        """Carry out a command; returns when what it did is on disk. A refusal is raised."""
        self.commands += 1
        self.committer.require()
        done = self.house.do(person, command, key, now())
        if done.error is not None and done.error.code == "not-allowed" and person.role in PLAYERS:
            self.refusals[row_of(command).__name__] += 1
        await self._committed(done)
        if done.error is not None:
            raise done.error
        return done

    async def flush(self) -> None:
        """Wait until everything that is in memory is on disk, so that it may be told."""
        if self.house.position != self.committer.head[0]:
            await self._committed(Done())

    async def _committed(self, done: Done) -> None:
        if done.error is None or done.record is not None:
            await self.committer.committed(done)

    def _tell_outage(self, why: str, seconds: float) -> None:
        if why:
            self.clocks.pause()
        else:
            self.clocks.credit(timedelta(seconds=seconds))
        for listener in list(self.on_outage):
            listener(why, seconds)

    def _tell(self, written: list[Done]) -> None:
        self.watcher.hear(written)
        for listener in list(self.listeners):
            listener(written)
        touched: dict[str, None] = {}
        position = 0
        for done in written:
            self._notice(done)
            touched |= dict.fromkeys(done.holders)
            position = done.record.position if done.record is not None else position
        for name in touched:
            if name in self.house.tables:
                self.clocks.wind(self.house.tables[name], position)
        time = asyncio.get_running_loop().time()
        if self.house.position - self._checkpoint_at >= CHECKPOINT_EVERY and time >= self._checkpoint_due:
            self._checkpoint_at = self.house.position  # not twice
            self._checkpoint_due = time + CHECKPOINT_APART
            self._in_background(self._take_checkpoint())

    def _notice(self, done: Done) -> None:
        """Who is still there, and which day is closed."""
        assert done.record is not None
        for name in done.holders:
            self._active[name, done.record.by] = asyncio.get_running_loop().time()
        for part in done.record.parts:
            for event in part.events:
                if isinstance(event, e.TableRemoved) and isinstance(part, TablePart):
                    self.clocks.forget(part.table)
                if isinstance(event, e.DayClosed) and self.on_day_closed is not None:
                    self._start(self._day_was_closed(self.on_day_closed, event.day, done), self._after_days)

    async def _day_was_closed(self, hook: OnDayClosed, day: str, done: Done) -> None:
        try:
            await hook(day, done)
        except Exception:
            log.exception("what follows the end of %s has failed", day)

    async def _take_checkpoint(self) -> None:
        self._checkpoint_at = self.house.position + 1  # the record that is written now
        await self.submit(SERVICE, c.TakeCheckpoint())

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
                if table.id in self.house.held:
                    self._active[table.id, person] = time
                still_there = seat in table.seats and table.seats[seat].person == person
                if still_there and time - self._active[table.id, person] > table.plan.timers.idle:
                    with suppress(CardroomError):  # a hand in play is finished first
                        await self.submit(SERVICE, c.StandUp(table.id, seat))
