"""The addresses that the server has: a test that asks for another one without looking at the answer proves nothing."""

from __future__ import annotations

import re
from functools import cache
from urllib.parse import parse_qsl, urlsplit

from cardroom.web import create_app


@cache
def _queries() -> dict[tuple[str, str], frozenset[str]]:
    """What may stand behind the question mark, by method and address."""
    app = create_app(None, None)  # type: ignore[arg-type]  # nothing is opened
    found = {}
    for path, item in (app.openapi_schema.paths or {}).items():
        for method in ("get", "post", "delete"):
            operation = getattr(item, method)
            if operation is not None:
                parameters = operation.parameters or []
                found[method.upper(), path] = frozenset(one.name for one in parameters if one.param_in == "query")
    return found


def require_known(method: str, address: str) -> None:
    """An address, with what is asked behind it, that the server has.

    >>> require_known("GET", "/api/history?result=won")
    >>> require_known("GET", "/api/history?format=csv")
    Traceback (most recent call last):
    AssertionError: the server does not know format in GET /api/history?format=csv
    >>> require_known("GET", "/api/histories")
    Traceback (most recent call last):
    AssertionError: the server does not know GET /api/histories
    """
    parts = urlsplit(address)
    names = [
        query for (of, path), query in _queries().items()
        if of == method and re.fullmatch(re.sub(r"\{[^}]*\}", "[^/]+", path), parts.path)
    ]  # fmt: skip
    if not names:
        raise AssertionError(f"the server does not know {method} {address}")
    unknown = {name for name, _ in parse_qsl(parts.query)} - frozenset().union(*names)
    if unknown:
        raise AssertionError(f"the server does not know {', '.join(sorted(unknown))} in {method} {address}")
