"""What the log says of tables, chips and people."""

from __future__ import annotations

from collections.abc import Iterator

from cardroom.house.conformity.requirement import Found, LogCheck, LogSoFar, Standing
from cardroom.house.features.chip_counts.messages import TrayChecked
from cardroom.house.features.rounds.messages import AtTable, RoundBegan
from cardroom.house.features.slips.messages import SlipApproved, SlipAsked
from cardroom.house.features.tables.messages import DropCollected, SatDown, StoodUp, TableOpened, TableStopped
from cardroom.house.kernel.people import SERVICE
from cardroom.house.log.records import HousePart, LinkPart, Record, TablePart
from cardroom.jackpots import Source
from cardroom.jackpots.events import AwardPaid
from cardroom.table.commands import Bet, Choose, Seat


class AccessEndsAtOnce(LogCheck):
    """Nobody does anything whose account is suspended or ended."""

    looked_at = "records"

    def of_record(self, record: Record, before: LogSoFar) -> Iterator[Found]:
        self.count += 1
        if (state := before.barred.get(record.by)) is not None:
            yield f"record {record.position:,}", f"{record.by} acts, whose account is {state}"


class PlayersBetThemselves(LogCheck):
    """Every bet and every decision is its player's own; the house only lets a clock run out, as its rule says."""

    looked_at = "bets and decisions"

    def __init__(self) -> None:
        super().__init__()
        self._seats: dict[tuple[str, Seat], str] = {}

    def of_record(self, record: Record, before: LogSoFar) -> Iterator[Found]:
        act = record.command.act
        if isinstance(act, AtTable) and isinstance(act.command, Bet | Choose):
            self.count += 1
            holder = self._seats.get((act.table, act.command.seat))
            is_late = isinstance(act.command, Choose) and record.by == SERVICE.id
            if holder is not None and record.by != holder and not is_late:
                yield f"record {record.position:,}", f"{record.by} plays seat {act.command.seat} of {holder}"
        for part in record.parts:
            if isinstance(part, TablePart):
                for event in part.events:
                    if isinstance(event, SatDown):
                        self._seats[part.table, event.seat] = event.person
                    elif isinstance(event, StoodUp):
                        self._seats.pop((part.table, event.seat), None)


class NoPlayUnderFault(LogCheck):
    """No round begins at a table that has been stopped by a fault, before it is opened anew."""

    looked_at = "rounds"

    def __init__(self) -> None:
        super().__init__()
        self._stopped: set[str] = set()

    def of_record(self, record: Record, before: LogSoFar) -> Iterator[Found]:
        for part in record.parts:
            for event in part.events if isinstance(part, TablePart) else ():
                assert isinstance(part, TablePart)
                match event:
                    case TableStopped():
                        self._stopped.add(part.table)
                    case TableOpened():
                        self._stopped.discard(part.table)
                    case RoundBegan():
                        self.count += 1
                        if part.table in self._stopped:
                            yield f"record {record.position:,}", f"a round begins at {part.table}, which is stopped"
                    case _:
                        pass


class SlipsAreNumbered(LogCheck):
    """Slips for fills and credits have numbers without a gap, and are approved by another person."""

    looked_at = "slips"

    def __init__(self) -> None:
        super().__init__()
        self._last = 0
        self._asked: dict[int, str] = {}

    def of_record(self, record: Record, before: LogSoFar) -> Iterator[Found]:
        for part in record.parts:
            for event in part.events if isinstance(part, HousePart) else ():
                match event:
                    case SlipAsked():
                        self.count += 1
                        if event.slip != self._last + 1:
                            yield f"record {record.position:,}", f"slip {event.slip} follows slip {self._last}"
                        self._last = event.slip
                        self._asked[event.slip] = record.by
                    case SlipApproved():
                        if self._asked.pop(event.slip, "") == record.by:
                            yield f"record {record.position:,}", f"slip {event.slip} is approved by who asked for it"
                    case _:
                        pass


class CountsByTwo(LogCheck):
    """Trays and drop boxes are counted by one person and checked by another."""

    looked_at = "counts"

    def of_record(self, record: Record, before: LogSoFar) -> Iterator[Found]:
        for part in record.parts:
            for event in part.events if isinstance(part, TablePart) else ():
                if isinstance(event, TrayChecked) or (isinstance(event, DropCollected) and event.counted_by):
                    self.count += 1
                    if event.counted_by == event.checked_by:
                        yield f"record {record.position:,}", f"a count is checked by {event.checked_by}, who counted it"


class AwardsAreNoted(LogCheck):
    """Every recorded award stands among the significant events, with its date and place."""

    looked_at = "awards"

    def __init__(self) -> None:
        super().__init__()
        self._awards: list[int] = []

    def of_record(self, record: Record, before: LogSoFar) -> Iterator[Found]:
        for part in record.parts:
            if isinstance(part, LinkPart) and any(map(_is_jackpot, part.events)):
                self.count += 1
                self._awards.append(record.position)
        yield from ()

    def at_end(self, standing: Standing) -> Iterator[Found]:
        if self._awards:
            noted = {row.position for row in standing.reader.events(self._awards[0], self._awards[-1])}
            for position in self._awards:
                if position not in noted:
                    yield f"record {position:,}", "an award is not among the significant events"


def _is_jackpot(event: object) -> bool:
    """What a tray pays is noted with its round."""
    return isinstance(event, AwardPaid) and event.source is not Source.TRAY
