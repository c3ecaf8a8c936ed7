"""The browser application: one page for all addresses of its rooms, which it reads itself. Built by hatch_build.py."""

from __future__ import annotations

from pathlib import Path

from litestar import Response, get

STATIC = Path(__file__).parent / "static"
ROOMS = ("tables", "signs", "lab", "history", "staff")
ADDRESSES = ["/", *(f"/{room}{rest}" for room in ROOMS for rest in ("", "/{rest:path}"))]


@get(ADDRESSES, include_in_schema=False, media_type="text/html")
async def page() -> Response[bytes]:
    return application()


def application(status: int = 200) -> Response[bytes]:
    """What a browser is given; at an address where there is nothing it says so."""
    index = (STATIC / "index.html").read_bytes()
    return Response(index, media_type="text/html; charset=utf-8", status_code=status)
