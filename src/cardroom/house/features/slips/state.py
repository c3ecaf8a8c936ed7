"""Slips as they stand: those of the days that are not closed, and whatever is not finished."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

import msgspec
from msgspec.structs import replace

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
from cardroom.money import Money
from cardroom.table.commands import VoidCause


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


def move_day(book: SlipBook, wrong: str, right: str) -> SlipBook:
    """What was done on a day that was none counts for another."""
    return {number: replace(slip, changed=right) if slip.changed == wrong else slip for number, slip in book.items()}


def of_day(book: SlipBook, last: int, day: str) -> DaySlips:
    return DaySlips(last, tuple(slip for slip in book.values() if slip.changed == day or slip.is_on))


def forget_until(book: SlipBook, day: str) -> SlipBook:
    """A day is closed: what was finished on it is in the index and in the log."""
    return {number: slip for number, slip in book.items() if slip.is_on or slip.changed > day}
