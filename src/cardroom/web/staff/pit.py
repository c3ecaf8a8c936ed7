"""HTTP for the pit: its tiles and alerts, and the verification of the log while the house runs."""

from __future__ import annotations

from litestar import get, post

from cardroom.house.engine.permissions import require_reader
from cardroom.house.log import commands as c
from cardroom.house.views.staff.pit import PitView
from cardroom.web.desk import TheDesk
from cardroom.web.gateway.rate_limits import Effort
from cardroom.web.sign_in import Calling, SignedIn, require_staff


@get("/api/pit", summary="The pit: a tile a table, and the alerts that stand")
async def pit(desk: TheDesk, caller: Calling, signed_in: SignedIn) -> PitView:
    """For the staff. Money is in it for those who may read it, and no card. `WatchPit` follows it over the socket."""
    require_staff(signed_in)
    await desk.gate.spend(caller, Effort.LOOK)
    return await desk.pit.view(signed_in.role)


@post("/api/pit/verification", summary="Verify the log while the house runs", status_code=202)
async def verify(desk: TheDesk, caller: Calling, signed_in: SignedIn) -> PitView:
    """All that is new since the last time, in a process of its own; how far it is, the pit tells."""
    require_reader(signed_in, c.AcknowledgeFault, c.AcknowledgeDeposit)
    desk.gate.require(desk.gate.commands, signed_in.id)
    await desk.gate.spend(caller, Effort.LONG_READ)
    desk.pit.verifier.start(signed_in.id)
    return await desk.pit.view(signed_in.role)
