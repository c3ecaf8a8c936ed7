"""The house: pure and deterministic but for the seals it is given. A command comes in, a record goes out.

All state is the fold of what the records say happened, never of the commands. A command is carried out in memory and
answered when its record is on disk; that is the caller's part (see `runtime.service`). A command that is refused
changes nothing.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime

import msgspec

from cardroom import __version__
from cardroom.documents import Hash
from cardroom.errors import CardroomError
from cardroom.fairness.commitments import commitment
from cardroom.house.engine.apply import apply
from cardroom.house.engine.day_figures import DayFigures, LinkDay
from cardroom.house.engine.dispatch import perform
from cardroom.house.engine.house_state import NO_FLOOR, HouseState, decode, encode
from cardroom.house.engine.index_rows import rows_of
from cardroom.house.engine.live_table import LiveTable
from cardroom.house.engine.next_step import error_with_next_step
from cardroom.house.engine.permissions import require
from cardroom.house.engine.reducers import FIGURES
from cardroom.house.engine.staff_card_override import refusal
from cardroom.house.engine.table_activity import Pulses
from cardroom.house.engine.table_wait import Deadlines
from cardroom.house.engine.unit_of_work import UnitOfWork
from cardroom.house.features.days.state import MovedDay
from cardroom.house.floor import Floor, Hours, TablePlan
from cardroom.house.kernel import accounts
from cardroom.house.kernel.document_store import Documents
from cardroom.house.kernel.dual_control import require_active
from cardroom.house.kernel.gaming_days import day_after, day_of, earliest_possible_day, is_day_of
from cardroom.house.kernel.people import PLAYERS, Person
from cardroom.house.kernel.rows import Row
from cardroom.house.kernel.seed_keys import Seal, Seals
from cardroom.house.log import commands as c
from cardroom.house.log import idempotency as keys
from cardroom.house.log.idempotency import Receipt
from cardroom.house.log.record_formats import FORMAT
from cardroom.house.log.records import Record, TablePart, Written, link_stream, sealed_for_log, table_stream
from cardroom.jackpots import Link, LinkState
from cardroom.ledger import Account
from cardroom.money import Money
from cardroom.table import Round, TableSettings
from cardroom.table.commands import Seat, VoidCause
from cardroom.table.events import AnyEvent as RoundEvent


class RoundSoFar(msgspec.Struct, frozen=True):
    """A round as far as it was played when something happened in it; it may have gone on since."""

    round_id: str
    settings: TableSettings
    events: tuple[RoundEvent, ...]

    @classmethod
    def of(cls, round_: Round) -> RoundSoFar:
        return cls(round_.state.round_id, round_.state.settings, tuple(round_.events))


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """What a command came to: all that is to be written in one transaction, and the answer."""

    record: Record | None = None
    written: Written | None = None
    documents: dict[Hash, bytes] = {}
    rows: tuple[Row, ...] = ()
    checkpoint: bytes | None = None
    receipt: Receipt | None = None
    error: CardroomError | None = None
    is_repeat: bool = False
    holders: dict[str, dict[Seat, str]] = {}  # of the seats in the rounds of the tables that it touched
    rounds: dict[str, RoundSoFar] = {}  # of these tables


class TornError(CardroomError):
    """What a command did could not be folded whole: the state in memory is no longer that of the log."""


class House(HouseState):
    """A card room in operation: its state, and beside it what no checkpoint keeps."""

    def __init__(self, documents: Documents, seals: Seals) -> None:
        super().__init__()
        self.documents = documents
        self.seals = seals
        self.removed: dict[str, LiveTable] = {}  # by the last record, which may have ended a round there, too
        self.recounted: list[str] = []  # tables whose figures of the day the last record has changed
        self.moved: MovedDay | None = None  # by the last record, from a day to another
        self.pulses = Pulses()  # followed by whoever keeps the house running
        self.deadlines: defaultdict[str, Deadlines] = defaultdict(Deadlines)  # by table, as its clock has them

    def table(self, table_id: str) -> LiveTable:
        table = self.tables.get(table_id)
        if table is None:
            raise self._unknown_table(table_id)
        return table

    def table_for(self, person: Person | None, table_id: str) -> LiveTable:
        """The same for somebody: who was not invited to a table among friends is told what strangers are told."""
        table = self.table(table_id)
        if table.is_open_to(person):
            return table
        if person is not None and person.id in table.kicked:
            raise CardroomError("kicked-out", "The host has asked you to leave this table; host one of your own.")
        raise self._unknown_table(table_id)

    def _unknown_table(self, table_id: str) -> CardroomError:
        known = ", ".join(name for name, table in self.tables.items() if not table.plan.is_private)
        return CardroomError("unknown-table", f"There is no table “{table_id}”; the tables are: {known}.")

    def new_table(self, plan: TablePlan) -> LiveTable:
        return LiveTable(plan.id, plan, rounds=self.rounds_of_removed.get(plan.id, 0))

    def link(self, link_id: str) -> Link:
        link = self.links.get(link_id)
        if link is None:
            known = ", ".join(self.links) or "none"
            raise CardroomError("unknown-link", f"There is no link “{link_id}”; there are: {known}.")
        return link

    def running_links(self) -> dict[str, LinkState]:
        """Where every jackpot stands."""
        return {name: link.state for name, link in self.links.items()}

    def links_of(self, table_id: str) -> list[Link]:
        return [self.links[name] for name in self.tables[table_id].plan.links]

    def games_on(self, table_id: str) -> set[str]:
        """The rounds whose game has not ended at a console of the table."""
        return {link.state.tables[table_id].round_id for link in self.links_of(table_id)} - {""}

    def holders(self, table: LiveTable, round_id: str) -> dict[Seat, str]:
        """Who holds, or held, the seats of a round whose jackpots are not settled yet."""
        if round_id in ("", table.round_id):
            return table.people()
        return {seat: row.person for seat, row in self.unsettled.get(round_id, {}).items()}

    def card_of(self, person: str) -> str | None:
        """The number of somebody's valid staff card."""
        return next((number for number, card in self.cards.items() if card.person == person and card.is_valid), None)

    def engaged(self) -> set[str]:
        """Who sits at a table, or may still be due something of a jackpot."""
        sitting = {sitter.person for table in self.tables.values() for sitter in table.seats.values()}
        return sitting | {row.person for rows in self.unsettled.values() for row in rows.values()}

    def day_at(self, at: datetime, hours: Hours | None) -> str:
        """What is done after a day was closed belongs to the next, whatever the clock says; and no day goes back.

        Before a house has opened nobody knows when its days end: what is done then comes before its first one.
        """
        if hours is not None and self.day > self.closed and is_day_of(at, self.day, hours):
            return self.day
        day = max(earliest_possible_day(at) if hours is None else day_of(at, hours), self.day)
        return max(day, day_after(self.closed)) if self.closed else day

    # --- figures of a day ---------------------------------------------------------------------------------------------

    def streams_on(self, day: str) -> list[str]:
        """The tables and links of which something was counted on a day."""
        figures = self.figures.get(day, DayFigures())
        return [
            *map(table_stream, figures.tables),
            *(link_stream(name) for name in figures.links if name in self.links),
        ]

    def figures_of(self, day: str, stream: str) -> msgspec.Struct:
        """What was counted of a table or link on a day that is not closed, or what a feature counts by itself."""
        kind, _, name = stream.partition(":")
        if kind == "table":
            return self.figures[day].tables[name]
        if kind == "link":
            state = self.links[name].state
            return LinkDay.of(self.figures[day].links[name], state, self.documents.add(state.config))
        return FIGURES[stream](self, day)

    # --- money --------------------------------------------------------------------------------------------------------

    def balance(self, account: Account) -> Money:
        return self.books.get(account, 0)

    def money_of(self, person: str) -> Money:
        """Everything a person has: wallet, stacks, and stakes on layouts."""
        at_tables = sum(
            self.balance(accounts.stack(table, person)) + self.balance(accounts.layout(table, person))
            for table in self.tables
        )
        return self.balance(accounts.wallet(person)) + at_tables

    # --- doing --------------------------------------------------------------------------------------------------------

    def do(self, person: Person, command: c.AnyCommand, key: str, at: datetime) -> Done:
        """Carry out a command. The same key from the same person is carried out once."""
        try:
            if key and (receipt := keys.find_receipt(self.receipts, person.id, key, command, at)):
                return Done(receipt=receipt, is_repeat=True)
        except CardroomError as error:
            return Done(error=error)
        work = self.try_out(person, command, at)
        if isinstance(work, CardroomError):
            return Done(error=work)
        try:
            return self._commit(work, command, key)
        except Exception as error:
            raise TornError("broken", f"The house cannot go on: {type(error).__name__} in a fold.") from error

    def rehearse(self, person: Person, command: c.AnyCommand, at: datetime) -> UnitOfWork | CardroomError:
        """What a command would do, as far as no card decides it; or why not. Nothing changes."""
        known = self.documents.mark()
        work = self.try_out(person, command, at, is_rehearsal=True)
        self.documents.go_back_to(known)
        return work

    def try_out(
        self,
        person: Person,
        command: c.AnyCommand,
        at: datetime,
        *,
        is_rehearsal: bool = False,
    ) -> UnitOfWork | CardroomError:
        """What a command would do, or why not. Everything is as it was, also where the house itself fails."""
        known = self.documents.mark()
        floor = self.documents.get(command.floor, Floor) if isinstance(command, c.OpenHouse) else self.floor
        entered_by = command.to if isinstance(command, c.Lent) else person.id
        hours = None if floor == NO_FLOOR else floor.hours
        work = UnitOfWork(self, at, person, self.day_at(at, hours), entered_by, is_rehearsal=is_rehearsal)
        try:
            require_active(self, person, at)
        except CardroomError as error:
            return error
        try:
            require(person, command)
        except CardroomError as error:
            if person.role in PLAYERS:
                return error  # strangers are counted, not each kept
            work.in_house(refusal(work, command, error.code))
            work.error = error
            return work
        refused: CardroomError | None = None
        try:
            perform(work, command)
        except CardroomError as error:
            refused = error
        finally:
            work.put_back()
        if refused is None:
            return work
        self.documents.go_back_to(known)
        return refused if person.role in PLAYERS else error_with_next_step(self, command, refused)

    def _commit(self, work: UnitOfWork, command: c.AnyCommand, key: str) -> Done:
        """Number and chain the record, and apply it."""
        assert sum(work.change.values()) == 0, "all accounts sum to zero"
        record = Record(
            format=FORMAT, version=__version__, position=self.position + 1, at=work.at, day=work.day,
            by=work.by.id, role=work.by.role, key="" if work.error else key, command=command,
            parts=work.made_parts(), previous=self.head,
        )  # fmt: skip
        written = sealed_for_log(record)
        receipt = self.take_in(record, written.hash, work)
        touched = [
            self.tables[part.table]
            for part in record.parts
            if isinstance(part, TablePart) and part.table in self.tables
        ]
        return Done(
            record=record,
            written=written,
            documents=self.documents.take_new(),
            rows=tuple(rows_of(self, record)),
            checkpoint=work.checkpoint,
            receipt=None if work.error else receipt,
            error=work.error,
            holders={table.id: dict(table.round_people) for table in touched},
            rounds={table.id: RoundSoFar.of(table.round) for table in touched if table.round},
        )

    # --- going forward ------------------------------------------------------------------------------------------------

    def apply(self, record: Record, head: Hash) -> Receipt:
        """The only way forward: live, at a start, standing by and in an audit."""
        return apply(self, record, head, {})

    def take_in(self, record: Record, head: Hash, work: UnitOfWork) -> Receipt:
        """The same for a record that has just been planned."""
        return apply(self, record, head, work.planned)

    # --- starting again -----------------------------------------------------------------------------------------------

    def checkpoint(self) -> bytes:
        """The state to the byte: whoever folds the same records gets the same bytes."""
        return encode(self)

    def go_on_from(self, body: bytes) -> None:
        """Take up the state that a checkpoint keeps."""
        for name, value in vars(decode(body, self.documents)).items():
            setattr(self, name, value)

    def resume(self) -> None:
        """Cards are known again: rounds in progress go on, and the last ones of other tables can be shown."""
        for table in self.tables.values():
            table.unseal_last_round()
            if table.is_playing and not table.trouble:
                seed = self.seed_of(table)
                if commitment(table.round_id, seed) != table.commitment:
                    raise CardroomError(
                        "wrong-seed",
                        f"Round {table.round_id} is in progress, and its seed is not the one that was committed to.",
                    )
                table.deal_from(seed)

    @property
    def has_opened(self) -> bool:
        """Whether it was ever open: before that people may have been enrolled."""
        return self.floor != NO_FLOOR

    def newest_seal(self) -> Seal | None:
        """Of the round that began last, as far as its table is on the floor."""
        began = [table.began for table in self.tables.values() if table.began is not None]
        return max(began, key=lambda one: one.position).seal if began else None

    def tables_in_trouble(self) -> dict[str, VoidCause]:
        """Tables that are open and cannot be played at, with the cause. One with an award to be approved waits."""
        found = {table.id: table.trouble for table in self.tables.values() if table.is_open or table.is_playing}
        locked = {name for name in found if any(link.state.tables[name].console.locked for link in self.links_of(name))}
        return {name: cause for name, cause in found.items() if cause and name not in locked}

    def seed_of(self, table: LiveTable) -> bytes:
        """Of the round in progress."""
        assert table.began is not None
        return self.seals.seed_of(table.round_id, table.began.seal)
