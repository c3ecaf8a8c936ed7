"""The state of a link: nothing but the fold of its events."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime

import msgspec

from cardroom.jackpots import accounts
from cardroom.jackpots.commands import Reason, StaffCard
from cardroom.jackpots.config import LinkConfig, Source
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
    SeatsSettled,
    TableClosed,
    TableOpened,
    WagerRefunded,
    WagerTaken,
    WinBackedOut,
    WinConfirmed,
)
from cardroom.jackpots.funds import Funds, awarded, contributed, is_full, taken_back
from cardroom.jackpots.table_state import ConsoleState, TableState, Wager, Waiting
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

    @property
    def change(self) -> Funds:
        """What it does to its level."""
        return Funds(
            meter=self.advanced - self.amount + self.seed + self.reserve - self.overflow,
            reserve=-self.reserve,
            overflow=self.overflow,
            advance=-self.advanced,
        )


@dataclass(slots=True)
class LinkState:
    """Where a link stands. Compare two of them to compare two histories."""

    config: LinkConfig
    books: Ledger = field(default_factory=Ledger)
    tables: dict[str, TableState] = field(default_factory=dict)
    rounds: set[tuple[str, str]] = field(default_factory=set)  # every game there was: its table and round
    wins: dict[str, Win] = field(default_factory=dict)
    # What each level with a locked amount will hold at RUN: as if its award had been paid when it was recorded.
    after_awards: dict[str, Funds] = field(default_factory=dict)
    shortfall: Money = 0  # the link is closed while there is one
    deposited: Money = 0  # in all
    undeposited: Money = 0  # accrued and not deposited yet; below zero: deposited ahead
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
        """All that is kept for the players. An amount that is locked is its winner's already."""
        names = [level.name for level in self.config.levels]
        return sum(self.after_awards.get(name, self.funds(name)).held for name in names)

    def won(self, event: AwardRecorded) -> Win:
        """The win that is recorded, with what it does to its level as that stands now."""
        win = Win(
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
            at=event.at,
            approved_by=event.by,
            card=event.card,
        )
        if event.source is not Source.METER:
            return win
        level, before = self.config.level(event.level), self.funds(event.level)
        after = awarded(before, level, event.pays, event.amount)
        return msgspec.structs.replace(
            win,
            advanced=before.advance - after.advance,
            seed=level.seed if is_full(event.pays) else 0,
            reserve=before.reserve - after.reserve,
            overflow=after.overflow - before.overflow,
        )

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
                self.tables[event.table].round_id = event.round_id
                self.rounds.add((event.table, event.round_id))
            case WagerTaken():
                self._take(event)
            case WagerRefunded():
                self._give_back(event)
            case GameVoided() | GameEnded():
                self.tables[event.table] = TableState()
            case HandQualified():
                self._qualify(event)
            case SeatsSettled():
                self.tables[event.table].is_settled = True
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
                self.deposited += event.amount
                self._bank(event.amount)
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
        self.undeposited += amount
        if amount and self.undeposited > 0 and self.undeposited_since is None:
            self.undeposited_since = at

    def _unaccrue(self, amount: Money) -> None:
        """Money goes out: first what is not at the bank yet."""
        self._bank(min(amount, max(0, self.undeposited)))

    def _bank(self, amount: Money) -> None:
        self.undeposited -= amount
        if self.undeposited < CENT:
            self.undeposited_since = None

    def _take(self, event: WagerTaken) -> None:
        lasting = dict(event.given)
        for name, before in self.after_awards.items():
            self.after_awards[name] = contributed(before, self.config.level(name), event.amount)
            lasting[name] = self.after_awards[name] - before
        wager = Wager(event.amount, event.given, lasting)
        self.tables[event.table].wagers[event.seat] = wager
        self._accrue(wager.accrued, event.at)

    def _give_back(self, event: WagerRefunded) -> None:
        table = self.tables[event.table]
        wager = table.wagers[event.seat]
        for name, before in self.after_awards.items():
            self.after_awards[name] = taken_back(before, wager.lasting[name])
        self._unaccrue(wager.accrued)
        self._drop_seat(table, event.seat)

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
        win = self.wins[event.win] = self.won(event)
        table.wins = (*table.wins, event.win)
        if event.source is Source.METER:
            self.after_awards[event.level] = self.funds(event.level) + win.change
            self._unaccrue(win.amount - win.advanced)
        if event.source is not Source.TRAY:
            table.waiting = tuple(hand for hand in table.waiting if hand.seat != event.seat)
            table.console = ConsoleState(key=table.console.key, locked=event.win)

    def _pay(self, event: AwardPaid) -> None:
        self.wins[event.win] = msgspec.structs.replace(self.wins[event.win], is_paid=True)
        table = self.tables[event.table]
        if table.console.locked == event.win:
            table.console.locked = ""
        if event.source is Source.METER:
            del self.after_awards[event.level]
            for table in self.tables.values():
                table.wagers = {seat: wager.after_run(event.level) for seat, wager in table.wagers.items()}


def replay(events: Iterable[AnyEvent]) -> LinkState:
    """A link's state from its events alone."""
    first, *rest = events
    assert isinstance(first, LinkOpened), "a link starts with LinkOpened"
    state = LinkState(first.config)
    for event in (first, *rest):
        state.apply(event)
    return state
