"""The house in time: commands come in, commits go out together, clocks run, and listeners are told what is on disk.

Nothing leaves this room before it is written: answers wait for the commit their command is part of, and every listener
gets one frame a commit.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TypeVar

from cardroom.errors import CardroomError
from cardroom.house.engine.house import Done, House, TornError
from cardroom.house.engine.live_table import LiveTable
from cardroom.house.engine.permissions import permission_name
from cardroom.house.features.tables.messages import Fault, FaultyPart
from cardroom.house.features.tables.text import fault_in_words
from cardroom.house.floor import Dealer, Floor
from cardroom.house.kernel.people import PLAYERS, SERVICE, Person
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.house.log.records import TablePart
from cardroom.house.runtime import housekeeping
from cardroom.house.runtime.alert_watcher import Watcher
from cardroom.house.runtime.background_tasks import Background
from cardroom.house.runtime.group_commit import Committer, OnOutage, retry_while_away
from cardroom.house.runtime.house_clock import now
from cardroom.house.runtime.startup import opening_command
from cardroom.house.runtime.table_clocks import Clocks
from cardroom.house.storage.store import Store
from cardroom.table.commands import Bet

log = logging.getLogger("cardroom")

CHECKPOINT_EVERY = 5_000  # records,
CHECKPOINT_APART = 60.0  # and seconds: everyone waits while the state is encoded
STOP_AGAIN = 5.0  # seconds until a table is stopped that could not be, like one whose award is being paid

# What a table's game is asked to do; whoever bets only puts chips down.
PLAYS = (c.AtTable, c.BeginRound, c.CountSensors, c.PaySeat, c.CorrectPayout, c.ResumeTable)

Told = TypeVar("Told")
Listener = Callable[[list[Done]], None]  # of commands whose records are on disk
OnDayClosed = Callable[[str, Done], Awaitable[None]]


@dataclass
class Service:
    house: House
    store: Store
    clocks: Clocks = field(init=False)
    closing: set[Listener] = field(default_factory=set)  # of commands with which all in memory goes to disk, before
    listeners: set[Listener] = field(default_factory=set)
    on_day_closed: OnDayClosed | None = None
    gap: timedelta | None = None  # for so long no server had the house; None: since the last record
    refusals: Counter[str] = field(default_factory=Counter)  # of strangers since the last count, by what they tried
    on_outage: set[OnOutage] = field(default_factory=set)
    committer: Committer = field(init=False)
    commands: int = 0
    watcher: Watcher = field(init=False)
    background: Background = field(default_factory=Background)
    _checkpoint_at: int = 0  # the record of the last one
    _checkpoint_due: float = 0.0  # no sooner than this
    _after_days: set[asyncio.Task[None]] = field(default_factory=set)  # what follows a closed day is not cut off
    _stopping: set[str] = field(default_factory=set)  # tables where something has failed
    _active: dict[tuple[str, str], float] = field(default_factory=dict)  # when a person last did something at a table

    def __post_init__(self) -> None:
        self.watcher = Watcher(self)
        self.background.told.add(self.watcher.wake)
        self.clocks = Clocks(self.house, lambda command: self.submit(SERVICE, command), self._clock_failed)
        head = self.house.position, self.house.head
        self.committer = Committer(self.store, head, self._close, self._tell, self._tell_outage)

    async def start(self, floor: Floor) -> None:
        """Open the house on this floor."""
        self.background.watch_the_loop()
        self._checkpoint_at = await retry_while_away(self._last_checkpoint)
        gap = self.gap if self.gap is not None else await retry_while_away(self._since_the_last_record)
        self.committer.start()
        command = opening_command(self.house, floor)
        for table in command.closes:
            log.warning("Table %s is closed. %s", table, self.house.tables[table].trouble_in_words)
        await self.submit(SERVICE, command)
        self.clocks.resume(gap)
        keep = self.background.keep
        keep("clearing-idle-seats", self._clear_idle_seats)
        keep("closing-days", lambda: housekeeping.close_days_on_time(self))
        keep("forgetting-guests", lambda: housekeeping.run_hourly_cleanup(self))
        keep("ending-visits", lambda: housekeeping.end_visits_on_time(self))
        keep("ending-empty-tables", lambda: housekeeping.end_empty_private_tables(self))
        keep("watching-tables", self.watcher.watch)

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
        self.background.stop(spare=self._after_days)
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
        try:
            done = self.house.do(person, command, key, now())
        except TornError as error:
            self.committer.give_up(error)
            raise
        except Exception as error:
            if (table := self._played_at(command)) is None:
                raise
            raise self.table_failed(table.id, FaultyPart.GAME, error) from error
        if done.error is not None and done.error.code == "not-allowed" and person.role in PLAYERS:
            self.refusals[permission_name(command.permission)] += 1
        await self._committed(done)
        if done.error is not None:
            raise done.error
        return done

    @property
    def is_on_disk(self) -> bool:
        """Whether everything that is in memory is on disk, and may be told."""
        return self.house.position == self.committer.head[0]

    async def flush(self) -> None:
        """Wait until everything that is in memory now is on disk."""
        if not self.is_on_disk:
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

    def _close(self, written: list[Done]) -> None:
        for listener in list(self.closing):
            self._try(listener, written)

    def _tell(self, written: list[Done]) -> None:
        """What one of those who are told cannot take is no reason not to tell the others."""
        for listener in (self.watcher.hear, *self.listeners):
            self._try(listener, written)
        touched: dict[str, None] = {}
        position = 0
        for done in written:
            self._try(self._notice, done)
            touched |= dict.fromkeys(done.holders)
            position = done.record.position if done.record is not None else position
        for name in touched:
            if name in self.house.tables:
                self.clocks.wind(self.house.tables[name], position)
        time = asyncio.get_running_loop().time()
        if self.house.position - self._checkpoint_at >= CHECKPOINT_EVERY and time >= self._checkpoint_due:
            self._checkpoint_at = self.house.position  # not twice
            self._checkpoint_due = time + CHECKPOINT_APART
            self.background.once("taking-a-checkpoint", self._take_checkpoint())

    def _try(self, listener: Callable[[Told], None], told: Told) -> None:
        try:
            listener(told)
        except Exception as error:  # noqa: BLE001 - told, whatever it is
            self.background.failed(f"telling:{listener.__qualname__}", error)

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
                    after = self._follow_up(self.on_day_closed, event.day, done)
                    task = self.background.once(f"ending-day:{event.day}", after)
                    self._after_days.add(task)
                    task.add_done_callback(self._after_days.discard)

    async def _follow_up(self, hook: OnDayClosed, day: str, done: Done) -> None:
        await hook(day, done)

    async def _take_checkpoint(self) -> None:
        self._checkpoint_at = self.house.position + 1  # the record that is written now
        await self.submit(SERVICE, c.TakeCheckpoint())

    async def _clear_idle_seats(self) -> None:
        """A seat kept by someone who has gone is another's to take."""
        while True:
            tables = [t for t in self.house.tables.values() if t.plan.dealer is Dealer.AUTOMATIC]
            await asyncio.sleep(min((t.plan.timers.idle for t in tables), default=300.0) / 5)
            time = asyncio.get_running_loop().time()
            sitting = [(table, seat, sitter.person) for table in tables for seat, sitter in table.seats.items()]
            self._active = {(t.id, person): self._active.get((t.id, person), time) for t, _, person in sitting}
            for table, seat, person in sitting:
                if table.suspended is not None:
                    self._active[table.id, person] = time
                still_there = seat in table.seats and table.seats[seat].person == person
                if still_there and time - self._active[table.id, person] > table.plan.timers.idle:
                    with suppress(CardroomError):  # a hand in play is finished first
                        await self.submit(SERVICE, c.StandUp(table.id, seat))

    # --- tables that fail ---------------------------------------------------------------------------------------------

    def table_failed(self, name: str, part: FaultyPart, error: BaseException) -> CardroomError:
        """Something of a table has failed: the table is stopped, and all others go on. What whoever asked is told."""
        table = self.house.tables.get(name)
        if table is None:
            return CardroomError("unknown-table", f"There is no table “{name}”.")
        if part is FaultyPart.VIEW and _cannot_go_on(table):
            part = FaultyPart.GAME
        if table.fault:
            return CardroomError("table-stopped", fault_in_words(table.fault))
        fault = Fault(part, type(error).__name__[:100])
        if name not in self._stopping:
            self._stopping.add(name)
            log.error("Table %s is stopped: its %s has failed.", name, part, exc_info=error)
            self.background.once(f"stopping-table:{name}", self._stop_table(name, fault))
        return CardroomError("table-stopped", fault_in_words(fault))

    def _clock_failed(self, table: str, error: BaseException) -> None:
        self.table_failed(table, FaultyPart.GAME, error)

    async def _stop_table(self, name: str, fault: Fault) -> None:
        """An award that is being paid is paid first. What cannot be given back stays as it lies."""
        try:
            while name in self.house.tables and not self.house.tables[name].fault:
                try:
                    await self.submit(SERVICE, c.StopTable(name, fault))
                except CardroomError as error:
                    log.warning("Table %s cannot be stopped yet: %s", name, error.message)
                    await asyncio.sleep(STOP_AGAIN)
                except Exception as error:
                    if fault.part is FaultyPart.VIEW:
                        raise
                    self.background.failed(f"giving-back-stakes:{name}", error)
                    fault = Fault(FaultyPart.VIEW, fault.error)
        finally:
            self._stopping.discard(name)

    def _played_at(self, command: c.AnyCommand) -> LiveTable | None:
        """The table whose game was asked, if Cardroom deals it."""
        act = command.act
        if not isinstance(act, PLAYS) or (isinstance(act, c.AtTable) and isinstance(act.command, Bet)):
            return None
        table = self.house.tables.get(act.table)
        return table if table is not None and not table.plan.is_real else None


def _cannot_go_on(table: LiveTable) -> bool:
    """Whether the game itself fails at the round in play, and not only what is shown of it."""
    if table.round is None or not table.is_playing:
        return False
    try:
        table.round.awaited_seats()
        if (act := table.round.next_act()) is not None:
            table.round.plan(act)
    except CardroomError:
        return False  # it is refused, and not broken
    except Exception:  # noqa: BLE001 - a game file may raise anything
        return True
    return False
