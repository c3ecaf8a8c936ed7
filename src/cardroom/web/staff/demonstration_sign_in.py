"""HTTP of the demonstration: whoever started it comes in as any of the staff. No other house has these doors."""

from __future__ import annotations

from hmac import compare_digest

from litestar import Response, get, post
from litestar.params import FromPath

from cardroom.errors import CardroomError
from cardroom.house.runtime.demonstration_staff import DemonstrationStaff, demonstration_staff
from cardroom.web.desk import Desk, TheDesk
from cardroom.web.gateway.rate_limits import Effort
from cardroom.web.gateway.security import demonstration_cookie
from cardroom.web.messages import Me
from cardroom.web.sign_in import AnyRequest, Calling, start_session


@get("/demonstration/{token:str}", summary="Where `cardroom serve` lets in whoever started it", status_code=303)
async def enter(request: AnyRequest, desk: TheDesk, token: FromPath[str]) -> Response[None]:
    """The address is printed at the start and holds until the end; the cookie opens the doors to this browser."""
    if not desk.demonstration or not compare_digest(token.encode(), desk.demonstration.encode()):
        raise CardroomError("unknown-door", "This address counts no more: open the one that was printed last.")
    cookie = demonstration_cookie(request, token)
    return Response(None, status_code=303, headers={"location": "/"}, cookies=[cookie])


@get("/api/demonstration", summary="The staff of the demonstration, and their cards")
async def staff(request: AnyRequest, desk: TheDesk, caller: Calling) -> list[DemonstrationStaff]:
    _require_door(request, desk)
    await desk.gate.spend(caller, Effort.READ)
    found = demonstration_staff(desk.service.house)
    await desk.service.flush()
    return found


@post("/api/demonstration/{role:str}", summary="Come in as one of the demonstration's staff", status_code=200)
async def come_in(request: AnyRequest, desk: TheDesk, caller: Calling, role: FromPath[str]) -> Response[Me]:
    _require_door(request, desk)
    await desk.gate.spend(caller, Effort.GUEST)
    for one in demonstration_staff(desk.service.house):
        if one.person.role == role:
            return await start_session(request, desk, one.person)
    raise CardroomError("unknown-role", f"Nobody of the demonstration is a “{role}”.")


def _require_door(request: AnyRequest, desk: Desk) -> None:
    if not desk.has_doors_for(request):
        raise CardroomError(
            "not-allowed", "These doors open to whoever came by the address that was printed at the start."
        )
