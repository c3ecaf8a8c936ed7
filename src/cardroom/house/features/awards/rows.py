"""Recorded wins in the index."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

import msgspec

from cardroom.house.kernel.rows import Row
from cardroom.jackpots.events import AwardRecorded
from cardroom.jackpots.setup.config import Source

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.log.records import LinkPart, Record


class WinRow(Row, frozen=True, kw_only=True):
    """A recorded win of a link as it stands, as JSON."""

    TABLE: ClassVar = "wins"
    KEY: ClassVar = ("link", "win")
    SEARCHED: ClassVar = {"wins_by_time": ("link", "at")}

    link: str
    win: str
    at: str
    changed: int  # the record that changed it last
    is_hit: bool  # paid by a meter or the house, not by a tray
    body: str


class WinChangeRow(Row, frozen=True, kw_only=True):
    """A record that has changed a win after the one that recorded it."""

    TABLE: ClassVar = "win_changes"
    KEY: ClassVar = ("win", "position")

    win: str
    position: int
    link: str


def of_wins(house: House, part: LinkPart, record: Record) -> Iterator[Row]:
    wins = house.links[part.link].state.wins
    recorded = {event.win for event in part.events if isinstance(event, AwardRecorded)}
    for name in part.wins:
        if name not in recorded:
            yield WinChangeRow(win=name, position=record.position, link=part.link)
        if (win := wins.get(name)) is not None:
            yield WinRow(
                link=part.link, win=name, at=win.at.isoformat(), changed=record.position,
                is_hit=win.source is not Source.TRAY, body=msgspec.json.encode(win).decode(),
            )  # fmt: skip
