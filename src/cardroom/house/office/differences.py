"""What a record says and what its command leads to, held against each other in a few words."""

from __future__ import annotations

from collections.abc import Iterable

from cardroom.house.core.records import AnyPart, HousePart, Record


def difference(ours: Iterable[AnyPart], theirs: Iterable[AnyPart]) -> str:
    """The first thing that comes out differently, in a few words; "" for none."""
    done, recorded = list(ours), list(theirs)
    if done == recorded:
        return ""
    if [part.stream for part in done] != [part.stream for part in recorded]:
        touched = ", ".join(part.stream for part in done) or "nothing"
        return f"comes out differently when it is done again: it touches {touched}"
    for mine, other in zip(done, recorded, strict=True):
        if mine == other:
            continue
        if mine.number != other.number:
            return f"{other.stream} is numbered {other.number}, and would be {mine.number}"
        if mine.events == other.events:
            return f"moves other money on {other.stream} than its events call for"
        return f"comes out differently when it is done again: {other.stream}, {_first_event(mine, other)}"
    return "comes out differently when it is done again"


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
