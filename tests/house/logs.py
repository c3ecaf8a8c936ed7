"""Logs in databases, for those who read them and for those who tamper with them."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path

from cardroom.house.audit.archive_preparation import prepare
from cardroom.house.audit.log_audit import Audit
from cardroom.house.kernel.seed_keys import Seal
from cardroom.house.log import commands as c
from cardroom.house.runtime.day_signatures import sign_unsigned_days
from cardroom.house.storage.log_ownership import owning_log
from cardroom.house.storage.private_files import write_private
from cardroom.house.storage.store import Store
from cardroom.jackpots import commands as j
from cardroom.money import CENT, DOLLAR
from cardroom.table import commands as t

from ..floors import SHORT, floor_text
from ..stores import copy_pages, write
from .conftest import GIVEN, KEY, KEYS, Room

STRAIGHT_FLUSH = 24_204  # at Mississippi Stud the first seat has 2d to 6d
FOUR_TO_A_FLUSH = 602  # at Keep It Straight the first seat has 2s to 5s, and wins a posted prize
TWO_LONG_STRAIGHTS = 141  # at Straight Edge 1 the first seat and the dealer: off the keypad's meter
LINKS = ("delta", "bad-beat", "house-flush")


def _floor(tables: Iterable[str]) -> str:
    """Every kind of jackpot; on the keypad all pays come off the meter."""
    text = floor_text(tables, links=LINKS)
    return text.replace('paytable = "Two Way Bad Beat 1"', 'paytable = "Two Way Bad Beat 1"\nfixed_pays = "meter"')


class SeededRoom(Room):
    """Its decks are not stacked but found, so that a log of it stands in any process."""

    next_seed: int | None = None

    def next_seal(self) -> Seal:
        seed, self.next_seed = self.next_seed, None
        return super().next_seal() if seed is None else Seal(f"{seed:032x}", GIVEN)

    def asked_for(self, link: str, change: j.ByTwoPeople) -> None:
        """Accounting asks, an executive approves."""
        self.do("accounting", c.AskChange(link, change))
        self.do("executive", c.ApproveChange(next(reversed(self.house.requests))))

    def next_day(self) -> None:
        self.now = (self.now + timedelta(days=1)).replace(hour=12, minute=0, second=0)


def stored(room: Room, path: Path) -> Store:
    """The log of a room in a database of its own, with the key beside it."""
    store = Store(f"sqlite:///{path}")
    store.migrate()
    write_private(store.seal_file, KEY.hex().encode())
    write(store, room.dones)
    return store


def eventful_room(edge_seed: int | None = None) -> SeededRoom:
    """Everything that leaves a trace: three days of which two are closed, and a round in progress."""
    room = SeededRoom(_floor(SHORT))
    for seat, person in enumerate(("ann", "bob"), 1):
        room.guest(person, "delta-1", seat, chips=300)
    for table in SHORT[:4]:
        room.do("ann", c.SitDown(table, 1, 100 * DOLLAR))
        wagers = {"edge-1": {"two_way_bad_beat": 1}, "straight-1": {"jackpot_1": 1}}.get(table, {})
        room.next_seed = {"straight-1": FOUR_TO_A_FLUSH, "edge-1": edge_seed}.get(table)
        room.play(table, "ann", **wagers)
    room.do("bob", c.SitDown("caribbean-1", 3, 100 * DOLLAR))
    room.play("caribbean-1", "bob")
    room.next_seed = STRAIGHT_FLUSH
    room.play("delta-1", "ann", "bob", progressive=1)
    room.do("supervisor", c.AtTable("delta-1", t.CorrectMispay(2, "ante", 3 * DOLLAR, "a wrong stack")))
    room.do("house", c.TakeCheckpoint())
    room.do("accounting", c.OnBank("delta", j.RecordDeposit(amount=44 * CENT)))
    room.asked_for("delta", j.Adjust(level="Progressive", change=CENT, reason=j.Reason.MALFUNCTION, why="a lost cent"))
    room.next_day()
    _second_day(room)
    return room


def _second_day(room: SeededRoom) -> None:
    room.do("accounting", c.CloseDay("2026-03-02"))
    room.asked_for("delta", j.BackOut(win="delta-1", why="the deck was short", envy_fate=j.EnvyFate.LEFT))
    room.begin("delta-1")
    for person in ("ann", "bob"):
        room.bet(person, "delta-1", progressive=1)
    room.deal("delta-1")
    room.do("supervisor", c.AtTable("delta-1", t.FoulHand(1, "dropped")))
    room.do("supervisor", c.AtTable("delta-1", t.DeclareMisdeal("a boxed card")))
    room.do("accounting", c.CollectDrop("delta-1"))
    room.open(_floor([table for table in SHORT if table != "edge-2"]))
    room.do("ann", c.TopUp("delta-1", 40 * DOLLAR), "1772539200000-a1")


def _third_day(room: SeededRoom) -> None:
    room.next_day()
    room.do("accounting", c.CloseDay("2026-03-03"))
    room.next_seed = STRAIGHT_FLUSH
    room.play("delta-1", "ann", progressive=1)
    room.begin("edge-1")
    room.do("house", c.TakeCheckpoint())
    room.bet("ann", "edge-1", two_way_bad_beat=1)
    room.deal("edge-1")


def eventful(directory: Path, edge_seed: int | None = None) -> tuple[SeededRoom, Store]:
    """The same in a database, its first day in a file, and its closed days signed."""
    room = eventful_room(edge_seed)
    store = stored(room, directory / "house.sqlite")
    known = len(room.dones)
    with store.reading() as reader:
        archive = prepare(reader, room.house, "2026-03-03")
    room.do("house", archive)
    _third_day(room)
    write(store, room.dones[known:])
    with owning_log(store):
        sign_unsigned_days(store, room.floor.name)
    return room, store


class Copy:
    """A copy of a database and of its files, to tamper with."""

    def __init__(self, original: Store, directory: Path) -> None:
        source = Path(str(original.engine.url.database))
        self.path = directory / "copy.sqlite"
        copy_pages(original, self.path)
        if original.archive.exists():
            shutil.copytree(original.archive, f"{self.path}.archive")
        self.archive = Path(f"{self.path}.archive")
        if original.key_file.exists():
            shutil.copy(original.key_file, f"{self.path}.key")
        self.url = f"sqlite:///{self.path}"
        assert source != self.path

    def sql(self, statement: str, *values: object) -> None:
        """One change behind the back of the house; it must change something."""
        connection = sqlite3.connect(self.path)
        with connection:
            assert connection.execute(statement, values).rowcount > 0, statement
        connection.close()

    def ask(self, query: str, *values: object) -> list[tuple]:
        connection = sqlite3.connect(self.path)
        rows = connection.execute(query, values).fetchall()
        connection.close()
        return rows

    def audit(self) -> Audit:
        return audited(self.url)

    def findings(self) -> list[str]:
        return [str(finding) for finding in self.audit().findings]


def audited(url: str) -> Audit:
    store = Store(url)
    with store.reading() as reader:
        found = Audit(reader, keys=KEYS)
        found.run()
    store.engine.dispose()
    return found
