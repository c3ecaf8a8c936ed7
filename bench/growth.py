"""How a house carries a log that grows for years: `python bench/growth.py [RECORDS …]`.

A generator plays all games of the demonstration floor with jackpots, side bets, people who come and go, days that close
and checkpoints, about five thousand records a gaming day, and writes the log as the house does. At each size it
measures, on a copy of the database:

- how long `cardroom serve` takes from its start to its first answer, and how much memory it then holds;
- a day's report, as a process and without its start; a page of history over HTTP; a past round over HTTP;
- the audit of what is new since a checkpoint, by the record, and of everything, by one process and by all processors.

Figures are given beside those of the smallest size: what does not grow has a ratio of about one.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from driving.figures import Report
from driving.servers import processor_seconds

from cardroom.errors import CardroomError
from cardroom.games.model import Kind
from cardroom.house.audit.log_audit import Audit, Proven
from cardroom.house.audit.log_verification import verify_log
from cardroom.house.audit.parallel_audit import WORTH_A_PROCESS
from cardroom.house.engine.house import Done, House
from cardroom.house.engine.live_table import LiveTable
from cardroom.house.features.players.handlers import GUESTS_ARE_KEPT
from cardroom.house.floor import Dealer
from cardroom.house.floor.floor_check import DEMONSTRATION, open_floor
from cardroom.house.kernel import accounts
from cardroom.house.kernel.gaming_days import end_of_day
from cardroom.house.kernel.people import SERVICE
from cardroom.house.log import commands as c
from cardroom.house.reports.day_report import Day
from cardroom.house.runtime.identity.secret_hashes import new_hasher
from cardroom.house.runtime.lab.lab_process import LabProcess
from cardroom.house.runtime.service import CHECKPOINT_EVERY
from cardroom.house.runtime.startup import stopped_house_from, take_over_log
from cardroom.house.storage.database_copy import copy_database as copy_house
from cardroom.house.storage.log_ownership import take_lease, this_server
from cardroom.house.storage.seed_key_ring import load_keys
from cardroom.house.storage.store import Store
from cardroom.money import DOLLAR
from cardroom.table import commands as t

A_RECORD_EVERY = timedelta(seconds=17)  # about five thousand a day
BATCH = 200
TURNS = 5
PARTS = os.cpu_count() or 1
LIMITS = {"ready after": 3.0}
REGULAR, PASSWORD = "regular", "a sentence is best"
CARDROOM = Path(sys.executable).parent / "cardroom"


class Generator:
    """Plays a house in memory as fast as it goes, and writes its log."""

    def __init__(self, database: Path, chances: Callable[..., object], seed: int = 1) -> None:
        self.chance = random.Random(seed)
        self.store = Store(f"sqlite:///{database}")
        self.store.migrate()
        take_lease(self.store, this_server())
        self.house = stopped_house_from(self.store)
        take_over_log(self.house, self.store)
        self.now = datetime.now(UTC) - timedelta(days=230)
        self.pending: list[Done] = []
        self.guests = 0
        floor = open_floor(DEMONSTRATION, chances).sound  # type: ignore[arg-type]
        self.do(SERVICE.id, c.OpenHouse(self.house.documents.add(floor)))
        self.do(SERVICE.id, c.Enrol(REGULAR, "A regular", "player"))
        self.store.set_password(REGULAR, new_hasher().hash(PASSWORD))

    def do(self, person: str, command: c.AnyCommand) -> bool:
        self.now += A_RECORD_EVERY
        done = self.house.do(self.house.people[person], command, "", self.now)
        if done.error is not None:
            return False
        self.pending.append(done)
        if len(self.pending) >= BATCH:
            self.flush()
        return True

    def flush(self) -> None:
        self.store.write(self.pending)
        self.pending = []

    def grow_to(self, records: int) -> None:
        checkpointed = self.house.position
        while self.house.position < records:
            for table in self._dealt_by_the_house():
                self._fill(table)
                self._round(table)
            if self.house.position - checkpointed >= CHECKPOINT_EVERY:
                checkpointed = self.house.position
                self.do(SERVICE.id, c.TakeCheckpoint())
            self._keep_house()
        self.flush()

    def copied(self, to: Path) -> Path:
        """The log as it stands, for a server to open."""
        store = Store(f"sqlite:///{to}")
        copy_house(self.store, store)
        shutil.copy(self.store.seal_file, store.seal_file)
        return to

    def _dealt_by_the_house(self) -> list[LiveTable]:
        return [table for table in self.house.tables.values() if table.plan.dealer is Dealer.AUTOMATIC]

    def _keep_house(self) -> None:
        for day in sorted(self.house.figures)[:-1]:
            if end_of_day(day, self.house.floor.hours) <= self.now:
                self.do(SERVICE.id, c.CloseDay(day))
        sitting = {sitter.person for table in self.house.tables.values() for sitter in table.seats.values()}
        gone = [
            name for name, since in self.house.guests.items()
            if since < self.now - GUESTS_ARE_KEPT and name not in sitting
        ]  # fmt: skip
        if gone:
            self.do(SERVICE.id, c.ExpireGuests(tuple(gone[:200])))

    def _fill(self, table: LiveTable) -> None:
        """Two to four people; the regular sits at the first table."""
        is_first = table is self._dealt_by_the_house()[0]
        if is_first and not any(sitter.person == REGULAR for sitter in table.seats.values()):
            self._sit(REGULAR, table)
        while len(table.seats) < 2 or (len(table.seats) < 4 and self.chance.random() < 0.05):
            self.guests += 1
            name = f"guest-{self.guests}"
            self.do(SERVICE.id, c.Enrol(name, name, "guest"))
            self._sit(name, table)

    def _sit(self, person: str, table: LiveTable) -> None:
        self.do(person, c.IssuePlayMoney())
        seat = next(seat for seat in range(1, 8) if seat not in table.seats)
        wallet = self.house.balance(accounts.wallet(person))
        self.do(person, c.SitDown(table.id, seat, min(500 * DOLLAR, wallet - wallet % DOLLAR)))

    def _round(self, table: LiveTable) -> None:
        self.do(SERVICE.id, c.BeginRound(table.id))
        for seat, sitter in list(table.seats.items()):
            chips = self.house.balance(accounts.stack(table.id, sitter.person))
            if chips < 100 * DOLLAR:
                self.do(sitter.person, c.IssuePlayMoney())
                if not self.do(sitter.person, c.TopUp(table.id, 300 * DOLLAR)) and chips < 40 * DOLLAR:
                    self.do(sitter.person, c.StandUp(table.id))
                    continue
            self.do(sitter.person, c.AtTable(table.id, t.Bet(seat, self._stakes(table))))
        if not self.do(SERVICE.id, c.AtTable(table.id, t.CloseBets())):
            return
        while table.is_playing:
            assert table.round is not None
            seat = table.round.awaited_seats()[0]
            person = table.people()[seat]
            options = [option.name for option in table.round.options(seat)]
            self.chance.shuffle(options)
            for option in options:
                if self.do(person, c.AtTable(table.id, t.Choose(seat, option))):
                    break
        if self.chance.random() < 0.02 and len(table.seats) > 2:
            leaving = self.chance.choice([s.person for s in table.seats.values() if s.person != REGULAR])
            self.do(leaving, c.StandUp(table.id))

    def _stakes(self, table: LiveTable) -> dict[str, int]:
        settings = table.plan.settings
        stakes = {settings.rules.base_wager.id: settings.minimum}
        for wager in settings.rules.wagers:
            if wager.id in settings.offered and self.chance.random() < 0.3:
                is_fixed = wager.kind is Kind.JACKPOT
                stakes[wager.id] = settings.jackpot_wagers[wager.id] if is_fixed else settings.side_minimum
        return dict(list(stakes.items())[: settings.limits.games_per_hand])


# --- measuring --------------------------------------------------------------------------------------------------------


def measure(database: Path, house: House) -> dict[tuple[str, str], float]:
    """Figures by what they are and their unit."""
    figures = {("on disk", "MB"): database.stat().st_size / 1e6}
    store = Store(f"sqlite:///{database}")
    with store.reading() as reader:
        days = reader.days()
        day = days[-2].day if len(days) > 1 else days[-1].day
        figures["report of a day", "ms"] = 1000 * fastest(lambda: all_of(Day(reader, day)))
        figures["the same as a process", "ms"] = 1000 * fastest(
            lambda: run("report", "day", "--date", day, "--json", "--database", f"sqlite:///{database}")
        )
        checkpoints = reader.checkpoints()
        wanted = [p for p in checkpoints if p[0] <= max(house.position - 100_000, checkpoints[-1][0])]
        proven = Proven(*(wanted[0] if wanted else checkpoints[-1]))
        audit = Audit(reader, proven, load_keys(store.seal_file))
        before = time.process_time()
        audit.run()
        taken = time.process_time() - before
        assert not audit.findings, audit.findings[:3]
        figures["audited", "records"] = audit.records
        figures["audit of 100,000 records, processor time", "s"] = taken / max(1, audit.records) * 100_000
    if house.position >= PARTS * WORTH_A_PROCESS:
        alone, together = (seconds_to_verify(store, processes) for processes in (1, PARTS))
        figures["audit of all by the clock", "s"] = alone
        figures[f"the same by {PARTS} processes", "s"] = together
    return figures | serve(database)


def seconds_to_verify(store: Store, processes: int) -> float:
    before = time.perf_counter()
    assert not verify_log(store, processes=processes).findings
    return time.perf_counter() - before


def all_of(day: Day) -> None:
    day.tables(), day.jackpots(), day.banks(datetime.now(UTC)), day.events()


def fastest(what: Callable[[], object]) -> float:
    taken = []
    for _ in range(TURNS):
        before = time.perf_counter()
        what()
        taken.append(time.perf_counter() - before)
    return min(taken)


def run(*arguments: str) -> None:
    subprocess.run([CARDROOM, *arguments], check=True, stdout=subprocess.DEVNULL)


def serve(database: Path) -> dict[tuple[str, str], float]:
    """A real server on this database."""
    began = time.perf_counter()
    command = [CARDROOM, "serve", "--port", "0", "--database", f"sqlite:///{database}", "--no-rate-limits"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = server.stdout.readline().rsplit(" ", 1)[-1].strip()
        ready, used = time.perf_counter() - began, processor_seconds(server.pid)
        cookie = sign_in(address)
        rounds = json.loads(get(f"{address}/api/history", cookie))
        history = fastest(lambda: get(f"{address}/api/history", cookie))
        past = fastest(lambda: get(f"{address}/api/rounds/{rounds[0]['round_id']}", cookie))
        about = Path(f"/proc/{server.pid}/status")
        status = about.read_text() if about.exists() else ""
        memory = [int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")]
        server.terminate()
    return {
        ("ready after", "s"): ready,
        ("… processor time", "s"): used,
        ("most memory", "MB"): memory[0] / 1000 if memory else 0.0,
        ("history page over HTTP", "ms"): 1000 * history,
        ("past round over HTTP", "ms"): 1000 * past,
    }


def sign_in(address: str, person: str = REGULAR) -> str:
    body = json.dumps({"person": person, "password": PASSWORD}).encode()
    request = urllib.request.Request(f"{address}/api/login", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return answer.headers["set-cookie"].split(";")[0]


def get(url: str, cookie: str) -> bytes:
    with urllib.request.urlopen(urllib.request.Request(url, headers={"cookie": cookie})) as answer:
        return answer.read()


def main() -> None:
    parser = argparse.ArgumentParser(description="How a house carries a log that grows for years.")
    parser.add_argument("records", nargs="*", type=float, help="sizes of the log, by default 10000 100000")
    report, asked = Report.asked(parser)
    if report.is_tiny:
        global CHECKPOINT_EVERY, TURNS
        CHECKPOINT_EVERY, TURNS = 200, 1
    sizes = [int(size) for size in asked.records] or ([500] if report.is_tiny else [10_000, 100_000])
    laboratory = LabProcess()
    first: dict[tuple[str, str], float] = {}
    with tempfile.TemporaryDirectory() as folder:
        generator = Generator(Path(folder) / "growing.db", laboratory.chances)
        for size in sizes:
            before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
            start = generator.house.position
            generator.grow_to(size)
            taken = resource.getrusage(resource.RUSAGE_SELF).ru_utime - before
            made = generator.house.position - start
            size_told = f"{size:,} records"
            report.add(f"{size_told}: to make one, processor time", 1e6 * taken / made, "µs")
            figures = measure(generator.copied(Path(folder) / f"copy-{size}.db"), generator.house)
            first = first or figures
            for (what, unit), value in figures.items():
                peer = ("smallest size", first[what, unit]) if figures is not first and (what, unit) in first else None
                report.add(f"{size_told}: {what}", value, unit, at_most=LIMITS.get(what), peer=peer)
    laboratory.close()


if __name__ == "__main__":
    try:
        main()
    except CardroomError as error:
        sys.exit(error.message)
