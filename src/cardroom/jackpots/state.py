"""The state of a link: nothing but the fold of its events."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime

import msgspec

from cardroom.jackpots import accounts
from cardroom.jackpots.commands import Key, Reason, StaffCard
from cardroom.jackpots.config import AwardOrder, LinkConfig, Source
from cardroom.jackpots.events import (
    Adjusted,
    AnyEvent,
    AwardPaid,
    AwardRecorded,
    BankReconciled,
    Deposited,
    EnvyPaid,
    GameEnded,
    GameStarted,
    GameVoided,
    HandPressed,
    HandQualified,
    JackpotRemoved,
    KeyTurned,
    LinkChanged,
    LinkClosed,
    LinkOpened,
    LinkReopened,
    NoticeGiven,
    SeatPressed,
    TableClosed,
    TableOpened,
    WagerRefunded,
    WagerTaken,
    WinBackedOut,
    WinConfirmed,
)
from cardroom.jackpots.funds import Funds
from cardroom.ledger import Ledger
from cardroom.money import CENT, Money, Pay
from cardroom.table.commands import Seat


class Win(msgspec.Struct, frozen=True, kw_only=True):
    """A recorded win. It stands until it is backed out by hand."""

    id: str
    table: str
    round_id: str
    seat: Seat
    line: str
    pays: Pay
    source: Source
    level: str
    amount: Money
    displayed: Money
    at: datetime
    approved_by: str
    card: StaffCard | None
    is_paid: bool = False
    advanced: Money = 0  # by the house, where the meter was short
    seed: Money = 0  # what the level started again with, and where that came from
    reserve: Money = 0
    overflow: Money = 0  # the part of them that was above the maximum
    is_backed_out: bool = False
    adjusted: Money = 0  # taken off the meter by hand since, as won


def win_of(event: AwardRecorded) -> Win:
    return Win(
        id=event.win,
        table=event.table,
        round_id=event.round_id,
        seat=event.seat,
        line=event.line,
        pays=event.pays,
        source=event.source,
        level=event.level,
        amount=event.amount,
        displayed=event.displayed,
        reserve=event.reserve,
        at=event.at,
        approved_by=event.by,
        card=event.card,
    )


class Waiting(msgspec.Struct, frozen=True):
    """A hand that qualified for an award which is not recorded yet."""

    seat: Seat
    line: str


@dataclass(slots=True)
class ConsoleState:
    """What is lit and set on a dealer's console."""

    key: Key = Key.RUN
    seat: Seat | None = None
    hand: str = ""
    is_confirmed: bool = False
    locked: str = ""  # the win whose amount is locked and has not come off the meter yet


@dataclass(slots=True)
class TableState:
    round_id: str = ""  # "": no game in progress
    last_round: str = ""
    is_closed: bool = False
    wagers: dict[Seat, WagerTaken] = field(default_factory=dict)
    qualified: dict[Seat, str] = field(default_factory=dict)  # the one award of each hand
    waiting: tuple[Waiting, ...] = ()  # in the order they came up
    wins: tuple[str, ...] = ()  # of this round
    console: ConsoleState = field(default_factory=ConsoleState)

    def in_order(self, order: AwardOrder) -> list[Waiting]:
        """The waiting hands as they are to be paid. The table settles counter-clockwise from the dealer's right."""
        if order is AwardOrder.AS_RECORDED:
            return list(self.waiting)
        return sorted(self.waiting, key=lambda hand: hand.seat, reverse=order is AwardOrder.SETTLING)


@dataclass(slots=True)
class LinkState:
    """Where a link stands. Compare two of them to compare two histories."""

    config: LinkConfig
    books: Ledger = field(default_factory=Ledger)
    tables: dict[str, TableState] = field(default_factory=dict)
    wins: dict[str, Win] = field(default_factory=dict)
    shortfall: Money = 0  # the link is closed while there is one
    undeposited: Money = 0  # accrued since the last deposit
    undeposited_since: datetime | None = None
    last_day: date | None = None  # announced
    is_removed: bool = False
    posted_since: datetime | None = None  # the configuration in force

    def funds(self, level: str) -> Funds:
        return accounts.funds_of(self.books, level)

    def displayed(self, level: str) -> Money:
        """What a level shows: its meter in whole cents, or the posted prize of a House jackpot."""
        if self.config.is_house:
            return self.config.level(level).seed
        return self.funds(level).displayed

    @property
    def held(self) -> Money:
        """All that is kept for the players."""
        return sum(self.funds(level.name).held for level in self.config.levels)

    def locked_on(self, level: str) -> Win | None:
        """The win whose amount is locked and still on this level's meter."""
        return next((win for win in self._locked() if win.level == level), None)

    def _locked(self) -> list[Win]:
        return [self.wins[table.console.locked] for table in self.tables.values() if table.console.locked]

    def is_pending(self, level: str) -> bool:
        """Whether an award on this level waits, somewhere, for approval or for its meter change."""
        waiting = (hand.line for table in self.tables.values() for hand in table.waiting)
        levels = (self.config.level_of(self.config.pay(line)) for line in waiting)
        return self.locked_on(level) is not None or any(found is not None and found.name == level for found in levels)

    @property
    def in_progress(self) -> list[str]:
        return [name for name, table in self.tables.items() if table.round_id]

    # --- folding ------------------------------------------------------------------------------------------------------

    def apply(self, event: AnyEvent) -> None:
        """Fold one event in."""
        self.books = self.books.post_all(event.postings)
        match event:
            case LinkOpened() | LinkChanged():
                self.config, self.posted_since = event.config, event.at
                self.tables = {table.id: self.tables.get(table.id, TableState()) for table in event.config.tables}
            case TableClosed() | TableOpened():
                self.tables[event.table].is_closed = isinstance(event, TableClosed)
            case GameStarted():
                table = self.tables[event.table]
                table.round_id = table.last_round = event.round_id
            case WagerTaken():
                self.tables[event.table].wagers[event.seat] = event
                self._accrue(_accrued(event), event.at)
            case WagerRefunded():
                table = self.tables[event.table]
                self._unaccrue(_accrued(table.wagers[event.seat]))
                self._drop_seat(table, event.seat)
                for win in self._locked():  # what another table gets back cannot go to the new meter any more
                    left = min(win.reserve, self.funds(win.level).reserve)
                    self.wins[win.id] = msgspec.structs.replace(win, reserve=left)
            case GameVoided() | GameEnded():
                last = self.tables[event.table].last_round
                self.tables[event.table] = TableState(last_round=last)
            case HandQualified():
                self._qualify(event)
            case SeatPressed() | HandPressed() | KeyTurned() | WinConfirmed():
                self._press(event)
            case AwardRecorded():
                self._record(event)
            case AwardPaid():
                self._pay(event)
            case WinBackedOut():
                self.wins[event.win] = msgspec.structs.replace(self.wins[event.win], is_backed_out=True)
            case Adjusted(reason=Reason.AMOUNT_WON):
                win = self.wins[event.win]
                self.wins[event.win] = msgspec.structs.replace(win, adjusted=win.adjusted - event.change)
            case Deposited():
                self._unaccrue(event.amount)
            case LinkClosed():
                self.shortfall = event.shortfall
            case LinkReopened():
                self.shortfall = 0
            case NoticeGiven():
                self.last_day = event.last_day
            case JackpotRemoved():
                self.is_removed = True
            case EnvyPaid() | Adjusted() | BankReconciled():
                pass  # their money has been posted, and nothing else changes

    def _accrue(self, amount: Money, at: datetime) -> None:
        if amount and self.undeposited_since is None:
            self.undeposited_since = at
        self.undeposited += amount

    def _unaccrue(self, amount: Money) -> None:
        self.undeposited = max(0, self.undeposited - amount)
        if self.undeposited < CENT:
            self.undeposited_since = None

    def _drop_seat(self, table: TableState, seat: Seat) -> None:
        table.wagers.pop(seat)
        table.waiting = tuple(hand for hand in table.waiting if hand.seat != seat)
        if table.console.seat == seat or not table.waiting:
            table.console = ConsoleState(key=table.console.key, locked=table.console.locked)

    def _qualify(self, event: HandQualified) -> None:
        table = self.tables[event.table]
        table.qualified[event.seat] = event.line
        if event.source is not Source.TRAY:
            table.waiting = (*table.waiting, Waiting(event.seat, event.line))

    def _press(self, event: SeatPressed | HandPressed | KeyTurned | WinConfirmed) -> None:
        console = self.tables[event.table].console
        match event:
            case SeatPressed():
                console.seat = event.seat
            case HandPressed():
                console.hand, console.is_confirmed = (event.hand if event.lit else ""), False
            case KeyTurned():
                console.key = event.to
            case WinConfirmed():
                console.is_confirmed = True

    def _record(self, event: AwardRecorded) -> None:
        table = self.tables[event.table]
        self.wins[event.win] = win_of(event)
        table.wins = (*table.wins, event.win)
        if event.source is not Source.TRAY:
            table.waiting = tuple(hand for hand in table.waiting if hand.seat != event.seat)
            table.console = ConsoleState(key=table.console.key, locked=event.win)

    def _pay(self, event: AwardPaid) -> None:
        self.wins[event.win] = msgspec.structs.replace(
            self.wins[event.win],
            is_paid=True,
            advanced=event.advanced,
            seed=event.seed,
            reserve=event.reserve,
            overflow=event.overflow,
        )
        if event.source is Source.METER:
            self._unaccrue(event.amount - event.advanced)  # winners are paid from what is not at the bank yet
        table = self.tables[event.table]
        if table.console.locked == event.win:
            table.console.locked = ""


def _accrued(wager: WagerTaken) -> Money:
    return sum(given.held for given in wager.given.values())


def replay(events: Iterable[AnyEvent]) -> LinkState:
    """A link's state from its events alone."""
    first, *rest = events
    assert isinstance(first, LinkOpened), "a link starts with LinkOpened"
    state = LinkState(first.config)
    for event in (first, *rest):
        state.apply(event)
    return state
