"""Applications whose handlers have been looked at before: a run of the tests makes hundreds, of the same handlers.

Whoever makes an application has the framework read the signature of every handler anew. It says the same every time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import unwrap
from typing import Any

from litestar.utils.signature import ParsedSignature


def read_signatures_once() -> None:
    read: dict[object, ParsedSignature] = {}
    parse = ParsedSignature.from_fn

    @wraps(parse)
    def from_fn(fn: Callable[..., Any], signature_namespace: dict[str, Any]) -> ParsedSignature:
        code = getattr(unwrap(fn), "__code__", None)
        if code is None or signature_namespace:
            return parse(fn, signature_namespace)
        if code not in read:
            read[code] = parse(fn, signature_namespace)
        return read[code]

    ParsedSignature.from_fn = from_fn  # type: ignore[assignment, method-assign]
