"""Records of earlier formats, lifted to this one as they are read: the only place that knows what they looked like.

A record keeps its bytes and its hash for ever. When the format changes, `LIFTS` gets the step from the one before, on
plain data, and a fixture of that format is kept for ever in the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from cardroom.errors import CardroomError

FORMAT = 1  # of the records that this version writes

Lift = Callable[[dict[str, Any]], dict[str, Any]]
LIFTS: Mapping[int, Lift] = {}  # by the format that they lift from, each to the next


class _Head(msgspec.Struct):
    format: int
    version: str = ""


_HEAD = msgspec.json.Decoder(_Head)


def is_of_this_format(body: bytes) -> bool:
    """Records begin with their format: nearly all are of this one."""
    return body.startswith(b'{"format":%d,' % FORMAT)


def upcast(body: bytes) -> dict[str, Any]:
    """A record of another format as this one would have it."""
    head = _HEAD.decode(body)
    if head.format > FORMAT:
        raise CardroomError("later-format", f"it is of format {head.format}, by version {head.version}, a later one")
    record: dict[str, Any] = msgspec.json.decode(body)
    for number in range(head.format, FORMAT):
        if number not in LIFTS:
            raise CardroomError("unknown-format", f"it is of format {head.format}, which no version has written")
        record = LIFTS[number](record)
    return record
