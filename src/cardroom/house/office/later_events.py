"""What became of a win after its game, without reading all that happened on its link since."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from cardroom.house.core.indexing import WinRow
from cardroom.house.core.records import LinkPart, Record, link_stream
from cardroom.house.storage.reader import Reader
from cardroom.jackpots import Win
from cardroom.jackpots import events as j


def later_events(reader: Reader, row: WinRow, after: int) -> Iterator[j.AnyEvent]:
    """The last thing about a win, and how it was backed out, if they are in records after this one."""
    positions = {row.changed}
    if msgspec.json.decode(row.body, type=Win).is_backed_out:
        positions |= set(reader.told_of(link_stream(row.link), f"Win {row.win} is backed out"))
    for record in reader.at(sorted(position for position in positions if position > after)):
        yield from (event for event in link_events(record, row.link) if getattr(event, "win", "") == row.win)


def link_events(record: Record, link: str) -> Iterator[j.AnyEvent]:
    for part in record.parts:
        if isinstance(part, LinkPart) and part.link == link:
            yield from part.events
