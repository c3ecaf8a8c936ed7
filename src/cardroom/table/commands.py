"""Everything anyone can do at a table. A command is refused with a sentence or turned into events; never half of it."""

from __future__ import annotations

from typing import Literal

import msgspec

from cardroom.money import Money

Seat = int  # 1 is at the dealer's left, then clockwise
Holder = Seat | Literal["dealer", "community"]


class Command(msgspec.Struct, frozen=True, tag=True):
    """The root of all commands."""


# --- players ----------------------------------------------------------------------------------------------------------


class Bet(Command, frozen=True, tag=True):
    """A seat's wagers before the deal, all of them; they replace what was there. None at all: take them back."""

    seat: Seat
    stakes: dict[str, Money]


class Choose(Command, frozen=True, tag=True):
    """At a decision: bet this multiple of the base wager, or fold (0)."""

    seat: Seat
    multiple: int


# --- the dealer's acts, of which exactly one is next ------------------------------------------------------------------


class Act(Command, frozen=True, tag=True):
    """The root of the dealer's acts."""


class CloseBets(Act, frozen=True, tag=True):
    """No more bets; jackpot wagers are taken in."""


class RollDice(Act, frozen=True, tag=True):
    """Three dice from a cup say where the deal begins."""


class DealPacket(Act, frozen=True, tag=True):
    to: Holder


class CollectEmptySeats(Act, frozen=True, tag=True):
    """Packets dealt to empty seats go to the discard rack."""


class ClearShuffler(Act, frozen=True, tag=True):
    """The cards not dealt leave the shuffler."""


class TakeFolded(Act, frozen=True, tag=True):
    """Take in the wagers that a folded hand has lost."""

    seat: Seat


class ExposeCard(Act, frozen=True, tag=True):
    """Turn the next community card."""


class RevealHand(Act, frozen=True, tag=True):
    """Turn the dealer's hand."""


class ReturnWager(Act, frozen=True, tag=True):
    """Give a wager back because the dealer did not qualify."""

    seat: Seat


class SettleSeat(Act, frozen=True, tag=True):
    seat: Seat


class SettleCoverAll(Act, frozen=True, tag=True):
    """In the second pass, a seat's wager on the best hand of the table."""

    seat: Seat


class CloseRound(Act, frozen=True, tag=True):
    """All is paid and taken; the cards are locked up."""


# --- irregularities ---------------------------------------------------------------------------------------------------


class DeclareMisdeal(Command, frozen=True, tag=True):
    """The round is void and every stake goes back."""

    reason: str


class FoulHand(Command, frozen=True, tag=True):
    """A player's hand is dead and its stakes go back; a fouled dealer's hand voids the round."""

    holder: Seat | Literal["dealer"]
    reason: str


class RefuseLateBet(Command, frozen=True, tag=True):
    """Chips put down after the betting closed are pushed back, for the record."""

    seat: Seat
    wager: str
    amount: Money


class CorrectMispay(Command, frozen=True, tag=True):
    """The dealer handed over a wrong amount for a wager; the difference is made good."""

    seat: Seat
    wager: str
    paid: Money
    reason: str


DealingAct = CloseBets | RollDice | DealPacket | CollectEmptySeats | ClearShuffler | TakeFolded | ExposeCard
SettlingAct = RevealHand | ReturnWager | SettleSeat | SettleCoverAll | CloseRound
AnyAct = DealingAct | SettlingAct
AnyCommand = Bet | Choose | AnyAct | DeclareMisdeal | FoulHand | RefuseLateBet | CorrectMispay
