"""How long each game takes to solve: kernels compiled, nothing cached. Ratios are against the limit set for it.

And how long `cardroom analyze` takes when the answer is kept from before, beyond the start of Python itself.

Run by `make bench`. Every figure is the best of three within one run, since the machine may be shared.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time

from cardroom.lab.base import base_figures
from cardroom.lab.solving import solve

from cardroom.games import GAMES
from cardroom.lab import poker_counts
from cardroom.table import table_settings

LIMITS = {  # seconds on two cores
    "straight-edge-1": 1.0,
    "straight-edge-2": 1.0,
    "solitaire-stud": 3.0,
    "keep-it-straight": 1.0,
    "mississippi-stud": 1.0,
    "caribbean-stud": 6.0,
}
CACHED_LIMIT = 0.5
ANALYZE = "from cardroom.cli import main; main(['analyze', 'straight-edge-1', '--json'])"


def seconds_to_solve(game: str) -> float:
    poker_counts.all_hands.cache_clear()
    started = time.perf_counter()
    base_figures(solve(table_settings(game)))
    return time.perf_counter() - started


def seconds_of_python(code: str) -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def main() -> None:
    print("game               first run   best of 3   limit   of limit")
    for game in GAMES:
        first = seconds_to_solve(game)  # compiles the kernels where no cache of them exists
        best = min(seconds_to_solve(game) for _ in range(3))
        print(f"{game:<18} {first:8.2f} s {best:9.3f} s {LIMITS[game]:5.1f} s {best / LIMITS[game]:9.0%}")
    seconds_of_python(ANALYZE)  # fills the cache where it is empty
    cached = min(seconds_of_python(ANALYZE) for _ in range(5)) - min(seconds_of_python("pass") for _ in range(5))
    print(f"{'cached repeat':<18} {'':10} {cached:9.3f} s {CACHED_LIMIT:5.1f} s {cached / CACHED_LIMIT:9.0%}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory {peak:,.0f} MiB, {peak / 2048:.0%} of the limit")


if __name__ == "__main__":
    main()
