"""The house in time: commands come in, commits go out together, clocks run, and listeners are told what is on disk.

Nothing leaves this room before it is written: answers wait for the commit their command is part of, and every listener
gets one frame a commit.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import msgspec

from cardroom.errors import CardroomError
from cardroom.house.core import commands as c
from cardroom.house.core import events as e
from cardroom.house.core.house import SERVICE, Done, House, Transaction
from cardroom.house.core.live_table import LiveTable, Wait
from cardroom.house.core.people import Person
from cardroom.house.core.records import Record
from cardroom.house.floor import Dealer
from cardroom.house.storage.store import Store
from cardroom.house.telling.views import waits_for
from cardroom.table.commands import CloseBets

log = logging.getLogger("cardroom")

_TABLE_EVENTS = msgspec.json.Decoder(list[e.TableEvent])

EVERYONE_HAS_BET = 1.0  # seconds left to change one's mind
COMMIT_LIMIT = 500  # commands in one transaction at most

Listener = Callable[[list[Record]], None]


def now() -> datetime:
    return datetime.now(UTC)


@dataclass
class Clock:
    """What a table waits for, and until when."""

    waits_for: tuple[object, ...] = ()
    deadline: datetime | None = None
    handle: asyncio.TimerHandle | None = None


@dataclass
class Service:
    house: House
    store: Store
    clocks: dict[str, Clock] = field(default_factory=dict)
    listeners: set[Listener] = field(default_factory=set)
    _pending: list[tuple[Done, asyncio.Future[Done]]] = field(default_factory=list)
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _committer: asyncio.Task[None] | None = None
    _background: set[asyncio.Task[object]] = field(default_factory=set)
    _active: dict[tuple[str, str], float] = field(default_factory=dict)  # when a person last did something at a table
    commits: int = 0
    commands: int = 0

    async def start(self, floor_hash: str) -> None:
        self._committer = asyncio.create_task(self._commit_forever())
        await self._committed(self.house.open(floor_hash, now()))
        for table in self.house.tables.values():
            self._set_clock(table)
        self._in_background(self._clear_idle_seats())

    async def stop(self) -> None:
        """Let what has been accepted reach the disk, then stop."""
        for clock in self.clocks.values():
            if clock.handle:
                clock.handle.cancel()
        for task in list(self._background):
            task.cancel()
        if self._committer and not self._committer.done():  # it is over where the log could not be written
            await self.flush()
            self._committer.cancel()

    async def submit(self, person: Person, command: c.AnyCommand, key: str = "") -> Done:
        """Carry out a command; returns when what it did is on disk. A refusal is raised."""
        self.commands += 1
        done = self.house.do(person, command, key, now())
        await self._committed(done)
        if done.error is not None:
            raise done.error
        return done

    async def note(self, event: e.HouseEvent) -> None:
        """Something that no command of the house has brought about, such as a failed login, for the log."""
        transaction = Transaction(now(), SERVICE)
        self.house.record_house(transaction, event)
        await self._committed(self.house._commit(transaction, ""))  # noqa: SLF001

    async def flush(self) -> None:
        """Wait until everything that is in memory is on disk, so that it may be told."""
        await self._committed(Done())

    async def _committed(self, done: Done) -> None:
        if done.error is not None and not done.records:
            return
        future: asyncio.Future[Done] = asyncio.get_running_loop().create_future()
        self._pending.append((done, future))
        self._wake.set()
        await future

    async def _commit_forever(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._pending:
                batch, self._pending = self._pending[:COMMIT_LIMIT], self._pending[COMMIT_LIMIT:]
                records = [record for done, _ in batch for record in done.records]
                if records:
                    try:
                        await asyncio.to_thread(self.store.write, [done for done, _ in batch])
                    except Exception:
                        # Memory is ahead of the disk now; only a restart from the log makes them agree again.
                        log.critical("The log cannot be written; the house stops.", exc_info=True)
                        asyncio.get_running_loop().stop()
                        raise
                    self.commits += 1
                for done, future in batch:
                    if not future.done():
                        future.set_result(done)
                if records:
                    self._tell(records)

    def _tell(self, records: list[Record]) -> None:
        for listener in list(self.listeners):
            listener(records)
        for record in records:
            if record.stream.startswith("table:"):
                self._active[record.stream.removeprefix("table:"), record.by] = asyncio.get_running_loop().time()
        for name in {record.stream.removeprefix("table:") for record in records if record.stream.startswith("table:")}:
            self._set_clock(self.house.tables[name])
        for name in {record.stream.removeprefix("link:") for record in records if record.stream.startswith("link:")}:
            for table in self.house.links[name].state.config.tables:
                if table.id in self.house.tables:
                    self._set_clock(self.house.tables[table.id])

    # --- clocks -------------------------------------------------------------------------------------------------------

    def deadline(self, table: str) -> datetime | None:
        return self.clocks[table].deadline if table in self.clocks else None

    def _set_clock(self, table: LiveTable) -> None:
        """Start the clock anew whenever the table waits for something else."""
        clock = self.clocks.setdefault(table.id, Clock())
        waiting = self._waiting(table)
        if waiting == clock.waits_for:
            return
        if clock.handle:
            clock.handle.cancel()
        clock.waits_for, clock.handle, clock.deadline = waiting, None, None
        seconds = self._seconds(table)
        if seconds is not None:
            clock.deadline = now() + timedelta(seconds=seconds)
            clock.handle = asyncio.get_running_loop().call_later(seconds, self._ring, table)

    def _waiting(self, table: LiveTable) -> tuple[object, ...]:
        wait = waits_for(self.house, table)
        if wait is Wait.BETS:
            return (wait, table.round_id, self._someone_has_bet(table), self._everyone_has_bet(table))
        if wait is Wait.DECISIONS and table.round is not None:
            return (wait, table.round_id, tuple(table.round.awaited_seats()), len(table.round.state.community))
        return (wait, table.round_id)

    def _someone_has_bet(self, table: LiveTable) -> bool:
        return table.round is not None and bool(table.round.state.seats)

    def _everyone_has_bet(self, table: LiveTable) -> bool:
        return table.round is not None and bool(table.seats) and table.seats.keys() <= table.round.state.seats.keys()

    def _seconds(self, table: LiveTable) -> float | None:
        timers, is_automatic = table.plan.timers, table.plan.dealer is Dealer.AUTOMATIC
        match waits_for(self.house, table):
            case Wait.ROUND if is_automatic:
                return timers.pause
            case Wait.BETS if is_automatic and self._someone_has_bet(table):
                return min(timers.bets, EVERYONE_HAS_BET) if self._everyone_has_bet(table) else timers.bets
            case Wait.DECISIONS:
                return timers.decision
            case _:
                return None

    def _ring(self, table: LiveTable) -> None:
        """Time is up."""
        self.clocks[table.id].waits_for = ()
        self._in_background(self._on_time_up(table))

    def _in_background(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

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

    async def _on_time_up(self, table: LiveTable) -> None:
        try:
            match waits_for(self.house, table):
                case Wait.ROUND:
                    await self.submit(SERVICE, c.BeginRound(table.id))
                case Wait.BETS if table.round is not None and table.round.state.seats:
                    await self.submit(SERVICE, c.Perform(table.id, CloseBets()))
                case Wait.DECISIONS if table.round is not None:
                    for seat in table.round.awaited_seats():
                        await self.submit(SERVICE, c.DecideForSeat(table.id, seat, self._out_of_time(table, seat)))
        except CardroomError as error:
            log.warning("table %s: %s", table.id, error.message)
        finally:
            self._set_clock(table)

    def _out_of_time(self, table: LiveTable, seat: int) -> int:
        """A fold, or the least costly legal bet where the operator says so."""
        assert table.round is not None
        multiples = [option.multiple for option in table.round.options(seat)]
        return multiples[1] if table.plan.timers.out_of_time == "least" and len(multiples) > 1 else 0


def decode_table_events(record: Record) -> list[e.TableEvent]:
    return _TABLE_EVENTS.decode(record.events)
