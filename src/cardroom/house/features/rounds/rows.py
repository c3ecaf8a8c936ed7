"""Rounds in the index, and what they are to everyone who played them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from cardroom.house.features.rounds.messages import RealRoundBegan, RealRoundEnded
from cardroom.house.kernel.rows import Row
from cardroom.jackpots.engine.link_state import round_of
from cardroom.jackpots.events import AwardPaid, EnvyPaid
from cardroom.money import Money
from cardroom.table.commands import Seat
from cardroom.table.round_state import Phase

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.engine.live_table import LiveTable
    from cardroom.house.log.records import LinkPart, Record, TablePart


class RoundRow(Row, frozen=True, kw_only=True):
    """A round: where it begins and ends in the log, and its seed once it is over."""

    TABLE: ClassVar = "rounds"
    KEY: ClassVar = ("round_id",)
    SEARCHED: ClassVar = {"rounds_by_table": ("table_id", "first")}

    round_id: str
    table_id: str
    day: str
    first: int
    last: int  # 0: not over
    seed: str


class RealRoundRow(Row, frozen=True, kw_only=True):
    """A round with real cards: where it begins and ends in the log."""

    TABLE: ClassVar = "real_rounds"
    KEY: ClassVar = ("round_id",)
    SEARCHED: ClassVar = {"real_rounds_by_table": ("table_id", "first")}

    round_id: str
    table_id: str
    day: str
    first: int
    last: int  # 0: not over
    is_void: bool


class PlayedRow(Row, frozen=True, kw_only=True):
    """A round from one person's seat."""

    TABLE: ClassVar = "played"
    KEY: ClassVar = ("person", "round_id")
    SEARCHED: ClassVar = {"played_lately": ("person", "position"), "played_by_round": ("round_id",)}

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


def of_round(house: House, part: TablePart, record: Record) -> Iterator[RoundRow]:
    table = _dealt_at(house, part)
    if table is not None and table.began is not None:
        yield RoundRow(
            round_id=table.round_id, table_id=table.id, day=table.began.day, first=table.began.position,
            last=record.position if table.is_over else 0, seed=table.seed,
        )  # fmt: skip


def of_players(house: House, part: TablePart, record: Record) -> Iterator[PlayedRow]:
    table = _dealt_at(house, part)
    if table is not None and table.began is not None:
        yield from played(table)


def _dealt_at(house: House, part: TablePart) -> LiveTable | None:
    """The table, also if this record has taken it away."""
    return house.tables.get(part.table) or house.removed.get(part.table)


def of_real_round(house: House, part: TablePart, record: Record) -> Iterator[RealRoundRow]:
    for event in part.events:
        if isinstance(event, RealRoundBegan | RealRoundEnded):
            began = house.tables[part.table].real_round.began
            assert began is not None, "a round ends after it has begun"
            ended = event if isinstance(event, RealRoundEnded) else None
            yield RealRoundRow(
                round_id=event.round_id, table_id=part.table, day=began.day, first=began.position,
                last=0 if ended is None else record.position, is_void=ended is not None and ended.is_void,
            )  # fmt: skip


def of_winners(house: House, part: LinkPart, record: Record) -> Iterator[PlayedRow]:
    """The rounds that a jackpot has paid for, on the felt or before."""
    state = house.links[part.link].state
    paid = (event for event in part.events if isinstance(event, AwardPaid | EnvyPaid))
    for name, round_id in dict.fromkeys((event.table, round_of(event, state)) for event in paid):
        table = house.tables.get(name)
        if table is not None and table.round is not None and table.round.state.round_id == round_id:
            yield from played(table)
        else:
            yield from house.unsettled.get(round_id, {}).values()


def played(table: LiveTable) -> Iterator[PlayedRow]:
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
