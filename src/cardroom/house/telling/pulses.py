"""The pulse of each table: when something last happened there that moves the game on, and its rounds of the last hour.

It is kept beside the state and not in it: a start takes it from the index, and then it follows what is on disk.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from cardroom.house.core import events as e
from cardroom.house.core.house import Done
from cardroom.house.core.records import LinkPart, Record, TablePart
from cardroom.table.events import BetPlaced, LateBetRefused, MispayCorrected, RoundClosed
from cardroom.table.events import Event as OfRound

HOUR = timedelta(hours=1)
MOST = 1_000  # rounds of a table that are remembered

# What moves the game on: all of a round but bets and what is put right about them; and that there is one to deal it.
STIRS = (OfRound, e.RoundBegan, e.RealRoundBegan, e.SensorsCounted, e.CardsShown, e.ShufflerPressed, e.PayoutChecked,
         e.PayoutDiffered, e.PayoutCorrected, e.TableOpened, e.TableReleased, e.DealerTappedIn)  # fmt: skip
QUIET = (BetPlaced, LateBetRefused, MispayCorrected)


@dataclass
class Pulse:
    stirred: datetime
    rounds: deque[datetime] = field(default_factory=lambda: deque(maxlen=MOST))

    def rounds_an_hour(self, at: datetime) -> int:
        while self.rounds and self.rounds[0] <= at - HOUR:
            self.rounds.popleft()
        return len(self.rounds)


@dataclass
class Pulses:
    """Those of all tables. Before anything has happened at one, it has waited since the house came up."""

    began: datetime
    of_tables: dict[str, Pulse] = field(default_factory=dict)

    def of(self, table: str) -> Pulse:
        if table not in self.of_tables:
            self.of_tables[table] = Pulse(self.began)
        return self.of_tables[table]

    def hear(self, written: Iterable[Done]) -> None:
        for done in written:
            if done.record is not None:
                self.follow(done.record)

    def follow(self, record: Record) -> None:
        for part in record.parts:
            match part:
                case TablePart():
                    pulse = self.of(part.table)
                    for event in part.events:
                        if isinstance(event, STIRS) and not isinstance(event, QUIET):
                            pulse.stirred = record.at
                        if isinstance(event, RoundClosed | e.RealRoundBegan):
                            pulse.rounds.append(record.at)
                case LinkPart():
                    for table in part.tables:
                        self.of(table).stirred = record.at
                case _:
                    pass
