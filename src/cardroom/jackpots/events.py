"""Everything that happens on a link, in recorded order: who, when, under which rule, and the money that moved."""

from __future__ import annotations

from datetime import UTC, date, datetime

import msgspec

from cardroom.cards import Card
from cardroom.documents import Hash
from cardroom.games.citations import OtherRule
from cardroom.jackpots.commands import EnvyFate, Fund, KeySwitch, Reason, StaffCard, Till
from cardroom.jackpots.engine.level_funds import Funds
from cardroom.jackpots.setup.config import Source
from cardroom.ledger import Posting
from cardroom.money import Money, Pay
from cardroom.table.commands import Seat, VoidCause

OF_RECORD = datetime.min.replace(tzinfo=UTC)  # when it happened, where the record around an event says so


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The root of all events."""

    at: datetime = OF_RECORD
    by: str = ""  # whoever the record around it names
    rule: OtherRule
    postings: tuple[Posting, ...] = ()


class LinkOpened(Event, frozen=True, kw_only=True, tag="LinkOpened"):
    """The first event names the configuration, and carries the seeds as beginning amounts."""

    config: Hash


class LinkChanged(Event, frozen=True, kw_only=True, tag="LinkChanged"):
    config: Hash
    approved_by: str = ""  # and why: by the floor file
    why: str = ""


class ConsoleClosed(Event, frozen=True, kw_only=True, tag="ConsoleClosed"):
    table: str


class ConsoleOpened(Event, frozen=True, kw_only=True, tag="ConsoleOpened"):
    table: str


class GameStarted(Event, frozen=True, kw_only=True, tag="GameStarted"):
    table: str
    round_id: str
    seats: tuple[Seat, ...]
    dealer: str = ""  # who deals, where a person does
    players: dict[Seat, str] = {}  # who sits at these seats, where that is known


class WagerTaken(Event, frozen=True, kw_only=True, tag="WagerTaken"):
    """One wager, and what it gave to each level."""

    table: str
    round_id: str
    seat: Seat
    amount: Money
    given: dict[str, Funds]


class WagerRefunded(Event, frozen=True, kw_only=True, tag="WagerRefunded"):
    """A correction of a malfunction: the wager and all it gave goes back."""

    table: str
    round_id: str
    seat: Seat
    amount: Money
    cause: VoidCause = VoidCause.DECLARED
    why: str = ""  # as a person says it


class GameVoided(Event, frozen=True, kw_only=True, tag="GameVoided"):
    table: str
    round_id: str
    cause: VoidCause = VoidCause.DECLARED
    why: str = ""


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """Real cards that a hand was proven by, and the people who looked at them."""

    cards: dict[str, tuple[Card, ...]]  # by holder, the player's own under “seat”
    entered_by: str
    verified_by: str  # "": nobody has signed for it yet


class HandQualified(Event, frozen=True, kw_only=True, tag="HandQualified"):
    """An award is due. What the tray pays is paid at once; the rest waits for approval."""

    table: str
    round_id: str
    seat: Seat
    line: str
    source: Source
    proof: Proof | None = None  # where the cards are real


class SeatsSettled(Event, frozen=True, kw_only=True, tag="SeatsSettled"):
    """No more hands of the round will qualify."""

    table: str
    round_id: str


class SeatsReopened(Event, frozen=True, kw_only=True, tag="SeatsReopened"):
    """A seat was overlooked: hands may qualify again."""

    table: str
    round_id: str


class SeatPressed(Event, frozen=True, kw_only=True, tag="SeatPressed"):
    table: str
    seat: Seat


class HandPressed(Event, frozen=True, kw_only=True, tag="HandPressed"):
    table: str
    line: str
    lit: bool


class KeyTurned(Event, frozen=True, kw_only=True, tag="KeyTurned"):
    table: str
    to: KeySwitch


class HandEntered(Event, frozen=True, kw_only=True, tag="HandEntered"):
    """The real cards of the hand that is lit, which wait for the card of whoever has looked at them."""

    table: str
    round_id: str
    seat: Seat
    line: str
    proof: Proof


class WinConfirmed(Event, frozen=True, kw_only=True, tag="WinConfirmed"):
    """CONFIRM is pressed; the card that follows signs for it."""

    table: str
    seat: Seat
    line: str


class WinSigned(Event, frozen=True, kw_only=True, tag="WinSigned"):
    """The supervisor's card stands for an award that the executive's has to record."""

    table: str
    seat: Seat
    line: str


class AwardRecorded(Event, frozen=True, kw_only=True, tag="AwardRecorded"):
    """The win has a number, and its amount is locked."""

    win: str
    table: str
    round_id: str
    seat: Seat
    line: str
    pays: Pay
    source: Source
    level: str  # "" where the tray pays
    amount: Money
    displayed: Money  # what the level showed when the amount was locked
    card: StaffCard | None = None
    approved_by: str = ""  # whose key or card it is, who may be another than whoever pressed


class AwardPaid(Event, frozen=True, kw_only=True, tag="AwardPaid"):
    """The winner is paid, and the meter changes."""

    win: str
    table: str
    seat: Seat
    source: Source
    level: str
    amount: Money
    advanced: Money = 0  # by the house, where the meter was short
    seed: Money = 0  # what the level starts again with after a 100% award
    reserve: Money = 0
    overflow: Money = 0  # the part of them that is above the maximum


class AwardHandedOver(Event, frozen=True, kw_only=True, tag="AwardHandedOver"):
    """At a table with real cards the winner has a paid award in chips, or the slip on which the cage owes it to him."""

    win: str
    table: str
    till: Till
    amount: Money
    slip: int = 0  # the number of the cage's hand-pay slip


class HandPayPaid(Event, frozen=True, kw_only=True, tag="HandPayPaid"):
    """The cage has paid what it owed on a hand-pay slip."""

    win: str
    table: str
    slip: int
    amount: Money


class WinPrinted(Event, frozen=True, kw_only=True, tag="WinPrinted"):
    """The page of a win is printed; every print but the first is a reprint."""

    win: str
    number: int  # of this print


class EnvyPaid(Event, frozen=True, kw_only=True, tag="EnvyPaid"):
    win: str  # that it is paid for
    table: str
    round_id: str
    hitter: Seat
    line: str
    seat: Seat
    amount: Money


class GameEnded(Event, frozen=True, kw_only=True, tag="GameEnded"):
    table: str
    round_id: str


class Adjusted(Event, frozen=True, kw_only=True, tag="Adjusted"):
    """A change by hand: `by` asked for it."""

    approved_by: str
    why: str
    level: str
    fund: Fund
    change: Money
    reason: Reason
    win: str = ""
    table: str = ""  # of that win


class WinBackedOut(Event, frozen=True, kw_only=True, tag="WinBackedOut"):
    """A recorded win undone by hand: `by` asked for it."""

    approved_by: str
    why: str
    win: str
    table: str
    source: Source
    level: str
    amount: Money
    envy: dict[Seat, Money] = {}  # that was paid because of it, by seat
    envy_fate: EnvyFate | None = None  # None: there was none


class AwardReturned(Event, frozen=True, kw_only=True, tag="AwardReturned"):
    """A player has given back money of a win that was backed out: the award, or envy that was asked back."""

    win: str
    table: str
    seat: Seat
    amount: Money


class Deposited(Event, frozen=True, kw_only=True, tag="Deposited"):
    amount: Money


class BankReconciled(Event, frozen=True, kw_only=True, tag="BankReconciled"):
    required: Money
    balance: Money | None  # None: not by a statement of the bank but by the books
    difference: Money | None  # of the statement from the books
    shortfall: Money


class LinkClosed(Event, frozen=True, kw_only=True, tag="LinkClosed"):
    """No wagers are taken until the bank account is restored."""

    shortfall: Money


class LinkReopened(Event, frozen=True, kw_only=True, tag="LinkReopened"):
    pass


class NoticeGiven(Event, frozen=True, kw_only=True, tag="NoticeGiven"):
    last_day: date
    why: str
    approved_by: str = ""


class JackpotRemoved(Event, frozen=True, kw_only=True, tag="JackpotRemoved"):
    destination: str
    approved_by: str
    why: str
    move_by: date  # the money must have reached its destination
    amount: Money = 0  # of it


AnyEvent = (
    LinkOpened
    | LinkChanged
    | ConsoleClosed
    | ConsoleOpened
    | GameStarted
    | WagerTaken
    | WagerRefunded
    | GameVoided
    | HandQualified
    | SeatsSettled
    | SeatsReopened
    | SeatPressed
    | HandPressed
    | HandEntered
    | KeyTurned
    | WinConfirmed
    | WinSigned
    | AwardRecorded
    | AwardPaid
    | AwardHandedOver
    | HandPayPaid
    | WinPrinted
    | EnvyPaid
    | AwardReturned
    | GameEnded
    | Adjusted
    | WinBackedOut
    | Deposited
    | BankReconciled
    | LinkClosed
    | LinkReopened
    | NoticeGiven
    | JackpotRemoved
)
