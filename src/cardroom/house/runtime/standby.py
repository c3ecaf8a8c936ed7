"""A server that stands by: it follows the log, and owns it as soon as nobody else does.

One that does not know the key which cards are sealed with could not go on with them: it says so, and leaves the log to
others. Who is started where nobody has the log is told to run the house, and is refused with what is missing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from dataclasses import dataclass, field
from datetime import timedelta

from cardroom.errors import CardroomError
from cardroom.house.engine.house import House
from cardroom.house.runtime.startup import follow_log, stopped_house_from, take_over_log
from cardroom.house.storage import log_ownership
from cardroom.house.storage.database_errors import AwayError
from cardroom.house.storage.head_file import write_head_file
from cardroom.house.storage.log_ownership import NO_KEY, Lease, Server, standby_in_words
from cardroom.house.storage.seed_key_ring import load_keys
from cardroom.house.storage.store import Store

log = logging.getLogger("cardroom")

LOOK = 0.5  # seconds between two looks at the log


@dataclass
class Standby:
    store: Store
    server: Server
    not_before: float = 0.0  # by the loop's clock: until then another is to have it
    new_key: bool = False  # cards may be sealed with one that is made now
    house: House | None = None
    owner: Lease | None = None  # whom it waits for
    lacks_key: str = ""  # the name of the key that it does not know, and must to take over
    is_waiting: asyncio.Event = field(default_factory=asyncio.Event)  # somebody else has it
    _lodged: int = 0  # up to this record

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

    def _take_or_follow(self, *, may_take: bool) -> Lease | None:
        taken = log_ownership.take_lease(self.store, self.server) if may_take and not self.lacks_key else None
        try:
            house = self._follow()
            if taken is None:
                self.owner = log_ownership.current_lease(self.store)
                self._look_for_key(house)
                log_ownership.stand_by(self.store, self.server, house.position, self.lacks_key)
                self._lodge(house)
            else:
                take_over_log(house, self.store, new_key=self.new_key)
        except Exception:
            if taken is not None:
                log_ownership.release_lease(self.store)  # it is no use to us, and may be to another
            raise
        return taken

    def _follow(self) -> House:
        if self.house is None:
            self.house = stopped_house_from(self.store)
            return self.house
        try:
            follow_log(self.house, self.store)
        except Exception:
            self.house = None  # the database may have gone away in the middle of a record
            raise
        return self.house

    def _look_for_key(self, house: House) -> None:
        """Whether it could go on with the cards; it is told once, and once when that has changed."""
        with self.store.reading() as reader:
            self.store.house = reader.house()
        ring = load_keys(self.store.seal_file, self.store.house)
        lacks = ring.lacks(house.newest_seal()) or (NO_KEY if ring.is_empty and house.has_opened else "")
        if lacks and lacks != self.lacks_key:
            log.error("This server is not ready to take over: %s, in %s.", standby_in_words(lacks), ring.source)
        elif self.lacks_key and not lacks:
            log.warning("This server is ready to take over: it knows the key of the cards now.")
        self.lacks_key = lacks

    def _lodge(self, house: House) -> None:
        """On another machine than the owner's; an SQLite file has its head from there."""
        if not self.store.is_sqlite and house.position > self._lodged:
            self._lodged = house.position
            write_head_file(self.store, house.position, house.head)

    def leave(self) -> None:
        """No longer stand by."""
        try:
            log_ownership.stand_down(self.store, self.server)
        except CardroomError as error:
            log.warning("%s", error.message)


async def _to_its_end(work: Coroutine[None, None, Lease | None]) -> Lease | None:
    """A thread cannot be cancelled. Whoever is told to stop has to know whether it has taken the log meanwhile."""
    asking = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(asking)
    except asyncio.CancelledError:
        await asyncio.gather(asking, return_exceptions=True)
        raise
