"""Rounds at many tables: as fast as they are answered, or on a schedule that does not wait for anybody."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterable
from dataclasses import dataclass, field

from cardroom.games.catalogue import find_game
from cardroom.games.model import Decide

from .servers import Server
from .wire import Wire, dial

DOLLAR = 1_000_000
FLOOR = """
[house]
name = "Bench"
play_money_grant = "$10,000,000"
[timers]
bets = 3000
decision = 3000
pause = 3000
idle = 3000
"""
TABLE = '[[table]]\nid = "{name}"\ngame = "{game}"\nminimum = "$5"\ninventory = "$1,000,000,000"\n'
PLAYED = 0.8  # of the time between two rounds of a table; the rest is its pause
MOST_BETWEEN = (
    0.3  # seconds between two commands at a table: a second after the last bet the house closes the bets itself
)


@dataclass(frozen=True)
class Size:
    game: str
    tables: int
    sockets: int  # of players; every table has as many as the others, or one more

    def floor(self) -> str:
        return FLOOR + "".join(TABLE.format(name=f"t{n}", game=self.game) for n in range(self.tables))

    def seats(self, table: int) -> int:
        return self.sockets // self.tables + (table < self.sockets % self.tables)


def _at(table: str, command: dict[str, object]) -> bytes:
    return _bytes({"type": "AtTable", "table": table, "command": command})


def _bytes(command: dict[str, object]) -> bytes:
    return json.dumps(command, separators=(",", ":")).encode()


Step = list[tuple[Wire, bytes, bytes]]  # who asks for what at the same time, and for what instead if that is refused


@dataclass
class Told:
    """What a load came to."""

    rounds: float = 0
    commands: int = 0
    latencies: list[float] = field(default_factory=list)


@dataclass
class Table:
    """A table with its players and a dealer: the steps of a round, each of which waits for the one before."""

    steps: list[Step]
    wires: list[Wire]

    @property
    def commands(self) -> int:
        return sum(map(len, self.steps))

    async def play(self, until: float, told: Told) -> None:
        """Round after round, as fast as they are answered; at the end the part of a round that was played."""
        while True:
            for step in self.steps:
                sent = time.perf_counter()
                if sent > until:
                    return
                answers = await asyncio.gather(*(_ask(*one) for one in step))
                told.latencies += [at - sent for at in answers]
                told.commands += len(step)
                told.rounds += len(step) / self.commands

    async def keep_to(self, starts: Iterable[float], period: float, told: Told) -> None:
        """A round at each of these times, each command at its own; late ones count from when they were due."""
        for start in starts:
            due, between = start, min(MOST_BETWEEN, PLAYED * period / self.commands)
            for step in self.steps:
                waits = []
                for one in step:
                    waits.append(asyncio.create_task(self._at(due, one)))
                    due += between
                told.latencies += await asyncio.gather(*waits)
                told.commands += len(step)
            told.rounds += 1

    async def _at(self, due: float, one: tuple[Wire, bytes, bytes]) -> float:
        await asyncio.sleep(due - time.perf_counter())
        return await _ask(*one) - due


async def _ask(wire: Wire, command: bytes, instead: bytes) -> float:
    """When it was answered. It is refused if the house has done it: bets are closed a second after the last one."""
    at, answer = await wire.ask(command)
    if instead and b"Refused" in answer[:20]:
        at, _ = await wire.ask(instead)
    return at


@dataclass
class House:
    """Everybody who plays at a server."""

    server: Server
    tables: list[Table]

    @classmethod
    async def fill(cls, server: Server, size: Size, *, deflate: bool) -> House:
        """Players take their seats and follow their table; a dealer for each table follows nothing."""
        cookies = iter(await asyncio.to_thread(server.guests, size.sockets))
        dealer = await asyncio.to_thread(server.dealer)
        tables = []
        for number in range(size.tables):
            name = f"t{number}"
            hand = await dial(server.address, dealer, deflate=deflate)
            players = [await dial(server.address, next(cookies), deflate=deflate) for _ in range(size.seats(number))]
            for seat, player in enumerate(players, 1):
                sit = {"type": "SitDown", "table": name, "seat": seat, "buy_in": 1_000_000 * DOLLAR}
                await player.ask(_bytes(sit))
                player.say(_bytes({"type": "Subscribe", "table": name}))
            tables.append(Table(_steps(size.game, name, hand, players), [hand, *players]))
        return cls(server, tables)

    async def as_fast_as_it_goes(self, seconds: float) -> Told:
        told, until = Told(), time.perf_counter() + seconds
        await asyncio.gather(*(table.play(until, told) for table in self.tables))
        return told

    async def finish(self) -> None:
        """Play every round to its end: the next load begins with a new one."""
        # Whatever is asked twice is refused twice.
        for table in self.tables:
            for step in table.steps:
                for wire, command, _ in step:
                    await wire.ask(command)

    async def on_schedule(self, rate: float, seconds: float) -> Told:
        """So many rounds a second, spread over the tables."""
        told, period = Told(), len(self.tables) / rate
        first = time.perf_counter() + 0.05
        rounds = max(1, round(seconds / period))
        await asyncio.gather(
            *(
                table.keep_to(
                    [first + (number / len(self.tables) + turn) * period for turn in range(rounds)], period, told
                )
                for number, table in enumerate(self.tables)
            )
        )
        return told

    def heard(self) -> tuple[int, int]:
        """Messages and bytes that have come so far."""
        wires = [wire for table in self.tables for wire in table.wires]
        return sum(wire.messages for wire in wires), sum(wire.bytes for wire in wires)


def _steps(game_id: str, name: str, hand: Wire, players: list[Wire]) -> list[Step]:
    game = find_game(game_id)
    stakes = {game.base_wager.id: 5 * DOLLAR}
    seated = list(enumerate(players, 1))
    choices = [[option.name for option in stage.options[:2]] for stage in game.stages if isinstance(stage, Decide)]

    def choose(seat: int, option: str) -> bytes:
        return _at(name, {"type": "Choose", "seat": seat, "option": option})

    return [
        [(hand, _bytes({"type": "BeginRound", "table": name}), b"")],
        [(player, _at(name, {"type": "Bet", "seat": seat, "stakes": stakes}), b"") for seat, player in seated],
        [(hand, _at(name, {"type": "CloseBets"}), b"")],
        *(
            [(player, choose(seat, second), choose(seat, first)) for seat, player in seated]
            for first, second in choices
        ),
    ]
