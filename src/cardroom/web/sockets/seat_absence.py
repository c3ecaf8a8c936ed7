"""Who has a seat and is not there: a seat whose socket is gone sits out, so that nobody waits for it.

Whoever plays without a socket, over HTTP or as a computer player, is gone only when a betting window goes by; that is
the clock's business.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from cardroom.errors import CardroomError
from cardroom.house.kernel.people import SERVICE
from cardroom.house.log import commands as c
from cardroom.house.runtime import computer_players
from cardroom.house.runtime.service import Service

GONE = 5.0  # seconds without a socket
GONE_AFTER_START = 30.0  # seconds after the house has started: everybody's socket was gone


@dataclass
class Absences:
    service: Service
    is_followed_by: Callable[[str, str], bool]  # whether a person has a socket that follows a table
    _started: float = 0.0
    _looking: dict[tuple[str, str], asyncio.TimerHandle] = field(default_factory=dict)  # by person and table
    _at_start: asyncio.TimerHandle | None = None

    def start(self) -> None:
        loop = asyncio.get_running_loop()
        self._started = loop.time()
        sat = [
            (sitter.person, table.id) for table in self.service.house.tables.values() for sitter in table.seats.values()
        ]
        self._at_start = loop.call_later(GONE_AFTER_START, self._look_for_all, sat)

    def stop(self) -> None:
        for handle in (*self._looking.values(), *([self._at_start] if self._at_start else [])):
            handle.cancel()

    def look_for(self, person: str, table: str) -> None:
        """Somebody's socket follows a table no longer; perhaps another one does, or will in a moment."""
        loop = asyncio.get_running_loop()
        at = max(loop.time() + GONE, self._started + GONE_AFTER_START if self._at_start else 0.0)
        if handle := self._looking.pop((person, table), None):
            handle.cancel()
        self._looking[person, table] = loop.call_at(at, self._look, person, table)

    def _look_for_all(self, sat: list[tuple[str, str]]) -> None:
        """After a start: who had a seat before it and has not come back."""
        self._at_start = None
        for person, table in sat:
            self._look(person, table)

    def _look(self, person: str, name: str) -> None:
        self._looking.pop((person, name), None)
        table = self.service.house.tables.get(name)
        if table is None or person.startswith(computer_players.PREFIX) or self.is_followed_by(person, name):
            return
        if seat := next((seat for seat in table.here if table.seats[seat].person == person), None):
            self.service.background.once("sitting-out", self._sit_out(c.SitOut(name, seat, c.Absence.GONE)))

    async def _sit_out(self, command: c.SitOut) -> None:
        with suppress(CardroomError):  # the seat is free by now, or the database is away: the clock will see to it
            await self.service.submit(SERVICE, command)
