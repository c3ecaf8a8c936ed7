"""How long each game takes to count and to price: kernels compiled, nothing kept. Ratios are against its limit.

And how long `cardroom analyze` takes as a command: everything computed, and with the answer kept from before, beyond
the start of Python itself.

Run by `make bench`. Every game is counted in a process of its own, three times, since the machine may be shared; the
best counts.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time

from cardroom.games import games

LIMITS = {  # seconds on two cores
    "solitaire-stud": 3.0,
    "caribbean-stud": 6.0,
    "ultimate-texas-holdem": 10.0,
}
LIMIT = 1.0  # of all others
PRICE_LIMIT = 0.1
CACHED_LIMIT = 0.5
COMMAND = "from cardroom.cli import main; main(['analyze', {game!r}, '--json', *{more!r}])"

SOLVE = """
import json, time
import msgspec
from cardroom.lab.counting import count
from cardroom.lab.counting.payoffs import own_wagers
from cardroom.money import Odds
from cardroom.table import table_settings

settings = table_settings({game!r})
counted = count(settings.rules)  # loads what it is counted with, and counts when it is asked
started = time.perf_counter()
counted.priced(settings).expectation()
counting = time.perf_counter() - started
own = [wager.id for wager in own_wagers(settings.rules)]
tables = {{wager: settings.paytables[wager] for wager in own if wager in settings.paytables}}
first = next(iter(tables.values()), None)
if first is not None:  # its best line pays something else, in odds that are not whole
    lines = (msgspec.structs.replace(first.lines[0], pays=(Odds(7, 3),)), *first.lines[1:])
    changed = msgspec.structs.replace(first, lines=lines, approved=False)
    settings = msgspec.structs.replace(settings, paytables=settings.paytables | dict.fromkeys(tables, changed))
pricing = []
for _ in range(3):
    started = time.perf_counter()
    counted.priced(settings).expectation()
    pricing.append(time.perf_counter() - started)
print(json.dumps([counting, min(pricing)]))
"""


def seconds_to_solve(game: str) -> tuple[float, float]:
    """To count a game and to price it once more."""
    done = subprocess.run([sys.executable, "-c", SOLVE.format(game=game)], check=True, capture_output=True, text=True)
    counting, pricing = json.loads(done.stdout.splitlines()[-1])
    return counting, pricing


def seconds_of_python(code: str) -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def seconds_to_analyze(game: str, *more: str) -> float:
    return seconds_of_python(COMMAND.format(game=game, more=more))


def main() -> None:
    print("game                    counted   limit   of limit    priced   whole command")
    for game in games():
        _, *others = [seconds_to_solve(game) for _ in range(4)]  # the first compiles what is not yet
        counting, pricing = (min(found) for found in zip(*others, strict=True))
        whole = min(seconds_to_analyze(game, "--no-cache") for _ in range(3))
        limit = LIMITS.get(game, LIMIT)
        print(
            f"{game:<22} {counting:6.3f} s {limit:5.1f} s {counting / limit:9.0%} {1000 * pricing:7.1f} ms"
            f"{' ' if pricing <= PRICE_LIMIT else '!'} {whole:11.2f} s"
        )
    game = next(iter(games()))
    seconds_to_analyze(game)  # fills the cache where it is empty
    cached = min(seconds_to_analyze(game) for _ in range(5)) - min(seconds_of_python("pass") for _ in range(5))
    print(f"{'cached repeat':<22} {cached:6.3f} s {CACHED_LIMIT:5.1f} s {cached / CACHED_LIMIT:9.0%}")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"peak memory {peak:,.0f} MiB, {peak / 2048:.0%} of the limit")


if __name__ == "__main__":
    main()
