"""What every table of the running house risks, and whether its win lies in its band."""

from __future__ import annotations

import msgspec

from cardroom.documents import Hash
from cardroom.house.engine.day_figures import DayFigures, TableFigures
from cardroom.house.engine.house import House
from cardroom.house.reports.table_exposure import ExposedTable, exposed_table, question_of
from cardroom.house.runtime.lab.lab_service import LabService
from cardroom.table import TableSettings


async def exposures(house: House, room: LabService) -> dict[str, ExposedTable]:
    """By table, as on the floor, without those among friends. The lab counts a game once, in its own process."""
    names = [name for name, table in house.tables.items() if not table.plan.is_private]
    return {name: await table_exposure(house, room, name) for name in names}


async def table_exposure(house: House, room: LabService, name: str) -> ExposedTable:
    """Figures are taken together, before anything is waited for."""
    table = house.tables[name]
    of_day = house.figures.get(house.day, DayFigures()).tables
    figures = msgspec.structs.replace(of_day[name]) if name in of_day else TableFigures()

    def settings(named: Hash) -> TableSettings:
        return house.documents.get(named, TableSettings)

    return exposed_table(name, figures, await room.exposure(question_of(table.plan, figures, settings)))
