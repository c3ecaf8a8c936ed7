"""Headers, cookies and origins: what keeps other sites' pages out."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, MutableScopeHeaders
from litestar.types import Message, Scope

COOKIE = "cardroom_session"
TERMINAL_COOKIE = "cardroom_terminal"
DEMONSTRATION_COOKIE = "cardroom_demonstration"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
        " connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(self), microphone=(), geolocation=(), payment=()",
}


async def add_headers(message: Message, scope: Scope) -> None:
    """On every response, errors included. What is about a person is kept by no cache."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    for name, value in HEADERS.items():
        headers[name] = value
    if scope["path"].startswith("/api/"):
        headers["cache-control"] = "no-store"
    elif scope["path"].startswith("/static/assets/") and message["status"] == 200:
        headers["cache-control"] = "public, max-age=31536000, immutable"  # their names carry their content's hash
    if scope["scheme"] == "https":
        headers["strict-transport-security"] = "max-age=31536000"


def is_own_origin(headers: Mapping[str, str], allowed: frozenset[str]) -> bool:
    """Browsers say which site a request comes from. Programs that are no browser say nothing, and hold no cookies."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return headers.get("origin", "") in allowed
    origin = headers.get("origin")
    if origin is None:
        return True
    return origin in allowed or urlsplit(origin).netloc == headers.get("host", "")


def session_cookie(connection: ASGIConnection[Any, Any, Any, Any], token: str, length: timedelta) -> Cookie:
    return _cookie(connection, COOKIE, token, length)


def terminal_cookie(connection: ASGIConnection[Any, Any, Any, Any], token: str, length: timedelta) -> Cookie:
    return _cookie(connection, TERMINAL_COOKIE, token, length)


def demonstration_cookie(connection: ASGIConnection[Any, Any, Any, Any], token: str) -> Cookie:
    return _cookie(connection, DEMONSTRATION_COOKIE, token, timedelta(days=1))


def _cookie(connection: ASGIConnection[Any, Any, Any, Any], name: str, token: str, length: timedelta) -> Cookie:
    return Cookie(
        key=name,
        value=token,
        max_age=int(length.total_seconds()),
        httponly=True,
        samesite="strict",
        secure=connection.scope["scheme"] in ("https", "wss"),
        path="/",
    )


def ended_cookie(connection: ASGIConnection[Any, Any, Any, Any]) -> Cookie:
    return session_cookie(connection, "", timedelta(0))
