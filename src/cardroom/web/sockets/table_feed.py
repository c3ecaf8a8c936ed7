"""What is told of one table to all who follow it. What is the same for several of them is made, and encoded, once."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from cardroom.games.catalogue import is_known
from cardroom.games.model import Game
from cardroom.house.engine.house import House, RoundSoFar
from cardroom.house.engine.live_table import LiveTable
from cardroom.house.engine.table_wait import Deadlines
from cardroom.house.floor.display_names import game_at
from cardroom.house.kernel.people import DEALING, Person, Role
from cardroom.house.log import events as e
from cardroom.house.log.records import table_stream
from cardroom.house.views.table_frames import (
    RoundNames,
    Seen,
    Standing,
    YoursAt,
    is_hidden_in_part,
    seat_only_events,
    seen_events,
    standing_of,
    timed,
)
from cardroom.jackpots import Display
from cardroom.table.commands import Seat
from cardroom.table.text.spoken_hands import Speech
from cardroom.web.messages import NOBODY, Frame, complete_frame, encode_shared_frame
from cardroom.web.sockets.connection import Connection

REMEMBERED = 300  # records that can be told again to someone who lost the connection


class Recent(msgspec.Struct, frozen=True):
    """What a committed record says of the table, by whom it came about, and who held its seats."""

    number: int
    by: Role
    events: tuple[e.TableEvent, ...]
    holders: dict[Seat, str]
    so_far: RoundSoFar | None  # its round


class Missed(NamedTuple):
    """What happened after a number and up to a turn."""

    frame: bytes  # for anyone
    seen: dict[str, tuple[Seen, ...]]  # what some may know besides, by person


@dataclass
class Turn:
    """The table as it stands in memory, to be told once all of it is on disk."""

    number: int
    standing: Standing
    signs: tuple[Display, ...] | None  # None: as before
    yours: dict[str, bytes]  # by person, encoded; "" for whoever has not signed in
    missed: dict[int, Missed | None] = field(default_factory=dict)  # by the number that one goes on from


class TableFeed:
    def __init__(self, name: str) -> None:
        self.name = name
        self.followers: dict[Connection, None] = {}
        self.terminals: dict[Connection, None] = {}  # of staff who follow the table's terminal
        self.recent: deque[Recent] = deque(maxlen=REMEMBERED)
        self.has_new_signs = False
        self._names = RoundNames()
        self._speech = Speech()
        self._yours: dict[str, tuple[object, bytes]] = {}  # by person, with all that it depended on

    @property
    def last(self) -> int:
        """The number of the last record that can be told."""
        return self.recent[-1].number if self.recent else -1

    def remembers(self, after: int) -> bool:
        """Whether everything after a number can be told."""
        return bool(self.recent) and self.recent[0].number - 1 <= after <= self.last

    def turn(self, house: House, signs: tuple[Display, ...] | None) -> Turn:
        """Where the table stands now, for everyone who follows it."""
        table = house.tables[self.name]
        people = {connection.person.id: connection.person for connection in self.followers if connection.person}
        at, before, self._yours = YoursAt(table, self._speech), self._yours, {}
        for one, person in people.items():
            self._yours[one] = self._told_to(at, person, before.get(one))
        return Turn(
            number=house.numbers.get(table_stream(self.name), 0),
            standing=standing_of(house, table, self._speech),
            signs=signs,
            yours={one: encoded for one, (_, encoded) in self._yours.items()} | {"": NOBODY},
        )

    def _told_to(self, at: YoursAt, person: Person, before: tuple[object, bytes] | None) -> tuple[object, bytes]:
        """What is for one person, the same as before if nothing of it has changed."""
        is_dealing, depends_on = person.role in DEALING, at.depends_on(person.id)
        if before is not None and before[0] == depends_on and not is_dealing:
            return before
        return depends_on, msgspec.json.encode(at.of(person.id, dealing=is_dealing))

    def message(self, turn: Turn, after: int, person: str, table: LiveTable, due: Deadlines) -> bytes | None:
        """A turn in a frame for one person; None if what happened before it is forgotten."""
        if after not in turn.missed:
            turn.missed[after] = self._missed(turn, after, table, due)
        if (missed := turn.missed[after]) is None:
            return None
        return complete_frame(missed.frame, turn.yours[person], missed.seen.get(person, ()))

    def _missed(self, turn: Turn, after: int, table: LiveTable, due: Deadlines) -> Missed | None:
        records = list(self._between(after, turn.number))[::-1]
        if len(records) < turn.number - after:
            return None
        game, told = _game(table), []
        seen: dict[str, tuple[Seen, ...]] = {}
        for recent in records:
            names = self._names.of(recent.events, recent.so_far if game is not None else None)
            told.append(seen_events(game, recent.number, recent.events, recent.by, names))
            if any(map(is_hidden_in_part, recent.events)):
                for seat, person in recent.holders.items():
                    more = tuple(seat_only_events(game, seat, recent.number, recent.events))
                    seen[person] = seen.get(person, ()) + more
        frame = Frame(
            table=self.name,
            after=after,
            number=turn.number,
            records=tuple(told),
            standing=timed(turn.standing, due),
            jackpots=turn.signs,
        )
        return Missed(encode_shared_frame(frame), seen)

    def _between(self, after: int, number: int) -> Iterator[Recent]:
        """The records after a number and up to another, the newest first: mostly it is the last one."""
        for recent in reversed(self.recent):
            if recent.number <= after:
                break
            if recent.number <= number:
                yield recent


def _game(table: LiveTable) -> Game | None:
    settings = table.plan.settings
    return game_at(table.plan, settings) if is_known(settings.game) and not table.fault else None
