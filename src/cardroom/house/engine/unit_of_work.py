"""What one command does, planned on the tables and links themselves; afterwards they are always put back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from cardroom.errors import CardroomError
from cardroom.house.kernel import accounts
from cardroom.house.kernel.people import Person
from cardroom.house.log import events as e
from cardroom.house.log.records import HOUSE_STREAM, AnyPart, HousePart, LinkPart, TablePart, link_stream, table_stream
from cardroom.jackpots import Link, LinkState
from cardroom.jackpots.commands import Who
from cardroom.jackpots.engine import accounts as of_links
from cardroom.jackpots.engine.link_state import round_of
from cardroom.jackpots.events import AnyEvent as LinkEvent
from cardroom.ledger import Account, Posting
from cardroom.money import Money
from cardroom.table import Round

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.engine.live_table import LiveTable

NOBODY: Mapping[Account, Account] = {}


@dataclass
class UnitOfWork:
    """Events of tables and links are folded at once, since what follows depends on them.

    When all is planned, or a refusal has ended it, everything is put back; what was planned happens when its record is
    applied, by the one way in which records are.
    """

    house: House
    at: datetime
    by: Person
    day: str
    entered_by: str  # who is signed in where it is done: another than `by`, whose card was swiped, or the same
    is_rehearsal: bool = False  # to be taken back: nothing goes on that unseen cards decide
    parts: dict[str, tuple[type[AnyPart], str, list[object], list[Posting]]] = field(default_factory=dict)
    change: dict[Account, Money] = field(default_factory=dict)
    checkpoint: bytes | None = None
    error: CardroomError | None = None  # what is written down is a refusal
    planned: dict[str, Round] = field(default_factory=dict)  # rounds as they will be, with their decks
    tables_before: dict[str, LiveTable | None] = field(default_factory=dict)
    links_before: dict[str, LinkState | None] = field(default_factory=dict)

    def trial(self) -> UnitOfWork:
        """Another one, to see whether something could be done at all; it is put back."""
        return UnitOfWork(self.house, self.at, self.by, self.day, self.entered_by)

    @property
    def who(self) -> Who:
        return Who(self.at, self.by.id)

    def balance(self, account: Account) -> Money:
        return self.house.balance(account) + self.change.get(account, 0)

    # --- writing down -------------------------------------------------------------------------------------------------

    def at_table(self, table: LiveTable, event: e.TableEvent, *postings: Posting) -> None:
        """Something at a table, with the money it moved."""
        if table.id not in self.tables_before:
            self.tables_before[table.id] = table.copy()
        self._note(TablePart, table_stream(table.id), table.id, event, postings)
        table.apply(event, self.house.documents)

    def new_table(self, table: LiveTable, event: e.TableEvent) -> None:
        self.tables_before[table.id] = None
        self.house.tables[table.id] = table
        self.at_table(table, event)

    def before_link(self, link: Link) -> None:
        """To be called before anything is done to a link."""
        name = link.state.config.id
        if name not in self.links_before:
            self.links_before[name] = link.state.copy()

    def on_link(self, link: Link, events: Iterable[LinkEvent], whose: Mapping[Account, Account] = NOBODY) -> None:
        """What has just happened on a link; its postings are translated into the accounts of the house.

        Who held a seat is known of rounds that are not settled; of others the caller says it.
        """
        name = link.state.config.id
        for config in link.configs.values():
            self.house.documents.add(config)
        for event in events:
            table = self.house.tables.get(getattr(event, "table", ""))
            own = {} if table is None else _accounts_of(self.house, table, round_of(event, link.state)) | dict(whose)
            postings = [accounts.translated(posting, name, own) for posting in event.postings]
            self._note(LinkPart, link_stream(name), name, event, postings)

    def new_link(self, link: Link, events: Iterable[LinkEvent]) -> None:
        self.links_before[link.state.config.id] = None
        self.house.links[link.state.config.id] = link
        self.on_link(link, events)

    def in_house(self, event: e.HouseEvent, *postings: Posting) -> None:
        self._note(HousePart, HOUSE_STREAM, "", event, postings)

    def _note(self, kind: type[AnyPart], stream: str, name: str, event: object, postings: Iterable[Posting]) -> None:
        _, _, events, booked = self.parts.setdefault(stream, (kind, name, [], []))
        events.append(event)
        for posting in postings:
            if posting.entries:
                booked.append(posting)
                for entry in posting.entries:
                    self.change[entry.account] = self.change.get(entry.account, 0) + entry.amount

    # --- the end of it ------------------------------------------------------------------------------------------------

    def made_parts(self) -> tuple[AnyPart, ...]:
        """Numbered, each on its stream."""
        made: list[AnyPart] = []
        for stream, (kind, name, events, postings) in self.parts.items():
            fields = {TablePart: {"table": name}, LinkPart: {"link": name}, HousePart: {}}[kind]
            number = self.house.numbers.get(stream, 0) + 1
            made.append(kind(number=number, events=tuple(events), postings=tuple(postings), **fields))  # type: ignore[arg-type]
        return tuple(made)

    def put_back(self) -> None:
        """Tables and links are as they were before; nothing else has been touched."""
        for name, table in self.tables_before.items():
            changed = self.house.tables[name]
            if changed.round is not None:
                self.planned[name] = changed.round
            if table is None:
                del self.house.tables[name]
            else:
                changed.become(table)
        for name, state in self.links_before.items():
            if state is None:
                del self.house.links[name]
            else:
                self.house.links[name].state = state


def _accounts_of(house: House, table: LiveTable, round_id: str) -> dict[Account, Account]:
    """A link's accounts that are the house's own: players of a round, tray and cage. Who has left has a wallet."""
    tills = {of_links.tray(table.id): accounts.tray(table.id), of_links.CAGE: accounts.CAGE}
    if table.plan.is_real:
        seats = range(1, table.plan.settings.seats + 1)
        return {of_links.player(table.id, seat): accounts.patrons(table.id) for seat in seats} | tills
    here = {sitter.person for sitter in table.seats.values()}
    players = {
        of_links.player(table.id, seat): accounts.stack(table.id, person) if person in here else accounts.wallet(person)
        for seat, person in house.holders(table, round_id).items()
    }
    return players | tills
