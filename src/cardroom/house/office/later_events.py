"""What became of a win after its game, without reading all that happened on its link since."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import msgspec

from cardroom.house.core.indexing import WinRow
from cardroom.house.core.records import LinkPart, Record, link_stream
from cardroom.house.storage.reader import Reader
from cardroom.jackpots import Win
from cardroom.jackpots import events as j
from cardroom.ledger import Posting

Booked = tuple[j.AnyEvent, tuple[Posting, ...]]  # with its money as the house has it in its books


def later_events(reader: Reader, row: WinRow, after: int) -> Iterator[Booked]:
    """The last thing about a win, and how it was backed out, if they are in records after this one."""
    positions = {row.changed}
    if msgspec.json.decode(row.body, type=Win).is_backed_out:
        positions |= set(reader.told_of(link_stream(row.link), f"Win {row.win} is backed out"))
    for record in reader.at(sorted(position for position in positions if position > after)):
        yield from (booked for booked in link_events(record, row.link) if getattr(booked[0], "win", "") == row.win)


def link_events(record: Record, link: str) -> Iterator[Booked]:
    for part in record.parts:
        if isinstance(part, LinkPart) and part.link == link:
            booked = iter(part.postings)
            for event in part.events:
                yield event, tuple(islice(booked, sum(bool(posting.entries) for posting in event.postings)))
