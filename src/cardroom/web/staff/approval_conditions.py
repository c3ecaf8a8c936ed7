"""HTTP for the conditions of approvals."""

from __future__ import annotations

from litestar import get

from cardroom.house.engine.permissions import require_reader
from cardroom.house.log import commands as c
from cardroom.house.views.staff.approval_conditions import ConditionsView, conditions_view
from cardroom.web.desk import TheDesk
from cardroom.web.gateway.rate_limits import Effort
from cardroom.web.sign_in import Calling, SignedIn


@get("/api/conditions", summary="The conditions of every game's approval, and what is on file")
async def conditions(desk: TheDesk, caller: Calling, signed_in: SignedIn) -> ConditionsView:
    await desk.gate.spend(caller, Effort.READ)
    require_reader(signed_in, c.CloseTable, c.FileCondition)
    await desk.service.flush()
    return conditions_view(desk.service.house)
