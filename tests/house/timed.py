"""A running house in virtual time: people who do things at moments, and what the clocks make of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeVar

from cardroom.house.engine.house import Done
from cardroom.house.engine.live_table import LiveTable
from cardroom.house.engine.table_wait import TableWait, table_wait
from cardroom.house.kernel.people import SERVICE, Person, Role
from cardroom.house.log import commands as c
from cardroom.house.log.records import Record
from cardroom.house.runtime.house_clock import now
from cardroom.house.runtime.service import Service
from cardroom.house.storage.store import Store
from cardroom.money import DOLLAR
from cardroom.table.commands import Bet, Choose

from ..by_table import by_table
from ..floors import read_floor
from ..stores import open_house_from, own

Kind = TypeVar("Kind")


class Timed:
    """A service with one line an act. Moments are seconds since the story began."""

    def __init__(self, service: Service, begun: datetime) -> None:
        self.service, self.begun = service, begun
        self.told: list[tuple[float, Record]] = []  # and when it was on disk
        service.listeners.add(self._hear)

    def _hear(self, written: list[Done]) -> None:
        self.told += [(self.seconds(), done.record) for done in written if done.record is not None]

    def seconds(self, moment: datetime | None = None) -> float:
        return round(((moment or now()) - self.begun).total_seconds(), 3)

    def table(self, name: str) -> LiveTable:
        return self.service.house.tables[name]

    def person(self, name: str) -> Person:
        return Person(name, name.title(), Role.GUEST)

    async def do(self, name: str, command: c.AnyCommand) -> Done:
        by = SERVICE if name == "house" else self.service.house.people.get(name) or self.person(name)
        if isinstance(command, c.CountSensors) and command.table not in by_table(self.service.house, "dealing"):
            await self.service.submit(by, c.TapIn(command.table))
        return await self.service.submit(by, command)

    async def seat(self, name: str, table: str, seat: int, chips: int = 500) -> None:
        if name not in self.service.house.people:
            await self.do("house", c.Enrol(name, name.title(), Role.GUEST))
            await self.do(name, c.IssuePlayMoney())
        await self.do(name, c.SitDown(table, seat, chips * DOLLAR))

    async def bet(self, name: str, table: str, ante: int = 5) -> None:
        stakes = {"ante": ante * DOLLAR} if ante else {}
        await self.do(name, c.AtTable(table, Bet(self.table(table).seat_of(name), stakes)))

    async def choose(self, name: str, table: str, option: str) -> None:
        await self.do(name, c.AtTable(table, Choose(self.table(table).seat_of(name), option)))

    async def until(self, seconds: float) -> None:
        await asyncio.sleep(max(seconds - self.seconds(), 0))

    async def betting(self, table: str) -> None:
        """Until the next round takes bets."""
        while not self.table(table).is_playing or self.table(table).round_people:  # noqa: ASYNC110 - time is virtual
            await asyncio.sleep(0.1)

    async def deciding(self, table: str) -> None:
        while not self.deadlines(table):  # noqa: ASYNC110
            await asyncio.sleep(0.1)

    def waits(self, table: str) -> TableWait:
        return table_wait(self.service.house, self.table(table))

    def deadline(self, table: str) -> float | None:
        moment = self.waits(table).until
        return None if moment is None else self.seconds(moment)

    def deadlines(self, table: str) -> dict[int, float]:
        return {seat: self.seconds(moment) for seat, moment in self.waits(table).deadlines.items()}

    def happened(self, kind: type[Kind]) -> list[tuple[float, Kind]]:
        """Everything of a kind, with when it was done."""
        return [
            (self.seconds(record.at), event)
            for _, record in self.told
            for part in record.parts
            for event in part.events
            if isinstance(event, kind)
        ]


@asynccontextmanager
async def timed(folder: Path, floor: str, *, gap: timedelta | None = None) -> AsyncIterator[Timed]:
    """A house that is started, and stopped in the end."""
    plan, mistakes = read_floor(floor, "floor.toml", lambda *_: {})
    assert plan is not None, mistakes
    store = own(Store(f"sqlite:///{folder / 'house.db'}"))
    service = Service(open_house_from(store), store, gap=gap)
    found = Timed(service, now())
    await service.start(plan)
    try:
        yield found
    finally:
        await service.stop()
        store.engine.dispose()
