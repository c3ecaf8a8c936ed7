"""Everything anyone can do to a link, with who does it and when. Refused with a sentence, or turned into events."""

from __future__ import annotations

from datetime import date, datetime
from enum import StrEnum

import msgspec

from cardroom.jackpots.config import LinkConfig
from cardroom.money import Money
from cardroom.table.commands import Seat


class Key(StrEnum):
    """The supervisor's key on a keypad console."""

    RUN = "RUN"
    JPH = "JPH"


class StaffCard(StrEnum):
    """The card swiped at a touch display."""

    SUPERVISOR = "supervisor"
    EXECUTIVE = "executive"


class Fund(StrEnum):
    """The part of a level that an adjustment changes."""

    METER = "meter"
    RESERVE = "reserve"
    OVERFLOW = "overflow"


class Reason(StrEnum):
    """The closed list of reasons for changing what a level holds by hand."""

    # A meter is reduced for these and no others (WAC 230-15-695).
    AMOUNT_WON = "amount won"
    MALFUNCTION = "correction of a malfunction"
    ABOVE_LIMIT = "display above its limit"
    UNDISPLAYED_FUNDS = "undisplayed funds booked as receipts"
    SEED_RECOVERY = "recovery of the seed"
    # And raised for these, or to correct a malfunction.
    OVERFLOW_RETURNED = "overflow returned to the display"
    ADDED_BY_HOUSE = "added by the house"
    MOVED_IN = "moved in from a removed jackpot"


class Command(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The root of all commands."""

    at: datetime
    by: str


class AtTable(Command, frozen=True, kw_only=True, tag=True):
    table: str


# --- from the table ---------------------------------------------------------------------------------------------------


class Qualify(AtTable, frozen=True, kw_only=True, tag=True):
    """A hand reaches a line of the pay table."""

    round_id: str
    seat: Seat
    paytable: str
    line: str


class FinishSettling(AtTable, frozen=True, kw_only=True, tag=True):
    """Every seat is settled: no more hands of this round will qualify. Awards that are paid clockwise wait for it."""

    round_id: str


class RefundWager(AtTable, frozen=True, kw_only=True, tag=True):
    """A hand is fouled: its jackpot wager goes back."""

    round_id: str
    seat: Seat
    reason: str


class VoidGame(AtTable, frozen=True, kw_only=True, tag=True):
    """The round is void: all jackpot wagers of it go back; recorded wins stand."""

    round_id: str
    reason: str


# --- the dealer's console ---------------------------------------------------------------------------------------------


class GameStart(AtTable, frozen=True, kw_only=True, tag=True):
    """The lit sensors count as wagers."""

    round_id: str
    wagers: dict[Seat, Money]


class CoinIn(GameStart, frozen=True, kw_only=True, tag=True):
    """Keypad."""


class StartGame(GameStart, frozen=True, kw_only=True, tag=True):
    """Touch display."""


class PressSeat(AtTable, frozen=True, kw_only=True, tag=True):
    """Touch display: choose the player's spot."""

    seat: Seat


class PressHand(AtTable, frozen=True, kw_only=True, tag=True):
    """Both generations: a hand button lights up, and goes out when pressed again."""

    hand: str


class TurnKey(AtTable, frozen=True, kw_only=True, tag=True):
    """Keypad: the supervisor's key."""

    to: Key


class PressJackpot(AtTable, frozen=True, kw_only=True, tag=True):
    """Keypad, J-POT: records the win and locks the amount. There are no seat buttons: the supervisor names the seat."""

    seat: Seat


class Confirm(AtTable, frozen=True, kw_only=True, tag=True):
    """Touch display: the supervisor has verified the win."""


class SwipeCard(AtTable, frozen=True, kw_only=True, tag=True):
    """Touch display: records the win, locks the amount and changes the meter."""

    card: StaffCard


class GameEnd(AtTable, frozen=True, kw_only=True, tag=True):
    """All action is reconciled; envy is paid."""


class GameOver(GameEnd, frozen=True, kw_only=True, tag=True):
    """Keypad."""


class EndGame(GameEnd, frozen=True, kw_only=True, tag=True):
    """Touch display."""


# --- running the link -------------------------------------------------------------------------------------------------


class OpenTable(AtTable, frozen=True, kw_only=True, tag=True):
    """A closed table plays for the jackpot again."""


class CloseTable(AtTable, frozen=True, kw_only=True, tag=True):
    """A table stops playing for the jackpot; its console refuses every press."""


class ByTwo(Command, frozen=True, kw_only=True, tag=True):
    """`by` asks for it, another person approves it, and `why` stands in the record."""

    approved_by: str
    why: str


class ChangeLink(ByTwo, frozen=True, kw_only=True, tag=True):
    """A new configuration: rates, seeds, maximum, tables; the posted prize of a House jackpot."""

    config: LinkConfig


class Adjust(ByTwo, frozen=True, kw_only=True, tag=True):
    """Change what a level holds by hand."""

    level: str
    change: Money  # negative: a decrease
    reason: Reason
    fund: Fund = Fund.METER
    win: str = ""  # the recorded win that this corrects


class BackOut(ByTwo, frozen=True, kw_only=True, tag=True):
    """Undo what a recorded win did to its level."""

    win: str


class RecordDeposit(Command, frozen=True, kw_only=True, tag=True):
    """Accruals have been paid into the jackpot's bank account."""

    amount: Money


class Reconcile(Command, frozen=True, kw_only=True, tag=True):
    """Hold the bank account against what is required; a shortfall closes the link."""

    balance: Money | None = None  # by the bank's statement; None: what the books say must be there


class GiveNotice(Command, frozen=True, kw_only=True, tag=True):
    """Announce that the jackpot will be taken away after this day."""

    last_day: date
    why: str


class RemoveJackpot(ByTwo, frozen=True, kw_only=True, tag=True):
    """Take the jackpot away; what it holds goes to another game's prize or to a fund for problem gambling."""

    destination: str


FromTable = Qualify | FinishSettling | RefundWager | VoidGame
Press = CoinIn | StartGame | PressSeat | PressHand | TurnKey | PressJackpot | Confirm | SwipeCard | GameOver | EndGame
Management = (
    OpenTable | CloseTable | ChangeLink | Adjust | BackOut | RecordDeposit | Reconcile | GiveNotice | RemoveJackpot
)
AnyCommand = FromTable | Press | Management
