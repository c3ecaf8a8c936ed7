"""Everything anyone can do to a link. Refused with a sentence, or turned into events.

Who does it, and when, is not part of a command: a record says that once for all that it holds.
"""

from __future__ import annotations

from datetime import date, datetime
from enum import StrEnum
from typing import Annotated

import msgspec

from cardroom.bounds import Amount, AmountOrNothing, Difference, Name, Rate, SeatNumber, Text
from cardroom.jackpots.setup.config import LinkConfig
from cardroom.ledger import Posting, PostingCode, posting_in_words

NameOrNothing = Annotated[str, msgspec.Meta(max_length=80, pattern="^[^\\u0000-\\u001f\\u007f]*$")]
PROBLEM_GAMBLING = "problem_gambling"  # no link has such an id: there are no underscores in them


class KeySwitch(StrEnum):
    """The supervisor's key on a keypad console."""

    RUN = "RUN"
    JPH = "JPH"


class StaffCard(StrEnum):
    """The card swiped at a touch display."""

    SUPERVISOR = "supervisor"
    EXECUTIVE = "executive"


class EnvyFate(StrEnum):
    """What becomes of the envy that a win gave, once the win is backed out."""

    LEFT = "left"  # with those who got it
    ASKED_BACK = "asked-back"

    @property
    def told(self) -> str:
        return {EnvyFate.LEFT: "left", EnvyFate.ASKED_BACK: "asked back"}[self]


class Till(StrEnum):
    """Where the money of an award comes from that people hand over."""

    TRAY = "tray"
    CAGE = "cage"  # by a hand-pay slip


class Fund(StrEnum):
    """The part of a level that an adjustment changes."""

    METER = "meter"
    RESERVE = "reserve"
    OVERFLOW = "overflow"


class Reason(StrEnum):
    """The closed list of reasons for changing what a level holds by hand; postings carry them as their code."""

    # A meter is reduced for these and no others (WAC 230-15-695).
    AMOUNT_WON = PostingCode.AMOUNT_WON
    MALFUNCTION = PostingCode.MALFUNCTION
    ABOVE_LIMIT = PostingCode.ABOVE_LIMIT
    UNDISPLAYED_FUNDS = PostingCode.UNDISPLAYED_FUNDS
    SEED_RECOVERY = PostingCode.SEED_RECOVERY
    # And raised for these, or to correct a malfunction.
    OVERFLOW_RETURNED = PostingCode.OVERFLOW_RETURNED
    ADDED_BY_HOUSE = PostingCode.ADDED_BY_HOUSE
    MOVED_IN = PostingCode.MOVED_IN

    @property
    def told(self) -> str:
        return "amount won" if self is Reason.AMOUNT_WON else posting_in_words(Posting((), PostingCode(self)))


class Who(msgspec.Struct, frozen=True):
    """Who does something and when, and who has approved it where that takes two."""

    at: datetime
    by: str
    approved_by: str = ""


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The root of all commands."""


class ConsoleCommand(Command, frozen=True, kw_only=True):
    table: Name


# --- the dealer's console ---------------------------------------------------------------------------------------------


class GameStart(ConsoleCommand, frozen=True, kw_only=True):
    """The lit sensors count as wagers."""

    round_id: Name
    wagers: dict[SeatNumber, Amount]
    dealer: NameOrNothing = ""  # who deals, where a person does
    players: dict[SeatNumber, Name] = {}  # who sits where, as far as that is known


class CoinIn(GameStart, frozen=True, kw_only=True, tag="CoinIn"):
    """Keypad."""


class StartGame(GameStart, frozen=True, kw_only=True, tag="StartGame"):
    """Touch display."""


class PressSeat(ConsoleCommand, frozen=True, kw_only=True, tag="PressSeat"):
    """Touch display: choose the player's spot."""

    seat: SeatNumber


class PressHand(ConsoleCommand, frozen=True, kw_only=True, tag="PressHand"):
    """Both generations: a hand button lights up, and goes out when pressed again."""

    line: Name


class TurnKey(ConsoleCommand, frozen=True, kw_only=True, tag="TurnKey"):
    """Keypad: the supervisor's key. The card that turns it to JPH is the key until it is back at RUN."""

    to: KeySwitch


class PressJackpot(ConsoleCommand, frozen=True, kw_only=True, tag="PressJackpot"):
    """Keypad, J-POT: records the win and locks the amount. There are no seat buttons: the supervisor names the seat."""

    seat: SeatNumber


class Confirm(ConsoleCommand, frozen=True, kw_only=True, tag="Confirm"):
    """Touch display: the win is verified; the card that follows signs for that."""


class SwipeCard(ConsoleCommand, frozen=True, kw_only=True, tag="SwipeCard"):
    """Touch display: signs for verification and CONFIRM; records the win, locks the amount and changes the meter.

    Where an award takes the executive's card the supervisor's comes first, and signs only.
    """

    card: StaffCard


class GameEnd(ConsoleCommand, frozen=True, kw_only=True):
    """All action is reconciled; envy is paid."""


class GameOver(GameEnd, frozen=True, kw_only=True, tag="GameOver"):
    """Keypad."""


class EndGame(GameEnd, frozen=True, kw_only=True, tag="EndGame"):
    """Touch display."""


# --- running the link -------------------------------------------------------------------------------------------------


class OpenConsole(ConsoleCommand, frozen=True, kw_only=True, tag="OpenConsole"):
    """A closed table plays for the jackpot again."""


class CloseConsole(ConsoleCommand, frozen=True, kw_only=True, tag="CloseConsole"):
    """A table stops playing for the jackpot; its console refuses every press."""


class ByTwo(Command, frozen=True, kw_only=True):
    """One person asks for it, another approves it, and `why` stands in the record."""

    why: Text


class ChangeLink(ByTwo, frozen=True, kw_only=True, tag="ChangeLink"):
    """A new configuration: rates, seeds, maximum, tables; the posted prize of a House jackpot."""

    config: LinkConfig


class FollowFloor(Command, frozen=True, kw_only=True, tag="FollowFloor"):
    """The same, as the floor file has it: whoever may write it has decided."""

    config: LinkConfig


class ChangeWager(ByTwo, frozen=True, kw_only=True, tag="ChangeWager"):
    """Another fixed wager at every table of the link; fixed pays and envy go with it."""

    wager: Amount


class ChangePrize(ByTwo, frozen=True, kw_only=True, tag="ChangePrize"):
    """Another posted prize of a House jackpot."""

    level: Name
    prize: Amount


class ChangeSeed(ByTwo, frozen=True, kw_only=True, tag="ChangeSeed"):
    """What a level starts with after the next award of all of it; the meter stays as it is."""

    level: Name
    seed: AmountOrNothing


class ChangeMaximum(ByTwo, frozen=True, kw_only=True, tag="ChangeMaximum"):
    """The most that a level shows from now on; None: no maximum."""

    level: Name
    maximum: Amount | None


class ChangeRates(ByTwo, frozen=True, kw_only=True, tag="ChangeRates"):
    """What one level gets of every wager from now on."""

    level: Name
    contribution: Rate
    reserve: Rate


class Adjust(ByTwo, frozen=True, kw_only=True, tag="Adjust", omit_defaults=True):
    """Change what a level holds by hand."""

    level: Name
    change: Difference  # negative: a decrease
    reason: Reason
    fund: Fund = Fund.METER
    win: NameOrNothing = ""  # the recorded win that this corrects


class BackOut(ByTwo, frozen=True, kw_only=True, tag="BackOut", omit_defaults=True):
    """Undo what a recorded win did to its level."""

    win: Name
    envy_fate: EnvyFate | None = None  # to be said where the win gave envy


class RecordDeposit(Command, frozen=True, kw_only=True, tag="RecordDeposit"):
    """Accruals have been paid into the jackpot's bank account."""

    amount: Amount


class Reconcile(Command, frozen=True, kw_only=True, tag="Reconcile"):
    """Hold the bank account against what is required; a shortfall closes the link."""

    balance: AmountOrNothing | None = None  # by the bank's statement; None: what the books say must be there


class GiveNotice(ByTwo, frozen=True, kw_only=True, tag="GiveNotice"):
    """Announce that the jackpot will be taken away after this day."""

    last_day: date


class RemoveJackpot(ByTwo, frozen=True, kw_only=True, tag="RemoveJackpot", omit_defaults=True):
    """Take the jackpot away; what it holds goes to another jackpot or to a fund for problem gambling.

    A House jackpot holds nothing: it is discontinued, and needs no destination.
    """

    destination: NameOrNothing  # the id of another jackpot, or `PROBLEM_GAMBLING`
    level: NameOrNothing = ""  # of that jackpot; it may be left out where there is one only


# What a person presses at a console. A dealt round starts the game by itself.
StaffPress = PressSeat | PressHand | TurnKey | PressJackpot | Confirm | SwipeCard | GameOver | EndGame
Press = CoinIn | StartGame | StaffPress
OfFigures = ChangeWager | ChangePrize | ChangeSeed | ChangeMaximum | ChangeRates  # each for one of a configuration
# Asked for by one person and approved by another, through the house.
ByTwoPeople = Adjust | BackOut | OfFigures | GiveNotice | RemoveJackpot
OnBank = RecordDeposit | Reconcile
Management = OpenConsole | CloseConsole | ChangeLink | FollowFloor | ByTwoPeople | OnBank
AnyCommand = Press | Management
