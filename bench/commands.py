"""Processor time of commands that only read what comes with the package: `python bench/commands.py`.

Python's own start is part of it. Each is run many times; the least and the median are told.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
from pathlib import Path

from driving.figures import Report

CARDROOM = Path(sys.executable).parent / "cardroom"
COMMANDS = ("--help", "games", "rules straight-edge-1", "rules mississippi-stud", "analyze straight-edge-1")
LIMIT = 0.15  # seconds
RUNS = 20


def seconds(*words: str) -> float:
    process = subprocess.Popen([CARDROOM, *words], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    assert status == 0, words
    return used.ru_utime + used.ru_stime


def main() -> None:
    report, _ = Report.asked(argparse.ArgumentParser(description="Processor time of commands."))
    for command in COMMANDS[: 1 if report.is_tiny else None]:
        taken = [seconds(*command.split()) for _ in range(2 if report.is_tiny else RUNS)]
        report.add(f"cardroom {command}: least", min(taken), "s", at_most=LIMIT)
        report.add(f"cardroom {command}: median", statistics.median(taken), "s", at_most=LIMIT)


if __name__ == "__main__":
    main()
