"""The house: pure and deterministic but for the seeds it is given. A command comes in, records go out.

All state is the fold of the records. A command is carried out in memory at once and answered when its records are on
disk; that is the caller's part (see `service`). A command that is refused changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime

import msgspec

from cardroom import __version__
from cardroom.errors import CardroomError
from cardroom.house.core import accounts, actions, table_bank
from cardroom.house.core import commands as c
from cardroom.house.core import events as e
from cardroom.house.core.live_table import LiveTable
from cardroom.house.core.own_limits import OwnLimits
from cardroom.house.core.people import Person, Role, require
from cardroom.house.core.records import START, Record, chain
from cardroom.house.floor import Floor
from cardroom.jackpots import Link
from cardroom.jackpots.events import AnyEvent as LinkEvent
from cardroom.ledger import Account, Posting
from cardroom.money import Money
from cardroom.table.events import AnyEvent as RoundEvent

ANCHOR_EVERY = 200  # records between two anchorings of all streams in the house's own
SERVICE = Person("house", "the house", Role.SERVICE)

_TABLE_EVENTS = msgspec.json.Decoder(list[e.TableEvent])
_HOUSE_EVENTS = msgspec.json.Decoder(list[e.HouseEvent])
_LINK_EVENTS = msgspec.json.Decoder(list[LinkEvent])


class Receipt(msgspec.Struct, frozen=True):
    """Where the first record of a command stands."""

    stream: str
    number: int


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """What a command came to: records and secrets to be written in one transaction, and the answer."""

    records: tuple[Record, ...] = ()
    secrets: dict[str, bytes] = {}  # seeds by round
    receipt: Receipt | None = None
    error: CardroomError | None = None
    is_repeat: bool = False


@dataclass
class Transaction:
    """What one command does, collected until all of it has succeeded."""

    at: datetime
    by: Person
    events: dict[str, list[msgspec.Struct]] = field(default_factory=dict)
    postings: dict[str, list[Posting]] = field(default_factory=dict)
    change: dict[Account, Money] = field(default_factory=dict)
    secrets: dict[str, bytes] = field(default_factory=dict)
    undo: list[Callable[[], object]] = field(default_factory=list)

    def post(self, stream: str, posting: Posting) -> None:
        if not posting.entries:
            return
        self.postings.setdefault(stream, []).append(posting)
        for entry in posting.entries:
            self.change[entry.account] = self.change.get(entry.account, 0) + entry.amount


class House:
    """A card room in operation."""

    def __init__(self, floor: Floor, draw_seed: Callable[[], bytes]) -> None:
        self.floor = floor
        self.draw_seed = draw_seed
        self.tables: dict[str, LiveTable] = {plan.id: LiveTable(plan) for plan in floor.tables}
        self.links: dict[str, Link] = {}
        self.people: dict[str, Person] = {SERVICE.id: SERVICE}
        self.books: dict[Account, Money] = {}
        self.heads: dict[str, tuple[int, str]] = {}
        self.receipts: dict[tuple[str, str], Receipt] = {}
        self.requests: dict[str, tuple[str, c.AskAdjustment | c.AskBackOut | c.AskRates]] = {}
        self.own_limits: dict[str, OwnLimits] = {}
        self.bought_today: dict[tuple[str, str], Money] = {}
        self.records_since_anchor = 0
        self.secrets: dict[str, bytes] = {}  # seeds of rounds in progress

    def table(self, table_id: str) -> LiveTable:
        table = self.tables.get(table_id)
        if table is None:
            known = ", ".join(self.tables)
            raise CardroomError("unknown-table", f"There is no table “{table_id}”; the tables are: {known}.")
        return table

    # --- money --------------------------------------------------------------------------------------------------------

    def balance(self, account: Account, transaction: Transaction | None = None) -> Money:
        return self.books.get(account, 0) + (transaction.change.get(account, 0) if transaction else 0)

    def money_of(self, person: str) -> Money:
        """Everything a person has: wallet, stacks, and stakes on layouts."""
        at_tables = sum(
            self.balance(accounts.stack(table, person)) + self.balance(accounts.layout(table, person))
            for table in self.tables
        )
        return self.balance(accounts.wallet(person)) + at_tables

    # --- doing --------------------------------------------------------------------------------------------------------

    def open(self, floor_hash: str, at: datetime) -> Done:
        """Start, or start again: links and tables that are new on the floor are opened."""
        transaction = Transaction(at, SERVICE)
        self.record(transaction, "house", e.HouseOpened(floor_hash=floor_hash, version=__version__))
        for config in self.floor.links:
            if config.id not in self.links:
                self.links[config.id] = link = Link.open(config, at=at, by=SERVICE.id)
                self.record_link(transaction, config.id, link.events)
            else:
                actions.follow_floor(self, transaction, config)
        for table in self.tables.values():
            if f"table:{table.id}" not in self.heads:  # one that was closed by hand stays closed
                table_bank.open_table(self, transaction, table, table.plan.inventory)
        return self._commit(transaction, "")

    def do(self, person: Person, command: c.AnyCommand, key: str, at: datetime) -> Done:
        """Carry out a command. The same key from the same person is carried out once."""
        if key and (receipt := self.receipts.get((person.id, key))):
            return Done(receipt=receipt, is_repeat=True)
        try:
            require(person, command)
        except CardroomError as error:
            refused = Transaction(at, person)
            name = type(command).__name__
            self.record(refused, "house", e.Refused(role=person.role, command=name, reason=error.message))
            return msgspec.structs.replace(self._commit(refused, ""), error=error, receipt=None)
        transaction = Transaction(at, person)
        try:
            actions.perform(self, transaction, command)
        except Exception as error:
            for undo in reversed(transaction.undo):
                undo()
            if isinstance(error, CardroomError):
                return Done(error=error)
            raise  # a fault of the house's own; what the command had begun is taken back all the same
        return self._commit(transaction, key)

    def _commit(self, transaction: Transaction, key: str) -> Done:
        """Number and chain the records, and book their postings."""
        assert sum(transaction.change.values()) == 0, "all accounts sum to zero"
        records = [self._chain(transaction, stream, key) for stream in transaction.events]
        for account, amount in transaction.change.items():
            self.books[account] = self.books.get(account, 0) + amount
        self.records_since_anchor += len(records)
        if self.records_since_anchor >= ANCHOR_EVERY:
            self.records_since_anchor = 0
            heads = {stream: head for stream, (_, head) in sorted(self.heads.items())}
            anchor = Transaction(transaction.at, SERVICE, events={"house": [e.Anchored(heads=heads)]})
            records.append(self._chain(anchor, "house", ""))
        self.secrets |= transaction.secrets
        receipt = Receipt(records[0].stream, records[0].number) if records else None
        if key and receipt:
            self.receipts[transaction.by.id, key] = receipt
        return Done(records=tuple(records), secrets=transaction.secrets, receipt=receipt)

    def _chain(self, transaction: Transaction, stream: str, key: str) -> Record:
        number, previous = self.heads.get(stream, (0, START))
        record = chain(
            stream,
            number + 1,
            transaction.at,
            transaction.by.id,
            key,
            msgspec.json.encode(transaction.events[stream]),
            tuple(transaction.postings.get(stream, ())),
            previous,
        )
        self.heads[stream] = (record.number, record.hash)
        return record

    def secret_of(self, round_id: str, transaction: Transaction) -> bytes:
        """The seed of a round, to be shown when it is over."""
        return transaction.secrets[round_id] if round_id in transaction.secrets else self.secrets[round_id]

    # --- writing down -------------------------------------------------------------------------------------------------

    def record(self, transaction: Transaction, stream: str, event: msgspec.Struct) -> None:
        transaction.events.setdefault(stream, []).append(event)

    def record_table(self, transaction: Transaction, table: LiveTable, event: e.TableEvent) -> None:
        """Something at a table that is not its round's doing."""
        self.record(transaction, f"table:{table.id}", event)
        table.apply(event)

    def record_round(
        self, transaction: Transaction, table: LiveTable, event: RoundEvent, before: list[Posting]
    ) -> None:
        """Something of a round, with the money it moved."""
        stream = f"table:{table.id}"
        played = e.Played(round_id=table.round_id, event=event)
        self.record(transaction, stream, played)
        for posting in before:
            transaction.post(stream, posting)
        table.apply(played)

    def record_link(self, transaction: Transaction, link_id: str, events: Iterable[LinkEvent]) -> None:
        """Something on a link; its postings are translated into the accounts of the house."""
        stream = f"link:{link_id}"
        seats = {(t.id, number): person for t in self.tables.values() for number, person in t.people().items()}
        for event in events:
            self.record(transaction, stream, event)
            for posting in event.postings:
                transaction.post(stream, accounts.of_link(posting, link_id, seats))

    # --- recovery -----------------------------------------------------------------------------------------------------

    def replay(self, records: Iterable[Record], secrets: dict[str, bytes]) -> None:
        """Fold a log into a new house; rounds in progress go on."""
        rounds: dict[str, list[RoundEvent]] = {}
        links: dict[str, list[LinkEvent]] = {}
        for record in records:
            self.heads[record.stream] = (record.number, record.hash)
            if record.key:
                self.receipts.setdefault((record.by, record.key), Receipt(record.stream, record.number))
            for posting in record.postings:
                for entry in posting.entries:
                    self.books[entry.account] = self.books.get(entry.account, 0) + entry.amount
            kind, _, name = record.stream.partition(":")
            if kind == "link":
                links.setdefault(name, []).extend(_LINK_EVENTS.decode(record.events))
            elif kind == "table":
                self._replay_table(name, record, rounds)
            else:
                for event in _HOUSE_EVENTS.decode(record.events):
                    self.apply(event, record)
            self.records_since_anchor = (
                0 if b'"type":"Anchored"' in bytes(record.events) else self.records_since_anchor + 1
            )
        self.links |= {name: Link(events) for name, events in links.items()}
        for name, events in rounds.items():
            table = self.tables.get(name)
            if table is not None and table.round_id in secrets:
                table.resume(events, secrets[table.round_id])
                self.secrets[table.round_id] = secrets[table.round_id]

    def _replay_table(self, name: str, record: Record, rounds: dict[str, list[RoundEvent]]) -> None:
        table = self.tables.get(name)
        if table is None:
            return  # a table that is no longer on the floor keeps its log and its money
        for event in _TABLE_EVENTS.decode(record.events):
            table.apply(event)
            if isinstance(event, e.RoundBegan):
                rounds[name] = []
            elif isinstance(event, e.Played):
                rounds[name].append(event.event)
            elif isinstance(event, e.SatDown | e.ToppedUp):
                self._count_cash(table.seats[event.seat].person, event.chips, record.at)

    def apply(self, event: e.HouseEvent, record: Record | Transaction) -> None:
        """Fold an event of the house's own stream in."""
        match event:
            case e.Enrolled():
                self.people[event.person] = Person(event.person, event.name, Role(event.role))
            case e.LimitsSet():
                limits = self.own_limits.get(event.person, OwnLimits())
                self.own_limits[event.person] = limits.set(event.loss, event.minutes, event.money_then, record.at)
            case e.MoneyIssued() if event.person in self.own_limits:
                self.own_limits[event.person] = self.own_limits[event.person].given(event.amount)
            case e.Asked():
                by = record.by if isinstance(record, Record) else record.by.id
                self.requests[event.request] = (by, event.command)
            case e.Answered():
                self.requests.pop(event.request, None)
            case _:
                pass

    def record_house(self, transaction: Transaction, event: e.HouseEvent) -> None:
        self.record(transaction, "house", event)
        self.apply(event, transaction)

    def _count_cash(self, person: str, amount: Money, at: datetime) -> Money:
        """What a person has bought in for today."""
        day = (person, at.date().isoformat())
        self.bought_today[day] = self.bought_today.get(day, 0) + amount
        return self.bought_today[day]
