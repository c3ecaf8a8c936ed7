"""HTTP for access: accounts, one-time codes, requests that take two people, terminals.

Asking, approving, suspending and ending are commands like others. A code is told over HTTP alone, and its halves to
two people apart: where a card is swiped for an approval, its holder takes the half from a session of the own.
"""

from __future__ import annotations

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from cardroom.house.engine.permissions import require_reader
from cardroom.house.kernel.people import Person
from cardroom.house.log import commands as c
from cardroom.house.runtime.house_clock import now
from cardroom.house.runtime.identity.auth import TERMINAL_SESSION
from cardroom.house.runtime.identity.one_time_codes import HalfCode
from cardroom.house.views.staff.access import AccessView, KnownTerminalView, pending_access, staff_members
from cardroom.web.desk import TheDesk
from cardroom.web.gateway.rate_limits import Effort
from cardroom.web.gateway.security import terminal_cookie
from cardroom.web.messages import NewTerminal
from cardroom.web.sign_in import AnyRequest, Calling, SignedIn


@get("/api/access", summary="Accounts of the staff, what waits for a second person, and terminals")
async def access(desk: TheDesk, caller: Calling, signed_in: SignedIn) -> AccessView:
    """For those who may open or close a door, and auditors."""
    _require_reader(signed_in)
    await desk.gate.spend(caller, Effort.READ)
    with_pin, terminals = await desk.entrance.cards.with_pin(), await desk.entrance.terminals()
    house = desk.service.house
    found = AccessView(
        staff=staff_members(house, signed_in, with_pin, now()),
        requests=pending_access(house, signed_in),
        terminals=tuple(KnownTerminalView(name, is_placed) for name, is_placed in terminals.items()),
    )
    await desk.service.flush()
    return found


@post("/api/access/codes/{person:str}", summary="My half of a one-time code, as asker or approver", status_code=201)
async def take_half(desk: TheDesk, signed_in: SignedIn, person: FromPath[str]) -> HalfCode:
    """Shown once; asked for again it is another one, and the one before counts no more."""
    desk.gate.require(desk.gate.commands, signed_in.id)
    return await desk.entrance.take_half(signed_in, person)


@post("/api/terminals", summary="Make this browser a terminal that two people have agreed on", status_code=201)
async def place_terminal(
    request: AnyRequest, desk: TheDesk, signed_in: SignedIn, data: JSONBody[NewTerminal]
) -> Response[KnownTerminalView]:
    """For those who may ask for one. What strangers do at its address does not slow it from now on."""
    desk.gate.require(desk.gate.commands, signed_in.id)
    token = await desk.entrance.place_terminal(signed_in, data.name)
    cookie = terminal_cookie(request, token, TERMINAL_SESSION)
    return Response(KnownTerminalView(data.name, is_placed=True), cookies=[cookie], status_code=201)


def _require_reader(person: Person) -> None:
    require_reader(person, c.RevokeCard, c.ApproveAccess)
