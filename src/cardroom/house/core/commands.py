"""Everything people can ask of the house. Who may ask what is in `people.MATRIX`."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

from cardroom.jackpots.commands import Fund, Key, Reason
from cardroom.table.commands import AnyAct, Holder

# What comes over the wire is bounded before anything looks at it.
# Names and keys get into columns of their own, and no control character is any use there: PostgreSQL takes no NUL.
Name = Annotated[str, Meta(min_length=1, max_length=80, pattern="^[^\\u0000-\\u001f\\u007f]*$")]
Text = Annotated[str, Meta(min_length=1, max_length=400)]
SeatNumber = Annotated[int, Meta(ge=1, le=12)]
Amount = Annotated[int, Meta(ge=1, le=10**15)]
Stakes = Annotated[dict[Name, Amount], Meta(max_length=12)]


class Command(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The root of all commands."""


class AtTable(Command, frozen=True, tag=True):
    table: Name


# --- players ----------------------------------------------------------------------------------------------------------


class SitDown(AtTable, frozen=True, tag=True):
    """Take a seat and buy chips."""

    seat: SeatNumber
    buy_in: Amount


class TopUp(AtTable, frozen=True, tag=True):
    """Buy more chips."""

    amount: Amount


class StandUp(AtTable, frozen=True, tag=True):
    """Leave the seat with one's chips. A supervisor may do it for a seat."""

    seat: SeatNumber | None = None


class PlaceBets(AtTable, frozen=True, tag=True):
    """All wagers for the coming round; none to take them back."""

    stakes: Stakes


class Decide(AtTable, frozen=True, tag=True):
    """Bet a multiple of the base wager, or fold (0)."""

    multiple: Annotated[int, Meta(ge=0, le=10)]


class SetOwnLimits(Command, frozen=True, tag=True):
    """Limits on oneself: the most to lose and the longest to play. None: no such limit."""

    loss: Amount | None = None
    minutes: Annotated[int, Meta(ge=1, le=100_000)] | None = None


class IssuePlayMoney(Command, frozen=True, tag=True):
    """Play money for someone who has little left; only where the house plays for play money."""


# --- the dealer -------------------------------------------------------------------------------------------------------


class BeginRound(AtTable, frozen=True, tag=True):
    """Open the betting: the deck is shuffled and its commitment shown."""


class Perform(AtTable, frozen=True, tag=True):
    """The dealer's next act."""

    act: AnyAct


class RefuseLateBet(AtTable, frozen=True, tag=True):
    seat: SeatNumber
    wager: Name
    amount: Amount


class DecideForSeat(AtTable, frozen=True, tag=True):
    """The decision timer has run out."""

    seat: SeatNumber
    multiple: Annotated[int, Meta(ge=0, le=10)]


# --- the jackpot consoles ---------------------------------------------------------------------------------------------


class Button(StrEnum):
    SEAT = "seat"
    HAND = "hand"
    CONFIRM = "confirm"
    END_GAME = "end game"
    GAME_OVER = "game over"


class AtConsole(AtTable, frozen=True, tag=True):
    link: Name


class Press(AtConsole, frozen=True, tag=True):
    button: Button
    seat: SeatNumber | None = None
    hand: Name | None = None


class SwipeSupervisorCard(AtConsole, frozen=True, tag=True):
    """With the card's number, where a person holds one."""

    card: Name | None = None


class SwipeExecutiveCard(AtConsole, frozen=True, tag=True):
    card: Name | None = None


class TurnKey(AtConsole, frozen=True, tag=True):
    to: Key


class PressJackpot(AtConsole, frozen=True, tag=True):
    seat: SeatNumber


# --- supervisors ------------------------------------------------------------------------------------------------------


class DeclareMisdeal(AtTable, frozen=True, tag=True):
    reason: Text


class FoulHand(AtTable, frozen=True, tag=True):
    holder: Holder
    reason: Text


class CorrectMispay(AtTable, frozen=True, tag=True):
    seat: SeatNumber
    wager: Name
    paid: Annotated[int, Meta(ge=0, le=10**15)]
    reason: Text


class OpenTable(AtTable, frozen=True, tag=True):
    """Open a table with an inventory of chips from the cage."""

    inventory: Amount


class CloseTable(AtTable, frozen=True, tag=True):
    """Close an empty table; its inventory goes back to the cage."""


class Fill(AtTable, frozen=True, tag=True):
    """Chips from the cage to the tray."""

    amount: Amount


class Credit(AtTable, frozen=True, tag=True):
    """Chips from the tray to the cage."""

    amount: Amount


# --- accounting -------------------------------------------------------------------------------------------------------


class CollectDrop(AtTable, frozen=True, tag=True):
    """Empty the drop box into the cage."""


class OnLink(Command, frozen=True, tag=True):
    link: Name


class RecordDeposit(OnLink, frozen=True, tag=True):
    amount: Amount


class ReconcileBank(OnLink, frozen=True, tag=True):
    balance: Annotated[int, Meta(ge=0, le=10**15)]


class AskAdjustment(OnLink, frozen=True, tag=True):
    """Takes effect when another person approves it; so do the next two."""

    level: Name
    change: Annotated[int, Meta(ge=-(10**15), le=10**15)]
    reason: Reason
    why: Text
    fund: Fund = Fund.METER
    win: str = ""


class AskBackOut(OnLink, frozen=True, tag=True):
    win: Name
    why: Text


class AskRates(OnLink, frozen=True, tag=True):
    level: Name
    contribution: Annotated[int, Meta(ge=0, le=10_000)]
    reserve: Annotated[int, Meta(ge=0, le=10_000)]
    why: Text


class Approve(Command, frozen=True, tag=True):
    request: Name


class Decline(Command, frozen=True, tag=True):
    request: Name


class Enrol(Command, frozen=True, tag=True):
    """A person of the staff, or a player with a name of his own; secrets are kept apart."""

    person: Name
    name: Name
    role: Name


AnyCommand = (
    SitDown
    | TopUp
    | StandUp
    | PlaceBets
    | Decide
    | SetOwnLimits
    | IssuePlayMoney
    | BeginRound
    | Perform
    | RefuseLateBet
    | DecideForSeat
    | Press
    | SwipeSupervisorCard
    | SwipeExecutiveCard
    | TurnKey
    | PressJackpot
    | DeclareMisdeal
    | FoulHand
    | CorrectMispay
    | OpenTable
    | CloseTable
    | Fill
    | Credit
    | CollectDrop
    | RecordDeposit
    | ReconcileBank
    | AskAdjustment
    | AskBackOut
    | AskRates
    | Approve
    | Decline
    | Enrol
)
