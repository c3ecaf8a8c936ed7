"""What a record changes in the index: rows that each record has, and those that features have for its events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from cardroom.house.engine.feature_order import FEATURES
from cardroom.house.engine.significant_events import significant_in
from cardroom.house.features.days.rows import day_row
from cardroom.house.kernel.rows import FigureRow, Row, figure_row
from cardroom.house.log.records import LinkPart, Record, table_stream
from cardroom.money import Money

if TYPE_CHECKING:
    from cardroom.house.engine.house import House


class PartRow(Row, frozen=True, kw_only=True):
    """Where a part of a stream stands."""

    TABLE: ClassVar = "parts"
    KEY: ClassVar = ("stream", "number")
    SEARCHED: ClassVar = {"parts_by_position": ("stream", "position")}

    stream: str
    number: int
    position: int


class BalanceRow(Row, frozen=True, kw_only=True):
    TABLE: ClassVar = "balances"
    KEY: ClassVar = ("account",)

    account: str
    amount: Money


class EventRow(Row, frozen=True, kw_only=True):
    """Where a significant event stands: its record and stream, and which event of that part it is."""

    TABLE: ClassVar = "events"
    KEY: ClassVar = ("position", "place")
    SEARCHED: ClassVar = {"events_by_day": ("day", "position")}

    position: int
    place: int  # among those of its record
    day: str
    at: str
    by: str
    stream: str
    number: int
    event: int
    kind: str  # an EventKind


ROWS: tuple[type[Row], ...] = (
    PartRow, BalanceRow, FigureRow, EventRow, *(kind for feature in FEATURES for kind in feature.rows),
)  # fmt: skip

RowMaker = Callable[[Any, Any, Record], Iterable[Row]]  # of a house and a part


_MADE: list[tuple[type[msgspec.Struct], RowMaker]] = [
    (row.kind, maker) for feature in FEATURES for row in (*feature.events, *feature.follows) for maker in row.rows
]
_MAKERS = {kind: [maker for one, maker in _MADE if one is kind] for kind, _ in _MADE}
_ORDER = {maker: place for place, maker in enumerate(dict.fromkeys(maker for _, maker in _MADE))}


def _made_for(events: Iterable[msgspec.Struct]) -> Iterable[RowMaker]:
    """Once a part, however many of its events ask for it, and in the order of the features."""
    found = {maker: None for event in events for maker in _MAKERS.get(type(event), ())}
    return sorted(found, key=_ORDER.__getitem__) if len(found) > 1 else found


def rows_of(house: House, record: Record) -> Iterator[Row]:
    """What a record changes in the index; the house stands as it leaves it."""
    if house.first_of_day == record.position:
        yield day_row(house, record.day, record.position)
    accounts: dict[str, None] = {}
    for part in record.parts:
        yield PartRow(stream=part.stream, number=part.number, position=record.position)
        accounts |= dict.fromkeys(entry.account for posting in part.postings for entry in posting.entries)
        if isinstance(part, LinkPart):
            yield figure_row(record.day, part.stream, house.figures_of(record.day, part.stream))
        for maker in _made_for(part.events):
            yield from maker(house, part, record)
    for stream in map(table_stream, house.recounted):
        yield figure_row(record.day, stream, house.figures_of(record.day, stream))
    for account in accounts:
        yield BalanceRow(account=account, amount=house.balance(account))
    for place, found in enumerate(significant_in(record)):
        yield EventRow(
            position=record.position, place=place, day=record.day, at=record.at.isoformat(), by=found.by,
            stream=found.stream, number=found.number, event=found.event, kind=found.kind.value,
        )  # fmt: skip
