"""What is done in a round: where the house deals, where a person does, of real cards, and when it is long over."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from cardroom.bounds import AmountOrNothing, Name, SeatNumber, Text
from cardroom.cards import Card
from cardroom.house.core.commands.root import Command
from cardroom.jackpots import commands as j
from cardroom.table import commands as t

__all__ = [
    "AtConsole", "AtTable", "BeginRound", "Cards", "CorrectPayout", "CorrectRound", "CorrectSensor",
    "CountSensors", "DeclareHand", "InLog", "PaySeat", "PressShuffler", "PrintRound", "RefundHand", "ReopenSeats",
    "SeatInLog", "ShownHand", "ShufflerPress", "VerifyHand", "VoidGame",
]  # fmt: skip

Cards = Annotated[tuple[Card, ...], Meta(max_length=12)]
ShufflerPress = Literal["mode", "first", "count"]

# --- at a table -------------------------------------------------------------------------------------------------------


class BeginRound(Command, frozen=True, tag="BeginRound"):
    """Open the betting: the deck is shuffled and its commitment shown."""

    table: Name


class AtTable(Command, frozen=True, tag="AtTable"):
    """What someone does in the round at a table: bet, choose, the dealer's next act, or an irregularity."""

    table: Name
    command: t.AnyCommand


class AtConsole(Command, frozen=True, tag="AtConsole"):
    """A press at a jackpot console; the press names its table."""

    link: Name
    press: j.StaffPress


class CountSensors(Command, frozen=True, tag="CountSensors"):
    """COIN IN or START GAME: the wagers on lit sensors count.

    At a table with real cards the dealer says which are lit; at a dealt one they are the bets of the round, and betting
    is closed by it.
    """

    link: Name
    table: Name
    seats: tuple[SeatNumber, ...] = ()


# --- at a table with real cards ---------------------------------------------------------------------------------------


class ShownHand(Command, frozen=True):
    """A seat's hand, with the cards that make it. The dealer's and the community cards are told once a round."""

    link: Name
    table: Name
    seat: SeatNumber
    hand: Name  # the line of the pay table
    cards: Cards = ()
    dealer: Cards = ()
    community: Cards = ()
    stayed_in: bool | None = None  # asked where a folded hand does not win


class DeclareHand(ShownHand, frozen=True, tag="DeclareHand"):
    """A fixed pay, which the dealer pays from the tray. Small ones that give no envy are told without cards."""


class VerifyHand(ShownHand, frozen=True, tag="VerifyHand"):
    """An award off the meter, or a posted prize. A supervisor has looked at the cards, or signs for them next."""


class ReopenSeats(Command, frozen=True, tag="ReopenSeats"):
    """A seat was overlooked when all were taken for checked: hands may be declared again."""

    table: Name


class CorrectSensor(Command, frozen=True, tag="CorrectSensor"):
    """A sensor was in dispute after the game started: its wager counts after all, or goes back."""

    link: Name
    table: Name
    seat: SeatNumber
    lit: bool
    why: Text


class RefundHand(Command, frozen=True, tag="RefundHand"):
    """One hand is fouled: its jackpot wagers go back."""

    table: Name
    seat: SeatNumber
    why: Text


class VoidGame(Command, frozen=True, tag="VoidGame"):
    """A misdeal: all jackpot wagers of the round go back."""

    table: Name
    why: Text


# --- at a table that a person deals -----------------------------------------------------------------------------------


class PressShuffler(Command, frozen=True, tag="PressShuffler"):
    """What the sheet has a dealer do at the packet shuffler: its mode, or the green button."""

    table: Name
    what: ShufflerPress


class PaySeat(Command, frozen=True, tag="PaySeat"):
    """Settle the next seat where payouts are checked: what the dealer has counted out for it, beyond its stakes."""

    table: Name
    seat: SeatNumber
    paid: AmountOrNothing


class CorrectPayout(Command, frozen=True, tag="CorrectPayout", omit_defaults=True):
    """A payout that differed is put right, and the seat is settled as it should have been."""

    table: Name
    reason: Text
    handed_over: bool = True  # the wrong chips; else only the figure was wrong


# --- rounds that are over ---------------------------------------------------------------------------------------------


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


OfRounds = (
    BeginRound | AtTable | AtConsole | CountSensors | DeclareHand | VerifyHand | ReopenSeats | CorrectSensor
    | RefundHand | VoidGame | PressShuffler | PaySeat | CorrectPayout | CorrectRound | PrintRound
)  # fmt: skip
