"""A server that stands by: it follows the log, and owns it as soon as nobody else does."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from dataclasses import dataclass, field
from datetime import timedelta

from cardroom.errors import CardroomError
from cardroom.house.core.house import House
from cardroom.house.running.starting import follow, stopped_house_from, take_up
from cardroom.house.storage import ownership
from cardroom.house.storage.ownership import Owner, Server
from cardroom.house.storage.store import Store
from cardroom.house.storage.trouble import AwayError

log = logging.getLogger("cardroom")

LOOK = 0.5  # seconds between two looks at the log


@dataclass
class Standby:
    store: Store
    server: Server
    not_before: float = 0.0  # by the loop's clock: until then another is to have it
    house: House | None = None
    owner: Owner | None = None  # whom it waits for
    is_waiting: asyncio.Event = field(default_factory=asyncio.Event)  # somebody else has it

    async def wait(self) -> tuple[House, timedelta | None]:
        """The house, once its log is this server's; and how long it had been without one, where that is known."""
        while True:
            may_take = asyncio.get_running_loop().time() >= self.not_before
            try:
                taken = await _to_its_end(asyncio.to_thread(self._take_or_follow, may_take=may_take))
            except AwayError as error:
                log.warning("The database is away: %s", error.why)
            else:
                if taken is not None and self.house is not None:
                    return self.house, timedelta(seconds=taken.silent) if taken.epoch else None
            self.is_waiting.set()
            await asyncio.sleep(LOOK)

    def _take_or_follow(self, *, may_take: bool) -> Owner | None:
        taken = ownership.take(self.store, self.server) if may_take else None
        try:
            house = self._follow()
            if taken is None:
                self.owner = ownership.owner(self.store)
                ownership.stand_by(self.store, self.server, house.position)
            else:
                take_up(house, self.store)
        except Exception:
            if taken is not None:
                ownership.release(self.store)  # it is no use to us, and may be to another
            raise
        return taken

    def _follow(self) -> House:
        if self.house is None:
            self.house = stopped_house_from(self.store)
            return self.house
        try:
            follow(self.house, self.store)
        except Exception:
            self.house = None  # the database may have gone away in the middle of a record
            raise
        return self.house

    def leave(self) -> None:
        """No longer stand by."""
        try:
            ownership.stand_down(self.store, self.server)
        except CardroomError as error:
            log.warning("%s", error.message)


async def _to_its_end(work: Coroutine[None, None, Owner | None]) -> Owner | None:
    """A thread cannot be cancelled. Whoever is told to stop has to know whether it has taken the log meanwhile."""
    asking = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(asking)
    except asyncio.CancelledError:
        await asyncio.gather(asking, return_exceptions=True)
        raise
