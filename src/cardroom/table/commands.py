"""Everything anyone can do at a table. A command is refused with a sentence or turned into events; never half of it.

Commands come in from outside, so their fields are bounded; msgspec holds them to it when it decodes one.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

import msgspec

from cardroom.bounds import Amount, AmountOrNothing, Name, SeatNumber, Stakes, Text

Seat = int  # 1 is at the dealer's left, then clockwise
Holder = Seat | str  # a seat, or one of the game's other holders: “dealer”, “community”, hands of the table


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The root of all commands."""


# --- players ----------------------------------------------------------------------------------------------------------


class Bet(Command, frozen=True, tag="Bet"):
    """A seat's wagers before the deal, all of them; they replace what was there. None at all: take them back."""

    seat: SeatNumber
    stakes: Stakes


class Choose(Command, frozen=True, tag="Choose"):
    """At a decision, one of the options by its name: "fold", "check", "1x", "2x" and so on."""

    seat: SeatNumber
    option: Name


# --- the dealer's acts, of which exactly one is next ------------------------------------------------------------------


class Act(Command, frozen=True):
    """The dealer's next act: cards dealt, shown, taken in, wagers settled."""


class CloseBets(Act, frozen=True, tag="CloseBets"):
    """No more bets; jackpot wagers are taken in."""


class RollDice(Act, frozen=True, tag="RollDice"):
    """Three dice from a cup say where the deal begins."""


class BurnCards(Act, frozen=True, tag="BurnCards"):
    """Cards are put aside unseen before the next ones are dealt."""


class DealPacket(Act, frozen=True, tag="DealPacket"):
    to: SeatNumber | Name


class CollectEmptySeats(Act, frozen=True, tag="CollectEmptySeats"):
    """Packets dealt to empty seats go to the discard rack."""


class ClearShuffler(Act, frozen=True, tag="ClearShuffler"):
    """The cards not dealt leave the shuffler."""


class TakeFolded(Act, frozen=True, tag="TakeFolded"):
    """Take in the wagers that a folded hand has lost."""

    seat: SeatNumber


class ExposeCard(Act, frozen=True, tag="ExposeCard"):
    """Turn the next community card, or those that are turned together."""


class RevealHand(Act, frozen=True, tag="RevealHand"):
    """Turn the dealer's hand."""


class ReturnWager(Act, frozen=True, tag="ReturnWager"):
    """Give a wager back before hands are compared."""

    seat: SeatNumber


class SettleSeat(Act, frozen=True, tag="SettleSeat"):
    seat: SeatNumber


class SettleSecondPass(Act, frozen=True, tag="SettleSecondPass"):
    """In the second pass, a seat's wager on the best hand of the table."""

    seat: SeatNumber


class CloseRound(Act, frozen=True, tag="CloseRound"):
    """All is paid and taken; the cards are locked up."""


# --- irregularities ---------------------------------------------------------------------------------------------------


class DeclareMisdeal(Command, frozen=True, tag="DeclareMisdeal"):
    """The round is void and every stake goes back."""

    why: Text


class VoidCause(StrEnum):
    """Why a round is void, or a wager goes back."""

    DECLARED = "declared"  # by a person, who says why
    SENSOR = "sensor"  # likewise: it was lit by mistake
    TABLE_CLOSED = "table-closed"
    TABLE_ENDED = "table-ended"
    GAME_FAILED = "game-failed"
    RULES_GONE = "rules-gone"
    RULES_FAIL = "rules-fail"
    RULES_CHANGED = "rules-changed"
    KEY_LOST = "key-lost"

    def told(self, reason: str) -> str:
        """In words, with what a person has said."""
        return ": ".join(filter(None, (_CAUSES.get(self, ""), reason)))


_CAUSES = {
    VoidCause.SENSOR: "disputed sensor",
    VoidCause.TABLE_CLOSED: "the table closes",
    VoidCause.TABLE_ENDED: "the table ends",
    VoidCause.GAME_FAILED: "the game could not go on",
    VoidCause.RULES_GONE: "its rules are not to be had",
    VoidCause.RULES_FAIL: "its rules cannot be asked",
    VoidCause.RULES_CHANGED: "its rules are others than when it began",
    VoidCause.KEY_LOST: "its key is lost",
}


class VoidRound(Command, frozen=True, tag="VoidRound"):
    """The same, where the house itself finds that the round cannot go on. Nobody sends it."""

    cause: VoidCause


class FoulHand(Command, frozen=True, tag="FoulHand"):
    """A player's hand is dead and its stakes go back; a fouled dealer's hand voids the round."""

    holder: SeatNumber | Literal["dealer"]
    why: Text


class RefuseLateBet(Command, frozen=True, tag="RefuseLateBet"):
    """Chips put down after the betting closed are pushed back, for the record."""

    seat: SeatNumber
    wager: Name
    amount: Amount


class CorrectMispay(Command, frozen=True, tag="CorrectMispay"):
    """The dealer handed over a wrong amount for a wager; the difference is made good."""

    seat: SeatNumber
    wager: Name
    paid: AmountOrNothing
    why: Text


DealingAct = CloseBets | RollDice | BurnCards | DealPacket | CollectEmptySeats | ClearShuffler | TakeFolded | ExposeCard
SettlingAct = RevealHand | ReturnWager | SettleSeat | SettleSecondPass | CloseRound
AnyAct = DealingAct | SettlingAct
Irregularity = DeclareMisdeal | FoulHand | RefuseLateBet | CorrectMispay
AnyCommand = Bet | Choose | AnyAct | Irregularity
