"""The clocks of the tables: until when each waits, and what happens when the time is up.

A clock starts when what it runs for is on disk and told, and nothing that anybody does moves it to later. Since when a
table waits is part of the house's state, so that a clock goes on after a restart.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

from cardroom.errors import CardroomError
from cardroom.house.engine.house import House
from cardroom.house.engine.live_table import LiveTable
from cardroom.house.engine.table_wait import BETS, NOTHING, PAUSE, Deadlines, Timed, seconds_for, timed_wait
from cardroom.house.log import commands as c
from cardroom.house.log.records import table_stream
from cardroom.house.runtime.house_clock import now
from cardroom.table.commands import Choose, CloseBets, Seat

log = logging.getLogger("cardroom")

EVERYONE_HAS_BET = 1.0  # seconds left to change one's mind
HURRY = 0.1  # of these seconds, and of those between rounds, where all at a table wish to play quickly
AGAIN = 1.0  # seconds until what could not be done is tried again
COMMIT = 2.0  # seconds that a record may have taken to the disk before a restart
DATABASE_AWAY = "database-away"  # why nothing is carried out for the time being


class Due(NamedTuple):
    """A moment, by the loop and by the clock on the wall, which may be set."""

    at: float
    deadline: datetime

    def later(self, by: timedelta) -> Due:
        return Due(self.at + by.total_seconds(), self.deadline + by)


@dataclass
class Clock:
    """That of one table."""

    number: int = -1  # of the table's stream when it was last looked at
    runs_for: Timed = NOTHING
    whole: Due | None = None  # when all the time is up that there was; None: it does not run yet
    stopped: Due | None = None  # when its table was held, if it is
    hurried: Due | None = None  # when a pause is over where all wish to play quickly
    all_bet: Due | None = None  # when those who have all bet have waited long enough
    were_here: frozenset[Seat] = frozenset()  # those who have had all the time that there was
    due: Due | None = None  # the table's own, for the bets or the next round
    dues: dict[Seat, Due] = field(default_factory=dict)  # of those who have to decide
    not_before: float = 0.0  # when it may ring again
    rings_at: float = 0.0
    handle: asyncio.TimerHandle | None = None

    def move(self, by: timedelta) -> None:
        """For so long nobody could do anything."""
        self.whole = self.whole and self.whole.later(by)
        self.hurried = self.hurried and self.hurried.later(by)
        self.all_bet = self.all_bet and self.all_bet.later(by)

    def silence(self) -> None:
        if self.handle is not None:
            self.handle.cancel()
        self.handle = None


@dataclass
class Clocks:
    """Those of all tables of a house. None runs before `resume`."""

    house: House
    submit: Callable[[c.AnyCommand], Awaitable[object]]  # by the house itself
    failed: Callable[[str, BaseException], None]  # the game of a table cannot be asked
    moved: set[Callable[[], None]] = field(default_factory=set)  # called when all of them have been moved
    _clocks: dict[str, Clock] = field(default_factory=dict)
    _ringing: set[asyncio.Task[None]] = field(default_factory=set)
    _runs: bool = False
    _is_paused: bool = False
    _on_disk: int = 0  # the last record

    # --- starting and stopping ----------------------------------------------------------------------------------------

    def resume(self, gap: timedelta = timedelta()) -> None:
        """Go on after a start: for so long no server ran, and nobody loses that time."""
        self._runs, self._on_disk = True, self.house.position
        for table in self.house.tables.values():
            clock = self._clocks[table.id] = Clock(runs_for=self._waits(table))
            if (opened := table.opened) and clock.runs_for != NOTHING:
                most = timedelta(seconds=seconds_for(table, clock.runs_for) + COMMIT)
                held = table.suspended
                left = min(opened.at + most + gap - now() if held is None else opened.at + most - held.since, most)
                clock.whole, clock.were_here = _in(max(left.total_seconds(), 0.0)), frozenset(table.here)
            self.wind(table, self._on_disk)

    def _waits(self, table: LiveTable) -> Timed:
        try:
            return timed_wait(self.house, table)
        except Exception as error:  # noqa: BLE001 - a game file may raise anything
            self.failed(table.id, error)
            return NOTHING

    def stop(self) -> None:
        self._runs = False
        for clock in self._clocks.values():
            clock.silence()
        for task in self._ringing:
            task.cancel()

    def pause(self) -> None:
        """Nothing can be carried out for the time being: no clock rings until `credit`."""
        self._is_paused = True
        for clock in self._clocks.values():
            clock.silence()

    def credit(self, gap: timedelta) -> None:
        """Go on after a pause: for so long nobody could do anything, and every clock is moved by it."""
        self._is_paused = False
        for name, clock in self._clocks.items():
            clock.number, clock.not_before = -1, 0.0
            if clock.stopped is None:  # a suspended one is moved when it goes on
                clock.move(gap)
            if (table := self.house.tables.get(name)) is not None:
                self.wind(table, self._on_disk)
        for tell in list(self.moved):
            tell()

    def forget(self, table: str) -> None:
        """A table is gone."""
        self.house.deadlines.pop(table, None)
        if clock := self._clocks.pop(table, None):
            clock.silence()

    # --- looking ------------------------------------------------------------------------------------------------------

    def wind(self, table: LiveTable, position: int) -> None:
        """Look at a table again, now that the records up to this position are on disk."""
        self._on_disk = max(self._on_disk, position)
        if self._runs:
            try:
                self._look_at(table)
            except Exception as error:  # noqa: BLE001 - a game file may raise anything
                self.failed(table.id, error)

    def _look_at(self, table: LiveTable) -> None:
        clock = self._clocks.setdefault(table.id, Clock())
        number = self.house.numbers.get(table_stream(table.id), 0)
        if number == clock.number and (clock.whole is not None or clock.runs_for == NOTHING):
            return
        clock.number = number
        if self._is_held(table, clock):
            return
        waiting = timed_wait(self.house, table)
        if waiting != clock.runs_for:
            clock.runs_for, clock.whole, clock.all_bet, clock.not_before = waiting, None, None, 0.0
        if clock.whole is None and waiting != NOTHING and not self._is_early(waiting):
            seconds = seconds_for(table, clock.runs_for)
            clock.whole, clock.hurried, clock.were_here = _in(seconds), _in(seconds * HURRY), frozenset(table.here)
        self._set(table, clock)
        self._arm(table, clock)

    def _is_held(self, table: LiveTable, clock: Clock) -> bool:
        """No clock of a table runs while it is held; then it goes on with what was left."""
        if table.suspended is not None:
            clock.stopped = clock.stopped or _in(0.0)
            clock.due, clock.dues = None, {}
            self._tell(table, clock)
            clock.silence()
            return True
        if clock.stopped is not None:
            for_so_long = timedelta(seconds=asyncio.get_running_loop().time() - clock.stopped.at)
            clock.stopped, clock.not_before = None, 0.0
            clock.move(for_so_long)
        return False

    def _is_early(self, waiting: Timed) -> bool:
        """What is waited for is known here, but not on disk yet: nobody has been asked."""
        what, position = waiting
        return what != PAUSE and position > self._on_disk

    def _set(self, table: LiveTable, clock: Clock) -> None:
        """Who has time until when."""
        what, _ = clock.runs_for
        clock.due, clock.dues = None, {}
        if clock.whole is not None:
            if what == BETS:
                clock.due = self._bets_due(table, clock, clock.whole)
            elif what == PAUSE:
                clock.due = clock.hurried if table.is_quick else clock.whole
            elif table.round is not None:
                clock.dues = dict.fromkeys(table.round.awaited_seats(), clock.whole)
        self._tell(table, clock)

    def _tell(self, table: LiveTable, clock: Clock) -> None:
        """For whoever asks what the table waits for."""
        of_seats = {seat: due.deadline for seat, due in clock.dues.items()}
        self.house.deadlines[table.id] = Deadlines(clock.runs_for, clock.due and clock.due.deadline, of_seats)

    def _bets_due(self, table: LiveTable, clock: Clock, whole: Due) -> Due | None:
        """Sooner once everyone has bet; then again as it was, if one of them takes it back or another sits down."""
        assert table.round is not None
        bets = table.round.state.seats
        if not bets:
            clock.all_bet = None
            return whole if whole.at > asyncio.get_running_loop().time() else None  # nobody to wait for, or to deal to
        if not table.here <= bets.keys():
            clock.all_bet = None
            return whole
        clock.all_bet = clock.all_bet or _in(EVERYONE_HAS_BET * _share(table))
        return min(whole, clock.all_bet)

    # --- ringing ------------------------------------------------------------------------------------------------------

    def _arm(self, table: LiveTable, clock: Clock) -> None:
        moments = [due.at for due in (clock.due, *clock.dues.values()) if due is not None]
        if not moments or self._is_paused or not self._runs:
            clock.silence()
            return
        at = max(min(moments), clock.not_before)
        if clock.handle is None or clock.rings_at != at:
            clock.silence()
            clock.rings_at = at
            clock.handle = asyncio.get_running_loop().call_at(at, self._ring, table, clock)

    def _ring(self, table: LiveTable, clock: Clock) -> None:
        """Time is up for somebody."""
        loop = asyncio.get_running_loop()
        clock.handle, clock.not_before = None, loop.time() + AGAIN
        task = loop.create_task(self._on_time_up(table, clock))
        self._ringing.add(task)
        task.add_done_callback(self._ringing.discard)

    async def _on_time_up(self, table: LiveTable, clock: Clock) -> None:
        late = clock.rings_at
        try:
            if timed_wait(self.house, table) != clock.runs_for or self._is_held(table, clock):
                return  # it waits for something else already, which will be told with its commit
            self._set(table, clock)
            if clock.due is not None and clock.runs_for[0] == PAUSE:
                await self._try(c.BeginRound(table.id))
            elif clock.due is not None:
                await self._close_bets(table, clock)
            else:
                seats = [seat for seat, due in clock.dues.items() if due.at <= late]
                await asyncio.gather(*(self._decide(table, clock.runs_for, seat) for seat in seats))
        except Exception as error:  # noqa: BLE001 - a game file may raise anything
            self.failed(table.id, error)
        finally:
            if self._runs and table.id in self.house.tables:
                clock.number = -1
                self.wind(table, self._on_disk)

    async def _close_bets(self, table: LiveTable, clock: Clock) -> None:
        """Whoever had all the time and did not bet keeps nobody waiting the next time."""
        assert table.round is not None
        were_here = {seat: table.seats[seat] for seat in clock.were_here & table.here - table.round.state.seats.keys()}
        if not await self._try(c.AtTable(table.id, CloseBets())):
            return
        for seat, sitter in were_here.items():
            if table.seats.get(seat) == sitter and seat in table.here:
                await self._try(c.SitOut(table.id, seat, c.Absence.NO_BET))

    async def _decide(self, table: LiveTable, waiting: Timed, seat: Seat) -> None:
        """The first option, or the least costly legal bet where the operator says so and the seat can pay for it."""
        assert table.round is not None
        options = table.round.options(seat)
        raises = [option.name for option in options if option.amount > 0]
        first = [option.name for option in options[:1]]
        for option in (*(raises[:1] if table.plan.timers.out_of_time == "least" else ()), *first):
            if timed_wait(self.house, table) != waiting or seat not in table.round.awaited_seats():
                return
            if await self._try(c.AtTable(table.id, Choose(seat, option))):
                return

    async def _try(self, command: c.AnyCommand) -> bool:
        """Whether it is done, or nothing else would be for the time being."""
        try:
            await self.submit(command)
        except CardroomError as error:
            log.info("time is up: %s is refused: %s", command, error.message)
            return error.code == DATABASE_AWAY
        except Exception:
            log.exception("time is up: %s has failed", command)
            return False
        return True


def _share(table: LiveTable) -> float:
    """Of the house's own pauses, what is left at the speed of the slowest who plays there."""
    return HURRY if table.is_quick else 1.0


def _in(seconds: float) -> Due:
    return Due(asyncio.get_running_loop().time() + seconds, now() + timedelta(seconds=seconds))
