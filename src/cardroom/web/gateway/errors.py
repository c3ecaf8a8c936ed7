"""Every error is a small JSON document: a code and a sentence."""

from __future__ import annotations

import logging
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec

from cardroom.errors import CardroomError
from cardroom.web.messages import Problem
from cardroom.web.single_page_app import application

log = logging.getLogger("cardroom.web")

STATUSES = {
    "not-signed-in": 401,
    "wrong-password": 401,
    "wrong-code": 401,
    "not-active": 403,
    "not-your-code": 403,
    "session-over": 401,
    "not-allowed": 403,
    "foreign-origin": 403,
    "not-your-round": 403,
    "unknown-card": 403,
    "revoked-card": 403,
    "wrong-pin": 403,
    "not-your-card": 403,
    "no-terminal": 403,
    "bad-message": 400,
    "bad-path": 400,
    "bad-host": 400,
    "long-path": 414,
    "wrong-host": 421,
    "kicked-out": 403,
    "weak-password": 400,
    "too-fast": 429,
    "starting": 503,
    "database-away": 503,
    "not-owner": 503,
    "database-replaced": 503,
    "log-moved": 503,
    "broken": 503,
    "lab-busy": 503,
}

GONE = "client disconnected prematurely"  # as the framework says it, in the middle of a body

# What any operation may answer with beside its own answer.
PROBLEMS = {
    status: ResponseSpec(data_container=Problem, description=text)
    for status, text in {
        400: "The request does not fit the schema.",
        401: "Nobody is signed in.",
        403: "The role does not give this, or another site's page asked.",
        404: "There is no such thing.",
        409: "The house refuses; the sentence says why. Nothing has changed.",
        413: "The request is too large.",
        421: "The request is for another host.",
        429: "Too much at once.",
        503: "The house is not open yet, or waits for its database, or the lab is busy.",
    }.items()
}


def status_of(code: str) -> int:
    if code in STATUSES:
        return STATUSES[code]
    return 404 if code.startswith("unknown-") else 409


def on_domain_error(_: Request[Any, Any, Any], error: CardroomError) -> Response[Problem]:
    return Response(Problem(error.code, error.message), status_code=status_of(error.code))


def on_http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem] | Response[bytes]:
    if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
        return application(status=404)
    if error.detail == GONE:
        return on_unreadable(request, error)  # nobody reads it, and it is nothing to note
    if error.status_code >= 500:
        log.error("HTTP error", exc_info=error)
        return _internal()
    codes = {401: "not-signed-in", 404: "not-found", 405: "bad-method", 413: "too-large"}
    message = error.detail
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        parts = [f"{part.get('key', '')}: {part.get('message', '')}".strip(": ") for part in error.extra]
        message = "; ".join(parts) or message
    code = codes.get(error.status_code, "bad-request")
    return Response(Problem(code, message[:400]), status_code=error.status_code, headers=dict(error.headers or {}))


def on_unreadable(_: Request[Any, Any, Any], __: Exception) -> Response[Problem]:
    return Response(Problem("bad-request", "The request cannot be read."), status_code=400)


def on_any_error(_: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    log.error("a request failed", exc_info=error)
    return _internal()


def _internal() -> Response[Problem]:
    return Response(Problem("internal", "Something went wrong here; it is noted."), status_code=500)
