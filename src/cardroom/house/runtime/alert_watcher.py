"""The house's own watcher: it looks after every commit, not too often, and when something is due, and raises alerts."""

from __future__ import annotations

import asyncio
import logging
from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from cardroom.errors import CardroomError
from cardroom.house.engine.house import Done
from cardroom.house.engine.table_activity import HOUR, Pulse, Pulses
from cardroom.house.engine.table_wait import table_wait
from cardroom.house.features.alerts.causes import AlertKind
from cardroom.house.features.alerts.state import Alert, is_raised
from cardroom.house.features.tables.messages import FaultyPart
from cardroom.house.kernel.people import SERVICE
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.house.log.records import table_stream
from cardroom.house.runtime.alert_detection import Look, Occasion, allowed_wait, causes
from cardroom.house.runtime.house_clock import noticed_clock_off, now
from cardroom.house.runtime.table_clocks import DATABASE_AWAY
from cardroom.house.runtime.thread_pools import READING, in_thread
from cardroom.house.storage.database_reader import Reader
from cardroom.house.storage.verification_marks import find_mark, take_mark
from cardroom.house.views.staff.pit import Known
from cardroom.money import Money

if TYPE_CHECKING:
    from cardroom.house.runtime.service import Service

log = logging.getLogger("cardroom")

SOONEST, LATEST = 2.0, 60.0  # seconds between two looks
MARKS_EVERY = 15.0  # seconds between two looks for a verification from the command line

Found = tuple[object, ...]  # a place, and what tells its cause apart


class Watcher:
    def __init__(self, service: Service) -> None:
        self.service = service
        self.service.house.pulses = Pulses(now())
        self.known = Known()  # what the pit shows besides the house
        self.largest: dict[str, Money] = {}  # pay-out on one hand, by table; the lab says it
        self.is_followed: Callable[[str], bool] | None = None  # whether a table's terminal is there, by its sockets
        self._found: dict[Found, datetime] = {}  # since when
        self._was_off = 0.0  # the machine's clock, when it was looked at last
        self._woken = asyncio.Event()
        self._marks_due = 0.0

    # --- following ----------------------------------------------------------------------------------------------------

    def hear(self, written: list[Done]) -> None:
        self.service.house.pulses.hear(written)
        self._woken.set()

    def wake(self) -> None:
        """Something beside the log has changed."""
        self._woken.set()

    async def begin(self) -> None:
        """Take up the pulse of the last hour, what was stalled already, and who sits where."""
        house, pulses = self.service.house, self.service.house.pulses
        for alert in house.alerts.values():
            if alert.kind is AlertKind.STALLED and alert.ended is None:
                pulses.of_tables[alert.place] = Pulse(self._waited_since(alert))  # until something happens there
        for table in house.tables.values():
            pulses.of(table.id).here = table.here
        try:
            rounds = await in_thread(READING, self._rounds_of_the_hour)
        except CardroomError as error:
            log.warning("the rounds of the last hour are not known: %s", error.message)
            return
        for name, moments in rounds.items():
            pulses.of(name).rounds.extendleft(reversed(moments))

    def _waited_since(self, alert: Alert) -> datetime:
        """It was raised when it had waited for longer than it may."""
        house = self.service.house
        table = house.tables[alert.place]
        patience = allowed_wait(house, table, table_wait(house, table))
        return alert.since - timedelta(seconds=patience or 0.0)

    def _rounds_of_the_hour(self) -> dict[str, list[datetime]]:
        house = self.service.house
        names = [(table.id, table.plan.is_real) for table in list(house.tables.values())]
        with self.service.store.reading() as reader:
            first = first_since(reader, now() - HOUR)
            return {name: list(_rounds(reader, name, first, is_real=is_real)) for name, is_real in names}

    # --- watching -----------------------------------------------------------------------------------------------------

    async def watch(self) -> None:
        await self.begin()
        while True:
            wait = LATEST
            try:
                wait = await self.look()
            except CardroomError as error:
                if error.code != DATABASE_AWAY:
                    log.warning("watching: %s", error.message)
            except Exception as error:  # noqa: BLE001 - told, whatever it is
                self.service.background.failed("looking-at-tables", error)
            await asyncio.sleep(SOONEST)
            with suppress(TimeoutError):
                async with asyncio.timeout(max(wait - SOONEST, 0.0)):
                    await self._woken.wait()
            self._woken.clear()

    def _clock_off(self) -> float:
        """Told in the log when it begins and when it is over."""
        off = noticed_clock_off()
        if bool(off) != bool(self._was_off):
            told = f"is {off:+,.0f} s off the time that the house goes by" if off else "is right again"
            log.error("The clock of this machine %s.", told)
        self._was_off = off
        return off

    async def look(self) -> float:
        """Raise and end what is to be raised and ended; in how many seconds to look again, if nothing happens."""
        await self._note_marks()
        at, house = now(), self.service.house
        look = Look(
            at=at,
            holds=self.known.holds,
            largest=self.largest,
            is_followed=self.is_followed,
            clock_off=self._clock_off(),
            database_off=self.service.committer.clock_off,
            troubles=self.service.background.troubles,
            failed=self._failed,
        )
        found = {occasion.key: occasion for occasion in causes(house, look)}
        self._found = {key: self._found.get(key, at) for key in found}
        due = {key: self._due(key, occasion) for key, occasion in found.items()}
        for name, alert in list(house.alerts.items()):
            key = (alert.place, *alert.cause.identity)
            is_there = key in found and (found[key].since is None or due[key] <= at)
            if alert.ended is None and not is_there and name in house.alerts:
                await self.service.submit(SERVICE, c.ClearAlert(name))
        for key, occasion in found.items():
            if due[key] <= at and not is_raised(house.alerts, occasion.place, occasion.cause):
                await self.service.submit(SERVICE, c.RaiseAlert(occasion.place, occasion.cause))
        later = [moment for moment in due.values() if moment > at]
        return min([LATEST, *((moment - at).total_seconds() for moment in later)])

    def _failed(self, table: str, error: Exception) -> None:
        self.service.table_failed(table, FaultyPart.VIEW, error)

    def _due(self, key: Found, occasion: Occasion) -> datetime:
        return (occasion.since or self._found[key]) + timedelta(seconds=occasion.patience)

    # --- verifications from the command line --------------------------------------------------------------------------

    async def _note_marks(self) -> None:
        time = asyncio.get_running_loop().time()
        if time < self._marks_due:
            return
        self._marks_due = time + MARKS_EVERY
        store = self.service.store
        mark = await in_thread(READING, find_mark, store)
        if mark is not None:
            verified = self.service.house.verified
            if verified is None or mark.last >= verified.last:
                await self.service.submit(SERVICE, c.NoteVerification(mark.last, mark.hash, mark.findings))
            await in_thread(READING, take_mark, store, mark)


# --- the last hour in the log -----------------------------------------------------------------------------------------


def first_since(reader: Reader, moment: datetime) -> int:
    """The first record since a moment, found by halving."""
    last = reader.last()
    archived = last - reader.count()
    positions = range(archived + 1, last + 1)

    def at(position: int) -> datetime:
        return next(record.at for record in reader.at([position]))

    return archived + 1 + bisect_left(positions, moment, key=at)


def _rounds(reader: Reader, table: str, first: int, *, is_real: bool) -> Iterator[datetime]:
    """When rounds of a table were over, or those with real cards began, in the records from this one on."""
    if is_real:
        for record in reader.of_stream(table_stream(table), first - 1):
            if any(isinstance(event, e.RealRoundBegan) for part in record.parts for event in part.events):
                yield record.at
    else:
        yield from (record.at for record in reader.at(reader.rounds_over(table, first)))
