"""The pulse of each table: when something last happened there that moves the game on, since when somebody sits there,
and its rounds of the last hour.

It is kept beside the state and not in it: a start takes it from the index, and then it follows what is on disk.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from cardroom.house.log import events as e
from cardroom.house.log.records import LinkPart, Record, TablePart
from cardroom.jackpots import events as j
from cardroom.table.commands import Seat
from cardroom.table.events import BetPlaced, EventOfRound, LateBetRefused, MispayCorrected, RoundClosed

if TYPE_CHECKING:
    from cardroom.house.engine.house import Done

HOUR = timedelta(hours=1)
NOT_YET = datetime.min.replace(tzinfo=UTC)  # before somebody follows the tables
MOST = 1_000  # rounds of a table that are remembered

# What moves the game on: all of a round but bets and what is put right about them; and that there is one to deal it.
STIRS = (EventOfRound, e.RoundBegan, e.RealRoundBegan, e.SensorsCounted, e.CardsShown, e.ShufflerPressed,
         e.PayoutChecked, e.PayoutDiffered, e.PayoutCorrected, e.TableOpened, e.TableResumed,
         e.DealerTappedIn)  # fmt: skip
QUIET = (BetPlaced, LateBetRefused, MispayCorrected)

# And on the link of a jackpot: what is pressed in a game and what becomes of its hands; not what is put right of it.
PRESSES = (j.GameStarted, j.WagerTaken, j.HandQualified, j.SeatsSettled, j.SeatsReopened, j.SeatPressed, j.HandPressed,
           j.KeyTurned, j.WinConfirmed, j.AwardRecorded, j.AwardPaid, j.AwardHandedOver, j.EnvyPaid, j.GameEnded,
           j.GameVoided)  # fmt: skip


@dataclass
class Pulse:
    stirred: datetime
    taken: datetime | None = None  # when the first sat down where nobody was; None: not while this was followed
    here: set[Seat] = field(default_factory=set)  # seats that are waited for
    rounds: deque[datetime] = field(default_factory=lambda: deque(maxlen=MOST))

    def sit(self, seat: Seat, at: datetime) -> None:
        """Whoever comes to others who wait already begins no wait of their own."""
        if not self.here:
            self.taken = at
        self.here.add(seat)

    def rounds_an_hour(self, at: datetime) -> int:
        while self.rounds and self.rounds[0] <= at - HOUR:
            self.rounds.popleft()
        return len(self.rounds)


@dataclass
class Pulses:
    """Those of all tables. Before anything has happened at one, it has waited since the house came up."""

    began: datetime = NOT_YET
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
                        match event:
                            case RoundClosed() | e.RealRoundBegan():
                                pulse.rounds.append(record.at)
                            case e.SatDown() | e.CameBack():
                                pulse.sit(event.seat, record.at)
                            case e.StoodUp() | e.SatOut():
                                pulse.here.discard(event.seat)
                            case _:
                                pass
                case LinkPart():
                    for pressed in part.events:
                        if isinstance(pressed, PRESSES):
                            self.of(pressed.table).stirred = record.at
                case _:
                    pass
