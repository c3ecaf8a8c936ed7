"""HTTP of the demonstration: anyone at this machine comes in as any of the staff. No other house has it."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.params import FromPath

from cardroom.errors import CardroomError
from cardroom.house.running.demonstration import DemonstrationStaff, demonstration_staff
from cardroom.web.desk import Desk, TheDesk
from cardroom.web.entrance.callers import is_from_here
from cardroom.web.entrance.limits import Effort
from cardroom.web.messages import Me
from cardroom.web.people import AnyRequest, Calling, let_in


@get("/api/demonstration", summary="The staff of the demonstration, and their cards")
async def staff(request: AnyRequest, desk: TheDesk, caller: Calling) -> list[DemonstrationStaff]:
    _require_here(request, desk)
    await desk.gate.spend(caller, Effort.READ)
    found = demonstration_staff(desk.service.house)
    await desk.service.flush()
    return found


@post("/api/demonstration/{role:str}", summary="Come in as one of the demonstration's staff", status_code=200)
async def come_in(request: AnyRequest, desk: TheDesk, caller: Calling, role: FromPath[str]) -> Response[Me]:
    _require_here(request, desk)
    await desk.gate.spend(caller, Effort.GUEST)
    for one in demonstration_staff(desk.service.house):
        if one.person.role == role:
            return await let_in(request, desk, one.person)
    raise CardroomError("unknown-role", f"Nobody of the demonstration is a “{role}”.")


def _require_here(request: AnyRequest, desk: Desk) -> None:
    if not desk.is_demonstration or not is_from_here(request):
        raise CardroomError("not-allowed", "The demonstration is for whoever sits at the machine that runs it.")
