"""Rounds that are over: corrected and printed."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from cardroom.bounds import AmountOrNothing, Name, SeatNumber, Text
from cardroom.house.kernel.messages import Command, EventAtTable
from cardroom.money import Money
from cardroom.table.commands import Seat


class SeatInLog(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the log has of the seat in that round, with earlier corrections: a posted cap is on all that it wins."""

    stake: AmountOrNothing  # on this wager
    others: AmountOrNothing  # won on its other ones
    kept: AmountOrNothing = 0  # of all that by the cap
    cap: AmountOrNothing | None = None  # as it was reached in the round


class InLog(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the log has of a wager, as far as it was read when something is done about its round."""

    person: str  # who held the seat
    booked: AmountOrNothing  # what the wager has given back by the books, stake and winnings, with earlier corrections
    is_over: bool
    later: int  # how often something has been done about the round since
    as_of: int  # the last record that was read
    of_seat: SeatInLog | None = None


class CorrectRound(Command, frozen=True, tag="CorrectRound", omit_defaults=True):
    """Put right what a settled wager was paid, whether the next round has begun or not. It takes two people.

    Who is signed in enters it, and a supervisor's card stands for it.
    """

    table: Name
    round_id: Name
    seat: SeatNumber
    wager: Name
    why: Text
    paid: AmountOrNothing | None = None  # what was handed over; None: as it is booked
    due: AmountOrNothing | None = None  # what is right, stake and winnings; None: as it is booked
    found: InLog | None = None  # only the server looks it up


class PrintRound(Command, frozen=True, tag="PrintRound", omit_defaults=True):
    """Print the page of a round; every print but the first says that it is a reprint."""

    table: Name
    round_id: Name
    prints: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None  # before this one; only the server looks it up


class RoundCorrected(EventAtTable, frozen=True, kw_only=True, tag="RoundCorrected"):
    """What a settled wager was paid is put right: the difference moves. The round may lie far back."""

    public = ("round_id", "seat", "wager", "booked", "paid", "due", "kept")

    round_id: str
    seat: Seat
    wager: str
    person: str
    booked: Money  # what it had given back by the books, stake and winnings
    paid: Money  # what was handed over in fact
    due: Money  # what is right
    why: str
    entered_by: str
    approved_by: str
    kept: Money = 0  # of the seat's wins by the posted cap, besides what it had kept; below zero: it keeps less

    @property
    def more(self) -> Money:
        """What the player has more by it."""
        return self.due - self.booked - self.kept


class RoundPrinted(EventAtTable, frozen=True, kw_only=True, tag="RoundPrinted"):
    public = ("round_id", "number")

    round_id: str
    number: int  # of the print; all but the first say REPRINT
    by: str


CorrectionCommand = CorrectRound | PrintRound
CorrectionAtTable = RoundCorrected | RoundPrinted
