"""Corrections and prints of rounds in the index."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

import msgspec

from cardroom.house.features.corrections.messages import RoundCorrected, RoundPrinted
from cardroom.house.kernel.rows import Row

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.log.records import Record, TablePart


class LaterRow(Row, frozen=True, kw_only=True):
    """Something done about a round after it was over, as JSON: a correction, or a print of its page."""

    TABLE: ClassVar = "later"
    KEY: ClassVar = ("round_id", "position")

    round_id: str
    position: int
    table_id: str
    at: str
    body: str


def later(house: House, part: TablePart, record: Record) -> Iterator[LaterRow]:
    for event in part.events:
        if isinstance(event, RoundCorrected | RoundPrinted):
            yield LaterRow(
                round_id=event.round_id, position=record.position, table_id=part.table, at=record.at.isoformat(),
                body=msgspec.json.encode(event).decode(),
            )  # fmt: skip
