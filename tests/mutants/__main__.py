"""Plant faults from the command line: `python -m tests.mutants 300`; what is not found, nor known, is printed."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from .targets import AREAS
from .trials import Trials, Verdict, drawn

SURVIVORS = Path(__file__).parent / "survivors.txt"
KEPT = Path(__file__).parents[2] / ".mutants"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("count", type=int, help="how many")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--area", choices=AREAS, action="append", help="only here; may be given several times")
    parser.add_argument("--again", action="store_true", help="try those again that were not found: tests have changed")
    parser.add_argument("--allow", type=int, default=0, help="so many that nobody knows may survive")
    parser.add_argument("--folder", type=Path, default=KEPT, help="where verdicts are kept")
    asked = parser.parse_args()
    trials = Trials(asked.folder)
    if asked.again:
        trials.forget_survivors()
    areas = {name: area for name, area in AREAS.items() if not asked.area or name in asked.area}
    listed = (line for line in SURVIVORS.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#"))
    known = {line.partition(": ")[2] for line in listed}  # whatever their module is called now
    verdicts: Counter[Verdict] = Counter()
    new = 0
    for area, mutant in drawn(asked.count, asked.seed, areas):
        verdict = trials.verdict(area, mutant)
        verdicts[verdict] += 1
        if verdict.is_survivor and mutant.planted_in not in known:
            new += 1
            sys.stdout.write(f"{verdict.value}: {mutant.id}\n    {mutant.told}\n")
            sys.stdout.flush()
    sys.stdout.write(
        ", ".join(f"{verdict.value} {count}" for verdict, count in verdicts.items()) + f"; {new} not known\n"
    )
    sys.exit(1 if new > asked.allow else 0)


if __name__ == "__main__":
    main()
