"""The front desk: what every handler needs, and how a command is carried out for someone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from litestar.di import NamedDependency

from cardroom.errors import CardroomError
from cardroom.house.core import commands as c
from cardroom.house.core.people import Person, row_of
from cardroom.house.floor import Floor
from cardroom.house.running.auth import Entrance
from cardroom.house.running.reading_room import ReadingRoom
from cardroom.house.running.service import Service
from cardroom.jackpots import commands as j
from cardroom.web.callers import Caller
from cardroom.web.guessing import Guesses
from cardroom.web.hub import Hub
from cardroom.web.limits import Effort, Gate, Limits
from cardroom.web.messages import Accepted, Submit
from cardroom.web.metrics import Metrics


@dataclass
class Desk:
    service: Service
    entrance: Entrance
    hub: Hub
    gate: Gate
    guesses: Guesses
    metrics: Metrics
    reading_room: ReadingRoom = field(default_factory=ReadingRoom)
    is_ready: bool = False
    origins: frozenset[str] = field(default_factory=frozenset)  # allowed besides the server's own

    async def carry_out(self, caller: Caller, person: Person, submitted: Submit) -> Accepted:
        """Do what a person asks for; returns when it is on disk. Refusals are raised."""
        command = submitted.command
        name = row_of(command).__name__
        try:
            self.gate.require(self.gate.commands, person.id)
            await self.gate.spend(caller, Effort.COMMAND)
            if isinstance(command, c.AtConsole) and isinstance(command.press, j.SwipeCard):
                person = await self._card_holder(caller, person, submitted.card)
            done = await self.service.submit(person, command, submitted.key)
        except CardroomError as error:
            self.metrics.refused(name, error.code)
            raise
        self.metrics.accepted(name)
        assert done.receipt is not None
        return Accepted(key=submitted.key, position=done.receipt.position, is_repeat=done.is_repeat)

    async def _card_holder(self, caller: Caller, person: Person, card: str | None) -> Person:
        """A card swiped at someone else's console counts for whoever holds it; a holder has to show his."""
        if card is not None:
            self.guesses.begin(f"card:{person.id}", caller)
            bearer = await self.entrance.bearer(card)
            self.guesses.was_right(f"card:{person.id}", caller)
            return bearer
        if await self.entrance.holds_card(person):
            raise CardroomError("no-card", "Swipe your staff card: its number is missing.")
        return person


TheDesk = NamedDependency[Desk]  # as handlers ask for it


def create_desk(service: Service, limits: Limits | None = None, origins: frozenset[str] = frozenset()) -> Desk:
    hub, held_to = Hub(service), limits or Limits()
    return Desk(
        service=service,
        entrance=Entrance(service),
        hub=hub,
        gate=Gate(held_to),
        guesses=Guesses(held_to),
        metrics=Metrics(service, hub),
        origins=origins,
    )


@asynccontextmanager
async def opened(
    service: Service, floor: Floor, *, limits: Limits | None = None, origins: frozenset[str] = frozenset()
) -> AsyncIterator[Desk]:
    """The desk of a house that is open on this floor, and closed in the end."""
    desk = create_desk(service, limits, origins)
    desk.hub.start()
    await service.start(floor)
    desk.is_ready = True
    try:
        yield desk
    finally:
        desk.is_ready = False
        desk.reading_room.close()
        await desk.hub.stop()
        await desk.entrance.close()
        await service.stop()
