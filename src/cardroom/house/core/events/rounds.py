"""What happens around a round, besides what the round itself says: on its table's stream."""

from __future__ import annotations

from typing import Literal

from cardroom.cards import Card
from cardroom.house.core.events.root import EventAtTable
from cardroom.money import Money
from cardroom.table.commands import Seat

__all__ = [
    "CardsShown", "JackpotChips", "PayoutCapped", "PayoutChecked", "PayoutCorrected", "PayoutDiffered",
    "RealRoundBegan", "RealRoundEnded", "RoundBegan", "RoundCorrected", "RoundPrinted", "SeedLost", "SeedRevealed",
    "SensorsCounted", "ShufflerPressed",
]  # fmt: skip

# --- at a table -------------------------------------------------------------------------------------------------------


class RoundBegan(EventAtTable, frozen=True, kw_only=True, tag="RoundBegan"):
    """The deck is shuffled; anyone can later check it against the commitment."""

    public = ("round_id", "commitment", "nonce", "key")

    round_id: str
    commitment: str
    nonce: str  # what the seed is made from, with a key of the house
    key: str  # the short name of that key


class SeedRevealed(EventAtTable, frozen=True, kw_only=True, tag="SeedRevealed"):
    public = ("round_id", "seed")

    round_id: str
    seed: str


class SeedLost(EventAtTable, frozen=True, kw_only=True, tag="SeedLost"):
    """A round is over, and its seed will never be seen: the key that it was made from is lost."""

    public = ("round_id", "key")

    round_id: str
    key: str  # its short name
    entered_by: str  # one of two who say so; the other one's is the record


class PayoutCapped(EventAtTable, frozen=True, kw_only=True, tag="PayoutCapped"):
    """The house's posted payout cap was reached (WAC 230-15-490)."""

    public = ("round_id", "seat", "won", "cap")

    round_id: str
    seat: Seat
    won: Money
    cap: Money


# --- at a table with real cards ---------------------------------------------------------------------------------------


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


# --- at a table that a person deals -----------------------------------------------------------------------------------


class ShufflerPressed(EventAtTable, frozen=True, kw_only=True, tag="ShufflerPressed"):
    """The dealer has set the shuffler, or pressed its green button."""

    public = ("what", "round_id", "mode", "rule")

    what: Literal["mode", "first", "count"]
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
    reason: str
    handed_over: bool


# --- rounds that are over ---------------------------------------------------------------------------------------------


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


AroundRounds = (
    RoundBegan | SeedRevealed | SeedLost | PayoutCapped | RealRoundBegan | RealRoundEnded | SensorsCounted | CardsShown
    | JackpotChips | ShufflerPressed | PayoutChecked | PayoutDiffered | PayoutCorrected | RoundCorrected | RoundPrinted
)  # fmt: skip
