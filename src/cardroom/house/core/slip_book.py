"""The slips that are kept: those of the days that are not closed, and whatever is not finished. One fold."""

from __future__ import annotations

from datetime import datetime

import msgspec
from msgspec.structs import replace

from cardroom.house.core import events as e
from cardroom.house.core.slips import Signed, Slip

SlipBook = dict[int, Slip]
SLIPS_STREAM = "slips"  # under which a day's slips stand in the index


class DaySlips(msgspec.Struct, frozen=True):
    """What was done about slips on a day, and what was not finished then; `last` is the last number given out."""

    last: int
    slips: tuple[Slip, ...]


def follow(book: SlipBook, event: e.OfSlip, by: str, at: datetime, day: str) -> None:
    """Fold one event in."""
    signed = Signed(by, at)
    if isinstance(event, e.SlipAsked):
        book[event.slip] = Slip(
            number=event.slip, kind=event.kind, table=event.table, rack=event.rack, amount=event.amount, changed=day,
            asked=signed,
        )  # fmt: skip
        return
    slip = replace(book[event.slip], changed=day)
    match event:
        case e.SlipApproved():
            slip = replace(slip, approved=signed)
        case e.SlipSent():
            slip = replace(slip, sent=signed)
        case e.SlipReceived():
            slip = replace(slip, received=signed)
        case e.SlipVoided():
            slip = replace(slip, voided=signed, cause=event.cause, why=event.why)
        case e.SlipPrinted():
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
