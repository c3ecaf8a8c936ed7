"""The browser application: one page for all addresses of its rooms, which it reads itself. Built by hatch_build.py."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

from litestar import Request, Response, get

from cardroom.errors import CardroomError
from cardroom.web.desk import Desk, TheDesk
from cardroom.web.gateway.callers import caller_of
from cardroom.web.gateway.rate_limits import Effort
from cardroom.web.players.invitation_previews import tags
from cardroom.web.players.private_tables import described

STATIC = Path(__file__).parent / "static"
ROOMS = ("tables", "invitations", "signs", "learn", "lab", "history", "replay", "staff")
ADDRESSES = ["/", *(f"/{room}{rest}" for room in ROOMS for rest in ("", "/{rest:path}"))]


@get(ADDRESSES, include_in_schema=False, media_type="text/html")
async def page(request: Request[Any, Any, Any], desk: TheDesk) -> Response[bytes]:
    room, _, name = request.url.path.strip("/").partition("/")
    head = b""
    if room == "invitations":
        with contextlib.suppress(CardroomError):  # the page says so
            head = await _invitation(request, desk, name)
    answer = application(head=head)
    if room in ("invitations", "replay"):  # for whoever was given the link, and no search engine
        answer.headers["x-robots-tag"] = "noindex, nofollow"
    return answer


async def _invitation(request: Request[Any, Any, Any], desk: Desk, invitation: str) -> bytes:
    """What other programs show of the link."""
    await desk.gate.spend(caller_of(request), Effort.READ)
    table, base = await desk.invitations.table_of(invitation), str(request.base_url)
    image = f"{base}api/invitations/{invitation}/picture.png"
    return tags(described(desk, table), f"{base}invitations/{invitation}", image)


def application(status: int = 200, head: bytes = b"") -> Response[bytes]:
    """What a browser is given; at an address where there is nothing it says so."""
    index = (STATIC / "index.html").read_bytes().replace(b"</head>", head + b"</head>", 1)
    return Response(index, media_type="text/html; charset=utf-8", status_code=status)
