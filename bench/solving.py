"""How long each game takes to count and to price: kernels compiled, nothing kept. Ratios are against its limit.

And how long `cardroom analyze` takes as a command: everything computed, in processor time, beside what it took an older
revision where one is given (`--against REVISION`); and with the answer kept from before, beyond the start of Python.

Run by `make bench`. Every game is counted in a process of its own, three times, since the machine may be shared; the
best counts.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from driving.figures import Report
from driving.servers import ROOT, trees

from cardroom.games import games

LIMITS = {  # seconds of processor time
    "solitaire-stud": 3.0,
    "caribbean-stud": 6.0,
    "ultimate-texas-holdem": 10.0,
}
LIMIT = 1.0  # of all others
COMMAND_LIMITS = dict.fromkeys(
    ("straight-edge-1", "straight-edge-2", "keep-it-straight", "solitaire-stud", "mississippi-stud"), 0.7
)
PRICE_LIMIT = 0.1
CACHED_LIMIT = 0.5
TURNS = 3
TINY = "casino-war"  # which takes least
RUN_COMMAND = "from cardroom.cli import main; main()"

SOLVE = """
import json, time
import msgspec
from cardroom.lab.solvers import count
from cardroom.lab.solvers.payoffs import base_game_wagers
from cardroom.money import Odds
from cardroom.table import table_settings

settings = table_settings({game!r})
counted = count(settings.rules)  # loads what it is counted with, and counts when it is asked
started = time.process_time()
counted.priced(settings).expectation()
counting = time.process_time() - started
own = [wager.id for wager in base_game_wagers(settings.rules)]
tables = {{wager: settings.paytables[wager] for wager in own if wager in settings.paytables}}
first = next(iter(tables.values()), None)
if first is not None:  # its best line pays something else, in odds that are not whole
    lines = (msgspec.structs.replace(first.lines[0], pays=(Odds(7, 3),)), *first.lines[1:])
    changed = msgspec.structs.replace(first, lines=lines)
    settings = msgspec.structs.replace(settings, paytables=settings.paytables | dict.fromkeys(tables, changed))
pricing = []
for _ in range(3):
    started = time.process_time()
    counted.priced(settings).expectation()
    pricing.append(time.process_time() - started)
print(json.dumps([counting, min(pricing)]))
"""


def seconds_to_solve(game: str) -> tuple[float, float]:
    """To count a game and to price it once more."""
    done = subprocess.run([sys.executable, "-c", SOLVE.format(game=game)], check=True, capture_output=True, text=True)
    counting, pricing = json.loads(done.stdout.splitlines()[-1])
    return counting, pricing


def python(code: str, *words: str, tree: Path = ROOT, cache: Path | None = None) -> float:
    """Run it in a process of its own, with the code of a tree; seconds of processor time."""
    kept = {"XDG_CACHE_HOME": str(cache)} if cache else {}
    environment = os.environ | {"PYTHONPATH": str(tree / "src"), "PYTHONDONTWRITEBYTECODE": ""} | kept
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-c", code, *words]
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def seconds_to_analyze(game: str, tree: Path = ROOT) -> float:
    """All of it, by the command, the best of three."""
    python(RUN_COMMAND, "analyze", game, "--no-cache", tree=tree)  # compiles what is not yet
    return min(python(RUN_COMMAND, "analyze", game, "--no-cache", tree=tree) for _ in range(TURNS))


def seconds_with_the_answer_kept(game: str) -> float:
    """Beyond the start of Python itself."""
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder)
        python(RUN_COMMAND, "analyze", game, cache=cache)
        found = min(python(RUN_COMMAND, "analyze", game, cache=cache) for _ in range(TURNS))
        return found - min(python("pass") for _ in range(TURNS))


def older_seconds(game: str, older: Path | None) -> float | None:
    """What an older revision takes, if it has the game."""
    try:
        return seconds_to_analyze(game, older) if older else None
    except subprocess.CalledProcessError:
        return None


def compare(against: str, report: Report) -> None:
    """Every game."""
    with trees(against) as found:
        for game in [TINY] if report.is_tiny else games():
            _, *others = [seconds_to_solve(game) for _ in range(TURNS + 1)]  # the first compiles what is not yet
            counting, pricing = (min(times) for times in zip(*others, strict=True))
            whole, before = seconds_to_analyze(game), older_seconds(game, found.get(against))
            limit = LIMITS.get(game, LIMIT)
            report.add(f"{game}: counted", counting, "s", at_most=limit)
            report.add(f"{game}: priced anew", 1000 * pricing, "ms", at_most=1000 * PRICE_LIMIT)
            older = (against, before) if before else None
            limit = COMMAND_LIMITS.get(game)
            report.add(f"{game}: the whole command, processor time", whole, "s", at_most=limit, peer=older)


def main() -> None:
    parser = argparse.ArgumentParser(description="How long games take to count, to price and to analyze.")
    parser.add_argument("--against", default="", metavar="REVISION", help="an older revision to compare with")
    report, asked = Report.asked(parser)
    if report.is_tiny:
        global TURNS  # noqa: PLW0603
        TURNS = 1
    compare(asked.against, report)
    cached = seconds_with_the_answer_kept(TINY)
    report.add("answer kept", cached, "s", at_most=CACHED_LIMIT)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    report.add("peak memory", peak, "MiB", at_most=2048)


if __name__ == "__main__":
    main()
