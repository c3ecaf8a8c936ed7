"""Rounds found by table, seat and time, whatever is played meanwhile. A page takes as long in the tenth year."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec

from cardroom.house.engine.house import House
from cardroom.house.features.corrections.rows import LaterRow
from cardroom.house.features.rounds.rows import PlayedRow, RealRoundRow, RoundRow
from cardroom.house.history.real_card_rounds import RealRoundFound, real_round_of
from cardroom.house.history.round_lookup import Later
from cardroom.house.log import events as e
from cardroom.house.storage.database_reader import Reader
from cardroom.money import Money
from cardroom.table.commands import Seat

PAGE = 20  # rounds
LOOKS = 10  # pages that are looked through for one seat
NEWER = 5  # rounds after the one that was played at a time, since nobody remembers to the minute


class SeatInRound(msgspec.Struct, frozen=True, kw_only=True):
    seat: Seat
    name: str  # "" where the cards are real: whoever sat there is not known
    staked: Money
    net: Money  # with what later corrections have given, or taken
    jackpots: Money


class FoundRound(msgspec.Struct, frozen=True, kw_only=True):
    round_id: str
    table: str
    position: int  # of its first record: what comes before it is asked for by this
    began: datetime
    is_over: bool
    is_void: bool
    is_real: bool
    seats: tuple[SeatInRound, ...]
    corrections: int


def find_rounds(
    reader: Reader,
    house: House,
    table: str,
    seat: Seat | None = None,
    around: datetime | None = None,
    before: int | None = None,
) -> list[FoundRound]:
    """The last one first: those around a moment, or before a record, or the latest."""
    until = before if before is not None else reader.last() + 1
    if around is not None and before is None:
        place = reader.position_at(around)
        later = reader.beginnings_from(table, place, NEWER + 1)
        until = later[-1] if len(later) > NEWER else until
    found: list[FoundRound] = []
    for _ in range(LOOKS):
        page, until = _page(reader, house, table, until)
        found += [one for one in page if seat is None or any(here.seat == seat for here in one.seats)]
        if len(found) >= PAGE or not until:
            break
    return found[:PAGE]


def _page(reader: Reader, house: House, table: str, until: int) -> tuple[list[FoundRound], int]:
    """A page of rounds before a record, and where the next one goes on; 0: there is none."""
    rows = reader.rounds_before(table, until, PAGE)
    found = _all_dealt(reader, house, rows)
    found += [_real(real_round_of(reader, row)) for row in reader.real_rounds_before(table, until, PAGE)]
    found.sort(key=lambda one: -one.position)
    return found[:PAGE], found[:PAGE][-1].position if found else 0


def rounds_named(reader: Reader, house: House, rounds: Sequence[str]) -> list[FoundRound]:
    """Rounds by their ids, the last one first; those that there are not are left out."""
    names = [(name,) for name in rounds if name.isprintable()]
    found = _all_dealt(reader, house, list(reader.by_keys(RoundRow, names)))
    found += [_real(real_round_of(reader, row)) for row in reader.by_keys(RealRoundRow, names)]
    return sorted(found, key=lambda one: -one.position)


def _all_dealt(reader: Reader, house: House, rows: list[RoundRow]) -> list[FoundRound]:
    corrections = _corrections(reader.later([row.round_id for row in rows]))
    players: dict[str, list[PlayedRow]] = {}
    for row in reader.players_of(row.round_id for row in rows):
        players.setdefault(row.round_id, []).append(row)
    nobody = [row.first for row in rows if row.round_id not in players]
    times = {record.position: record.at for record in reader.at(sorted(nobody))}
    return [_dealt(house, row, players.get(row.round_id, []), times, corrections.get(row.round_id, [])) for row in rows]


def _corrections(rows: list[LaterRow]) -> dict[str, list[e.RoundCorrected]]:
    """By round."""
    found: dict[str, list[e.RoundCorrected]] = {}
    for row in rows:
        event = msgspec.json.decode(row.body, type=Later)
        if isinstance(event, e.RoundCorrected):
            found.setdefault(row.round_id, []).append(event)
    return found


def _dealt(
    house: House,
    row: RoundRow,
    players: list[PlayedRow],
    times: dict[int, datetime],
    corrections: list[e.RoundCorrected],
) -> FoundRound:
    return FoundRound(
        round_id=row.round_id,
        table=row.table_id,
        position=row.first,
        began=datetime.fromisoformat(players[0].at) if players else times[row.first],
        is_over=bool(row.last),
        is_void=any(one.is_void for one in players),
        is_real=False,
        seats=tuple(
            SeatInRound(
                seat=one.seat,
                name=name_of(house, one.person),
                staked=one.staked,
                net=one.net + sum(event.more for event in corrections if event.seat == one.seat),
                jackpots=one.jackpots,
            )
            for one in players
        ),
        corrections=len(corrections),
    )


def _real(found: RealRoundFound) -> FoundRound:
    return FoundRound(
        round_id=found.round_id,
        table=found.table,
        position=found.first.position,
        began=found.first.at,
        is_over=found.is_over,
        is_void=found.is_void,
        is_real=True,
        seats=tuple(SeatInRound(seat=seat, name="", staked=0, net=0, jackpots=0) for seat in found.seats),
        corrections=0,
    )


def name_of(house: House, person: str) -> str:
    known = house.people.get(person)
    return person if known is None else known.name
