"""The audit: everything derived again from the log alone, and the first broken link named.

A record must be chained to the one before it, its postings must balance and be those that its events call for, each
round must come out the same when it is played again from its seed under the rules it was played by, each link when it
is played again from what was done at its consoles, and every balance and meter must be what the events make of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import msgspec

from cardroom import __version__
from cardroom.cards import DECK
from cardroom.errors import CardroomError
from cardroom.games.fingerprint import rules_hash
from cardroom.house.core import accounts
from cardroom.house.core import events as e
from cardroom.house.core.booking import postings_for
from cardroom.house.core.live_table import commitment
from cardroom.house.core.records import START, Record, is_intact
from cardroom.house.office.balance_audit import Finding, balance_findings
from cardroom.house.office.link_audit import play_on
from cardroom.house.office.round_audit import play_again
from cardroom.jackpots import Link
from cardroom.jackpots.events import AnyEvent as LinkEvent
from cardroom.jackpots.events import HandQualified, WagerTaken
from cardroom.ledger import Account, Posting, transfer
from cardroom.money import Money
from cardroom.table import Round
from cardroom.table.commands import Seat
from cardroom.table.events import AnyEvent, JackpotBetTaken, Qualified, RoundOpened
from cardroom.table.state import Phase

_TABLE_EVENTS = msgspec.json.Decoder(list[e.TableEvent])
_HOUSE_EVENTS = msgspec.json.Decoder(list[e.HouseEvent])
_LINK_EVENTS = msgspec.json.Decoder(list[LinkEvent])

# What a record that somebody has changed can make the rules stumble over.
_STUMBLES = (CardroomError, msgspec.MsgspecError, ArithmeticError, AssertionError, AttributeError, LookupError,
             TypeError, ValueError)  # fmt: skip


@dataclass
class TableAudit:
    """What has been derived of a table so far."""

    people: dict[Seat, str] = field(default_factory=dict)
    round_people: dict[Seat, str] = field(default_factory=dict)
    round_id: str = ""
    commitment: str = ""
    round: Round | None = None  # folded from its events, for the state that postings are checked against
    events: list[AnyEvent] = field(default_factory=list)
    is_revealed: bool = True  # whether the seed of the last round has been shown

    def holders(self) -> dict[Seat, str]:
        return self.people | self.round_people


@dataclass
class Audit:
    """Goes through a log once, record by record."""

    seeds: dict[str, bytes]
    findings: list[Finding] = field(default_factory=list)
    heads: dict[str, tuple[int, str]] = field(default_factory=dict)
    books: dict[Account, Money] = field(default_factory=dict)
    tables: dict[str, TableAudit] = field(default_factory=dict)
    links: dict[str, Link] = field(default_factory=dict)
    untold: Counter[tuple[str, str, Seat]] = field(default_factory=Counter)  # jackpot matters only one side knows of
    began: set[str] = field(default_factory=set)
    version: str = __version__  # of the software that wrote what is being read
    records: int = 0
    rounds: int = 0
    rounds_under_other_rules: int = 0

    def run(self, log: Iterable[Record]) -> None:
        try:
            for record in log:
                self.check(record)
        except CardroomError as error:  # the store could not even read on
            self.findings.append(Finding("log", self.records + 1, error.message))
        self.finish()

    def unreadable(self, stream: str, number: int, what: str) -> None:
        """A record that the store could not read; the audit goes on behind it."""
        self.records += 1
        self.findings.append(Finding(stream, number, what))

    def finish(self, missing: int = 0, damage: str = "") -> None:
        """What shows only when all has been read."""
        for name, table in self.tables.items():
            if not table.is_revealed:
                self._check_open_round(name, table)
        for round_id in sorted(self.seeds.keys() - self.began):
            self.findings.append(Finding("log", self.records, f"a seed is kept for round {round_id}, which is missing"))
        for (what, round_id, seat), count in self.untold.items():
            side = "table" if count > 0 else "link"
            story = f"only the {side} knows of the {what} of seat {seat} in round {round_id}"
            self.findings.append(Finding("log", self.records, story))
        if missing:
            self.findings.append(
                Finding("log", self.records, f"{missing} records are missing from the order of the house")
            )
        if damage:
            self.findings.append(Finding("log", self.records, f"the file of the database is damaged: {damage}"))
        self.findings += balance_findings(self.books, self.links, self.heads, self.records)

    def check(self, record: Record) -> None:
        self.records += 1
        number, previous = self.heads.get(record.stream, (0, START))
        if record.number != number + 1:
            self._find(record, f"follows record {number}: records are missing or out of order")
        if record.previous != previous:
            self._find(record, "is not chained to the record before it")
        if not is_intact(record):
            self._find(record, "has been changed: its hash does not fit")
        self.heads[record.stream] = (record.number, record.hash)
        for posting in record.postings:
            for entry in posting.entries:
                self.books[entry.account] = self.books.get(entry.account, 0) + entry.amount
        try:
            expected = list(self._expected(record))
        except _STUMBLES as error:
            self._find(record, f"cannot be followed: {error!r}" if not str(error) else f"cannot be followed: {error}")
            return
        if _totals(expected) != _totals(record.postings):
            self._find(record, "moves other money than its events call for")

    def _find(self, record: Record, what: str) -> None:
        self.findings.append(Finding(record.stream, record.number, what))

    # --- what the events call for -------------------------------------------------------------------------------------

    def _expected(self, record: Record) -> Iterator[Posting]:
        kind, _, name = record.stream.partition(":")
        match kind:
            case "table":
                for at_table in _TABLE_EVENTS.decode(record.events):
                    yield from self._table_event(record, name, at_table)
            case "link":
                on_link = _LINK_EVENTS.decode(record.events)
                self._on_link(record, name, on_link)
                seats = {(t_id, seat): p for t_id, table in self.tables.items() for seat, p in table.holders().items()}
                for posting in (posting for event in on_link for posting in event.postings):
                    yield accounts.of_link(posting, name, seats)
            case _:
                for in_house in _HOUSE_EVENTS.decode(record.events):
                    yield from self._house_event(record, in_house)

    def _house_event(self, record: Record, event: e.HouseEvent) -> Iterator[Posting]:
        match event:
            case e.MoneyIssued():
                yield _move(accounts.CAGE, accounts.wallet(event.person), event.amount)
            case e.HouseOpened():
                self.version = event.version
            case e.Anchored():
                for stream, head in event.heads.items():
                    known = self.heads.get(stream, (0, START))[1]
                    if stream != record.stream and known != head:
                        self._find(record, f"anchors another end of {stream}: records of it are missing or replaced")
            case _:
                pass

    def _tell(self, what: str, round_id: str, seat: Seat, side: int) -> None:
        """What a table and a link must both know: a jackpot wager, a hand that qualifies."""
        self.untold[what, round_id, seat] += side
        if not self.untold[what, round_id, seat]:
            del self.untold[what, round_id, seat]

    def _on_link(self, record: Record, name: str, events: list[LinkEvent]) -> None:
        for event in events:
            if isinstance(event, WagerTaken):
                self._tell("jackpot wager", event.round_id, event.seat, -1)
            elif isinstance(event, HandQualified):
                self._tell("jackpot hand", event.round_id, event.seat, -1)
        before = self.links.get(name)
        if self.version != __version__:  # another version may have booked otherwise: what it wrote is only added up
            self.links[name] = _folded(before, events)
            return
        known = 0 if before is None else len(before.events)
        try:
            self.links[name] = play_on(before, events)
        except _STUMBLES as error:
            self._find(record, f"comes out differently when it is played again: {error}")
            self.links[name] = Link([*(before.events[:known] if before else ()), *events])  # go on from what is written

    def _table_event(self, record: Record, name: str, event: e.TableEvent) -> Iterator[Posting]:
        table = self.tables.setdefault(name, TableAudit())
        tray, cage = accounts.tray(name), accounts.CAGE
        match event:
            case e.TableOpened(inventory=amount) | e.Filled(amount=amount):
                yield _move(cage, tray, amount)
            case e.TableClosed(inventory=amount) | e.Credited(amount=amount):
                yield _move(tray, cage, amount)
            case e.DropCollected():
                yield _move(accounts.drop(name), cage, event.amount)
            case e.SatDown():
                table.people[event.seat] = event.person
                yield from _buy_in(name, event.person, event.chips)
            case e.ToppedUp():
                yield from _buy_in(name, table.people[event.seat], event.chips)
            case e.StoodUp():
                person = table.people.pop(event.seat)
                yield _move(accounts.stack(name, person), accounts.wallet(person), event.chips)
            case e.RoundBegan():
                self.began.add(event.round_id)
                table.round_id, table.commitment, table.events, table.round_people = (
                    event.round_id, event.commitment, [], {},
                )  # fmt: skip
                table.is_revealed = False
            case e.Played():
                yield from self._played(name, table, event)
            case e.PayoutCapped():
                person = table.holders()[event.seat]
                yield _move(accounts.stack(name, person), tray, event.won - event.cap)
            case e.SeedRevealed():
                table.is_revealed = True
                self._check_round(record, table, bytes.fromhex(event.seed))

    def _played(self, name: str, table: TableAudit, played: e.Played) -> Iterator[Posting]:
        event = played.event
        if isinstance(event, JackpotBetTaken):
            self._tell("jackpot wager", played.round_id, event.seat, +1)
        elif isinstance(event, Qualified):
            self._tell("jackpot hand", played.round_id, event.seat, +1)
        if isinstance(event, RoundOpened):
            table.round = Round([event], DECK, (1, 1, 1))
        elif table.round is not None:
            yield from postings_for(name, table.holders(), table.round.state, event)
            table.round.accept(event)
            if table.round.state.phase is Phase.PLAYING and not table.round_people:
                table.round_people = {seat: table.people[seat] for seat in table.round.state.seats}
        table.events.append(event)

    # --- rounds -------------------------------------------------------------------------------------------------------

    def _check_round(self, record: Record, table: TableAudit, seed: bytes) -> None:
        """Play the round again from its seed."""
        self.rounds += 1
        if self.seeds.get(table.round_id, seed) != seed:
            self._find(record, f"round {table.round_id} shows another seed than was kept for it")
        if commitment(table.round_id, seed) != table.commitment:
            self._find(record, f"round {table.round_id}: the seed does not fit its commitment")
        opened = table.events[0]
        assert isinstance(opened, RoundOpened)
        if rules_hash(opened.settings.rules, opened.settings.paytables) != opened.rules_hash:
            self.rounds_under_other_rules += 1
            return
        try:
            again = play_again(table.events, seed)
        except CardroomError as error:
            self._find(record, f"round {table.round_id} cannot be played again: {error.message}")
            return
        if again != table.events:
            self._find(record, f"round {table.round_id} comes out differently when it is played again")

    def _check_open_round(self, name: str, table: TableAudit) -> None:
        """A round in progress: its secret seed must be there, fit the commitment and make the cards dealt so far."""
        seed = self.seeds.get(table.round_id)
        number, _ = self.heads.get(f"table:{name}", (0, START))
        what = ""
        if seed is None:
            what = "is in progress, and its seed is lost"
        elif commitment(table.round_id, seed) != table.commitment:
            what = "is in progress, and its seed does not fit its commitment"
        elif table.events:
            try:
                what = "" if play_again(table.events, seed) == table.events else "comes out differently so far"
            except _STUMBLES as error:
                what = f"cannot be played again so far: {error}"
        if what:
            self.findings.append(Finding(f"table:{name}", number, f"round {table.round_id} {what}"))


def _folded(link: Link | None, events: list[LinkEvent]) -> Link:
    if link is None:
        return Link(events)
    for event in events:
        link.state.apply(event)
    link.events += events
    return link


def _buy_in(table: str, person: str, amount: Money) -> Iterator[Posting]:
    yield _move(accounts.wallet(person), accounts.drop(table), amount)
    yield _move(accounts.tray(table), accounts.stack(table, person), amount)


def _move(giver: Account, receiver: Account, amount: Money) -> Posting:
    return transfer(giver, receiver, amount, "derived")


def _totals(postings: Iterable[Posting]) -> dict[Account, Money]:
    totals: dict[Account, Money] = {}
    for posting in postings:
        for entry in posting.entries:
            totals[entry.account] = totals.get(entry.account, 0) + entry.amount
    return {account: amount for account, amount in totals.items() if amount}
