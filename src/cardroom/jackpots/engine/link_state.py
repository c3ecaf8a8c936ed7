"""The state of a link: nothing but the fold of its events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from types import MappingProxyType

import msgspec

from cardroom.documents import Hash
from cardroom.jackpots.commands import KeySwitch, Reason
from cardroom.jackpots.engine import accounts
from cardroom.jackpots.engine.level_funds import Funds, after_award, after_contribution, after_reversal, is_full_award
from cardroom.jackpots.engine.link_totals import Statement, Totals
from cardroom.jackpots.engine.table_state import EnteredHand, TableState, Wager, WaitingHand
from cardroom.jackpots.engine.wins import BackedOut, HandedOver, Hits, Printed, Win, wins_to_remember
from cardroom.jackpots.events import (
    Adjusted,
    AnyEvent,
    AwardHandedOver,
    AwardPaid,
    AwardRecorded,
    AwardReturned,
    BankReconciled,
    ConsoleClosed,
    ConsoleOpened,
    Deposited,
    EnvyPaid,
    GameEnded,
    GameStarted,
    GameVoided,
    HandEntered,
    HandPayPaid,
    HandPressed,
    HandQualified,
    JackpotRemoved,
    KeyTurned,
    LinkChanged,
    LinkClosed,
    LinkOpened,
    LinkReopened,
    NoticeGiven,
    Proof,
    SeatPressed,
    SeatsReopened,
    SeatsSettled,
    WagerRefunded,
    WagerTaken,
    WinBackedOut,
    WinConfirmed,
    WinPrinted,
    WinSigned,
)
from cardroom.jackpots.setup.config import LinkConfig, Source
from cardroom.ledger import Account, Posting
from cardroom.money import CENT, Money
from cardroom.table.commands import Seat

ROUNDS_REMEMBERED = 100  # of each table: none of them can be started again
NO_CONFIGS: Mapping[Hash, LinkConfig] = MappingProxyType({})


class LinkState(msgspec.Struct, omit_defaults=True):
    """Where a link stands: all that it needs of its past to go on. Compare two of them to compare two histories.

    A checkpoint keeps it whole; nothing follows from the order of its dictionaries.
    """

    config: LinkConfig  # in force
    config_hash: Hash = ""  # its name as a document
    books: dict[Account, Money] = {}  # the balance of each account that has one
    totals: Totals = Totals()
    tables: dict[str, TableState] = {}
    rounds: dict[str, tuple[str, ...]] = {}  # the last games of every table there was
    wins: dict[str, Win] = {}  # as far back as it remembers
    wins_recorded: int = 0  # ever
    hits: dict[str, Hits] = {}  # of each level, ever
    # What each level with a locked amount will hold at RUN: as if its award had been paid when it was recorded.
    after_awards: dict[str, Funds] = {}
    shortfall: Money = 0  # the link is closed while there is one
    deposited: Money = 0  # in all
    undeposited: Money = 0  # accrued and not deposited yet; below zero: deposited ahead
    undeposited_since: datetime | None = None
    statement: Statement | None = None  # the bank's last one
    last_day: date | None = None  # announced
    is_removed: bool = False
    posted_since: datetime | None = None  # the configuration in force

    def copy(self) -> LinkState:
        """Sharing nothing that changes: to be put back where what follows is refused."""
        return msgspec.structs.replace(
            self,
            books=dict(self.books),
            tables={name: table.copy() for name, table in self.tables.items()},
            rounds=dict(self.rounds),
            wins=dict(self.wins),
            hits=dict(self.hits),
            after_awards=dict(self.after_awards),
        )

    def balance(self, account: Account) -> Money:
        return self.books.get(account, 0)

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
        return sum(self.after_awards.get(name, self.funds(name)).held for name in self.config.level_names)

    def won(self, event: AwardRecorded) -> Win:
        """The win that is recorded, with what it does to its level as that stands now."""
        table, proof, is_tray = self.tables[event.table], self._proof(event), event.source is Source.TRAY
        signed_by = "" if is_tray else table.console.signed_by or event.approved_by
        win = Win(
            id=event.win,
            number=self.wins_recorded + 1,
            config=self.config_hash,
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
            player=table.players.get(event.seat, ""),
            dealt_by=table.dealer,
            entered_by=event.by if is_tray else table.console.lit_by,  # the tray's pays are declared at once
            verified_by=proof.verified_by if proof else signed_by,
            confirmed_by=signed_by,
            approved_by=event.approved_by,
            card=event.card,
            proof=proof,
        )
        if event.source is not Source.METER:
            return win
        level, before = self.config.level(event.level), self.funds(event.level)
        after = after_award(before, level, event.pays, event.amount)
        return msgspec.structs.replace(
            win,
            advanced=before.advance - after.advance,
            seed=level.seed if is_full_award(event.pays) else 0,
            reserve=before.reserve - after.reserve,
            overflow=after.overflow - before.overflow,
        )

    def _proof(self, event: AwardRecorded) -> Proof | None:
        wagers = self.tables[event.table].wagers if event.table in self.tables else ()
        return next((wager.proof for wager in wagers if wager.seat == event.seat), None)

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
        return [table.id for table in self.config.tables if self.tables[table.id].round_id]

    # --- folding ------------------------------------------------------------------------------------------------------

    def apply(self, event: AnyEvent, configs: Mapping[Hash, LinkConfig] = NO_CONFIGS) -> None:
        """Fold one event in. A configuration that it names is looked up among `configs`."""
        self._post(event.postings)
        self.totals = self.totals.after(event, self.config)
        match event:
            case LinkOpened() | LinkChanged():
                self._configure(event, configs[event.config])
            case ConsoleClosed() | ConsoleOpened():
                self.tables[event.table].is_closed = isinstance(event, ConsoleClosed)
            case GameStarted():
                self.tables[event.table].round_id = event.round_id
                self.tables[event.table].dealer = event.dealer
                self.tables[event.table].players = event.players
                before = self.rounds.get(event.table, ())
                self.rounds[event.table] = (*before, event.round_id)[-ROUNDS_REMEMBERED:]
            case WagerTaken():
                self._take(event)
            case WagerRefunded():
                self._give_back(event)
            case GameVoided() | GameEnded():
                had_wins = self.tables[event.table].wins
                self.tables[event.table] = TableState()
                if had_wins:
                    self._forget()
            case HandQualified():
                self._qualify(event)
            case SeatsSettled():
                self.tables[event.table].is_settled = True
            case SeatsReopened():  # and what said that all seats were checked is to be said again
                table = self.tables[event.table]
                table.is_settled = table.console.is_confirmed = False
            case SeatPressed() | HandPressed() | HandEntered() | KeyTurned() | WinConfirmed() | WinSigned():
                self._press(event)
            case AwardRecorded():
                self._record(event)
            case AwardPaid():
                self._pay(event)
            case AwardHandedOver():
                handed_over = HandedOver(event.till, event.at, event.by, event.slip)
                self.wins[event.win] = msgspec.structs.replace(self.wins[event.win], handed_over=handed_over)
            case HandPayPaid():
                win = self.wins[event.win]
                assert win.handed_over is not None
                paid = msgspec.structs.replace(win.handed_over, paid_at=event.at, paid_by=event.by)
                self.wins[event.win] = msgspec.structs.replace(win, handed_over=paid)
            case WinPrinted():
                printed = Printed(event.number, event.at, event.by)
                self.wins[event.win] = msgspec.structs.replace(self.wins[event.win], printed=printed)
            case WinBackedOut():
                win = self.wins[event.win]
                backed_out = BackedOut(event.at, event.by, event.approved_by, event.why)
                self.wins[event.win] = msgspec.structs.replace(
                    win, is_backed_out=True, backed_out=backed_out, envy_fate=event.envy_fate
                )
                self._hit(event.level, -1, -event.amount)
            case EnvyPaid():
                win = self.wins[event.win]
                self.wins[event.win] = msgspec.structs.replace(win, envy=win.envy | {event.seat: event.amount})
            case AwardReturned():
                win = self.wins[event.win]
                returned = win.returned | {event.seat: win.returned.get(event.seat, 0) + event.amount}
                self.wins[event.win] = msgspec.structs.replace(win, returned=returned)
            case Adjusted(reason=Reason.AMOUNT_WON):
                win = self.wins[event.win]
                self.wins[event.win] = msgspec.structs.replace(win, adjusted=win.adjusted - event.change)
            case Deposited():
                self.deposited += event.amount
                self._bank(event.amount)
            case BankReconciled():
                if event.balance is not None and event.difference is not None:
                    self.statement = Statement(event.at, event.balance, event.difference)
            case LinkClosed():
                self.shortfall = event.shortfall
            case LinkReopened():
                self.shortfall = 0
            case NoticeGiven():
                self.last_day = event.last_day
            case JackpotRemoved():
                self.is_removed = True
            case Adjusted():
                pass  # their money has been posted, and nothing else changes

    def _post(self, postings: Iterable[Posting]) -> None:
        for posting in postings:
            for entry in posting.entries:
                self.books[entry.account] = self.books.get(entry.account, 0) + entry.amount
                if not self.books[entry.account]:
                    del self.books[entry.account]
        assert sum(self.books.values()) == 0, "all accounts sum to zero"

    def _configure(self, event: LinkOpened | LinkChanged, config: LinkConfig) -> None:
        self.config, self.config_hash, self.posted_since = config, event.config, event.at
        self.tables = {table.id: self.tables.get(table.id, TableState()) for table in config.tables}

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
            self.after_awards[name] = after_contribution(before, self.config.level(name), event.amount)
            lasting[name] = self.after_awards[name] - before
        wager, table = Wager(event.seat, event.amount, event.given, lasting), self.tables[event.table]
        table.wagers = (*table.wagers, wager)
        self._accrue(wager.accrued, event.at)

    def _give_back(self, event: WagerRefunded) -> None:
        table = self.tables[event.table]
        wager = table.wager_of(event.seat)
        for name, before in self.after_awards.items():
            self.after_awards[name] = after_reversal(before, wager.lasting[name])
        self._unaccrue(wager.accrued)
        self._drop_seat(table, event.seat)

    def _drop_seat(self, table: TableState, seat: Seat) -> None:
        table.wagers = tuple(wager for wager in table.wagers if wager.seat != seat)
        table.waiting = tuple(hand for hand in table.waiting if hand.seat != seat)
        told = table.console.told
        if table.console.seat == seat or (told is not None and told.seat == seat) or not (told or table.waiting):
            table.console = table.console.cleared(table.console.locked)

    def _qualify(self, event: HandQualified) -> None:
        table = self.tables[event.table]
        table.wagers = tuple(
            msgspec.structs.replace(wager, qualified=event.line, proof=event.proof)
            if wager.seat == event.seat
            else wager
            for wager in table.wagers
        )
        if event.source is not Source.TRAY:
            table.waiting = (*table.waiting, WaitingHand(event.seat, event.line))
            if table.console.told is not None and table.console.told.seat == event.seat:
                table.console.told = None

    def _press(self, event: SeatPressed | HandPressed | HandEntered | KeyTurned | WinConfirmed | WinSigned) -> None:
        console = self.tables[event.table].console
        match event:
            case SeatPressed():
                console.seat = event.seat
            case HandPressed():
                console.line, console.lit_by = (event.line, event.by) if event.lit else ("", "")
                console.told, console.is_confirmed, console.signed_by = None, False, ""
            case HandEntered():
                console.told = EnteredHand(event.seat, event.line, event.proof)
                console.is_confirmed, console.signed_by = False, ""
            case KeyTurned():
                console.key, console.signed_by = event.to, event.by if event.to is KeySwitch.JPH else ""
            case WinConfirmed():
                console.is_confirmed = True
            case WinSigned():
                console.signed_by = event.by

    def _record(self, event: AwardRecorded) -> None:
        table = self.tables[event.table]
        win = self.wins[event.win] = self.won(event)
        self.wins_recorded += 1
        self._hit(event.level, 1, event.amount)
        table.wins = (*table.wins, event.win)
        self._forget()
        if event.source is Source.METER:
            self.after_awards[event.level] = self.funds(event.level) + win.change
            self._unaccrue(win.amount - win.advanced)
        if event.source is not Source.TRAY:
            table.waiting = tuple(hand for hand in table.waiting if hand.seat != event.seat)
            table.console = table.console.cleared(event.win)

    def _pay(self, event: AwardPaid) -> None:
        self.wins[event.win] = msgspec.structs.replace(
            self.wins[event.win], paid_at=event.at, meter_after=self.displayed(event.level) if event.level else 0
        )
        table = self.tables[event.table]
        if table.console.locked == event.win:
            table.console.locked = ""
        if event.source is Source.METER:
            del self.after_awards[event.level]
            for table in self.tables.values():
                table.wagers = tuple(wager.after_run(event.level) for wager in table.wagers)

    def _hit(self, level: str, count: int, amount: Money) -> None:
        if level:
            before = self.hits.get(level, Hits())
            self.hits[level] = Hits(before.count + count, before.amount + amount)

    def _forget(self) -> None:
        self.wins = wins_to_remember(self.wins, (win for table in self.tables.values() for win in table.wins))


def round_of(event: AnyEvent, state: LinkState) -> str:
    """The round that an event speaks of; "" where it speaks of none."""
    if isinstance(event, AwardPaid):
        return state.wins[event.win].round_id
    return getattr(event, "round_id", "")


def replay(events: Iterable[AnyEvent], configs: Mapping[Hash, LinkConfig]) -> LinkState:
    """A link's state from its events and the configurations that they name."""
    first, *rest = events
    assert isinstance(first, LinkOpened), "a link starts with LinkOpened"
    state = LinkState(configs[first.config])
    for event in (first, *rest):
        state.apply(event, configs)
    return state
