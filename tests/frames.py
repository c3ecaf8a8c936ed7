"""What a frame or a snapshot says to one person: the part for all, with his own in its places."""

from __future__ import annotations

from typing import Any

NOBODY: dict[str, Any] = {
    "your_seat": None,
    "your_cards": [],
    "options": [],
    "next_act": None,
    "hand": None,
    "too_low": "",
}


def standing_in(told: dict[str, Any]) -> dict[str, Any]:
    """Where a table stands for whoever got this frame or view."""
    return {**told["standing"], **(told["yours"] or NOBODY)}


def records_in(frame: dict[str, Any]) -> list[dict[str, Any]]:
    """The records of a frame as whoever got it may see them."""
    records = [record | {"events": [*record["events"]], "lines": [*record["lines"]]} for record in frame["records"]]
    by_number = {record["number"]: record for record in records}
    for seen in frame["seen"]:
        record, place = by_number[seen["number"]], seen["place"]
        assert record["events"][place] != seen["event"], "what all see is not told again"
        record["events"][place], record["lines"][place] = seen["event"], seen["line"]
    return records
