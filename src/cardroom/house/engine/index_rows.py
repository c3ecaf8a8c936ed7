"""Rows that are computed with a record and written in its transaction, so that nobody has to read the log for them.

Every row holds the whole of what it says, under a key of its own: a later one replaces it. So an audit can compute all
of them again and compare.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC
from typing import TYPE_CHECKING, ClassVar

import msgspec

from cardroom.house.engine.figures import LinkDay
from cardroom.house.engine.significant_events import significant_in
from cardroom.house.features.slips.state import SLIPS_STREAM, of_day
from cardroom.house.kernel.gaming_days import end_of_day, start_of_day
from cardroom.house.log import events as e
from cardroom.house.log.records import HousePart, LinkPart, Record, TablePart, link_stream, table_stream
from cardroom.jackpots import events as j
from cardroom.jackpots.engine.link_state import round_of
from cardroom.jackpots.reports.figures import LinkFigures
from cardroom.jackpots.setup.config import Source
from cardroom.money import Money
from cardroom.table.commands import Seat
from cardroom.table.events import BetsClosed, MispayCorrected
from cardroom.table.state import Phase

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.engine.moved_day import MovedDay
    from cardroom.house.engine.tables import LiveTable


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """The root of all rows."""

    KEY: ClassVar[tuple[str, ...]]


class PartRow(Row, frozen=True, kw_only=True):
    """Where a part of a stream stands."""

    KEY: ClassVar = ("stream", "number")

    stream: str
    number: int
    position: int


class DayRow(Row, frozen=True, kw_only=True):
    """A gaming day: its first record, and from when to when it is, in UTC. One that was none has 0 for a record."""

    KEY: ClassVar = ("day",)

    day: str
    first: int
    begins: str
    ends: str


class BalanceRow(Row, frozen=True, kw_only=True):
    KEY: ClassVar = ("account",)

    account: str
    amount: Money


class RoundRow(Row, frozen=True, kw_only=True):
    """A round: where it begins and ends in the log, and its seed once it is over."""

    KEY: ClassVar = ("round_id",)

    round_id: str
    table_id: str
    day: str
    first: int
    last: int  # 0: not over
    seed: str


class RealRoundRow(Row, frozen=True, kw_only=True):
    """A round with real cards: where it begins and ends in the log."""

    KEY: ClassVar = ("round_id",)

    round_id: str
    table_id: str
    day: str
    first: int
    last: int  # 0: not over
    is_void: bool


class PlayedRow(Row, frozen=True, kw_only=True):
    """A round from one person's seat."""

    KEY: ClassVar = ("person", "round_id")

    person: str
    round_id: str
    position: int  # of the round's first record
    table_id: str
    at: str
    seat: Seat
    staked: Money
    net: Money  # jackpot awards are not in it
    jackpots: Money
    is_void: bool
    is_over: bool


class FigureRow(Row, frozen=True, kw_only=True):
    """What was counted for a table or a link on a day, as JSON; "" for a day that was none."""

    KEY: ClassVar = ("day", "stream")

    day: str
    stream: str
    figures: str


class EventRow(Row, frozen=True, kw_only=True):
    """Where a significant event stands: its record and stream, and which event of that part it is."""

    KEY: ClassVar = ("position", "place")

    position: int
    place: int  # among those of its record
    day: str
    at: str
    by: str
    stream: str
    number: int
    event: int
    kind: str  # an EventKind


class WinRow(Row, frozen=True, kw_only=True):
    """A recorded win of a link as it stands, as JSON."""

    KEY: ClassVar = ("link", "win")

    link: str
    win: str
    at: str
    changed: int  # the record that changed it last
    is_hit: bool  # paid by a meter or the house, not by a tray
    body: str


class WinChangeRow(Row, frozen=True, kw_only=True):
    """A record that has changed a win after the one that recorded it."""

    KEY: ClassVar = ("win", "position")

    win: str
    position: int
    link: str


class LaterRow(Row, frozen=True, kw_only=True):
    """Something done about a round after it was over, as JSON: a correction, or a print of its page."""

    KEY: ClassVar = ("round_id", "position")

    round_id: str
    position: int
    table_id: str
    at: str
    body: str


ROWS: tuple[type[Row], ...] = (
    PartRow, DayRow, BalanceRow, RoundRow, RealRoundRow, PlayedRow, FigureRow, EventRow, WinRow, WinChangeRow,
    LaterRow,
)  # fmt: skip


def rows_of(house: House, record: Record) -> Iterator[Row]:
    """What a record changes in the index; the house stands as it leaves it."""
    if house.first_of_day == record.position:
        yield _day_row(house, record.day, record.position)
    if house.moved is not None:
        yield from _of_moved_day(house, house.moved)
    figures = house.figures.get(record.day)
    accounts: dict[str, None] = {}
    for part in record.parts:
        yield PartRow(stream=part.stream, number=part.number, position=record.position)
        accounts |= dict.fromkeys(entry.account for posting in part.postings for entry in posting.entries)
        match part:
            case TablePart():
                yield from _of_table(house, part, record)
            case LinkPart():
                yield from _of_link(house, part, record)
            case HousePart() if any(isinstance(event, e.OfSlip) for event in part.events):
                slips = of_day(house.chip_slips, house.last_slip, record.day)
                yield FigureRow(day=record.day, stream=SLIPS_STREAM, figures=msgspec.json.encode(slips).decode())
            case _:
                pass
    for name in house.recounted:
        if figures is not None and name in figures.tables:
            body = msgspec.json.encode(figures.tables[name]).decode()
            yield FigureRow(day=record.day, stream=table_stream(name), figures=body)
    for account in accounts:
        yield BalanceRow(account=account, amount=house.balance(account))
    for place, found in enumerate(significant_in(record)):
        yield EventRow(
            position=record.position, place=place, day=record.day, at=record.at.isoformat(), by=found.by,
            stream=found.stream, number=found.number, event=found.event, kind=found.kind.value,
        )  # fmt: skip


def _of_moved_day(house: House, moved: MovedDay) -> Iterator[Row]:
    """A day that was none has no first record and no figures; what was counted for it stands under another."""
    yield DayRow(day=moved.wrong, first=0, begins="", ends="")
    if moved.is_new:
        yield _day_row(house, moved.right, moved.first)
    figures = house.figures[moved.right]
    bodies = {table_stream(name): msgspec.json.encode(figures.tables[name]) for name in moved.tables}
    for name in (name for name in moved.links if name in house.links):
        bodies[link_stream(name)] = msgspec.json.encode(_link_day(house, figures.links[name], name))
    if moved.has_slips:
        bodies[SLIPS_STREAM] = msgspec.json.encode(of_day(house.chip_slips, house.last_slip, moved.right))
    for stream, body in bodies.items():
        yield FigureRow(day=moved.wrong, stream=stream, figures="")
        yield FigureRow(day=moved.right, stream=stream, figures=body.decode())


def _day_row(house: House, day: str, first: int) -> DayRow:
    begins, ends = (moment(day, house.floor.hours).astimezone(UTC) for moment in (start_of_day, end_of_day))
    return DayRow(day=day, first=first, begins=begins.isoformat(), ends=ends.isoformat())


def _link_day(house: House, figures: LinkFigures, link: str) -> LinkDay:
    state = house.links[link].state
    return LinkDay.of(figures, state, house.documents.add(state.config))


def _of_table(house: House, part: TablePart, record: Record) -> Iterator[Row]:
    for event in part.events:
        if isinstance(event, e.RoundCorrected | e.RoundPrinted):
            yield LaterRow(
                round_id=event.round_id, position=record.position, table_id=part.table, at=record.at.isoformat(),
                body=msgspec.json.encode(event).decode(),
            )  # fmt: skip
        elif isinstance(event, e.RealRoundBegan | e.RealRoundEnded):
            began = house.tables[part.table].real_round.began
            assert began is not None, "a round ends after it has begun"
            ended = event if isinstance(event, e.RealRoundEnded) else None
            yield RealRoundRow(
                round_id=event.round_id, table_id=part.table, day=began.day, first=began.position,
                last=0 if ended is None else record.position, is_void=ended is not None and ended.is_void,
            )  # fmt: skip
    table = house.tables.get(part.table) or house.removed.get(part.table)
    if table is None or table.began is None:
        return
    kinds = {type(event) for event in part.events}
    if kinds & {e.RoundBegan, e.SeedRevealed, e.SeedLost, MispayCorrected}:
        yield RoundRow(
            round_id=table.round_id, table_id=table.id, day=table.began.day, first=table.began.position,
            last=record.position if table.is_over else 0, seed=table.seed,
        )  # fmt: skip
    if kinds & {BetsClosed, e.SeedRevealed, e.SeedLost}:
        yield from round_rows(table)


def _of_link(house: House, part: LinkPart, record: Record) -> Iterator[Row]:
    state = house.links[part.link].state
    link_day = _link_day(house, house.figures[record.day].links[part.link], part.link)
    yield FigureRow(day=record.day, stream=part.stream, figures=msgspec.json.encode(link_day).decode())
    recorded = {event.win for event in part.events if isinstance(event, j.AwardRecorded)}
    for name in part.wins:
        if name not in recorded:
            yield WinChangeRow(win=name, position=record.position, link=part.link)
        if (win := state.wins.get(name)) is not None:
            yield WinRow(
                link=part.link, win=name, at=win.at.isoformat(), changed=record.position,
                is_hit=win.source is not Source.TRAY, body=msgspec.json.encode(win).decode(),
            )  # fmt: skip
    paid = (event for event in part.events if isinstance(event, j.AwardPaid | j.EnvyPaid))
    for name, round_id in dict.fromkeys((event.table, round_of(event, state)) for event in paid):
        table = house.tables.get(name)
        if table is not None and table.round is not None and table.round.state.round_id == round_id:
            yield from round_rows(table)
        else:
            yield from house.unsettled.get(round_id, {}).values()


def round_rows(table: LiveTable) -> Iterator[PlayedRow]:
    """The round as it stands, from every seat of it."""
    assert table.began is not None
    assert table.round is not None
    state = table.round.state
    is_closed = state.phase is Phase.CLOSED
    for seat, person in table.round_people.items():
        of_seat = state.seats[seat]
        yield PlayedRow(
            person=person,
            round_id=table.round_id,
            position=table.began.position,
            table_id=table.id,
            at=table.began.at.isoformat(),
            seat=seat,
            staked=sum(of_seat.stakes.values()) if is_closed else 0,
            net=sum(of_seat.results.values()) - table.capped.get(seat, 0) if is_closed else 0,
            jackpots=table.awards.get(seat, 0),
            is_void=state.phase is Phase.VOID,
            is_over=table.is_over,
        )
