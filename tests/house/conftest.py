"""A house in memory to drive: one line an act, a clock that ticks, decks that can be stacked."""

from __future__ import annotations

import copy
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TypeVar

import pytest

from cardroom.cards import DECK, Card, parse_cards
from cardroom.documents import Hash, hash_of
from cardroom.errors import CardroomError
from cardroom.fairness.seed_derivation import key_name
from cardroom.fairness.shuffler import shuffle
from cardroom.house.engine import live_table
from cardroom.house.engine.house import Done, House
from cardroom.house.engine.index_rows import BalanceRow
from cardroom.house.engine.next_step import next_step
from cardroom.house.engine.permissions import MATRIX
from cardroom.house.engine.significant_event_text import event_in_words
from cardroom.house.engine.significant_events import kind_of
from cardroom.house.features.chip_counts.messages import Purpose
from cardroom.house.features.rounds.consoles import is_game_on
from cardroom.house.features.slips.messages import SlipKind
from cardroom.house.floor import Dealer, Floor
from cardroom.house.kernel.document_store import Documents
from cardroom.house.kernel.people import SERVICE, Person, Role
from cardroom.house.kernel.rows import Row
from cardroom.house.kernel.seed_keys import Seal
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.house.log.records import START, AnyPart, HousePart, Written, decode_record
from cardroom.house.storage.seed_key_ring import KeyRing
from cardroom.money import DOLLAR
from cardroom.table import Round
from cardroom.table.commands import Bet, Choose, CloseBets

from ..accounts import until_of
from ..by_table import by_table
from ..floors import floor_text, read_floor

Kind = TypeVar("Kind")
Dealt = tuple[tuple[Card, ...], tuple[int, int, int]]

STACKED: dict[bytes, Dealt] = {}
KEY = bytes(range(32))
GIVEN = "given"  # the name of a key under which the nonce is the seed, which a test has chosen


class Keys(KeyRing):
    """With nonces that are counted seeds are the same in every process."""

    def __init__(self) -> None:
        super().__init__([KEY], "the tests")

    def knows(self, seal: Seal) -> bool:
        return seal.key == GIVEN or super().knows(seal)

    def seed_of(self, round_id: str, seal: Seal) -> bytes:
        return int(seal.nonce, 16).to_bytes(32) if seal.key == GIVEN else super().seed_of(round_id, seal)


KEYS = Keys()


def stacked_shuffle(seed: bytes, cards=DECK) -> Dealt:
    """The real shuffle, but for seeds that a test has given a deck of its own."""
    return STACKED.get(seed) or shuffle(seed, cards)


class Room:
    """A house with people in it, and all that it has written. Amounts are whole dollars: oracles are plain integers."""

    taps_in = True  # whoever starts a game has tapped in before
    before: dict[str, int]  # what people had, where a test compares

    def __init__(self, floor: str | Floor | None = None) -> None:
        self.now = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
        self.seeds_drawn = 0
        self.next_deck: tuple[Card, ...] | None = None
        self.log: list[Written] = []
        self.dones: list[Done] = []
        self.documents: dict[Hash, bytes] = {}
        self.seeds: dict[str, bytes] = {}
        self.rows: dict[type[Row], dict[tuple[object, ...], Row]] = {}
        self.house = House(Documents(self.documents.get), self)
        self.open(floor or floor_text())
        for role in Role:  # some come later
            if role not in (Role.GUEST, Role.PLAYER, Role.SERVICE, Role.CAGE, Role.ADMINISTRATOR, Role.REGULATOR):
                self.enrol(role.value, role.value)

    def open(self, floor: str | Floor) -> Done:
        """The house starts, or starts again, on this floor."""
        self.floor = self.read(floor) if isinstance(floor, str) else floor
        return self.take(self.house.do(SERVICE, c.OpenHouse(self.house.documents.add(self.floor)), "", self.now))

    @staticmethod
    def read(text: str) -> Floor:
        floor, mistakes = read_floor(text, "floor.toml", lambda game, table: {})
        assert floor is not None, mistakes
        return floor

    def draw(self, round_id: str) -> Seal:
        self.seeds_drawn += 1
        seal = self.next_seal()
        self.seeds[round_id] = seed = KEYS.seed_of(round_id, seal)
        if self.next_deck is not None:
            STACKED[seed] = (self.next_deck, (1, 1, 1))
            self.next_deck = None
        return seal

    def next_seal(self) -> Seal:
        return Seal(f"{self.seeds_drawn:032x}", key_name(KEY))

    def seed_of(self, round_id: str, seal: Seal) -> bytes:
        return KEYS.seed_of(round_id, seal)

    def stack(self, *packets: str) -> None:
        """The next round is dealt from these packets."""
        top = parse_cards(" ".join(packets))
        self.next_deck = (*top, *(card for card in DECK if card not in top))

    def take(self, done: Done) -> Done:
        """Write down what a command came to, as storage does."""
        if done.written is not None:
            self.log.append(done.written)
            self.dones.append(done)
            self.documents |= done.documents
            for row in done.rows:
                self.rows.setdefault(type(row), {})[tuple(getattr(row, name) for name in row.KEY)] = row
        if done.error is not None:
            raise done.error
        return done

    def enrol(self, person: str, role: str = "player") -> Person:
        until = until_of(role, self.now)
        self.take(self.house.do(SERVICE, c.Enrol(person, person.title(), role, until), "", self.now))
        return self.house.people[person]

    def do(self, person: str, command: c.AnyCommand, key: str = "") -> Done:
        self.now += timedelta(seconds=1)
        if (
            self.taps_in
            and isinstance(command, c.CountSensors)
            and command.table not in by_table(self.house, "dealing")
        ):
            self.tap_in(person, command.table)
        return self.take(self.house.do(self.house.people[person], command, key, self.now))

    def tap_in(self, person: str, table: str) -> None:
        """Whoever starts a game deals there, where it is a table that people deal."""
        live, who = self.house.tables.get(table), self.house.people[person]
        is_by_people = live is not None and live.is_open and (live.plan.is_real or live.plan.dealer is Dealer.HUMAN)
        if is_by_people and who.role in MATRIX[c.TapIn]:
            self.take(self.house.do(who, c.TapIn(table), "", self.now))

    def refused(self, person: str, command: c.AnyCommand, key: str = "") -> CardroomError:
        """A command that must be refused and must change nothing."""
        before, written = self.state(), len(self.log)
        with pytest.raises(CardroomError) as refusal:
            self.do(person, command, key)
        assert self.state() == before
        assert len(self.log) == written
        return refusal.value

    def turned_away(self, person: str, command: c.AnyCommand) -> e.CommandRefused:
        """A command beyond the role of a person of the staff: what is written down is that it was tried."""
        written = len(self.log)
        with pytest.raises(CardroomError) as refusal:
            self.do(person, command)
        assert refusal.value.code == "not-allowed"
        (new,) = self.log[written:]
        (part,) = decode_record(new.body).parts
        (event,) = part.events
        assert isinstance(event, e.CommandRefused)
        assert not part.postings
        return event

    def state(self) -> object:
        """Everything that the house knows, for comparison."""
        rounds = {name: table.round and copy.deepcopy(table.round.state) for name, table in self.house.tables.items()}
        return self.house.checkpoint(), rounds

    # --- playing ------------------------------------------------------------------------------------------------------

    def guest(self, person: str, table: str, seat: int, chips: int = 500) -> str:
        """Somebody with play money, seated."""
        self.enrol(person, "guest")
        self.do(person, c.IssuePlayMoney())
        self.do(person, c.SitDown(table, seat, chips * DOLLAR))
        return person

    def begin(self, table: str) -> None:
        self.do("house", c.BeginRound(table))

    def bets(self, person: str, table: str, ante: int = 5, **more: int) -> c.AtTable:
        """The command that puts these dollars down."""
        base = self.house.tables[table].plan.settings.rules.base_wagers[0].id
        stakes = {name: amount * DOLLAR for name, amount in {base: ante, **more}.items()}
        return c.AtTable(table, Bet(self.house.tables[table].seat_of(person), stakes))

    def bet(self, person: str, table: str, ante: int = 5, **more: int) -> None:
        self.do(person, self.bets(person, table, ante, **more))

    def deal(self, table: str) -> None:
        self.do("house", c.AtTable(table, CloseBets()))

    def choose(self, person: str, table: str, option: str) -> None:
        self.do(person, c.AtTable(table, Choose(self.house.tables[table].seat_of(person), option)))

    def finish(self, table: str, choose: Callable[[list[str]], str] = lambda names: names[-1]) -> None:
        """Everyone decides until the round is over, and perhaps the table with it."""
        while (live := self.house.tables.get(table)) is not None and live.is_playing:
            round_ = self.round(table)
            seat = round_.awaited_seats()[0]
            option = choose([option.name for option in round_.options(seat)])
            self.do(self.house.tables[table].people()[seat], c.AtTable(table, Choose(seat, option)))

    def deal_by_hand(self, table: str) -> None:
        """The dealer acts, and everyone takes the second option, until the round is over."""
        while self.house.tables[table].is_playing:
            round_ = self.round(table)
            step = next_step(self.house, self.house.tables[table])
            if step is not None and step.command is not None:
                self.do("dealer", step.command)
            else:
                seat = round_.awaited_seats()[0]
                self.choose(self.house.tables[table].people()[seat], table, round_.options(seat)[1].name)

    def play(self, table: str, *people: str, ante: int = 5, **more: int) -> str:
        self.begin(table)
        for person in people:
            self.bet(person, table, ante, **more)
        self.deal(table)
        self.finish(table)
        return self.house.tables[table].round_id

    # --- the cage -----------------------------------------------------------------------------------------------------

    def ask_slip(self, kind: str, table: str, chips: dict[int, int]) -> int:
        """A slip for so many chips of each value in dollars; its number."""
        rack = {value * DOLLAR: count for value, count in chips.items()}
        self.do("dealer", c.AskSlip(table, SlipKind(kind), rack))
        if "cage" not in self.house.people:
            self.enrol("cage", "cage")
        return self.house.last_slip

    def slip(self, kind: str, table: str, dollars: int) -> int:
        """A fill or a credit through all of its stages."""
        number = self.ask_slip(kind, table, {1: dollars})
        self.do("supervisor", c.ApproveSlip(number))
        if kind == "fill":
            self.do("cage", c.SendFill(number))
            self.do("dealer", c.ReceiveFill(number))
        else:
            self.do("dealer", c.SendCredit(number))
            self.do("cage", c.ReceiveCredit(number))
        return number

    def count(self, purpose: str, table: str, dollars: int, *, by: str = "dealer", checks: str = "supervisor") -> None:
        """One counts the tray, in white chips, and another checks it."""
        rack = {DOLLAR: dollars}
        self.do(by, c.CountTray(table, Purpose(purpose), rack))
        self.do(checks, c.CheckCount(table, rack))

    def count_drop(self, table: str, dollars: int, *, by: str = "accounting", checks: str = "executive") -> None:
        """One counts the drop, in notes of $1, and another checks it."""
        rack = {DOLLAR: dollars}
        self.do(by, c.CountDrop(table, rack))
        self.do(checks, c.CheckDrop(table, rack))

    # --- looking ------------------------------------------------------------------------------------------------------

    def round(self, table: str) -> Round:
        found = self.house.tables[table].round
        assert found is not None
        return found

    def dollars(self, account: str) -> float:
        return self.house.balance(account) / DOLLAR

    def money(self, person: str) -> float:
        return self.house.money_of(person) / DOLLAR

    def is_jackpot_open(self, table: str) -> bool:
        """Whether a game at one of its consoles waits to be ended."""
        return is_game_on(self.house, self.house.tables[table])

    def parts(self) -> list[AnyPart]:
        return [part for done in self.dones if done.record is not None for part in done.record.parts]

    def events(self, kind: type[Kind]) -> list[Kind]:
        """Everything of a kind that ever happened, in its order."""
        return [event for part in self.parts() for event in part.events if isinstance(event, kind)]

    def in_house(self, kind: type[Kind]) -> list[Kind]:
        """The same, of the house's own stream: a refusal at the door and one at a table have names in common."""
        house = (part for part in self.parts() if isinstance(part, HousePart))
        return [event for part in house for event in part.events if isinstance(event, kind)]

    def index(self, kind: type[Kind]) -> list[Kind]:
        return list(self.rows.get(kind, {}).values())  # type: ignore[call-overload]

    def told(self, kind: str = "") -> list[str]:
        """Significant events, or those of a kind, as people read them."""
        rounds: dict[str, str] = {}
        found = []
        for written in self.log:
            record = decode_record(written.body)
            for part, event in ((one, event) for one in record.parts for event in one.events):
                if isinstance(event, e.RoundBegan):
                    rounds[part.stream] = event.round_id
                words = event_in_words(part, event, record, rounds.get(part.stream, ""))
                if words and kind in ("", kind_of(part, event)):
                    found.append(words)
        return found

    # --- the log ------------------------------------------------------------------------------------------------------

    def replayed(self) -> Room:
        """A second house, from the written bytes alone."""
        other = copy.copy(self)
        other.log, other.dones, other.rows = list(self.log), list(self.dones), copy.deepcopy(self.rows)
        other.seeds, other.documents = dict(self.seeds), dict(self.documents)
        other.house = House(Documents(other.documents.get), other)
        for written in self.log:
            other.house.apply(decode_record(written.body), written.hash)
        other.house.resume()
        return other

    def prove(self) -> None:
        """The log alone makes this house; it is one chain without a gap; the index and the books agree."""
        assert self.replayed().house.checkpoint() == self.house.checkpoint()
        require_chained(self.log)
        assert sum(self.house.books.values()) == 0
        assert {row.account: row.amount for row in self.index(BalanceRow) if row.amount} == self.house.books


def require_chained(log: list[Written]) -> None:
    head = START
    for position, written in enumerate(log, 1):
        record = decode_record(written.body)
        assert (record.position, record.previous, record.day) == (position, head, written.day)
        assert written.position == position
        head = hash_of(written.body)
        assert written.hash == head


@pytest.fixture(autouse=True)
def _stacked_decks(monkeypatch: pytest.MonkeyPatch) -> None:
    STACKED.clear()
    monkeypatch.setattr(live_table, "shuffle", stacked_shuffle)


@pytest.fixture
def room() -> Room:
    return Room()


@pytest.fixture
def make() -> type[Room]:
    return Room


@pytest.fixture
def floor() -> Callable[..., str]:
    return floor_text
