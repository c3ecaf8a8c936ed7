"""What the house does by itself between the commands of people: it closes days, forgets guests, counts refusals."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import TYPE_CHECKING

from cardroom.errors import CardroomError
from cardroom.house.features.players.handlers import GUESTS_ARE_KEPT
from cardroom.house.kernel.dual_control import AccountState, state_of
from cardroom.house.kernel.gaming_days import end_of_day
from cardroom.house.kernel.people import SERVICE
from cardroom.house.log import commands as c
from cardroom.house.runtime.house_clock import now
from cardroom.house.runtime.thread_pools import DOOR, in_thread
from cardroom.house.storage.chat_log import TALK_IS_KEPT, forget_talk
from cardroom.house.storage.invitations import forget_invitations

if TYPE_CHECKING:
    from cardroom.house.runtime.service import Service

log = logging.getLogger("cardroom")

HOUR = 3600.0  # seconds
GUESTS_AT_ONCE = 200
VISITS_EVERY = 60.0  # seconds between two looks for accounts whose time is over, unless one ends sooner
REFUSED_CARDS_ARE_KEPT = timedelta(hours=12)
EMPTY_TABLE = 600.0  # seconds that a table among friends is kept for nobody


async def close_days_on_time(service: Service) -> None:
    """Close every day when its time has come."""
    while service.house.floor.closes_days:
        await _quietly(service, close_days)
        await asyncio.sleep(_until_a_day_ends(service))


async def close_days(service: Service) -> None:
    """Close the days that are over, one after another."""
    house = service.house
    while (days := sorted(house.figures)) and end_of_day(days[0], house.floor.hours) <= now():
        await service.submit(SERVICE, c.CloseDay(days[0]))


def _until_a_day_ends(service: Service) -> float:
    ends = [end_of_day(day, service.house.floor.hours) for day in service.house.figures]
    seconds = (min(ends) - now()).total_seconds() if ends else HOUR
    return min(max(seconds, 1.0), HOUR)


async def end_visits_on_time(service: Service) -> None:
    """End the accounts whose time is over. Nobody acts or reads with one meanwhile, whether it is recorded or not."""
    while True:
        await _quietly(service, end_visits)
        await asyncio.sleep(_until_a_visit_ends(service))


async def end_visits(service: Service) -> None:
    for person, until in list(service.house.account_ends.items()):
        if until <= now() and state_of(service.house, person) is not AccountState.ENDED:
            await service.submit(SERVICE, c.EndVisit(person))


def _until_a_visit_ends(service: Service) -> float:
    ends = [
        (until - now()).total_seconds()
        for person, until in service.house.account_ends.items()
        if state_of(service.house, person) is not AccountState.ENDED
    ]
    return min(max(min(ends, default=VISITS_EVERY), 1.0), VISITS_EVERY)


async def end_empty_private_tables(service: Service) -> None:
    """A table among friends that nobody has sat at for a while ends by itself."""
    empty: dict[str, float] = {}  # since when, by the loop's clock
    while True:
        await asyncio.sleep(min(EMPTY_TABLE / 10, 30.0))
        time = asyncio.get_running_loop().time()
        waiting = [table.id for table in service.house.tables.values() if table.plan.is_private and not table.seats]
        empty = {table: empty.get(table, time) for table in waiting}
        for table, since in empty.items():
            if time - since >= EMPTY_TABLE:
                await _quietly(service, _end_table(table))


def _end_table(table: str) -> Callable[[Service], Awaitable[None]]:
    async def end(service: Service) -> None:
        await service.submit(SERVICE, c.EndTable(table))

    return end


async def run_hourly_cleanup(service: Service) -> None:
    """Once an hour: guests who cannot come back and what was said are forgotten, refusals of strangers written down."""
    while True:
        await _quietly(service, expire_guests)
        await _quietly(service, expire_chat)
        await _quietly(service, expire_refused_cards)
        await asyncio.sleep(HOUR)
        await _quietly(service, count_refusals)


async def expire_guests(service: Service) -> None:
    while gone := _guests_gone(service)[:GUESTS_AT_ONCE]:
        await service.submit(SERVICE, c.ExpireGuests(tuple(gone)))


def _guests_gone(service: Service) -> list[str]:
    house, before = service.house, now() - GUESTS_ARE_KEPT
    engaged = house.engaged()
    return [person for person, since in house.guests.items() if since <= before and person not in engaged]


async def expire_chat(service: Service) -> None:
    """At tables among friends: a day later, or with the table, as the invitations to it."""
    tables = list(service.house.tables)
    await in_thread(DOOR, forget_talk, service.store, now() - TALK_IS_KEPT, tables)
    await in_thread(DOOR, forget_invitations, service.store, tables)


async def expire_refused_cards(service: Service) -> None:
    """What nobody has looked into within a shift is in the log, and in the pit no longer."""
    before = now() - REFUSED_CARDS_ARE_KEPT
    for place in [place for place, card in service.house.refused_cards.items() if card.at <= before]:
        await service.submit(SERVICE, c.AcknowledgeRefusal(place))


async def count_refusals(service: Service) -> None:
    if service.refusals:
        counts = dict(service.refusals)
        service.refusals.clear()
        await service.submit(SERVICE, c.CountRefusals(counts))


async def _quietly(service: Service, work: Callable[[Service], Awaitable[None]]) -> None:
    """A failure is noted, and it is tried again the next time."""
    try:
        await work(service)
    except CardroomError as error:
        log.warning("%s: %s", work.__name__, error.message)
    except Exception as error:  # noqa: BLE001 - told, whatever it is
        service.background.failed(work.__name__.strip("_").replace("_", "-"), error)
