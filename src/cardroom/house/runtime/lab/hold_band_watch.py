"""Where the win of each table lies in its band, asked of the lab now and then, for the watcher and the pit."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from cardroom.errors import CardroomError
from cardroom.house.engine.day_figures import DayFigures
from cardroom.house.reports.table_exposure import ExposedTable
from cardroom.house.runtime.lab.exposures import table_exposure
from cardroom.house.runtime.lab.lab_service import LabService
from cardroom.house.runtime.service import Service
from cardroom.house.views.staff.pit import FloorRegret, Hold
from cardroom.money import Money, show_money

log = logging.getLogger("cardroom")

FIRST_AFTER = 300.0  # seconds, unless somebody looks at the pit before: a start has other things to do
EVERY = 60.0


class HoldWatch:
    def __init__(self, service: Service, room: LabService) -> None:
        self.service, self.room = service, room
        self._wanted = asyncio.Event()

    def want(self) -> None:
        """Somebody looks at the pit."""
        self._wanted.set()

    async def run(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(FIRST_AFTER):
                await self._wanted.wait()
        while True:
            try:
                await self.ask()
            except CardroomError as error:
                log.info("the lab was not asked about holds: %s", error.message)
            except Exception as error:  # noqa: BLE001 - told, whatever it is
                self.service.background.failed("asking-about-holds", error)
            await asyncio.sleep(EVERY)

    async def ask(self) -> None:
        """Of every table of the floor that is open or was today, one by one.

        The lab is asked again only where something has been staked.
        """
        house, watcher = self.service.house, self.service.watcher
        holds: dict[str, Hold] = {}
        regrets: list[FloorRegret] = []
        largest: dict[str, Money] = {}
        for name, table in list(house.tables.items()):
            of_day = house.figures.get(house.day, DayFigures()).tables
            if name in house.tables and (table.is_open or name in of_day) and not table.plan.is_private:
                found = await table_exposure(house, self.room, name)
                if (hold := hold_of(found)) is not None:
                    holds[name] = hold
                if found.exposure is not None and table.is_open:
                    cap = found.exposure.payout_cap
                    most = found.exposure.largest
                    largest[name] = most if cap is None else min(most, cap)
                    regrets += [FloorRegret(name, regret.text) for regret in found.exposure.regrets if regret.is_grave]
        watcher.known.holds, watcher.known.regrets, watcher.largest = holds, tuple(regrets), largest
        watcher.wake()


def hold_of(found: ExposedTable) -> Hold | None:
    """Of real chips the win is known when tray and box have been counted; the band is told before."""
    band = found.band
    is_known = found.is_inside is not None and (found.drop > 0 or band is None or not band.is_estimate)
    is_of_nothing = band is not None and band.low == band.high == 0  # no wager has been made yet
    if band is None or is_of_nothing or not (is_known or band.is_estimate):
        return None
    where = "above" if found.win > band.high else "below"
    band_text = f"{show_money(band.low)} to {show_money(band.high)}"
    win = f"the win of {show_money(found.win)} lies"
    says = f"{win} {where} its band, {band_text}: one day in forty does by chance."
    if not is_known:
        says = f"the band of the win is {band_text}; the win is known when tray and box have been counted."
    elif found.is_inside:
        says = f"{win} inside its band, {band_text}."
    return Hold(
        win=found.win if is_known else None,
        expected=band.expected,
        low=band.low,
        high=band.high,
        is_estimate=band.is_estimate,
        is_outside=is_known and not found.is_inside,
        says=says,
    )
