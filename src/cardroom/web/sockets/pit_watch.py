"""The pit over sockets: told a second after something has happened, and now and then, each role as it may see it.

Which tables have their terminal is known here, by the sockets, and told to the house's own watcher.
"""

from __future__ import annotations

import asyncio

import msgspec

from cardroom.house.kernel.people import Role
from cardroom.house.runtime.house_clock import now
from cardroom.house.runtime.lab.hold_band_watch import HoldWatch
from cardroom.house.runtime.log_verifier import Verifier
from cardroom.house.runtime.service import Service
from cardroom.house.views.staff.pit import PitBoard, PitView
from cardroom.web.messages import Pit
from cardroom.web.sockets.connection import Connection
from cardroom.web.sockets.hub import Hub

EVERY, ANYWAY = 1.0, 5.0  # seconds between two pictures, if something has happened or not


class PitWatch:
    def __init__(self, service: Service, hub: Hub, holds: HoldWatch) -> None:
        self.service, self.hub, self.holds = service, hub, holds
        self.board = PitBoard(service.house, service.watcher.known, hub.view_failed)
        self.verifier = Verifier(service)
        self._told_at = -1, 0.0  # the record, and when
        self._terminals: set[str] = set()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self.service.watcher.is_followed = self._is_followed
        keep = self.service.background.keep
        self._tasks = [keep("telling-the-pit", self._tell), keep("asking-about-holds", self.holds.run)]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        self.verifier.close()

    def _is_followed(self, table: str) -> bool:
        return table in self._terminals

    def _followed(self) -> set[str]:
        """Tables whose terminal is there: an enrolled one, that of a dealer, or of whoever has tapped in."""
        tables, found = self.service.house.tables, set()
        for connection in self.hub.connections:
            person = connection.person
            for table in connection.terminals:
                dealing = tables[table].dealing if table in tables else None
                is_own = person is not None and dealing is not None and dealing.person == person.id
                if connection.terminal or is_own or (person is not None and person.role is Role.DEALER):
                    found.add(table)
        return found

    async def view(self, role: Role) -> PitView:
        """As this role may see it, once all of it is on disk."""
        self.holds.want()
        found = self.board.view(role, now())
        await self.service.flush()
        return found

    async def watch(self, connection: Connection) -> None:
        assert connection.person is not None
        connection.watches_pit = True
        connection.send(Pit(view=await self.view(connection.person.role)))

    async def _tell(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            followed = self._followed()
            if followed != self._terminals:
                self._terminals = followed
                self.service.watcher.wake()
            position, time = self.service.house.position, asyncio.get_running_loop().time()
            if position == self._told_at[0] and time - self._told_at[1] < ANYWAY and not self.verifier.is_running:
                continue
            self._told_at = position, time
            watchers = [one for one in self.hub.connections if one.watches_pit and one.person is not None]
            roles = {one.person.role for one in watchers if one.person is not None}
            pictures = {role: msgspec.json.encode(Pit(view=await self.view(role))) for role in roles}
            for connection in watchers:
                if connection.person is not None:
                    connection.send(pictures[connection.person.role])
