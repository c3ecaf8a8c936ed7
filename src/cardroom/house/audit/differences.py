"""What a record says and what its command leads to, held against each other in a few words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cardroom.house.audit.declared_changes import Differs
from cardroom.house.log.records import AnyPart, HousePart, Record


class Difference(NamedTuple):
    told: str  # in a few words
    differs: Differs | None = None  # None: in a way that no version may change


def difference(ours: Iterable[AnyPart], theirs: Iterable[AnyPart]) -> Difference | None:
    """The first thing that comes out differently."""
    again = "comes out differently when it is done again"
    done, recorded = list(ours), list(theirs)
    if [part.stream for part in done] != [part.stream for part in recorded]:
        touched = ", ".join(part.stream for part in done) or "nothing"
        return Difference(f"{again}: it touches {touched}", Differs.STREAMS)
    for mine, other in zip(done, recorded, strict=True):
        if mine == other:
            continue
        if mine.number != other.number:
            told = f"{other.stream} is numbered {other.number}, and would be {mine.number}"
            return Difference(told, Differs.STREAMS)
        if mine.events == other.events:
            return Difference(f"moves other money on {other.stream} than its events call for", Differs.MONEY)
        return Difference(f"{again}: {other.stream}, {_first_event(mine, other)}", Differs.EVENTS)
    return None


def _first_event(mine: AnyPart, other: AnyPart) -> str:
    for ours, theirs in zip(mine.events, other.events, strict=False):
        if ours != theirs:
            kind = type(theirs).__name__
            return kind if type(ours) is type(theirs) else f"{kind} instead of {type(ours).__name__}"
    return f"{len(other.events)} events instead of {len(mine.events)}"


def place(record: Record, where: str) -> str:
    """With the streams it speaks of, so that one knows where to look."""
    streams = [f"{part.stream} {part.number}" for part in record.parts if not isinstance(part, HousePart)]
    return f"{where} ({', '.join(streams)})" if streams else where
