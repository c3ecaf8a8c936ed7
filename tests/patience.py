"""How long a test waits for what must come about: a slow or busy machine is no mistake.

Whatever waited for long is told at the end of a run: what takes a second and waited a hundred may be a press that was
lost, and found again by chance.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator, Generator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest

PATIENCE = float(os.environ.get("PATIENCE", "300"))  # seconds; fewer for who waits for the failure
LONG = PATIENCE / 10  # seconds that are told

HERE = Path(__file__).parent
WAITED = "waited"  # the property of a report

_waits: list[tuple[float, str]] = []  # of the test that runs now: seconds, and where


@asynccontextmanager
async def patiently() -> AsyncIterator[None]:
    """Wait for something, and not for ever."""
    with waiting():
        async with asyncio.timeout(PATIENCE):
            yield


@contextmanager
def waiting() -> Iterator[None]:
    began = time.monotonic()
    try:
        yield
    finally:
        if (seconds := time.monotonic() - began) >= LONG:
            _waits.append((seconds, _where()))


def _where() -> str:
    """The line of the test that waits, and of what it has others do for it."""
    frame, lines = sys._getframe(2), []
    while frame is not None:
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(HERE) and path != Path(__file__):
            lines.append((frame.f_code.co_name, f"{path.relative_to(HERE.parent)}:{frame.f_lineno}"))
        frame = frame.f_back
    of_test = next((line for name, line in lines if name.startswith("test_")), "")
    nearest = next((line for _, line in lines if "/conftest.py:" not in line), "")
    return of_test if nearest in ("", of_test) else f"{of_test} {nearest}".strip()


# --- the report -------------------------------------------------------------------------------------------------------


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """With each phase of a test goes what it has waited for; from a worker it comes with the report."""
    report = yield
    report.user_properties = [*report.user_properties, *((WAITED, wait) for wait in _waits)]
    _waits.clear()
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [report for reports in terminalreporter.stats.values() for report in reports]
    told = sorted(
        {
            (*wait, report.nodeid)
            for report in reports
            for name, wait in getattr(report, "user_properties", ())
            if name == WAITED
        },
        reverse=True,
    )
    if told:
        terminalreporter.section(f"waited for more than {LONG:g} seconds")
    for seconds, where, test in told:
        terminalreporter.write_line(f"{seconds:6.0f} s  {where or '?'}  {test}")
