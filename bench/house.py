"""Speed of the house over its socket, as ratios measured in one run: `python bench/house.py`.

- commands a second, each answered only when it is on disk, by several players at once, against one commit a command:
  what the same SQLite file with the same settings (WAL, full syncing) takes in single-row transactions;
- how long a command takes, from sending it to its answer.

A command is a purchase of chips: a record with two postings, hashed, chained and told to everyone at the table.
"""

from __future__ import annotations

import asyncio
import json
import select
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect

SECONDS = 4.0
DOLLAR = 1_000_000
FLOOR = """
[house]
name = "Bench"
play_money_grant = "$1,000,000"
[timers]
bets = 3000
decision = 3000
pause = 3000
"""
TABLES = 16
TABLE = '[[table]]\nid = "t-{number}"\ngame = "straight-edge-1"\n'


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        single = single_commits(Path(folder) / "single.db")
        print(f"one row a commit, WAL, full syncing: {single:,.0f} commits/s, the limit of one commit a command")
        for players in (1, 8, 32, 64):
            with serving(Path(folder), f"house-{players}.db") as address:
                rate, latencies, commits = asyncio.run(load(address, players))
            quantiles = statistics.quantiles(latencies, n=100)
            print(
                f"{players:3} players: {rate:7,.0f} commands/s durable, {rate / single:5.2f} of that limit, "
                f"{rate * SECONDS / commits:5.1f} commands a commit; "
                f"p50 {1000 * quantiles[49]:5.1f} ms, p99 {1000 * quantiles[98]:5.1f} ms"
            )


def single_commits(path: Path) -> float:
    """Rows a second, one to a transaction, as large as a record of a purchase."""
    connection = sqlite3.connect(path, isolation_level=None)
    for setting in ("journal_mode=WAL", "synchronous=FULL"):
        connection.execute(f"PRAGMA {setting}")
    connection.execute("CREATE TABLE records (id INTEGER PRIMARY KEY, events TEXT)")
    count, start = 0, time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        connection.execute("BEGIN")
        connection.execute("INSERT INTO records (events) VALUES (?)", ("x" * 900,))
        connection.execute("COMMIT")
        count += 1
    connection.close()
    return count / (time.perf_counter() - start)


@contextmanager
def serving(folder: Path, database: str) -> Iterator[str]:
    """A server in a process of its own; its address."""
    config = folder / "floor.toml"
    config.write_text(FLOOR + "".join(TABLE.format(number=number) for number in range(TABLES)), encoding="utf-8")
    command = [str(Path(sys.executable).parent / "cardroom"), "serve", "--port", "0", "--no-rate-limits"]
    command += ["--config", str(config), "--database", f"sqlite:///{folder / database}"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout
        ready, _, _ = select.select([server.stdout], [], [], 60)
        assert ready, "the server does not start"
        yield server.stdout.readline().strip().rsplit("http://", 1)[1]
    finally:
        server.terminate()
        server.wait(20)


async def load(address: str, players: int) -> tuple[float, list[float], float]:
    """Commands a second by so many players, each waiting for its answer; how long each took; and the commits made."""
    sockets = [await arrive(address, number) for number in range(players)]
    before, start = commits_of(address), time.perf_counter()
    timed = await asyncio.gather(*(buy(socket, number, start) for number, socket in enumerate(sockets)))
    seconds = time.perf_counter() - start
    commits = (commits_of(address) - before) * SECONDS / seconds
    latencies = [latency for found in timed for latency in found]
    await asyncio.gather(*(socket.close() for socket in sockets))
    return len(latencies) / seconds, latencies, max(commits, 1)


def commits_of(address: str) -> float:
    with urllib.request.urlopen(f"http://{address}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith("cardroom_commits_total "))


async def arrive(address: str, number: int) -> ClientConnection:
    """A guest with a seat, and nobody else at hand to tell."""
    request = urllib.request.Request(f"http://{address}/api/guest", method="POST")
    with await asyncio.to_thread(urllib.request.urlopen, request) as answer:
        cookie = answer.headers["Set-Cookie"].split(";")[0]
    socket = await connect(f"ws://{address}/ws", additional_headers={"Cookie": cookie})
    await socket.recv()
    table, seat = f"t-{number % TABLES}", 1 + number // TABLES
    await submit(socket, "sit", {"type": "SitDown", "table": table, "seat": seat, "buy_in": 10 * DOLLAR})
    return socket


async def buy(socket: ClientConnection, number: int, start: float) -> list[float]:
    latencies: list[float] = []
    while (sent := time.perf_counter()) - start < SECONDS:
        command = {"type": "TopUp", "table": f"t-{number % TABLES}", "amount": DOLLAR}
        await submit(socket, f"buy-{len(latencies)}", command)
        latencies.append(time.perf_counter() - sent)
    return latencies


async def submit(socket: ClientConnection, key: str, command: dict[str, object]) -> None:
    timed = f"{int(1000 * time.time())}-{key}"
    await socket.send(json.dumps({"type": "Submit", "key": timed, "command": command}))
    answer = json.loads(await socket.recv())
    assert answer["type"] == "Accepted", answer


if __name__ == "__main__":
    main()
