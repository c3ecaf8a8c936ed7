"""What a round costs a server: `python bench/rounds.py [--against REVISION] [--profile] …`, `--help` for all options.

Real rounds over real sockets, from another process. Every player has a socket and follows his table; a dealer begins
each round and closes the bets, so that no clock of the house sets the pace. Measured are

- the greatest rounds a second: every command is sent as soon as the one before it is answered; and the records that
  are on disk a second, beside what one commit a record comes to in the same database;
- on a schedule of half as many rounds, which waits for nobody: how long after it was due a command is acknowledged;
- processor time of the server a round, in both, from the process's own clock;
- with `--against REVISION` the same of an older revision, in turns within the run, on the same schedule.

A card room of some size: `--tables 100 --sockets 600 --seconds 20 --game straight-edge-1 --game mississippi-stud`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import signal
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import sqlalchemy as sa
import uvloop
from driving.figures import Report
from driving.rounds import House, Size, Told
from driving.servers import serving, trees

SINGLE_SECONDS = 2.0


@dataclass
class Measured:
    """What one load came to, over all turns."""

    seconds: float = 0.0
    processor: float = 0.0
    rounds: float = 0.0
    commands: int = 0
    commits: float = 0.0
    messages: int = 0
    bytes: int = 0
    latencies: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        return self.rounds / self.seconds

    @property
    def cost(self) -> float:
        """Milliseconds of processor time a round."""
        return 1000 * self.processor / self.rounds

    def lasting(self, part: int) -> float:
        """Milliseconds within which so many of a hundred were answered."""
        return 1000 * statistics.quantiles(self.latencies, n=100)[part - 1]

    def tell(self, what: str, report: Report) -> None:
        report.add(f"{what}: rounds a second", self.rate, "")
        report.add(f"{what}: processor a round", self.cost, "ms")
        for part in (50, 99):
            report.add(f"{what}: acknowledged, p{part}", self.lasting(part), "ms")
        report.add(f"{what}: messages a round", self.messages / self.rounds, "")
        report.add(f"{what}: told of a round", self.bytes / self.rounds / 1000, "kB")


async def measure(house: House, load: Callable[[], Awaitable[Told]], into: Measured) -> None:
    server = house.server
    commits, heard = await asyncio.to_thread(server.metric, "cardroom_commits_total"), house.heard()
    processor, start = server.processor_seconds(), time.perf_counter()
    told = await load()
    into.seconds += time.perf_counter() - start
    into.processor += server.processor_seconds() - processor
    into.commits += await asyncio.to_thread(server.metric, "cardroom_commits_total") - commits
    into.messages += house.heard()[0] - heard[0]
    into.bytes += house.heard()[1] - heard[1]
    into.rounds += told.rounds
    into.commands += told.commands
    into.latencies += told.latencies


async def run(game: str, asked: argparse.Namespace, folder: Path, single: float, report: Report) -> None:
    size = Size(game, asked.tables, asked.sockets)
    print(f"\n{game}: {size.tables} tables, {size.sockets} sockets")
    with ExitStack() as stack:
        houses: dict[str, House] = {}
        profiles = {}
        for name, tree in stack.enter_context(trees(asked.against)).items():
            profiles[name] = folder / f"{game}-{name}.json" if asked.profile else None
            server = stack.enter_context(
                serving(name, tree, folder / f"{game}-{name}", size.floor(), asked.database, profiles[name])
            )
            houses[name] = await House.fill(server, size, deflate=asked.deflate)
        await loads(game, houses, asked, single, report)
        for name, house in houses.items():
            report.add(f"{game}, {name}: memory held at most", house.server.megabytes(), "MB")
    for name, profile in profiles.items():
        if profile is not None:
            show_profile(name, profile)


async def loads(game: str, houses: dict[str, House], asked: argparse.Namespace, single: float, report: Report) -> None:
    greatest = {name: Measured() for name in houses}
    for house in houses.values():  # what is done for the first time is not measured
        await house.as_fast_as_it_goes(1.0)
        await house.finish()
    for _ in range(asked.turns):
        for name, house in houses.items():
            await measure(house, lambda house=house: house.as_fast_as_it_goes(asked.seconds), greatest[name])
            await house.finish()
    for name, found in greatest.items():
        records = found.commands / found.seconds
        found.tell(f"{game}, {name}, as fast as it goes", report)
        report.add(f"{game}, {name}: records on disk a second", records, "", peer=("single commits", single))
        report.add(f"{game}, {name}: records a commit", found.commands / found.commits, "")
    half = asked.rate or min(found.rate for found in greatest.values()) / 2
    scheduled = {name: Measured() for name in houses}
    for house in houses.values() if asked.profile else ():  # of the schedule only
        house.server.process.send_signal(signal.SIGUSR1)
    for _ in range(asked.turns):
        for name, house in houses.items():
            await measure(house, lambda house=house: house.on_schedule(half, asked.seconds), scheduled[name])
    for name, found in scheduled.items():
        found.tell(f"{game}, {name}, on schedule", report)
    if asked.against:
        for what, of in (("as fast as it goes", greatest), ("on schedule", scheduled)):
            older = (asked.against, of[asked.against].cost)
            report.add(f"{game}, {what}: processor a round beside it", of["now"].cost, "ms", peer=older)
        if not asked.rate:
            own = Measured()
            rate = greatest["now"].rate / 2
            await measure(houses["now"], lambda: houses["now"].on_schedule(rate, asked.seconds), own)
            own.tell(f"{game}, now, at half its own", report)


def show_profile(name: str, profile: Path) -> None:
    places, lines = json.loads(profile.read_text())
    for title, found in ((f"{name}: where the processor time goes", places), (f"{name}: in which function", lines)):
        print(title)
        whole = sum(places.values())
        for place, seconds in sorted(found.items(), key=lambda item: -item[1]):
            print(f"  {100 * seconds / whole:5.1f}%  {place}")


def single_commits(url: str) -> float:
    """Rows a second, one to a transaction, as large as a record."""
    engine = sa.create_engine(url)
    if engine.dialect.name == "sqlite":
        sa.event.listen(
            engine, "connect", lambda raw, _: raw.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL")
        )
    rows = sa.Table(
        "single_commits", sa.MetaData(), sa.Column("id", sa.Integer, primary_key=True), sa.Column("body", sa.Text)
    )
    rows.create(engine)
    insert, count, start = rows.insert(), 0, time.perf_counter()
    with engine.connect() as connection:
        while time.perf_counter() - start < SINGLE_SECONDS:
            with connection.begin():
                connection.execute(insert, {"body": "x" * 900})
            count += 1
    rate = count / (time.perf_counter() - start)
    rows.drop(engine)
    engine.dispose()
    return rate


def main() -> None:
    parser = argparse.ArgumentParser(description="What a round costs a server.")
    parser.add_argument("--game", action="append", help="a game; may be given several times")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--sockets", type=int, default=120, help="of players, spread over the tables")
    parser.add_argument("--seconds", type=float, default=6.0, help="of every load")
    parser.add_argument("--turns", type=int, default=2)
    parser.add_argument("--rate", type=float, help="rounds a second of the schedule; by default half of the greatest")
    parser.add_argument("--against", default="", metavar="REVISION", help="an older revision to compare with")
    parser.add_argument("--database", default="", metavar="URL", help="an empty one; by default a file of SQLite")
    parser.add_argument("--profile", action="store_true", help="also where the processor time goes")
    parser.add_argument("--no-deflate", dest="deflate", action="store_false", help="ask for no compression")
    report, asked = Report.asked(parser)
    if report.is_tiny:
        asked.tables, asked.sockets, asked.seconds, asked.turns = 2, 4, 1.0, 1
    if asked.database and (asked.against or len(asked.game or [""]) > 1):
        parser.error("a database that is given takes one server: leave --against out, and ask for one --game")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        single = single_commits(asked.database or f"sqlite:///{folder / 'single.db'}")
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            for game in asked.game or ["straight-edge-1"]:
                runner.run(run(game, asked, folder, single, report))


if __name__ == "__main__":
    main()
