"""A real server in a process of its own, that can be killed; and what its database says afterwards."""

from __future__ import annotations

import contextlib
import hmac
import os
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, lru_cache
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

import msgspec

from cardroom.cards import DECK, Card
from cardroom.fairness.shuffler import shuffle
from cardroom.games import games
from cardroom.house.storage.store import Store

from .. import floors, forks
from ..patience import PATIENCE, waiting
from ..stores import audit_store

HASTY = Path(__file__).parent / "hasty_server.py"
OPEN, STANDS_BY = " is open at http://", " stands by at http://"

TABLES = (*floors.TABLES, "delta-2")  # every game, and two tables on one link
ALL_LINKS = ("delta", "bad-beat", "house-flush")
SMALL_BONUS = 'paytables = { three_card_bonus = "3 Card Bonus 4" }'
HUMAN = {
    "human-1": 'game = "caribbean-stud"\ndealer = "human"',
    "human-2": 'game = "mississippi-stud"\ndealer = "human"\njackpots = []',
}


def floor_text(*, bets: float = 0.4, decision: float = 0.6, pause: float = 0.2, human: bool = False) -> str:
    """Tables of every game, with jackpots of every kind; and some for human dealers, where wanted."""
    own = {"delta-1": SMALL_BONUS, "caribbean-1": "cover_all = true"}
    tables = {name: own.get(name, "") for name in TABLES} | (HUMAN if human else {})
    return floors.floor_text(tables, links=ALL_LINKS, timers={"bets": bets, "decision": decision, "pause": pause})


@dataclass
class Server:
    """`cardroom serve` on a free port of this machine."""

    folder: Path
    bots: int = 1
    floor: str = field(default_factory=floor_text)
    program: Path = HASTY
    database: str = ""  # a file in the folder unless told
    limit_file_bytes: int | None = None
    lease: float = 60.0  # seconds: no owner on a busy machine is silent for so long
    options: tuple[str, ...] = ()  # of `serve`
    variables: dict[str, str] = field(default_factory=dict)  # of its environment
    process: ForkServerProcess | None = None
    address: str = ""
    lives: int = 0

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.database = self.database or f"sqlite:///{self.folder / 'house.db'}"

    @property
    def url(self) -> str:
        return f"http://{self.address}"

    @property
    def errors(self) -> str:
        """Of all its lives."""
        return (self.folder / "errors.txt").read_text(encoding="utf-8")

    @property
    def said(self) -> str:
        """In this life."""
        return self._said_in(self.lives).read_text(encoding="utf-8")

    def _said_in(self, life: int) -> Path:
        return self.folder / f"said-{life}.txt"

    @property
    def is_alive(self) -> bool:
        return self.process is not None and self.process.is_alive()

    @property
    def environment(self) -> dict[str, str]:
        return os.environ | {"LEASE": str(self.lease)} | self.variables

    def command(self) -> list[str]:
        config = self.folder / "floor.toml"
        config.write_text(self.floor, encoding="utf-8")
        options = ["--database", self.database, "--config", str(config), "--bots", str(self.bots), *self.options]
        return [str(self.program), "serve", "--port", "0", "--no-rate-limits", *options]

    def start(self, line: str = OPEN) -> None:
        """Returns when it says that it is open, or that it stands by."""
        self.begin()
        self.wait_to_say(line)
        self.address = self.said.split(line, 1)[1].split()[0]

    def begin(self) -> None:
        """Returns at once."""
        self.lives += 1
        errors, said = self.folder / "errors.txt", self._said_in(self.lives)
        said.touch()
        errors.touch()
        self.process = forks.start(self.command(), out=said, err=errors, environment=self.environment)
        if self.limit_file_bytes is not None:
            self.limit_files(self.limit_file_bytes)

    def wait_to_say(self, line: str, times: int = 1) -> None:
        with contextlib.suppress(AssertionError):
            wait_until(lambda: self.said.count(line) >= times or not self.is_alive)
        assert self.said.count(line) >= times, f"it does not say “{line}”: {self.said!r}\n{self.errors}"

    def limit_files(self, size: int | None) -> None:
        """From so many bytes on the disk is full; None: there is space again."""
        import resource

        assert self.process is not None
        assert self.process.pid is not None
        soft = resource.RLIM_INFINITY if size is None else size
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (soft, resource.RLIM_INFINITY))

    def start_and_kill(self, seconds: float) -> None:
        """Killed while it starts."""
        self.begin()
        assert self.process is not None
        self.process.join(seconds)
        self.kill()

    def send(self, number: signal.Signals) -> None:
        assert self.process is not None
        assert self.process.pid is not None
        os.kill(self.process.pid, number)

    def kill(self) -> None:
        """As by a power cut."""
        if self.process is not None:
            forks.spent()
            self.process.kill()
            self.process.join()
            self.process = None

    def stop(self) -> int:
        """As an operator does."""
        self.send(signal.SIGTERM)
        return self.wait()

    def wait(self) -> int:
        """For a server that ends by itself."""
        assert self.process is not None
        self.process.join(PATIENCE)
        code, self.process = self.process.exitcode, None
        assert code is not None, "it has not ended"
        return code


@contextlib.contextmanager
def serving(server: Server) -> Iterator[Server]:
    try:
        server.start()
        yield server
    finally:
        server.kill()


# --- what the disk says -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Said:
    """What one record says of one stream."""

    stream: str
    number: int
    position: int
    at: datetime
    by: str
    events: list[dict[str, Any]]


@dataclass
class Log:
    """A log read from disk, in plain JSON, as somebody would who knows nothing of the house's own code.

    Cards that were dealt face down are opened with the key of the house, to be held against what was told.
    """

    bodies: list[bytes]
    hashes: list[str]
    key: bytes

    def __post_init__(self) -> None:
        self.records: list[dict[str, Any]] = [msgspec.json.decode(body) for body in self.bodies]
        assert [record["position"] for record in self.records] == list(range(1, len(self.records) + 1)), "no gap"
        self.said = [said for record in self.records for said in _said(record)]
        self.by_place = {(said.stream, said.number): said for said in self.said}
        assert len(self.by_place) == len(self.said), "a place in a stream is taken twice"
        self.keys = {(record["by"], record["key"]): record for record in self.records if record["key"]}
        for round_id, _, event in self.of_rounds():
            if event["type"] == "PacketDealt":
                opened = [str(self.deck(round_id)[place]) for place in event["places"]]
                shown = opened if event.get("up", []) == opened else None
                assert event["cards"] == shown, "a card that lies face down is in the log"
                event["cards"] = opened

    def deck(self, round_id: str) -> tuple[Card, ...]:
        """Of a round, top card first: as many packs as the game of its table has."""
        return _deck_of(self.seeds[round_id], floors.game_of(self.tables[round_id]))

    @cached_property
    def tables(self) -> dict[str, str]:
        """By round."""
        return {round_id: said.stream.partition(":")[2] for round_id, said, _ in self.of_rounds()}

    def balance(self, account: str, up_to: int) -> int:
        """Of an account, after the record at this position."""
        return sum(amount for position, amount in self.entries.get(account, ()) if position <= up_to)

    @cached_property
    def entries(self) -> dict[str, list[tuple[int, int]]]:
        """By account: in the record of which position, and how much."""
        found: dict[str, list[tuple[int, int]]] = {}
        for record in self.records:
            for part in record["parts"]:
                for posting in part.get("postings", ()):
                    for entry in posting["entries"]:
                        found.setdefault(entry[0], []).append((record["position"], entry[1]))
        return found

    def of_rounds(self) -> Iterator[tuple[str, Said, dict[str, Any]]]:
        """Every event of a round with the id of the round: a table plays one after another."""
        current: dict[str, str] = {}
        for said in self.said:
            for event in said.events:
                if event["type"] == "RoundBegan":
                    current[said.stream] = event["round_id"]
                if said.stream in current and ("rule" in event or "round_id" in event):
                    yield current[said.stream], said, event

    def rounds(self) -> dict[str, list[dict[str, Any]]]:
        """The events of every round, by its id."""
        found: dict[str, list[dict[str, Any]]] = {}
        for round_id, _, event in self.of_rounds():
            found.setdefault(round_id, []).append(event)
        return found

    def open_rounds(self) -> dict[str, list[dict[str, Any]]]:
        """Rounds whose seed has not been shown."""
        return {
            round_id: events
            for round_id, events in self.rounds().items()
            if not any(event["type"] == "SeedRevealed" for event in events)
        }

    @cached_property
    def seeds(self) -> dict[str, bytes]:
        """Of every round, shown or not."""
        made, shown = {}, {}
        for round_id, _, event in self.of_rounds():
            if event["type"] == "RoundBegan":
                made[round_id] = hmac.digest(self.key, round_id.encode() + bytes.fromhex(event["nonce"]), "sha256")
            elif event["type"] == "SeedRevealed":
                shown[round_id] = bytes.fromhex(event["seed"])
        assert shown.items() <= made.items(), "a seed is not the one that its nonce and the key make"
        return made


@lru_cache(10_000)  # a log is read again and again while it grows
def _deck_of(seed: bytes, game_id: str) -> tuple[Card, ...]:
    game = games().get(game_id)
    return shuffle(seed, game.deck.cards if game else DECK)[0]


def _said(record: dict[str, Any]) -> Iterator[Said]:
    at = datetime.fromisoformat(record["at"])
    for part in record["parts"]:
        name = part.get(part["type"], "")
        stream = f"{part['type']}:{name}" if name else part["type"]
        yield Said(stream, part["number"], record["position"], at, record["by"], part["events"])


def read_log(database: str) -> Log:
    store = Store(database)
    try:
        with store.reading() as reader:
            written = list(reader.written())
            key = bytes.fromhex(store.seal_file.read_text().split()[-1])
            return Log([one.body for one in written], [one.hash for one in written], key)
    finally:
        store.engine.dispose()


def require_in_order(database: str) -> None:
    """The audit of a whole database finds nothing, and all accounts sum to zero."""
    store = Store(database)
    try:
        findings = audit_store(store).findings
    finally:
        store.engine.dispose()
    assert not findings, [str(finding) for finding in findings]
    assert sum(amount for entries in read_log(database).entries.values() for _, amount in entries) == 0


class GrowingAudit:
    """An audit of a log that grows, which makes sure that nothing before has changed.

    So a long log need not be gone through from its beginning every time.
    """

    def __init__(self) -> None:
        self.hashes: list[str] = []
        self.times = 0

    def go_on(self, database: str, log: Log) -> None:
        assert log.hashes[: len(self.hashes)] == self.hashes, "the past has changed"
        self.hashes, self.times = log.hashes, self.times + 1
        if len(log.records) < 5_000 or self.times % 10 == 0:
            require_in_order(database)


def wait_until(condition) -> None:
    """Look again until something holds."""
    end = time.monotonic() + PATIENCE
    with waiting():
        while not condition():
            assert time.monotonic() < end, "it did not come about in time"
            time.sleep(0.02)
