"""What is done in a round: where the house deals, where a person does, and with real cards."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from cardroom.bounds import AmountOrNothing, Name, SeatNumber, Text
from cardroom.cards import Card
from cardroom.house.kernel.messages import Command, EventAtTable, Permission
from cardroom.jackpots import commands as j
from cardroom.money import Money
from cardroom.table import commands as t
from cardroom.table.commands import Seat

Cards = Annotated[tuple[Card, ...], Meta(max_length=12)]


ShufflerPress = Literal["mode", "first", "count"]


class BeginRound(Command, frozen=True, tag="BeginRound"):
    """Open the betting: the deck is shuffled and its commitment shown."""

    table: Name


class AtTable(Command, frozen=True, tag="AtTable"):
    """What someone does in the round at a table: bet, choose, the dealer's next act, or an irregularity."""

    table: Name
    command: t.AnyCommand

    @property
    def permission(self) -> Permission:
        """All acts of the dealer in a round are one."""
        return t.Act if isinstance(self.command, t.Act) else type(self.command)


class AtConsole(Command, frozen=True, tag="AtConsole"):
    """A press at a jackpot console; the press names its table."""

    link: Name
    press: j.StaffPress

    @property
    def target(self) -> str:
        return self.press.table

    @property
    def permission(self) -> Permission:
        return type(self.press)


class CountSensors(Command, frozen=True, tag="CountSensors"):
    """COIN IN or START GAME: the wagers on lit sensors count.

    At a table with real cards the dealer says which are lit; at a dealt one they are the bets of the round, and betting
    is closed by it.
    """

    link: Name
    table: Name
    seats: tuple[SeatNumber, ...] = ()


class ShownHand(Command, frozen=True):
    """A seat's hand, with the cards that make it. The dealer's and the community cards are told once a round."""

    link: Name
    table: Name
    seat: SeatNumber
    line: Name  # the line of the pay table
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


class PressShuffler(Command, frozen=True, tag="PressShuffler"):
    """What the sheet has a dealer do at the packet shuffler: its mode, or the green button."""

    table: Name
    press: ShufflerPress


class PaySeat(Command, frozen=True, tag="PaySeat"):
    """Settle the next seat where payouts are checked: what the dealer has counted out for it, beyond its stakes."""

    table: Name
    seat: SeatNumber
    paid: AmountOrNothing


class CorrectPayout(Command, frozen=True, tag="CorrectPayout", omit_defaults=True):
    """A payout that differed is put right, and the seat is settled as it should have been."""

    table: Name
    why: Text
    handed_over: bool = True  # the wrong chips; else only the figure was wrong


class VoidWithoutKey(Command, frozen=True, tag="VoidWithoutKey"):
    """A round in progress is void, as the key of its cards is lost. Two people know of it: one is this command's."""

    table: Name
    round_id: Name
    entered_by: Name  # the other


class RoundBegan(EventAtTable, frozen=True, kw_only=True, tag="RoundBegan"):
    """The deck is shuffled; anyone can later check it against the commitment."""

    public = ("round_id", "commitment", "nonce", "seal_key")

    round_id: str
    commitment: str
    nonce: str  # what the seed is made from, with a key of the house
    seal_key: str  # its short name


class SeedRevealed(EventAtTable, frozen=True, kw_only=True, tag="SeedRevealed"):
    public = ("round_id", "seed")

    round_id: str
    seed: str


class SeedLost(EventAtTable, frozen=True, kw_only=True, tag="SeedLost"):
    """A round is over, and its seed will never be seen: the key that it was made from is lost."""

    public = ("round_id", "seal_key")

    round_id: str
    seal_key: str  # its short name
    entered_by: str  # one of two who say so; the other one's is the record


class PayoutCapped(EventAtTable, frozen=True, kw_only=True, tag="PayoutCapped"):
    """The house's posted payout cap was reached (WAC 230-15-490)."""

    public = ("round_id", "seat", "won", "cap")

    round_id: str
    seat: Seat
    won: Money
    cap: Money


class RealRoundBegan(EventAtTable, frozen=True, kw_only=True, tag="RealRoundBegan"):
    """Real cards are dealt: the wagers of the round have been counted on a console."""

    public = ("round_id",)

    round_id: str


class RealRoundEnded(EventAtTable, frozen=True, kw_only=True, tag="RealRoundEnded"):
    """The last console of the table has ended its game, or a supervisor has voided the round."""

    public = ("round_id", "is_void")

    round_id: str
    is_void: bool


class SensorsCounted(EventAtTable, frozen=True, kw_only=True, tag="SensorsCounted"):
    """Real chips on lit sensors count for a link, and are taken into the tray.

    What the link has of them is the cage's to keep.
    """

    public = ("round_id", "link", "seats", "amount")

    round_id: str
    link: str
    seats: tuple[Seat, ...]
    amount: Money


class CardsShown(EventAtTable, frozen=True, kw_only=True, tag="CardsShown"):
    """Real cards that prove a hand: those of a seat, of the dealer, or of the community."""

    public = ("round_id", "holder", "seat", "cards")

    round_id: str
    holder: str
    seat: Seat  # whose hand they prove
    cards: tuple[Card, ...]
    entered_by: str
    verified_by: str


class JackpotChips(EventAtTable, frozen=True, kw_only=True, tag="JackpotChips"):
    """Real chips of a jackpot that came into the tray later, or, below zero, went back or out for the link."""

    public = ("round_id", "amount")

    round_id: str
    amount: Money


class ShufflerPressed(EventAtTable, frozen=True, kw_only=True, tag="ShufflerPressed"):
    """The dealer has set the shuffler, or pressed its green button."""

    public = ("press", "round_id", "mode", "rule")

    press: ShufflerPress
    round_id: str  # "" for the mode, which stays
    mode: str
    rule: str  # its number on the game's sheet


class PayoutChecked(EventAtTable, frozen=True, kw_only=True, tag="PayoutChecked"):
    """The dealer has counted out what was due to a seat beyond its stakes."""

    public = ("round_id", "seat", "paid")

    round_id: str
    seat: Seat
    paid: Money
    dealer: str  # a person


class PayoutDiffered(EventAtTable, frozen=True, kw_only=True, tag="PayoutDiffered"):
    """The dealer's figure for a seat was another than what is due. No money has moved; a supervisor puts it right."""

    public = ("round_id", "seat")

    round_id: str
    seat: Seat
    entered: Money
    due: Money
    dealer: str  # a person


class PayoutCorrected(EventAtTable, frozen=True, kw_only=True, tag="PayoutCorrected"):
    """The seat has what is due. Wrong chips that were handed over are in the books, and made good."""

    public = ("round_id", "seat", "due", "handed_over")

    round_id: str
    seat: Seat
    entered: Money
    due: Money
    dealer: str  # a person
    why: str
    handed_over: bool


RoundCommand = (
    BeginRound
    | AtTable
    | AtConsole
    | CountSensors
    | DeclareHand
    | VerifyHand
    | ReopenSeats
    | CorrectSensor
    | RefundHand
    | VoidGame
    | PressShuffler
    | PaySeat
    | CorrectPayout
)
RoundByHouse = VoidWithoutKey
RoundAtTable = (
    RoundBegan
    | SeedRevealed
    | SeedLost
    | PayoutCapped
    | RealRoundBegan
    | RealRoundEnded
    | SensorsCounted
    | CardsShown
    | JackpotChips
    | ShufflerPressed
    | PayoutChecked
    | PayoutDiffered
    | PayoutCorrected
)
