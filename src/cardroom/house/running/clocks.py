"""The clocks of the tables: what each waits for, until when, and what happens when the time is up."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from cardroom.errors import CardroomError
from cardroom.house.core import commands as c
from cardroom.house.core.house import House
from cardroom.house.core.tables import LiveTable
from cardroom.house.core.waiting import Wait, waits_for
from cardroom.house.floor import Dealer
from cardroom.house.running.now import now
from cardroom.table.commands import FOLD, Choose, CloseBets, Seat

log = logging.getLogger("cardroom")

EVERYONE_HAS_BET = 1.0  # seconds left to change one's mind


@dataclass
class Clock:
    """What a table waits for, and until when."""

    waits_for: tuple[object, ...] = ()
    deadline: datetime | None = None
    handle: asyncio.TimerHandle | None = None


@dataclass
class Clocks:
    """Those of all tables of a house."""

    house: House
    submit: Callable[[c.AnyCommand], Awaitable[object]]  # by the house itself
    _clocks: dict[str, Clock] = field(default_factory=dict)
    _ringing: set[asyncio.Task[None]] = field(default_factory=set)
    _is_stopped: bool = False

    def stop(self) -> None:
        self._is_stopped = True
        for clock in self._clocks.values():
            if clock.handle:
                clock.handle.cancel()
        for task in self._ringing:
            task.cancel()

    def deadline(self, table: str) -> datetime | None:
        return self._clocks[table].deadline if table in self._clocks else None

    def wind(self, table: LiveTable) -> None:
        """Start the clock anew whenever the table waits for something else."""
        clock = self._clocks.setdefault(table.id, Clock())
        waiting = self._waiting(table)
        if waiting == clock.waits_for or self._is_stopped:
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
        self._clocks[table.id].waits_for = ()
        task = asyncio.get_running_loop().create_task(self._on_time_up(table))
        self._ringing.add(task)
        task.add_done_callback(self._ringing.discard)

    async def _on_time_up(self, table: LiveTable) -> None:
        try:
            match waits_for(self.house, table):
                case Wait.ROUND:
                    await self.submit(c.BeginRound(table.id))
                case Wait.BETS if table.round is not None and table.round.state.seats:
                    await self.submit(c.AtTable(table.id, CloseBets()))
                case Wait.DECISIONS if table.round is not None:
                    for seat in table.round.awaited_seats():
                        await self.submit(c.AtTable(table.id, self._out_of_time(table, seat)))
        except CardroomError as error:
            log.warning("table %s: %s", table.id, error.message)
        finally:
            self.wind(table)

    def _out_of_time(self, table: LiveTable, seat: Seat) -> Choose:
        """A fold, or the least costly legal bet where the operator says so."""
        assert table.round is not None
        names = [option.name for option in table.round.options(seat)]
        return Choose(seat, names[1] if table.plan.timers.out_of_time == "least" and len(names) > 1 else FOLD)
