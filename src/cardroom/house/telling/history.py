"""Who played which round, and where it stands in the log: kept in memory as the records go by.

The seat a person held in a round decides what that person may see of it, then and later, whoever sits there now.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

import msgspec

from cardroom.errors import CardroomError
from cardroom.house.core import events as e
from cardroom.house.core.house import House
from cardroom.house.core.records import Record
from cardroom.house.storage.store import Store
from cardroom.house.telling.views import as_seat
from cardroom.jackpots.events import AnyEvent as LinkEvent
from cardroom.jackpots.events import AwardPaid, EnvyPaid
from cardroom.money import Money
from cardroom.table.commands import Seat
from cardroom.table.events import BetPlaced, BetsClosed, Raised, RoundClosed, RoundOpened, RoundVoided
from cardroom.table.transcript import tell
from cardroom.table.view import view

REMEMBERED = 1_000  # rounds of a person

_TABLE_EVENTS = msgspec.json.Decoder(list[e.TableEvent])
_LINK_EVENTS = msgspec.json.Decoder(list[LinkEvent])


class PlayedRound(msgspec.Struct, kw_only=True):
    """A round from one person's seat."""

    round_id: str
    table: str
    at: datetime
    seat: Seat
    staked: Money = 0
    net: Money = 0  # jackpot awards are not in it
    jackpots: Money = 0
    is_void: bool = False
    is_over: bool = False


@dataclass
class TableHistory:
    seats: dict[Seat, str] = field(default_factory=dict)
    holders: dict[Seat, str] = field(default_factory=dict)  # of the seats in the last round
    stakes: dict[Seat, dict[str, Money]] = field(default_factory=dict)
    firsts: array[int] = field(default_factory=lambda: array("q"))  # the record each round began with
    current: dict[Seat, PlayedRound] = field(default_factory=dict)


class History:
    def __init__(self) -> None:
        self.tables: dict[str, TableHistory] = {}
        self.people: dict[str, deque[PlayedRound]] = {}

    def watch(self, records: Iterable[Record]) -> Iterator[Record]:
        """Pass records on, having seen them."""
        for record in records:
            self.add(record)
            yield record

    def add(self, record: Record) -> list[e.TableEvent]:
        """Take a record in; returns its events where it is a table's."""
        kind, _, name = record.stream.partition(":")
        if kind == "link":
            for award in _LINK_EVENTS.decode(record.events):
                if isinstance(award, AwardPaid | EnvyPaid) and award.table in self.tables:
                    played = self.tables[award.table].current.get(award.seat)
                    if played is not None:
                        played.jackpots += award.amount
        if kind != "table":
            return []
        events = _TABLE_EVENTS.decode(record.events)
        table = self.tables.setdefault(name, TableHistory())
        for event in events:
            self._apply(table, name, event, record)
        return events

    def _apply(self, table: TableHistory, name: str, event: e.TableEvent, record: Record) -> None:
        match event:
            case e.SatDown():
                table.seats[event.seat] = event.person
            case e.StoodUp():
                table.seats.pop(event.seat, None)
            case e.RoundBegan():
                table.firsts.append(record.number)
                table.holders, table.stakes, table.current = {}, {}, {}
            case e.Played(event=BetPlaced(seat=seat, stakes=stakes)):
                table.stakes[seat] = dict(stakes)
            case e.Played(round_id=round_id, event=BetsClosed(seats=seats)):
                table.holders = {seat: table.seats[seat] for seat in seats}
                for seat, person in table.holders.items():
                    played = PlayedRound(round_id=round_id, table=name, at=record.at, seat=seat)
                    table.current[seat] = played
                    self.people.setdefault(person, deque(maxlen=REMEMBERED)).append(played)
            case e.Played(event=Raised(seat=seat, wager=wager, stake=stake)):
                table.stakes[seat][wager] = stake
            case e.Played(event=RoundClosed(results=results)):
                for seat, played in table.current.items():
                    played.is_over, played.net = True, results.get(seat, 0)
                    played.staked = sum(table.stakes.get(seat, {}).values())
            case e.Played(event=RoundVoided()):
                for played in table.current.values():
                    played.is_over = played.is_void = True
            case e.PayoutCapped(seat=seat):
                table.current[seat].net -= event.won - event.cap
            case _:
                pass

    def seat_of(self, table: str, person: str) -> Seat | None:
        """The seat that a person held in the last round of a table."""
        holders = self.tables[table].holders if table in self.tables else {}
        return next((seat for seat, holder in holders.items() if holder == person), None)

    def rounds_of(self, person: str) -> list[PlayedRound]:
        """Finished rounds, the last one first."""
        return [played for played in reversed(self.people.get(person, ())) if played.is_over]

    def played_by(self, person: str, round_id: str) -> PlayedRound | None:
        return next((played for played in self.people.get(person, ()) if played.round_id == round_id), None)

    def numbers_of(self, round_id: str) -> tuple[str, int, int | None]:
        """The table of a round, its first record there, and the first one of the next round."""
        name, _, digits = round_id.rpartition("-")
        table = self.tables.get(name)
        number = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 12 else 0
        if table is None or not 1 <= number <= len(table.firsts):
            raise CardroomError("unknown-round", f"There is no round “{round_id}”.")
        return name, table.firsts[number - 1], table.firsts[number] if number < len(table.firsts) else None


class Line(msgspec.Struct, frozen=True):
    text: str
    cite: str


class PastRound(msgspec.Struct, frozen=True, kw_only=True):
    """A finished round as one of its people may see it; the seed proves the shuffle."""

    round_id: str
    table: str
    game: str
    rules_hash: str
    began: datetime
    your_seat: Seat | None
    commitment: str
    seed: str
    events: tuple[e.TableEvent, ...]
    lines: tuple[Line, ...]


def past_round(
    house: House, store: Store, history: History, round_id: str, seat: Seat | None, *, is_auditor: bool = False
) -> PastRound:
    """Read from the log. Nothing is told of a round in progress; hands never shown stay hidden but for auditors."""
    name, first, following = history.numbers_of(round_id)
    table = house.tables.get(name)
    if table is not None and table.round_id == round_id and table.is_playing:
        raise CardroomError("round-in-play", f"Round {round_id} is still being played.")
    up_to = None if following is None else following - 1
    records = list(store.read(f"table:{name}", first - 1, up_to))
    events = [event for record in records for event in _TABLE_EVENTS.decode(record.events)]
    of_round = [event for event in events if getattr(event, "round_id", None) == round_id]
    seed = next((event.seed for event in of_round if isinstance(event, e.SeedRevealed)), "")
    if not seed:
        raise CardroomError("round-in-play", f"Round {round_id} is still being played.")
    if is_auditor:
        seen: tuple[e.TableEvent, ...] = tuple(_as_auditor(event) for event in of_round)
    else:
        seen = as_seat(seat, of_round)
    played = [event.event for event in seen if isinstance(event, e.Played)]
    opened = next(event for event in played if isinstance(event, RoundOpened))
    return PastRound(
        round_id=round_id,
        table=name,
        game=opened.settings.game,
        rules_hash=opened.rules_hash,
        began=records[0].at,
        your_seat=seat,
        commitment=next(event.commitment for event in of_round if isinstance(event, e.RoundBegan)),
        seed=seed,
        events=seen,
        lines=tuple(Line(tell(event, opened.settings.rules), event.cite) for event in played),
    )


def _as_auditor(event: e.TableEvent) -> e.TableEvent:
    return msgspec.structs.replace(event, event=view(event.event, "auditor")) if isinstance(event, e.Played) else event
