"""A real server in a process of its own, that can be killed; and what its database says afterwards."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from cardroom.house.core.records import Record
from cardroom.house.office.audit import Audit
from cardroom.house.storage.store import Store

HASTY = Path(__file__).parent / "hasty_server.py"
START_SECONDS = 60.0

FLOOR = """
[house]
name = "Test Room"
[approvals]
service_supervisor_up_to = "$100,000"
[timers]
bets = {bets}
decision = {decision}
pause = {pause}
[[link]]
id = "delta"
paytable = "MS Stud-01"
envy = true
[[link.level]]
name = "Progressive"
seed = "$5,000"
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
[[link]]
id = "house-flush"
kind = "house"
paytable = "PT-BJS-HCF-SF-E01"
wager = "$1"
envy = true
[[link.level]]
name = "Posted prize"
seed = "$5,000"
[[table]]
id = "edge-1"
game = "straight-edge-1"
jackpots = ["bad-beat"]
console = "keypad"
[[table]]
id = "edge-2"
game = "straight-edge-2"
[[table]]
id = "solitaire-1"
game = "solitaire-stud"
[[table]]
id = "straight-1"
game = "keep-it-straight"
jackpots = ["house-flush"]
[[table]]
id = "delta-1"
game = "mississippi-stud"
paytables = {{ three_card_bonus = "3 Card Bonus 4" }}
jackpots = ["delta"]
[[table]]
id = "delta-2"
game = "mississippi-stud"
jackpots = ["delta"]
[[table]]
id = "caribbean-1"
game = "caribbean-stud"
cover_all = true
"""
HUMAN = """
[[table]]
id = "human-1"
game = "caribbean-stud"
dealer = "human"
[[table]]
id = "human-2"
game = "mississippi-stud"
dealer = "human"
"""
TABLES = ("edge-1", "edge-2", "solitaire-1", "straight-1", "delta-1", "delta-2", "caribbean-1")


def floor_text(*, bets: float = 0.15, decision: float = 0.6, pause: float = 0.05) -> str:
    return FLOOR.format(bets=bets, decision=decision, pause=pause)


@dataclass
class Server:
    """`cardroom serve` on a free port of this machine."""

    folder: Path
    bots: int = 1
    floor: str = field(default_factory=floor_text)
    program: Path = HASTY
    limit_file_bytes: int | None = None
    process: subprocess.Popen[str] | None = None
    address: str = ""
    lives: int = 0

    @property
    def url(self) -> str:
        return f"http://{self.address}"

    @property
    def database(self) -> str:
        return f"sqlite:///{self.folder / 'house.db'}"

    @property
    def errors(self) -> str:
        return (self.folder / "errors.txt").read_text(encoding="utf-8")

    def command(self) -> list[str]:
        config = self.folder / "floor.toml"
        config.write_text(self.floor, encoding="utf-8")
        options = ["--database", self.database, "--config", str(config), "--bots", str(self.bots)]
        return [sys.executable, str(self.program), "serve", "--port", "0", "--no-rate-limits", *options]

    def start(self) -> None:
        """Returns when it says that it is open."""
        self.lives += 1
        environment = os.environ | {"PYTHONUNBUFFERED": "1"}
        with (self.folder / "errors.txt").open("a", encoding="utf-8") as errors:
            self.process = subprocess.Popen(
                self.command(), stdout=subprocess.PIPE, stderr=errors, text=True, env=environment,
                preexec_fn=self._limit_files if self.limit_file_bytes is not None else None,  # noqa: PLW1509
            )  # fmt: skip
        assert self.process.stdout
        ready, _, _ = select.select([self.process.stdout], [], [], START_SECONDS)
        line = self.process.stdout.readline() if ready else ""
        assert " is open at http://" in line, f"no start: {line!r}\n{self.errors}"
        self.address = line.rsplit("http://", 1)[1].strip()

    def start_and_kill(self, seconds: float) -> None:
        """Killed while it starts."""
        with (self.folder / "errors.txt").open("a", encoding="utf-8") as errors:
            self.process = subprocess.Popen(self.command(), stdout=subprocess.DEVNULL, stderr=errors, text=True)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)
        self.kill()

    def _limit_files(self) -> None:
        """From so many bytes on the disk is full."""
        import resource

        assert self.limit_file_bytes is not None
        resource.setrlimit(resource.RLIMIT_FSIZE, (self.limit_file_bytes, self.limit_file_bytes))

    def kill(self) -> None:
        """As by a power cut."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            if self.process.stdout:
                self.process.stdout.close()
            self.process = None

    def stop(self, seconds: float = 15) -> int:
        """As an operator does."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(seconds)
        self.kill()
        return code

    def wait(self, seconds: float) -> int:
        """For a server that ends by itself."""
        assert self.process is not None
        code = self.process.wait(seconds)
        self.kill()
        return code


@contextlib.contextmanager
def serving(server: Server) -> Iterator[Server]:
    try:
        server.start()
        yield server
    finally:
        server.kill()


# --- what the disk says -----------------------------------------------------------------------------------------------


@dataclass
class Log:
    """A log read from disk, in plain JSON, as somebody would who knows nothing of the house's own code."""

    records: list[Record]
    seeds: dict[str, bytes]

    def __post_init__(self) -> None:
        self.by_place = {(record.stream, record.number): record for record in self.records}
        self.position = {(record.stream, record.number): place for place, record in enumerate(self.records)}
        self.keys = {(record.by, record.key) for record in self.records if record.key}
        assert len(self.by_place) == len(self.records), "a place in a stream is taken twice"

    def events(self, record: Record) -> list[dict[str, Any]]:
        return msgspec.json.decode(bytes(record.events))

    def balance(self, account: str, up_to: int) -> int:
        """Of an account, after the first so many records."""
        return sum(amount for place, amount in self.entries.get(account, ()) if place < up_to)

    @cached_property
    def entries(self) -> dict[str, list[tuple[int, int]]]:
        """By account: in which record, and how much."""
        found: dict[str, list[tuple[int, int]]] = {}
        for place, record in enumerate(self.records):
            for posting in record.postings:
                for entry in posting.entries:
                    found.setdefault(entry.account, []).append((place, entry.amount))
        return found

    def end_of_command(self, stream: str, number: int) -> int:
        """How many records had been written when the command of this one was done: a command is one moment."""
        place = self.position[stream, number]
        first = self.records[place]
        while place < len(self.records) and (self.records[place].at, self.records[place].by) == (first.at, first.by):
            place += 1
        return place

    def rounds(self) -> dict[str, list[dict[str, Any]]]:
        """The events of every round, by its id."""
        found: dict[str, list[dict[str, Any]]] = {}
        for record in self.records:
            if record.stream.startswith("table:"):
                for event in self.events(record):
                    if "round_id" in event:
                        found.setdefault(event["round_id"], []).append(event)
        return found

    def open_rounds(self) -> dict[str, list[dict[str, Any]]]:
        """Rounds whose seed has not been shown."""
        return {
            round_id: events
            for round_id, events in self.rounds().items()
            if not any(event["type"] == "SeedRevealed" for event in events)
        }


def read_log(database: str) -> Log:
    store = Store(database)
    try:
        return Log(list(store.read()), store.seeds())
    finally:
        store.engine.dispose()


def require_in_order(database: str) -> Audit:
    """The audit of a whole database finds nothing, and all accounts sum to zero."""
    store = Store(database)
    try:
        audit = Audit(store.seeds())
        for record in store.read(broken=audit.unreadable):
            audit.check(record)
        audit.finish(missing=store.missing())
    finally:
        store.engine.dispose()
    assert not audit.findings, [str(finding) for finding in audit.findings]
    assert sum(audit.books.values()) == 0
    return audit


class GrowingAudit:
    """An audit that goes on where it stopped, having made sure that nothing before has changed."""

    def __init__(self) -> None:
        self.audit = Audit({})
        self.hashes: list[str] = []

    def go_on(self, log: Log) -> None:
        assert [record.hash for record in log.records[: len(self.hashes)]] == self.hashes, "the past has changed"
        self.audit.seeds.update(log.seeds)
        for record in log.records[len(self.hashes) :]:
            self.audit.check(record)
            self.hashes.append(record.hash)
        self.audit.finish()
        assert not self.audit.findings, [str(finding) for finding in self.audit.findings]
        assert sum(self.audit.books.values()) == 0


def wait_until(condition, seconds: float = 20.0) -> None:
    """Look again until something holds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come about in time"
        time.sleep(0.02)
