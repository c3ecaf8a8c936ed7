"""Slips as they stand: those of the days that are not closed, and whatever is not finished."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from cardroom.house.features.days.messages import DayClosed, DayCorrected
from cardroom.house.features.slips.messages import (
    OfSlip,
    SlipApproved,
    SlipAsked,
    SlipKind,
    SlipPrinted,
    SlipReceived,
    SlipSent,
    SlipVoided,
)
from cardroom.house.floor import Rack
from cardroom.house.kernel.rows import FigureRow, figure_row
from cardroom.money import Money
from cardroom.table.commands import VoidCause

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.log.records import HousePart, Record


class SlipStage(StrEnum):
    ASKED = "asked"
    APPROVED = "approved"
    SENT = "sent"
    RECEIVED = "received"
    VOID = "void"


ON = frozenset({SlipStage.ASKED, SlipStage.APPROVED, SlipStage.SENT})  # something is still to be done


class Signed(msgspec.Struct, frozen=True):
    """Who did something, and when."""

    by: str
    at: datetime


class Slip(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    number: int
    kind: SlipKind
    table: str
    rack: Rack
    amount: Money
    changed: str  # the gaming day on which something was last done about it
    asked: Signed
    approved: Signed | None = None
    sent: Signed | None = None
    received: Signed | None = None
    voided: Signed | None = None
    cause: VoidCause = VoidCause.DECLARED
    why: str = ""  # it is void
    prints: int = 0
    printed: Signed | None = None  # last

    @property
    def stage(self) -> SlipStage:
        if self.voided is not None:
            return SlipStage.VOID
        if self.received is not None:
            return SlipStage.RECEIVED
        if self.sent is not None:
            return SlipStage.SENT
        return SlipStage.ASKED if self.approved is None else SlipStage.APPROVED

    @property
    def is_on(self) -> bool:
        return self.stage in ON


SlipBook = dict[int, Slip]


SLIPS_STREAM = "slips"  # under which a day's slips stand in the index


class DaySlips(msgspec.Struct, frozen=True):
    """What was done about slips on a day, and what was not finished then; `last` is the last number given out."""

    last: int
    slips: tuple[Slip, ...]


def follow(book: SlipBook, event: OfSlip, by: str, at: datetime, day: str) -> None:
    """Fold one event in."""
    signed = Signed(by, at)
    if isinstance(event, SlipAsked):
        book[event.slip] = Slip(
            number=event.slip, kind=event.kind, table=event.table, rack=event.rack, amount=event.amount, changed=day,
            asked=signed,
        )  # fmt: skip
        return
    slip = replace(book[event.slip], changed=day)
    match event:
        case SlipApproved():
            slip = replace(slip, approved=signed)
        case SlipSent():
            slip = replace(slip, sent=signed)
        case SlipReceived():
            slip = replace(slip, received=signed)
        case SlipVoided():
            slip = replace(slip, voided=signed, cause=event.cause, why=event.why)
        case SlipPrinted():
            slip = replace(slip, prints=event.number, printed=signed)
        case _:
            pass
    book[event.slip] = slip


def on_day(house: House, day: str) -> DaySlips:
    slips = (slip for slip in house.chip_slips.values() if slip.changed == day or slip.is_on)
    return DaySlips(house.last_slip, tuple(slips))


def forget_until(book: SlipBook, day: str) -> SlipBook:
    """A day is closed: what was finished on it is in the index and in the log."""
    return {number: slip for number, slip in book.items() if slip.is_on or slip.changed > day}


# --- reducers ---------------------------------------------------------------------------------------------------------


def noted(house: House, event: OfSlip, record: Record) -> None:
    follow(house.chip_slips, event, record.by, record.at, record.day)
    house.last_slip = max(house.last_slip, event.slip)


def forget_closed(house: House, event: DayClosed, record: Record) -> None:
    house.chip_slips = forget_until(house.chip_slips, event.day)


def day_corrected(house: House, event: DayCorrected, record: Record) -> None:
    """What was done on a day that was none counts for another."""
    changed = [number for number, slip in house.chip_slips.items() if slip.changed == event.wrong]
    for number in changed:
        house.chip_slips[number] = replace(house.chip_slips[number], changed=event.right)
    if changed:
        assert house.moved is not None, "the day itself has been moved before"
        house.moved.streams.append(SLIPS_STREAM)


# --- the index --------------------------------------------------------------------------------------------------------


def row_of_day(house: House, part: HousePart, record: Record) -> Iterator[FigureRow]:
    yield figure_row(record.day, SLIPS_STREAM, on_day(house, record.day))
