"""What each test costs: processor time, its own and that of every program it has started, servers and browsers too.

A busy machine makes a test wait and costs it nothing. The sums of all folders and the dearest tests are told at the
end of a run; the environment variable COSTS names a file for those of all tests.
"""

from __future__ import annotations

import os
import resource
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

from . import forks

COST = "cost"  # the property of a report: seconds of this phase
DEAREST = 25  # that are told


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


class Costs:
    """A plugin: from a worker a cost comes with the report of its phase."""

    def __init__(self) -> None:
        self._before = 0.0

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Iterator[object]:
        """What has been spent between two tests is nobody's."""
        self._before = spent()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        now = spent()
        report.user_properties = [*report.user_properties, (COST, round(max(now - self._before, 0), 4))]
        self._before = now
        return report

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        by_test, by_folder = Counter[str](), Counter[str]()
        for report in (report for reports in terminalreporter.stats.values() for report in reports):
            for name, seconds in getattr(report, "user_properties", ()):
                if name == COST:
                    by_test[report.nodeid] += seconds
                    by_folder["/".join(report.nodeid.partition("::")[0].split("/")[:2])] += seconds
        if file := os.environ.get("COSTS"):
            lines = (f"{seconds:.3f} {test}\n" for test, seconds in by_test.most_common())
            Path(file).write_text("".join(lines), encoding="utf-8")
        terminalreporter.section(f"processor time: {sum(by_test.values()):.0f} s")
        for name, seconds in (*by_folder.most_common(), *by_test.most_common(DEAREST)):
            terminalreporter.write_line(f"{seconds:8.1f} s  {name}")
