"""What the house does by itself between the commands of people: it closes days, forgets guests, counts refusals."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from cardroom.errors import CardroomError
from cardroom.house.core import commands as c
from cardroom.house.core.acts.seats import GUESTS_ARE_KEPT
from cardroom.house.core.days import end_of
from cardroom.house.core.people import SERVICE
from cardroom.house.running.now import now

if TYPE_CHECKING:
    from cardroom.house.running.service import Service

log = logging.getLogger("cardroom")

HOUR = 3600.0  # seconds
GUESTS_AT_ONCE = 200


async def look_after_days(service: Service) -> None:
    """Close every day when its time has come."""
    while service.house.floor.closes_days:
        await _quietly(service, close_days)
        await asyncio.sleep(_until_a_day_ends(service))


async def close_days(service: Service) -> None:
    """Close the days that are over, one after another."""
    house = service.house
    while (days := sorted(house.figures)) and end_of(days[0], house.floor.hours) <= now():
        await service.submit(SERVICE, c.CloseDay(days[0]))


def _until_a_day_ends(service: Service) -> float:
    ends = [end_of(day, service.house.floor.hours) for day in service.house.figures]
    seconds = (min(ends) - now()).total_seconds() if ends else HOUR
    return min(max(seconds, 1.0), HOUR)


async def look_after_strangers(service: Service) -> None:
    """Once an hour: guests who cannot come back are forgotten, and refusals of strangers are written down."""
    while True:
        await _quietly(service, expire_guests)
        await asyncio.sleep(HOUR)
        await _quietly(service, count_refusals)


async def expire_guests(service: Service) -> None:
    while gone := _guests_gone(service)[:GUESTS_AT_ONCE]:
        await service.submit(SERVICE, c.ExpireGuests(tuple(gone)))


def _guests_gone(service: Service) -> list[str]:
    house, before = service.house, now() - GUESTS_ARE_KEPT
    engaged = house.engaged()
    return [person for person, since in house.guests.items() if since <= before and person not in engaged]


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
    except Exception:
        log.exception("%s", work.__name__)
