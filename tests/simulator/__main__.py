"""Stories from the command line: `python -m tests.simulator --seed 7`, or many with `--seeds 100`."""

from __future__ import annotations

import argparse
import sys
import time

from .world import STEPS, simulate


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.simulator", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="the first one")
    parser.add_argument("--seeds", type=int, default=1, help="how many")
    parser.add_argument("--steps", type=int, default=STEPS, help="of people and faults, before all calms down")
    parser.add_argument("--verbose", action="store_true", help="show the trace")
    asked = parser.parse_args()
    begun, steps, failed = time.process_time(), 0, 0
    for seed in range(asked.seed, asked.seed + asked.seeds):
        outcome = simulate(seed, asked.steps, verbose=asked.verbose)
        steps += outcome.steps
        if outcome.violation:
            failed += 1
            sys.stdout.write(outcome.report() + "\n")
        elif asked.seeds == 1:
            sys.stdout.write(
                f"seed {seed}: {outcome.steps} steps, {outcome.records} records, {outcome.told} messages, "
                f"{outcome.takeovers} epochs, {outcome.awards} awards by people, "
                f"{outcome.seconds:.0f} s of the house; trace {outcome.digest[:16]}\n"
            )
    seconds = time.process_time() - begun
    sys.stdout.write(f"{asked.seeds} seeds, {failed} violated, {steps} steps, {seconds:.1f} s of processor time\n")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
