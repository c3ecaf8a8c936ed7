"""HTTP for the house's terminals: browsers that it knows by a cookie of their own, whoever signs in there.

A cookie, and no list of addresses: behind a proxy or at an address that guests share, it still names one machine.
"""

from __future__ import annotations

from litestar import Response, delete, get, post
from litestar.params import FromPath, JSONBody

from cardroom.house.running.auth import TERMINAL_SESSION
from cardroom.web.desk import TheDesk
from cardroom.web.entrance.security import terminal_cookie
from cardroom.web.messages import KnownTerminal, NewTerminal
from cardroom.web.people import AnyRequest, SignedIn


@post("/api/terminals", summary="Make this browser a terminal of the house", status_code=201)
async def enrol_terminal(
    request: AnyRequest, desk: TheDesk, signed_in: SignedIn, data: JSONBody[NewTerminal]
) -> Response[KnownTerminal]:
    """For those who may enrol people. What strangers do at its address does not slow it from now on."""
    desk.gate.require(desk.gate.commands, signed_in.id)
    token = await desk.entrance.enrol_terminal(signed_in, data.name)
    cookie = terminal_cookie(request, token, TERMINAL_SESSION)
    return Response(KnownTerminal(data.name), cookies=[cookie], status_code=201)


@get("/api/terminals", summary="The terminals of the house")
async def terminals(desk: TheDesk, signed_in: SignedIn) -> list[KnownTerminal]:
    return [KnownTerminal(name) for name in await desk.entrance.terminals(signed_in)]


@delete("/api/terminals/{name:str}", summary="A terminal is none any more", status_code=204)
async def remove_terminal(desk: TheDesk, signed_in: SignedIn, name: FromPath[str]) -> None:
    await desk.entrance.remove_terminal(signed_in, name)
