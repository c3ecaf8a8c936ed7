"""The browser application: one page for all addresses of its rooms, which it reads itself. Built by hatch_build.py."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from litestar import Request, Response, get

from cardroom.web.desk import TheDesk
from cardroom.web.players.friends import invitation
from cardroom.web.players.invitations import tags

STATIC = Path(__file__).parent / "static"
ROOMS = ("tables", "signs", "learn", "lab", "history", "replay", "staff")
ADDRESSES = ["/", *(f"/{room}{rest}" for room in ROOMS for rest in ("", "/{rest:path}"))]


@get(ADDRESSES, include_in_schema=False, media_type="text/html")
async def page(request: Request[Any, Any, Any], desk: TheDesk) -> Response[bytes]:
    room, _, name = request.url.path.strip("/").partition("/")
    table = desk.service.house.tables.get(name) if room == "tables" else None
    if table is None or not table.plan.is_private:
        answer = application()
        if room == "replay":  # for whoever was given the link, and no search engine
            answer.headers["x-robots-tag"] = "noindex, nofollow"
        return answer
    base = str(request.base_url)
    image = f"{base}api/friends/{table.id}/picture.png"
    return application(head=tags(invitation(desk, table), f"{base}tables/{table.id}", image))


def application(status: int = 200, head: bytes = b"") -> Response[bytes]:
    """What a browser is given; at an address where there is nothing it says so."""
    index = (STATIC / "index.html").read_bytes().replace(b"</head>", head + b"</head>", 1)
    return Response(index, media_type="text/html; charset=utf-8", status_code=status)
