"""HTTP for the pit's figures: what tables risk, and whether their win lies where it must."""

from __future__ import annotations

from litestar import get

from cardroom.house.engine.permissions import require_reader
from cardroom.house.log import commands as c
from cardroom.house.reports.table_exposure import ExposedTable
from cardroom.house.runtime.lab.exposures import exposures
from cardroom.web.desk import TheDesk
from cardroom.web.gateway.rate_limits import Effort
from cardroom.web.sign_in import Calling, SignedIn


@get("/api/pit/exposure", summary="What every table risks at its limits, and the band of its win today")
async def exposure(desk: TheDesk, caller: Calling, signed_in: SignedIn) -> list[ExposedTable]:
    """For those who run the floor and those who count. The first time games are counted, which takes a while."""
    await desk.gate.spend(caller, Effort.READ)
    require_reader(signed_in, c.CloseTable, c.CollectDrop)
    await desk.service.flush()
    return list((await exposures(desk.service.house, desk.reading_room)).values())
