"""Everything that can be asked of the house. Who may ask what is in `people.MATRIX`.

What is done at a table or at a console is carried whole, as that room has it. No command holds a secret: a staff card
or a password is looked at before it, and is not part of it.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from cardroom.bounds import Amount, AmountOrNothing, Name, SeatNumber, Text
from cardroom.cards import Card
from cardroom.documents import Hash
from cardroom.jackpots import commands as j
from cardroom.table import commands as t

Minutes = Annotated[int, Meta(ge=1, le=100_000)]
Cards = Annotated[tuple[Card, ...], Meta(max_length=12)]
CardNumber = Annotated[str, Meta(pattern="^[0-9]{6}$")]  # of a staff card, printed on it; no secret
Remark = Annotated[str, Meta(max_length=400)]  # or nothing
Day = Annotated[str, Meta(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]  # of the house: see `days`


class Command(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The root of all commands."""


# --- players ----------------------------------------------------------------------------------------------------------


class SitDown(Command, frozen=True, tag=True):
    """Take a seat and buy chips."""

    table: Name
    seat: SeatNumber
    buy_in: Amount


class TopUp(Command, frozen=True, tag=True):
    """Buy more chips."""

    table: Name
    amount: Amount


class StandUp(Command, frozen=True, tag=True):
    """Leave the seat with one's chips. A supervisor may do it for a seat."""

    table: Name
    seat: SeatNumber | None = None


class SetOwnLimits(Command, frozen=True, tag=True):
    """Limits on oneself: the most to lose and the longest to play. None: no such limit."""

    loss: Amount | None = None
    minutes: Minutes | None = None


class IssuePlayMoney(Command, frozen=True, tag=True):
    """Play money for someone who has little left; only where the house plays for play money."""


# --- at a table -------------------------------------------------------------------------------------------------------


class BeginRound(Command, frozen=True, tag=True):
    """Open the betting: the deck is shuffled and its commitment shown."""

    table: Name


class AtTable(Command, frozen=True, tag=True):
    """What someone does in the round at a table: bet, choose, the dealer's next act, or an irregularity."""

    table: Name
    command: t.AnyCommand


class AtConsole(Command, frozen=True, tag=True):
    """A press at a jackpot console; the press names its table."""

    link: Name
    press: j.StaffPress


class CountSensors(Command, frozen=True, tag=True):
    """COIN IN or START GAME: the wagers on lit sensors count.

    At a table with real cards the dealer says which are lit; at a dealt one they are the bets of the round, and betting
    is closed by it.
    """

    link: Name
    table: Name
    seats: tuple[SeatNumber, ...] = ()


# --- at a table with real cards ---------------------------------------------------------------------------------------


class ShownHand(Command, frozen=True, tag=True):
    """A seat's hand, with the cards that make it. The dealer's and the community cards are told once a round."""

    link: Name
    table: Name
    seat: SeatNumber
    hand: Name  # the line of the pay table
    cards: Cards
    dealer: Cards = ()
    community: Cards = ()
    stayed_in: bool | None = None  # asked where a folded hand does not win


class DeclareHand(ShownHand, frozen=True, tag=True):
    """A fixed pay, which the dealer pays from the tray."""


class VerifyHand(ShownHand, frozen=True, tag=True):
    """An award off the meter, or a posted prize: the supervisor has looked at the cards."""


class CheckSeats(Command, frozen=True, tag=True):
    """ALL SEATS CHECKED: no more hands of this round will be declared; or one was overlooked."""

    table: Name
    checked: bool = True


class CorrectSensor(Command, frozen=True, tag=True):
    """A sensor was in dispute after the game started: its wager counts after all, or goes back."""

    link: Name
    table: Name
    seat: SeatNumber
    lit: bool
    why: Text


class RefundHand(Command, frozen=True, tag=True):
    """One hand is fouled: its jackpot wagers go back."""

    table: Name
    seat: SeatNumber
    why: Text


class VoidGame(Command, frozen=True, tag=True):
    """A misdeal: all jackpot wagers of the round go back."""

    table: Name
    why: Text


# --- people at a table ------------------------------------------------------------------------------------------------


class TapIn(Command, frozen=True, tag=True):
    """Deal at a table from now on. Whoever dealt there is relieved."""

    table: Name


class TapOut(Command, frozen=True, tag=True):
    """Deal no longer. A supervisor may do it for whoever deals there."""

    table: Name


class CallSupervisor(Command, frozen=True, tag=True):
    """Ask for a supervisor at a table."""

    table: Name
    why: Remark = ""


class AnswerCall(Command, frozen=True, tag=True):
    """A supervisor has come."""

    table: Name


class AcknowledgeRefusal(Command, frozen=True, tag=True):
    """A card that was refused has been looked into."""

    place: Name  # as `NoteRefusedCard` has it


# --- the bank of a table ----------------------------------------------------------------------------------------------


class OpenTable(Command, frozen=True, tag=True):
    """Open a table with an inventory of chips from the cage."""

    table: Name
    inventory: Amount


class CloseTable(Command, frozen=True, tag=True, omit_defaults=True):
    """Close a table, after the round in play; bets, chips and inventory go back to where they belong."""

    table: Name
    counted: AmountOrNothing | None = None  # what is in the tray, where real cards are dealt


class Fill(Command, frozen=True, tag=True):
    """Chips from the cage to the tray."""

    table: Name
    amount: Amount


class Credit(Command, frozen=True, tag=True):
    """Chips from the tray to the cage."""

    table: Name
    amount: Amount


class CollectDrop(Command, frozen=True, tag=True, omit_defaults=True):
    """Empty the drop box into the cage."""

    table: Name
    counted: Amount | None = None  # what was in it, where real cards are dealt


# --- jackpots ---------------------------------------------------------------------------------------------------------


class HandOver(Command, frozen=True, tag=True):
    """Give the winner the money of a paid award, where the cards are real: from the tray, or by a slip of the cage."""

    link: Name
    win: Name
    source: j.Till


class PrintWin(Command, frozen=True, tag=True):
    """Print the page of a recorded win; every print but the first says that it is a reprint."""

    link: Name
    win: Name


class OnBank(Command, frozen=True, tag=True):
    """Something about a jackpot's bank account."""

    link: Name
    command: j.OnBank


class Ask(Command, frozen=True, tag=True):
    """A change to a jackpot that takes effect when another person approves it."""

    link: Name
    change: j.ByTwoPeople


class Approve(Command, frozen=True, tag=True):
    """Approve a change that somebody else has asked for."""

    request: Name


class Decline(Command, frozen=True, tag=True):
    """Decline a change that somebody else has asked for."""

    request: Name


# --- the house --------------------------------------------------------------------------------------------------------


class Enrol(Command, frozen=True, tag=True):
    """A person of the staff, or a player with a name of his own; secrets are kept apart."""

    person: Name
    name: Name
    role: Name


class RevokeCard(Command, frozen=True, tag=True):
    """A staff card counts for nothing from now on."""

    number: CardNumber
    why: Text


class CloseDay(Command, frozen=True, tag=True):
    """Freeze the figures of a gaming day that is over."""

    day: Day


class OpenHouse(Command, frozen=True, tag=True, omit_defaults=True):
    """Start, or start again, on this floor: tables and links that are new on it come to be, others change or end."""

    floor: Hash
    closes: dict[Name, Text] = {}  # tables that nothing can be played at, with the reason; rounds in progress are void


class ExpireGuests(Command, frozen=True, tag=True):
    """Guests who cannot come back; their play money returns to the cage."""

    people: tuple[Name, ...]


class NoteRefusal(Command, frozen=True, tag=True):
    """Somebody was turned away at the door."""

    person: str
    reason: str


class IssueCard(Command, frozen=True, tag=True):
    """A staff card for a person; one that the person had before is revoked, for this reason."""

    person: Name
    number: CardNumber
    why: Remark = ""


class NoteRefusedCard(Command, frozen=True, tag=True):
    """A staff card was not taken: it is unknown or revoked, its PIN was wrong, or it is not enough."""

    place: Name  # the table; where there is none, who is signed in, or the terminal
    number: str  # "" where nobody knows which card it is
    entered_by: str  # who is signed in there; "" for nobody
    what: str
    reason: str


class CountRefusals(Command, frozen=True, tag=True):
    """How often strangers were refused since the last count, by what they tried."""

    counts: dict[str, int]


class TakeCheckpoint(Command, frozen=True, tag=True):
    """Keep the state that all records so far make, so that a start need not read them."""


class Archive(Command, frozen=True, tag=True):
    """The records up to this one have been written to files; the manifest of these has this hash."""

    last: int
    manifest: Hash


# What people send.
Sent = (
    SitDown | TopUp | StandUp | SetOwnLimits | IssuePlayMoney | BeginRound | AtTable | AtConsole
    | CountSensors | DeclareHand | VerifyHand | CheckSeats | CorrectSensor | RefundHand | VoidGame
    | TapIn | TapOut | CallSupervisor | AnswerCall | AcknowledgeRefusal
    | OpenTable | CloseTable | Fill | Credit | CollectDrop | OnBank | Ask | Approve | Decline | Enrol | RevokeCard
    | HandOver | PrintWin | CloseDay
)  # fmt: skip


class Lent(Command, frozen=True, tag=True):
    """An act on the authority of a staff card that was swiped where somebody is signed in. Only the server makes it.

    The record is the card holder's. Who is signed in stays so.
    """

    to: Name  # who is signed in
    command: Sent


# What the house itself does besides.
OfTheHouse = (
    Lent | OpenHouse | ExpireGuests | IssueCard | NoteRefusal | NoteRefusedCard | CountRefusals | TakeCheckpoint
    | Archive
)  # fmt: skip
AnyCommand = Sent | OfTheHouse


def act_of(command: AnyCommand) -> AnyCommand:
    """What is done, whosever card it is done with."""
    return command.command if isinstance(command, Lent) else command


def table_of(command: AnyCommand) -> str:
    """The table that something is done at; "" where it concerns none."""
    act = act_of(command)
    table: str = act.press.table if isinstance(act, AtConsole) else getattr(act, "table", "")
    return table
