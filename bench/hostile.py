"""What one hostile address does to players at others: `python bench/hostile.py`.

Well-behaved players buy chips from addresses of their own, first alone, then while another process does everything that
a stranger can think of from one address: sockets that follow everything, guests, floods of commands and of messages,
wrong passwords, questions to the lab, addresses that are none, slow readers and requests that never arrive.

What counts is how long a player waits, as the ratio of both: for a purchase by the clock, and for an answer that needs
no commit by what the loop of the server has worked meanwhile, which does not change with how busy the machine is. (A
purchase waits for the next tick of the commits: what the loop does until then keeps nobody waiting.) Server and players
go before everything else on the machine where that is allowed (as root), as if each ran on one of its own. With
`--each`, what each attack does by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import select
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import NamedTuple

from driving.figures import Report
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

SECONDS = 12.0
PLAYERS, TABLES = 8, 12
A_SECOND = 6.0  # purchases of one player
HOSTILE = "127.0.0.1"
METRICS = "the-token-of-the-metrics"
MEMORY = Path("/dev/shm")  # where there is one: the disk is shared with too many others to be measured
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
TABLE = '[[table]]\nid = "t-{number}"\ngame = "straight-edge-1"\n'


# What is done, and by how many at once.
ATTACKS = {
    "follow_everything": 150,
    "flood_messages": 30,
    "play_as_guest": 30,
    "guess_passwords": 10,
    "ask_the_lab": 10,
    "ask_nonsense": 40,
    "read_slowly": 10,
    "never_arrive": 100,
    "send_tiny_frames": 5,
    "pretend_sessions": 10,
}


def main() -> None:
    parser = argparse.ArgumentParser(description="What one hostile address does to players at others.")
    parser.add_argument("--each", action="store_true", help="what each attack does by itself")
    parser.add_argument("--attack", nargs="+", metavar="WORD", help=argparse.SUPPRESS)  # the process that is hostile
    report, asked = Report.asked(parser)
    if asked.attack:
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
        asyncio.run(be_hostile(*asked.attack))
        return
    if report.is_tiny:
        global SECONDS, PLAYERS
        SECONDS, PLAYERS = 2.0, 3
    with contextlib.suppress(OSError):
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))  # the server inherits it
    with (
        tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.exists() else None) as folder,
        serving(Path(folder)) as (address, server),
    ):
        asyncio.run(measure_all(address, server, report, each=asked.each))


async def measure_all(address: str, server: int, report: Report, *, each: bool) -> None:
    await (compare_each if each else compare)(address, server, report)


async def compare(address: str, server: int, report: Report) -> None:
    sockets = [await arrive(address, number) for number in range(PLAYERS)]
    quiet = await measure("alone", sockets, server, report)
    with hostile(address):
        for name in ("beside a hostile address, at once", "and later"):
            found = await measure(name, sockets, server, report)
            report.add(f"{name}: a purchase, p99 of that alone", found.purchase / quiet.purchase, "×", at_most=2)
            report.add(f"{name}: an answer, p99 of that alone", found.answer / quiet.answer, "×", at_most=2)
    print(f"refused at the door: {await refusals(address)}")
    await asyncio.gather(*(socket.close() for socket in sockets))


async def compare_each(address: str, server: int, report: Report) -> None:
    """What each attack does by itself."""
    sockets = [await arrive(address, number) for number in range(PLAYERS)]
    await measure("alone", sockets, server, report)
    for name in ATTACKS:
        with hostile(address, name):
            await measure(name, sockets, server, report)


class Waited(NamedTuple):
    """In seconds: for a purchase by the clock, for an answer that needs no commit by the loop's work."""

    purchase: float
    answer: float


async def measure(name: str, sockets: list[ClientConnection], server: int, report: Report) -> Waited:
    """The p99 of how long an answer takes."""
    used, start = worked(server), time.perf_counter()
    timed = await asyncio.gather(*(buy(socket, number, server) for number, socket in enumerate(sockets)))
    busy = (worked(server) - used) / (time.perf_counter() - start)
    purchases = statistics.quantiles([waited.purchase for found in timed for waited in found], n=100)
    answers = statistics.quantiles([waited.answer for found in timed for waited in found], n=100)
    for what, found in (("a purchase by the clock", purchases), ("an answer by the work", answers)):
        report.add(f"{name}: {what}, p50", 1000 * found[49], "ms")
        report.add(f"{name}: {what}, p99", 1000 * found[98], "ms")
    report.add(f"{name}: the loop is busy", 100 * busy, "%")
    return Waited(purchases[98], answers[98])


@contextmanager
def serving(folder: Path) -> Iterator[tuple[str, int]]:
    """A server in a process of its own: its address and its number."""
    config = folder / "floor.toml"
    config.write_text(FLOOR + "".join(TABLE.format(number=number) for number in range(TABLES)), encoding="utf-8")
    command = [sys.executable, "-c", "from cardroom.cli import main; main()", "serve", "--port", "0"]
    command += ["--config", str(config), "--database", f"sqlite:///{folder / 'house.db'}"]
    with open(folder / "errors", "w", encoding="utf-8") as errors:  # noqa: PTH123
        environment = os.environ | {"CARDROOM_METRICS_TOKEN": METRICS}
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment)
    try:
        assert server.stdout
        ready, _, _ = select.select([server.stdout], [], [], 60)
        assert ready, "the server does not start"
        yield server.stdout.readline().strip().rsplit("http://", 1)[1], server.pid
    finally:
        server.terminate()
        server.wait(20)
        print(f"lines in the server's own log: {len((folder / 'errors').read_text().splitlines())}")


@contextmanager
def hostile(address: str, *names: str) -> Iterator[None]:
    process = subprocess.Popen([sys.executable, __file__, "--attack", address, *names])
    try:
        yield
    finally:
        process.terminate()
        process.wait(20)


def worked(process: int) -> float:
    """Seconds that the first thread of a process, its loop, has used of a processor."""
    return int(Path(f"/proc/{process}/schedstat").read_bytes().split()[0]) / 1e9


async def refusals(address: str) -> str:
    """How often the door has turned someone away, by why."""
    _, figures = await request(address, "127.0.0.9", "GET", "/metrics", bearer=METRICS)
    lines = [line for line in figures.decode().splitlines() if line.startswith("cardroom_turned_away_total")]
    return ", ".join(line.removeprefix("cardroom_turned_away_total") for line in lines)


# --- well-behaved -----------------------------------------------------------------------------------------------------


async def arrive(address: str, number: int) -> ClientConnection:
    source = f"127.0.0.{10 + number}"
    head, _ = await request(address, source, "POST", "/api/guest")
    headers = {"Cookie": cookie_of(head)}
    socket = await connect(f"ws://{address}/ws", additional_headers=headers, local_addr=(source, 0))
    await socket.recv()
    await submit(socket, {"type": "SitDown", "table": f"t-{number % TABLES}", "seat": 1, "buy_in": 10 * DOLLAR})
    return socket


async def buy(socket: ClientConnection, number: int, server: int) -> list[Waited]:
    chance, found = random.Random(number), []
    end = time.perf_counter() + SECONDS
    while (sent := time.perf_counter()) < end:
        await submit(socket, {"type": "TopUp", "table": f"t-{number % TABLES}", "amount": DOLLAR})
        purchase = time.perf_counter() - sent
        await asyncio.sleep(chance.expovariate(2 * A_SECOND))
        before = worked(server)
        await socket.send('{"type":"Ping"}')
        assert "Pong" in str(await socket.recv())
        found.append(Waited(purchase, worked(server) - before))
        await asyncio.sleep(chance.expovariate(2 * A_SECOND))
    return found


async def submit(socket: ClientConnection, command: dict[str, object]) -> None:
    key = f"{int(1000 * time.time())}-{random.getrandbits(40)}"
    await socket.send(json.dumps({"type": "Submit", "key": key, "command": command}))
    answer = json.loads(await socket.recv())
    assert answer["type"] == "Accepted", answer


def cookie_of(head: bytes) -> str:
    for line in head.decode().split("\r\n"):
        if line.lower().startswith("set-cookie: "):
            return line.split(": ", 1)[1].split(";")[0]
    raise ValueError("there is no session")


async def request(
    address: str, source: str, method: str, path: str, *, cookie: str = "", bearer: str = "", body: bytes = b""
) -> tuple[bytes, bytes]:
    """Head and body of an answer, over a connection of its own."""
    host, port = address.split(":")
    reader, writer = await asyncio.open_connection(host, int(port), local_addr=(source, 0))
    try:
        own = f"Cookie: {cookie}\r\n" if cookie else ""
        own += f"Authorization: Bearer {bearer}\r\n" if bearer else ""
        head = f"{method} {path} HTTP/1.1\r\nHost: {address}\r\n{own}Content-Length: {len(body)}\r\n"
        writer.write(f"{head}Connection: close\r\n\r\n".encode() + body)
        answer = await reader.read()
        head_of, _, rest = answer.partition(b"\r\n\r\n")
        return head_of, rest
    finally:
        writer.close()


# --- hostile ----------------------------------------------------------------------------------------------------------


async def be_hostile(address: str, *names: str) -> None:
    """Everything at once, or what is named, from one address, for ever."""
    chosen = {name: times for name, times in ATTACKS.items() if name in names or not names}
    attacks = [globals()[name] for name, times in chosen.items() for _ in range(times)]
    await asyncio.gather(*(for_ever(attack, address) for attack in attacks))


async def for_ever(attack: Callable[[str], Awaitable[object]], address: str) -> None:
    while True:
        with contextlib.suppress(OSError, EOFError, WebSocketException, TimeoutError, ValueError):
            await attack(address)
        await asyncio.sleep(0.01)


@asynccontextmanager
async def socket_of(address: str, cookie: str = "") -> AsyncIterator[ClientConnection]:
    headers = {"Cookie": cookie} if cookie else {}
    async with connect(
        f"ws://{address}/ws", additional_headers=headers, local_addr=(HOSTILE, 0), close_timeout=0.1
    ) as socket:
        yield socket


async def follow_everything(address: str) -> None:
    async with socket_of(address) as socket:
        for number in range(TABLES):
            await socket.send(json.dumps({"type": "Subscribe", "table": f"t-{number}"}))
        for kind in ("WatchLobby", "WatchJackpots"):
            await socket.send(json.dumps({"type": kind}))
        async for _ in socket:
            pass


async def flood_messages(address: str) -> None:
    async with socket_of(address) as socket:
        while True:
            await socket.send(json.dumps({"type": "Subscribe", "table": f"t-{random.randrange(TABLES)}", "after": 0}))


async def play_as_guest(address: str) -> None:
    head, _ = await request(address, HOSTILE, "POST", "/api/guest")
    cookie = cookie_of(head)
    for _ in range(20):
        with contextlib.suppress(OSError, WebSocketException):
            await _flood_commands(address, cookie)


async def _flood_commands(address: str, cookie: str) -> None:
    async with socket_of(address, cookie) as socket:
        for number in range(200):
            table = f"t-{random.randrange(TABLES)}"
            command = {"type": "SitDown", "table": table, "seat": 1 + number % 5, "buy_in": 10 * DOLLAR}
            key = f"{int(1000 * time.time())}-{random.getrandbits(40)}"
            await socket.send(json.dumps({"type": "Submit", "key": key, "command": command}))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.1):
                    await socket.recv()
            if number % 10 == 0:
                await request(address, HOSTILE, "GET", "/api/history.csv", cookie=cookie)


async def guess_passwords(address: str) -> None:
    body = json.dumps({"person": random.choice(("sam", "dora", "erin")), "password": "a wrong one"}).encode()
    await request(address, HOSTILE, "POST", "/api/login", body=body)


async def ask_the_lab(address: str) -> None:
    path = random.choice(
        ("/api/lab", "/api/lab/audit", "/api/lab/caribbean-stud", "/api/lab/mississippi-stud/sheet.pdf")
    )
    await request(address, HOSTILE, "GET", path)


async def ask_nonsense(address: str) -> None:
    paths = ("/static/%00", "/static/..%2f..%2fx", "/nowhere", "/schema/openapi.json", "/api/schema/messages.json", "/",
             "/api/rules/caribbean-stud", "/metrics", "/api/lobby", "/api/tables/t-1")  # fmt: skip
    await request(address, HOSTILE, "GET", random.choice(paths))


async def read_slowly(address: str) -> None:
    async with socket_of(address) as socket:
        for number in range(TABLES):
            await socket.send(json.dumps({"type": "Subscribe", "table": f"t-{number}"}))
        socket.transport.pause_reading()
        await asyncio.sleep(60)


async def never_arrive(address: str) -> None:
    host, port = address.split(":")
    reader, writer = await asyncio.open_connection(host, int(port), local_addr=(HOSTILE, 0))
    try:
        writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        while await asyncio.wait_for(reader.read(1), 1) != b"":
            writer.write(b"x")
    finally:
        writer.close()


async def send_tiny_frames(address: str) -> None:
    async with socket_of(address) as socket:
        while True:
            socket.transport.write(bytes([0x89, 0x80, 0, 0, 0, 0]) * 10_000)
            await asyncio.sleep(0.05)
            await socket.ping()


async def pretend_sessions(address: str) -> None:
    await request(address, HOSTILE, "GET", "/api/me", cookie=f"cardroom_session={random.getrandbits(200)}")


if __name__ == "__main__":
    main()
