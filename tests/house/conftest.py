"""A house in memory to drive: one line an act, a clock that ticks, decks that can be stacked."""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from cardroom.cards import DECK, parse_cards
from cardroom.errors import CardroomError
from cardroom.house.core import commands as c
from cardroom.house.core import live_table
from cardroom.house.core.house import SERVICE, Done, House
from cardroom.house.core.people import Person, Role
from cardroom.house.core.records import Record
from cardroom.house.floor.file import read_floor
from cardroom.house.office import round_audit
from cardroom.house.office.audit import Audit
from cardroom.jackpots import Link
from cardroom.money import DOLLAR
from cardroom.table.commands import CloseBets
from cardroom.table.shuffler import shuffle

GAMES = {
    "edge-1": "straight-edge-1",
    "edge-2": "straight-edge-2",
    "solitaire-1": "solitaire-stud",
    "straight-1": "keep-it-straight",
    "delta-1": "mississippi-stud",
    "caribbean-1": "caribbean-stud",
}

HOUSE = """
[house]
name = "Test Room"
play_money = true

[approvals]
executive_from = "$10,000"
service_supervisor_up_to = "{service}"

[thresholds]
winnings_report = "$1,200"
cash_report = "$10,000"

[[link]]
id = "delta"
paytable = "MS Stud-01"
wager = "$1"
envy = true
[[link.level]]
name = "Progressive"
seed = "{seed}"
contribution = "20%"
reserve = "2%"

[[link]]
id = "bad-beat"
paytable = "Two Way Bad Beat 1"
wager = "$1"
envy = true
[[link.level]]
name = "Bad Beat"
seed = "$2,500"
contribution = "15%"
"""

TABLE = """
[[table]]
id = "{id}"
game = "{game}"
minimum = "$5"
{more}
"""

LINKS = {"delta-1": 'jackpots = ["delta"]', "edge-1": 'jackpots = ["bad-beat"]\nconsole = "keypad"'}


def floor_text(
    tables: tuple[str, ...] = tuple(GAMES), *, service: str = "$100,000", seed: str = "$5,000", more: str = ""
) -> str:
    text = HOUSE.format(service=service, seed=seed)
    for table in tables:
        text += TABLE.format(id=table, game=GAMES[table], more="\n".join((LINKS.get(table, ""), more)))
    unused = [link for table, link in (("delta-1", "delta"), ("edge-1", "bad-beat")) if table not in tables]
    for link in unused:  # a link without a table is a mistake of the file
        start = text.index(f'[[link]]\nid = "{link}"')
        end = min(place for mark in ("[[link]]", "[[table]]") if (place := text.find(mark, start + 1)) > 0)
        text = text[:start] + text[end:]
    return text


STACKED: dict[bytes, tuple] = {}


def stacked_shuffle(seed: bytes):
    """The real shuffle, but for seeds that a test has given a deck of its own."""
    return STACKED.get(seed) or shuffle(seed)


class Room:
    """A house with people in it. Amounts are in whole dollars, so that oracles are plain integers."""

    def __init__(self, text: str | None = None) -> None:
        floor, mistakes = read_floor(text or floor_text(), "floor.toml", lambda game, table: {})
        assert not mistakes, mistakes
        self.floor = floor
        self.now = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
        self.seeds_drawn = 0
        self.next_deck: tuple | None = None
        self.house = House(floor, self.draw_seed)
        self.records: list[Record] = []
        self.secrets: dict[str, bytes] = {}
        self.take(self.house.open("floor", self.now))
        for role in Role:
            if role not in (Role.GUEST, Role.PLAYER, Role.SERVICE):
                self.enrol(role.value, role.value)

    def draw_seed(self) -> bytes:
        self.seeds_drawn += 1
        seed = hashlib.sha256(f"seed {self.seeds_drawn}".encode()).digest()
        if self.next_deck is not None:
            STACKED[seed] = (self.next_deck, (1, 1, 1))
            self.next_deck = None
        return seed

    def stack(self, *packets: str) -> None:
        """The next round is dealt from these packets."""
        top = parse_cards(" ".join(packets))
        self.next_deck = (*top, *(card for card in DECK if card not in top))

    def take(self, done: Done) -> Done:
        self.records += done.records
        self.secrets |= done.secrets
        if done.error is not None:
            raise done.error
        return done

    def enrol(self, person: str, role: str = "player") -> Person:
        self.take(self.house.do(SERVICE, c.Enrol(person, person.title(), role), "", self.now))
        return self.house.people[person]

    def do(self, person: str, command: c.AnyCommand, key: str = "") -> Done:
        self.now += timedelta(seconds=1)
        return self.take(self.house.do(self.house.people[person], command, key, self.now))

    def refused(self, person: str, command: c.AnyCommand) -> CardroomError:
        """A command that must be refused and must change nothing."""
        before, records = self.state(), len(self.records)
        with pytest.raises(CardroomError) as refusal:
            self.do(person, command)
        assert self.state() == before
        assert len(self.records) == records
        return refusal.value

    def state(self) -> object:
        """Everything that the house knows, for comparison."""
        house = self.house
        tables = {
            name: (
                copy.deepcopy(table.seats), table.is_open, table.rounds, table.round_id, table.commitment,
                dict(table.round_people), None if table.round is None else copy.deepcopy(table.round.events),
                None if table.round is None else copy.deepcopy(table.round.state),
            )
            for name, table in house.tables.items()
        }  # fmt: skip
        assert all(Link(link.events).state == link.state for link in house.links.values())
        links = {name: list(link.events) for name, link in house.links.items()}
        books = {account: amount for account, amount in house.books.items() if amount}
        rest = (house.heads, house.receipts, house.requests, house.people, house.own_limits, house.bought_today)
        return (tables, links, books, *(dict(part) for part in rest))

    # --- playing ------------------------------------------------------------------------------------------------------

    def guest(self, person: str, table: str, seat: int, chips: int = 500) -> str:
        """Somebody with play money, seated."""
        self.enrol(person, "guest")
        self.do(person, c.IssuePlayMoney())
        self.do(person, c.SitDown(table, seat, chips * DOLLAR))
        return person

    def stakes(self, table: str, ante: int = 5, **more: int) -> dict[str, int]:
        return {"ante": ante * DOLLAR} | {name: amount * DOLLAR for name, amount in more.items()}

    def begin(self, table: str) -> None:
        self.do("house", c.BeginRound(table))

    def bet(self, person: str, table: str, ante: int = 5, **more: int) -> None:
        self.do(person, c.PlaceBets(table, self.stakes(table, ante, **more)))

    def deal(self, table: str) -> None:
        self.do("house", c.Perform(table, CloseBets()))

    def finish(self, table: str, choose: Callable[[list[int]], int] = lambda multiples: multiples[-1]) -> None:
        """Everyone decides until the round is over."""
        live = self.house.tables[table]
        while live.is_playing:
            seat = live.round.awaited_seats()[0]
            multiple = choose([option.multiple for option in live.round.options(seat)])
            self.do(live.people()[seat], c.Decide(table, multiple))

    def play(self, table: str, *people: str, ante: int = 5, **more: int) -> str:
        self.begin(table)
        for person in people:
            self.bet(person, table, ante, **more)
        self.deal(table)
        self.finish(table)
        return self.house.tables[table].round_id

    # --- looking ------------------------------------------------------------------------------------------------------

    def dollars(self, account: str) -> float:
        return self.house.balance(account) / DOLLAR

    def money(self, person: str) -> float:
        return self.house.money_of(person) / DOLLAR

    def audit(self) -> Audit:
        found = Audit(self.secrets)
        found.run(self.records)
        return found

    def replayed(self) -> Room:
        """A second house, from the log alone."""
        other = copy.copy(self)
        other.house = House(self.floor, self.draw_seed)
        other.house.replay(self.records, self.secrets)
        return other


@pytest.fixture(autouse=True)
def _stacked_decks(monkeypatch):
    STACKED.clear()
    monkeypatch.setattr(live_table, "shuffle", stacked_shuffle)
    monkeypatch.setattr(round_audit, "shuffle", stacked_shuffle)


@pytest.fixture
def room() -> Room:
    return Room()


@pytest.fixture
def make() -> type[Room]:
    return Room


@pytest.fixture
def floor() -> Callable[..., str]:
    return floor_text
