"""A card room for the browser: `cardroom serve` on a free port, with a table for every test that wants one."""

from __future__ import annotations

import asyncio
import contextlib
import json
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from cardroom.games import games

from ..background import Background
from ..faults.servers import ALL_LINKS, OPEN, SMALL_BONUS, Server
from ..floors import floor_text

GAMES = tuple(games())
_HARBOUR, _LIGHTHOUSE = (Path(__file__).parents[1] / f"outside/{name}.py" for name in ("harbour", "lighthouse"))
OUTSIDE = {"harbour-stud": _HARBOUR, "harbour-tides": _HARBOUR, "lighthouse": _LIGHTHOUSE}  # their files
TABLES_A_GAME = 6


def floor(decision: float = 300) -> str:
    """Several tables of every game, so that no test waits for another."""
    names = {f"{game}-{number}": _named(game, number) for game in GAMES for number in range(1, TABLES_A_GAME + 1)}
    return floor_text(
        names,
        links=ALL_LINKS,
        reserve="0%",
        timers={"bets": 300, "decision": decision, "pause": 0.2},
        more='maximum = "$100"',
        of_game={"mississippi-stud": SMALL_BONUS, "caribbean-stud": "cover_all = true"},
    )


def _named(game: str, number: int) -> str:
    return f'name = "{game.replace("-", " ").title()} {number}"'


@dataclass
class CardRoom(Server):
    """Starts again at the address it had."""

    bots: int = 0
    floor: str = field(default_factory=floor)
    program: Path = Path(__file__).parent / "card_room.py"
    seeds: tuple[bytes, ...] = ()  # of the first rounds,
    decks: tuple[str, ...] = ()  # or the cards on top of theirs
    once: bool = True  # one round at a table, which then stays on the felt
    name: str = ""  # of every computer player
    gone: float | None = None  # seconds until a seat without a socket is away, from the start on; None: as ever
    port: int = 0
    used: dict[str, int] = field(default_factory=dict)

    def command(self) -> list[str]:
        program, *rest = super().command()
        rest[rest.index("--port") + 1] = str(self.port)
        wishes = {
            "seeds": [seed.hex() for seed in self.seeds],
            "decks": self.decks,
            "once": self.once,
            "name": self.name,
            "gone": self.gone,
        }
        return [program, json.dumps(wishes), *rest]

    def start(self, line: str = OPEN) -> None:
        super().start(line)
        self.port = int(self.address.rsplit(":", 1)[1])

    def table(self, game: str) -> str:
        """A table that nobody has sat down at."""
        self.used[game] = self.used.get(game, 0) + 1
        assert self.used[game] <= TABLES_A_GAME, f"more tables of {game} are needed"
        return f"{game}-{self.used[game]}"


class Front:
    """One address in front of several servers, as a load balancer has: who answers /health with 200 has the house."""

    def __init__(self, rooms: list[CardRoom]) -> None:
        self.rooms = rooms
        self._background = Background()
        self._server = self._background.do(asyncio.start_server(self._carry, "127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        self.url = f"http://{self.address}"

    def close(self) -> None:
        self._background.loop.call_soon_threadsafe(self._server.close)
        self._background.close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for room in self.rooms:
            with contextlib.suppress(OSError, httpx.TransportError):
                if (await asyncio.to_thread(httpx.get, f"{room.url}/health", timeout=60)).status_code == 200:
                    there, back = await asyncio.open_connection("127.0.0.1", room.port)
                    await asyncio.gather(_pass(reader, back), _pass(there, writer))
                    return
        writer.transport.abort()


async def _pass(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    try:
        while data := await source.read(65_536):
            target.write(data)
            await target.drain()
    finally:
        target.close()
