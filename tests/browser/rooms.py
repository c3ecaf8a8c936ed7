"""A card room for the browser: `cardroom serve` on a free port, with a table for every test that wants one."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

from ..faults.servers import Server  # noqa: TID252 - what tests share

GAMES = (
    "straight-edge-1",
    "straight-edge-2",
    "solitaire-stud",
    "keep-it-straight",
    "mississippi-stud",
    "caribbean-stud",
)
TABLES_A_GAME = 4

HOUSE = """
[house]
name = "Test Room"
[approvals]
service_supervisor_up_to = "$100,000"
[timers]
bets = 60
decision = {decision}
pause = 0.2
[[link]]
id = "delta"
paytable = "MS Stud-01"
envy = true
[[link.level]]
name = "Progressive"
seed = "$5,000"
contribution = "20%"
[[link]]
id = "bad-beat"
paytable = "Two Way Bad Beat 1"
envy = true
[[link.level]]
name = "Bad Beat"
seed = "$2,500"
contribution = "15%"
[[link]]
id = "house-flush"
kind = "house"
paytable = "PT-BJS-HCF-SF-E01"
envy = true
[[link.level]]
name = "Posted prize"
seed = "$5,000"
"""
TABLE = """
[[table]]
id = "{game}-{number}"
name = "{name} {number}"
game = "{game}"
minimum = "$5"
maximum = "$100"
{more}
"""
MORE = {
    "straight-edge-1": 'jackpots = ["bad-beat"]\nconsole = "keypad"',
    "keep-it-straight": 'jackpots = ["house-flush"]',
    "mississippi-stud": 'jackpots = ["delta"]\npaytables = { three_card_bonus = "3 Card Bonus 4" }',
    "caribbean-stud": "cover_all = true",
}


def floor(decision: float = 300) -> str:
    return HOUSE.format(decision=decision) + "".join(
        TABLE.format(game=game, number=number, name=game.replace("-", " ").title(), more=MORE.get(game, ""))
        for game in GAMES
        for number in range(1, TABLES_A_GAME + 1)
    )


@dataclass
class CardRoom(Server):
    """Starts again at the address it had."""

    bots: int = 0
    floor: str = field(default_factory=floor)
    program: Path = Path(__file__).parent / "card_room.py"
    seeds: tuple[bytes, ...] = ()  # of the first rounds
    once: bool = True  # one round at a table, which then stays on the felt
    port: int = 0
    used: dict[str, int] = field(default_factory=dict)

    def command(self) -> list[str]:
        python, program, *rest = super().command()
        rest[rest.index("--port") + 1] = str(self.port)
        return [python, program, json.dumps({"seeds": [seed.hex() for seed in self.seeds], "once": self.once}), *rest]

    def start(self) -> None:
        super().start()
        self.port = int(self.address.rsplit(":", 1)[1])

    def table(self, game: str) -> str:
        """A table that nobody has sat down at."""
        self.used[game] = self.used.get(game, 0) + 1
        assert self.used[game] <= TABLES_A_GAME, f"more tables of {game} are needed"
        return f"{game}-{self.used[game]}"
