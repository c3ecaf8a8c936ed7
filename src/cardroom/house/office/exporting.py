"""The log for others to read: records as JSON Lines, or events and entries as rows of a table.

Seeds are in the log only once their rounds are over. What was dealt face down in a round that is not over goes out as a
spectator sees it.
"""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterator
from datetime import datetime
from typing import IO

import msgspec

from cardroom.house.core import events as e
from cardroom.house.core.records import Record
from cardroom.house.storage.store import Store
from cardroom.money import DOLLAR, Money
from cardroom.table.view import view

_TABLE_EVENTS = msgspec.json.Decoder(list[e.TableEvent])
_ANY_EVENTS = msgspec.json.Decoder(list[msgspec.Raw])


class Named(msgspec.Struct):
    """The name that every event carries."""

    type: str  # as msgspec tags it


_NAMED = msgspec.json.Decoder(Named)

COLUMNS = ("stream", "number", "at", "by", "kind", "name", "account", "dollars", "data")


class Exported(msgspec.Struct, frozen=True, kw_only=True):
    """A record as it goes out. Where cards are withheld its hash cannot fit until the round is over."""

    stream: str
    number: int
    at: datetime
    by: str
    events: msgspec.Raw
    postings: msgspec.Raw
    previous: str
    hash: str
    is_complete: bool


def revealed_rounds(store: Store) -> set[str]:
    """Rounds whose seed has been shown: nothing of them is hidden any more."""
    return {
        event.round_id
        for record in store.read()
        if b'"SeedRevealed"' in bytes(record.events)
        for event in _TABLE_EVENTS.decode(record.events)
        if isinstance(event, e.SeedRevealed)
    }


def exported(
    store: Store, begins: datetime | None = None, ends: datetime | None = None, streams: Collection[str] = ()
) -> Iterator[Exported]:
    """Records of a time and of some streams, as anyone who may read the log may see them now."""
    revealed = revealed_rounds(store)
    for record in store.read():
        if (
            (begins and record.at < begins)
            or (ends and record.at >= ends)
            or (streams and record.stream not in streams)
        ):
            continue
        events = _as_seen(record, revealed)
        yield Exported(
            stream=record.stream,
            number=record.number,
            at=record.at,
            by=record.by,
            events=events,
            postings=msgspec.Raw(msgspec.json.encode(record.postings)),
            previous=record.previous,
            hash=record.hash,
            is_complete=events == record.events,
        )


def _as_seen(record: Record, revealed: set[str]) -> msgspec.Raw:
    if b'"PacketDealt"' not in bytes(record.events) or not record.stream.startswith("table:"):
        return record.events
    events = [
        msgspec.structs.replace(event, event=view(event.event, "spectator"))
        if isinstance(event, e.Played) and event.round_id not in revealed
        else event
        for event in _TABLE_EVENTS.decode(record.events)
    ]
    return msgspec.Raw(msgspec.json.encode(events))


def write_lines(records: Iterator[Exported], out: IO[str]) -> int:
    """JSON Lines, a record a line; amounts are whole numbers of a millionth of a dollar."""
    count = 0
    for record in records:
        out.write(msgspec.json.encode(record).decode() + "\n")
        count += 1
    return count


def write_rows(records: Iterator[Exported], out: IO[str]) -> int:
    """CSV: a row for every event, and one for every account that a posting touches; amounts in dollars."""
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(COLUMNS)
    count = 0
    for record in records:
        head = (record.stream, record.number, record.at.isoformat(), record.by)
        for event in _ANY_EVENTS.decode(record.events):
            rows.writerow((*head, "event", _name(event), "", "", bytes(event).decode()))
        for posting in msgspec.json.decode(record.postings):
            for entry in posting["entries"]:
                cells = ("posting", posting["reason"], entry["account"], dollars(entry["amount"]), "")
                rows.writerow((*head, *map(_harmless, cells)))
        count += 1
    return count


def _name(event: msgspec.Raw) -> str:
    return _NAMED.decode(event).type


def dollars(amount: Money) -> str:
    """Exact dollars for a spreadsheet.

    >>> dollars(-2_500_000), dollars(120_000), dollars(1)
    ('-2.50', '0.12', '0.000001')
    """
    sign = "-" if amount < 0 else ""
    whole, rest = divmod(abs(amount), DOLLAR)
    digits = f"{rest:06d}"
    return f"{sign}{whole}.{digits[:2]}{digits[2:].rstrip('0')}"


def _harmless(cell: str) -> str:
    """Words of people that a spreadsheet would take for a formula are marked as words."""
    return f"'{cell}" if cell[:1] in ("=", "+", "@") or (cell[:1] == "-" and not cell[1:2].isdigit()) else cell
