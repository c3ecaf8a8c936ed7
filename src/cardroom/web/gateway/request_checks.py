"""The door: what every request and every socket passes before anything else looks at it.

Its path can be read, it was sent to this house and by no other site's page, and it comes at a bearable rate.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes, urlsplit

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from cardroom.errors import CardroomError
from cardroom.house.runtime.identity.secret_hashes import token_hash
from cardroom.house.storage.credential_revocation import CARD
from cardroom.web.gateway.callers import Caller, network_of
from cardroom.web.gateway.errors import status_of
from cardroom.web.gateway.rate_limits import Effort
from cardroom.web.gateway.security import COOKIE, SAFE_METHODS, TERMINAL_COOKIE, is_own_origin
from cardroom.web.messages import Problem

if TYPE_CHECKING:
    from cardroom.web.desk import Desk

LONGEST_PATH = 2_000
FOR_LOAD_BALANCERS = "/health"  # they ask by address
LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})

_UNREADABLE = re.compile(r"[\x00-\x1f\x7f\\]|(?:^|/)\.{1,2}(?:/|$)")


class Door:
    def __init__(self, inside: ASGIApp, state: Any, hosts: AbstractSet[str]) -> None:
        self._inside = inside
        self._state = state  # of the application, which has the desk once the house opens
        self._hosts = hosts | LOCAL

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        desk: Desk = self._state.desk
        try:
            headers = _headers(scope["headers"])
            check_path(scope["raw_path"])
            if scope["path"] != FOR_LOAD_BALANCERS:
                self._check_host(scope, headers)
            if scope["type"] == ScopeType.WEBSOCKET or scope["method"] not in SAFE_METHODS:
                _check_origin(headers, desk.origins)
            caller = await _caller(scope, headers, desk)
            scope["state"]["caller"] = caller
            effort = Effort.SOCKET if scope["type"] == ScopeType.WEBSOCKET else Effort.REQUEST
            await desk.gate.spend(caller, effort)
            if scope["path"].startswith("/api/"):
                desk.service.committer.require()  # what is told must be on disk, and what is asked for must get there
        except CardroomError as error:
            desk.metrics.turned_away(error.code)
            if error.code == "too-fast":
                await asyncio.sleep(desk.gate.limits.penalty)
            await turn_away(scope, receive, send, error)
        else:
            await self._inside(scope, receive, send)

    def _check_host(self, scope: Scope, headers: dict[str, str]) -> None:
        """A name that leads here without being ours is another site's, which would pass for this one in a browser."""
        name = host_name(headers.get("host", ""))
        here = scope["server"][0] if scope["server"] else ""
        if name is None:
            raise CardroomError("bad-host", "The request does not say which host it is for.")
        if name not in self._hosts | {here} and not name.endswith(".localhost"):
            raise CardroomError(
                "wrong-host", f"There is no house at “{name[:80]}”; `cardroom serve --host-name` gives it that name."
            )


def check_path(raw: bytes) -> None:
    """What no address of the house has in it: it would only confuse what reads it."""
    if len(raw) > LONGEST_PATH:
        raise CardroomError("long-path", f"An address has at most {LONGEST_PATH:,} characters.")
    try:
        path = unquote_to_bytes(raw).decode()
    except UnicodeDecodeError:
        raise CardroomError("bad-path", "This address is not readable as UTF-8.") from None
    if _UNREADABLE.search(path):
        raise CardroomError("bad-path", "This is no address of the house.")


def host_name(host: str) -> str | None:
    """Of a Host header, without the port."""
    try:
        parts = urlsplit(f"//{host}")
        is_host_only = parts.netloc == host and "@" not in host and (parts.port is None or parts.port >= 0)
    except ValueError:
        return None
    return parts.hostname.rstrip(".") or None if parts.hostname and is_host_only else None


def _headers(raw: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """By name; a header that comes twice is joined, so that two hosts or origins are none."""
    found: dict[str, str] = {}
    for name, value in raw:
        key, text = name.decode("latin-1").lower(), value.decode("latin-1")
        separator = "; " if key == "cookie" else ", "
        found[key] = f"{found[key]}{separator}{text}" if key in found else text
    return found


def _check_origin(headers: dict[str, str], allowed: frozenset[str]) -> None:
    if not is_own_origin(headers, allowed):
        raise CardroomError("foreign-origin", "Another site's page may not do this.")


async def _caller(scope: Scope, headers: dict[str, str], desk: Desk) -> Caller:
    address = network_of(scope["client"][0]) if scope["client"] else "local"
    cookies = _cookies(headers.get("cookie", ""))
    person, terminal, card = None, None, ""
    session = cookies.get(COOKIE, "")
    if TERMINAL_COOKIE in cookies:
        terminal = desk.entrance.terminal_named(await _holder(desk, address, cookies[TERMINAL_COOKIE]))
    if session and (holder := await _holder(desk, address, session)):
        person = desk.entrance.person_named(holder)
        card = holder.removeprefix(CARD) if person and holder.startswith(CARD) else ""
    return Caller(
        address=address,
        session=token_hash(session) if person else "",
        person=person,
        terminal=terminal or "",
        card=card,
    )


async def _holder(desk: Desk, address: str, token: str) -> str | None:
    """Whose session it is. The database is asked about unknown ones at a bounded rate; known ones are free."""
    entrance, unknown = desk.entrance, desk.gate.unknown_sessions
    if entrance.remembers(token):
        return await entrance.holder_of(token)
    desk.gate.require(unknown, address)
    holder = await entrance.holder_of(token)
    if holder is not None:
        unknown.give_back(address)
    return holder


def _cookies(header: str) -> dict[str, str]:
    pairs = (part.strip().partition("=") for part in header.split(";"))
    return {name: value for name, _, value in pairs if name in (COOKIE, TERMINAL_COOKIE)}


async def turn_away(scope: Scope, receive: Receive, send: Send, error: CardroomError) -> None:
    """An answer without the application, and the end of the connection: coming again is counted where it comes in."""
    body = msgspec.json.encode(Problem(error.code, error.message))
    length = str(len(body)).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", length), (b"connection", b"close")]
    status = status_of(error.code)
    if scope["type"] == ScopeType.HTTP:
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": False})
        return
    await receive()
    if "websocket.http.response" in (scope.get("extensions") or {}):
        await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
        await send({"type": "websocket.http.response.body", "body": body, "more_body": False})
    else:
        await send({"type": "websocket.close", "code": 4403, "reason": error.message[:100]})
