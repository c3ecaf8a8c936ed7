"""What a server says that stands by: where the house is, and nothing else."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from html import escape
from typing import Any

import msgspec

from cardroom.house.runtime.standby import Standby
from cardroom.house.storage.log_ownership import standby_in_words
from cardroom.web.messages import Problem

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
ASGIApplication = Callable[[Message, Receive, Send], Awaitable[None]]

RETRY = 2  # seconds after which a page asks again


def standing_by(standby: Standby) -> ASGIApplication:
    async def answer(scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await _live(receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1013, "reason": "This server stands by."})
        else:
            await _say(scope, "key-missing" if standby.lacks_key else "standing-by", _sentence(standby), send)

    return answer


def _sentence(standby: Standby) -> str:
    owner = standby.owner
    where = f" at {owner.address}" if owner is not None and owner.address else ""
    followed = standby.house.position if standby.house is not None else 0
    told = f"This server stands by; the house is run{where}. It has followed {followed:,} records."
    if not standby.lacks_key:
        return told
    return f"{told} It is not ready to take over: {standby_in_words(standby.lacks_key)}."


async def _say(scope: Message, code: str, sentence: str, send: Send) -> None:
    wants_page = any(name == b"accept" and b"text/html" in value for name, value in scope["headers"])
    if wants_page:
        kind = b"text/html; charset=utf-8"
        body = (
            '<!doctype html><html lang="en"><meta charset="utf-8"><title>Standing by</title>'
            f'<meta http-equiv="refresh" content="{RETRY}"><p>{escape(sentence)}</p></html>'
        ).encode()
    else:
        kind, body = b"application/json", msgspec.json.encode(Problem(code, sentence))
    headers = [(b"content-type", kind), (b"retry-after", str(RETRY).encode()), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _live(receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await send({"type": "lifespan.shutdown.complete"})
