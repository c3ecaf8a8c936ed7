"""A lobby of many tables, and many sockets that follow it: `python bench/lobby.py [--tables N] [--sockets N]`.

Measured are

- the list of all tables over HTTP: processor time of the server an answer, and its size;
- sockets that are held at a time, all of which follow the lobby, and the memory that each takes;
- what one seat taken costs: processor time and bytes for each socket that is told; how soon the command is answered.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import resource
import tempfile
import time
from collections.abc import Callable
from itertools import cycle, islice
from pathlib import Path

import uvloop
from driving.figures import Report
from driving.rounds import DOLLAR, FLOOR, TABLE
from driving.servers import ROOT, Server, serving
from driving.wire import Wire, dial

GAME = "straight-edge-1"
GUESTS = 20  # who have all the sockets
AT_ONCE = 100  # sockets that are opened at a time
ANSWER_MS = 10.0  # of processor time, for the whole lobby


def answer(server: Server) -> int:
    """Bytes of the whole lobby, as a browser gets it."""
    connection = http.client.HTTPConnection(server.address)
    connection.request("GET", "/api/lobby", headers={"Accept-Encoding": "gzip"})
    body = connection.getresponse().read()
    connection.close()
    return len(body)


def of_http(server: Server, tables: int, answers: int, report: Report) -> None:
    size, before = answer(server), server.processor_seconds()
    for _ in range(answers):
        assert answer(server) == size
    each = 1000 * (server.processor_seconds() - before) / answers
    report.add(f"the lobby of {tables:,} tables: processor an answer", each, "ms", at_most=ANSWER_MS)
    report.add(f"the lobby of {tables:,} tables: an answer, compressed", size / 1000, "kB")


async def of_sockets(server: Server, count: int, turns: int, report: Report) -> None:
    cookies = cycle(await asyncio.to_thread(server.guests, GUESTS))
    before = server.megabytes()
    wires: list[Wire] = []
    while len(wires) < count:
        few = islice(cookies, min(AT_ONCE, count - len(wires)))
        wires += await asyncio.gather(*(dial(server.address, cookie, deflate=False) for cookie in few))
    for wire in wires:
        wire.say(b'{"type":"WatchLobby"}')
    await until(lambda: min(wire.messages for wire in wires) >= 2)  # Hello, and that it is followed
    each = 1000 * (server.megabytes() - before) / count
    report.add("sockets held at a time", len(wires), "", at_least=count)
    report.add("memory a socket", each, "kB")
    player, taken, told = wires[0], 0.0, 0
    processor, bytes_before = server.processor_seconds(), sum(wire.bytes for wire in wires)
    for _ in range(turns):
        for command in ({"type": "SitDown", "seat": 1, "buy_in": 100 * DOLLAR}, {"type": "StandUp"}):
            heard, asked = wires[-1].messages, time.perf_counter()
            at, found = await player.ask(json.dumps(command | {"table": "t0"}).encode())
            assert b'"Accepted"' in found[:20], found
            taken, told = max(taken, at - asked), told + 1
            await until(lambda heard=heard: wires[-1].messages > heard)
    spent = server.processor_seconds() - processor
    size = (sum(wire.bytes for wire in wires) - bytes_before) / count / told
    report.add("a seat taken or left: answered within", 1000 * taken, "ms")
    report.add("a seat taken or left: processor for each that is told", 1e6 * spent / told / count, "µs")
    report.add("a seat taken or left: told to each", size, "bytes")


async def until(is_so: Callable[[], object]) -> None:
    async with asyncio.timeout(300):
        while not is_so():  # noqa: ASYNC110 - messages come one by one
            await asyncio.sleep(0.01)


def main() -> None:
    parser = argparse.ArgumentParser(description="A lobby of many tables, and many sockets that follow it.")
    parser.add_argument("--tables", type=int, default=2_000)
    parser.add_argument("--sockets", type=int, default=5_000)
    parser.add_argument("--turns", type=int, default=10, help="how often a seat is taken and left")
    report, asked = Report.asked(parser)
    if report.is_tiny:
        asked.tables, asked.sockets, asked.turns = 20, 20, 1
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    floor = FLOOR + "".join(TABLE.format(name=f"t{n}", game=GAME) for n in range(asked.tables))
    with tempfile.TemporaryDirectory() as folder, serving("now", ROOT, Path(folder) / "now", floor) as server:
        of_http(server, asked.tables, 5 if report.is_tiny else 100, report)
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(of_sockets(server, asked.sockets, asked.turns, report))


if __name__ == "__main__":
    main()
