"""What each test costs: processor time, its own and that of every program it has started, servers and browsers too.

A busy machine makes a test wait and costs it nothing. The dearest tests are told at the end of a run, and each folder's.
"""

from __future__ import annotations

import os
import resource
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from . import forks

COST = "cost"  # the property of a report: seconds of this phase
DEAREST = 30  # that are told

_before = 0.0


def spent() -> float:
    """Seconds of processor until now, of this process and of all that it has started."""
    own = sum(_seconds(resource.getrusage(who)) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own + _spent_below(os.getpid()) + forks.spent()


def _seconds(usage: Any) -> float:
    return usage.ru_utime + usage.ru_stime


def _spent_below(process: int) -> float:
    return sum(forks.spent_by(child) + _spent_below(child) for child in _children(process))


def _children(process: int) -> list[int]:
    """None where a system has no such list, and none of what has ended."""
    try:
        threads = list(Path(f"/proc/{process}/task").iterdir())
        return [int(child) for thread in threads for child in (thread / "children").read_text().split()]
    except OSError:
        return []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Iterator[object]:
    """What has been spent between two tests is nobody's."""
    global _before
    _before = spent()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Iterator[pytest.TestReport]:
    """From a worker it comes with the report."""
    global _before
    report = yield
    now = spent()
    report.user_properties = [*report.user_properties, (COST, round(max(now - _before, 0), 4))]
    _before = now
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    by_test: Counter[str] = Counter()
    by_folder: Counter[str] = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            for name, seconds in getattr(report, "user_properties", ()):
                if name == COST:
                    by_test[report.nodeid] += seconds
    if os.environ.get("COSTS"):
        Path(os.environ["COSTS"]).write_text("".join(f"{s:.3f} {t}\n" for t, s in by_test.items()))
    for test, seconds in by_test.items():
        by_folder["/".join(test.partition("::")[0].split("/")[:2])] += seconds
    terminalreporter.section(f"processor time: {sum(by_test.values()):.0f} s")
    for title, costs in (("folder", by_folder.most_common(12)), ("test", by_test.most_common(DEAREST))):
        for name, seconds in costs:
            terminalreporter.write_line(f"{seconds:8.1f} s  {name}")
        terminalreporter.write_line("")
