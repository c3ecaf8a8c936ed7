"""Tests in several processes, forked when everything is collected: `pytest --workers 6`.

Collecting all tests and loading the lab's kernels takes as long as a hundred tests; a worker that is forked has both.
With `--solved` it has every game solved, too: kernels are compiled once, and each game is counted once.
The tests of a module stay in one worker and in their order, so that they share what the module sets up. A worker that
finds no module left takes half of what is left of the longest.
"""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import signal
from collections.abc import Iterator, Sequence
from itertools import groupby
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from typing import Any, cast

import pytest

from . import forks
from .compiling import compile_all

_fork = multiprocessing.get_context("fork")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--workers", type=int, default=0, help="run the tests in so many processes")
    parser.addoption("--solved", action="store_true", help="solve every game before, so that no worker has to")


def pytest_runtestloop(session: pytest.Session) -> bool | None:
    count = session.config.getoption("workers")
    if not count or session.config.option.collectonly or session.testsfailed:
        return None  # as pytest does
    _Workers(session, count).run()
    return True


class Shares:
    """Which tests nobody has taken yet: modules nobody has begun, and what is left to each worker of its own."""

    def __init__(self, modules: Sequence[int], workers: int) -> None:
        """Of each module its number of tests."""
        self._lock = _fork.Lock()
        self._modules = modules
        self._begun = _fork.RawArray("l", 2)  # modules, and their tests
        self._left = [_fork.RawArray("l", 2) for _ in range(workers)]  # from, to

    def take(self, worker: int) -> int | None:
        """The number of a test that is this worker's alone."""
        with self._lock:
            own = self._left[worker]
            if own[0] == own[1]:
                own[:] = self._next_module() or self._half_of_the_longest()
            if own[0] == own[1]:
                return None
            own[0] += 1
            return own[0] - 1

    def _next_module(self) -> tuple[int, int] | None:
        modules, tests = self._begun
        if modules == len(self._modules):
            return None
        self._begun[:] = modules + 1, tests + self._modules[modules]
        return tests, tests + self._modules[modules]

    def _half_of_the_longest(self) -> tuple[int, int]:
        longest = max(self._left, key=lambda left: left[1] - left[0])
        end, longest[1] = longest[1], (longest[0] + longest[1]) // 2
        return longest[1], end


class _Workers:
    """The process that collected the tests, and reports what the others find."""

    def __init__(self, session: pytest.Session, count: int) -> None:
        self.session, self.config = session, session.config
        self._temporary: pytest.TempPathFactory = vars(self.config)["_tmp_path_factory"]
        modules = [len(list(tests)) for _, tests in groupby(session.items, key=lambda item: item.path)]
        self.shares = Shares(modules, count)
        self.missing = {item.nodeid: item for item in session.items}
        self.config.pluginmanager.getplugin("terminalreporter").flush()  # or each worker would say it once more
        self.folder = self._temporary.getbasetemp()
        forks.begin()
        if self.config.option.solved:
            compile_all()
            gc.freeze()
        self.processes = [self._start(number) for number in range(count)]

    def _start(self, number: int) -> tuple[ForkProcess, Connection]:
        receiver, sender = _fork.Pipe(duplex=False)
        process = _fork.Process(target=self._work, args=(number, sender))
        process.start()
        sender.close()  # only the worker has it: what it says ends with it
        return process, receiver

    def run(self) -> None:
        try:
            for report in self._reports():
                self._tell(report)
                self._stop_where_told_to()
        except BaseException:
            for process, _ in self.processes:
                os.kill(process.pid, signal.SIGINT)
            raise
        finally:
            for process, _ in self.processes:
                process.join()
        endings = ", ".join(str(process.exitcode) for process, _ in self.processes)
        for item in self.missing.values():
            said = f"The worker that took this test has not reported it. Workers ended with {endings}."
            self._tell(pytest.TestReport(item.nodeid, item.location, {}, "failed", said, "call"))

    def _reports(self) -> Iterator[pytest.TestReport]:
        open_ = [receiver for _, receiver in self.processes]
        while open_:
            for receiver in cast("list[Connection]", wait(open_)):
                try:
                    data = receiver.recv()
                except EOFError:
                    open_.remove(receiver)
                else:
                    yield self.config.hook.pytest_report_from_serializable(config=self.config, data=data)

    def _tell(self, report: pytest.TestReport) -> None:
        self.config.hook.pytest_runtest_logreport(report=report)
        if report.when == "teardown":
            self.missing.pop(report.nodeid)
            self.config.hook.pytest_runtest_logfinish(nodeid=report.nodeid, location=report.location)

    def _stop_where_told_to(self) -> None:
        if self.session.shouldfail:
            raise self.session.Failed(self.session.shouldfail)
        if self.session.shouldstop:
            raise self.session.Interrupted(self.session.shouldstop)

    # --- in a worker --------------------------------------------------------------------------------------------------

    def _work(self, number: int, sender: Connection) -> None:
        forks.share()
        plugins = self.config.pluginmanager
        plugins.unregister(name="terminalreporter")
        plugins.register(_Sender(self.config, sender))
        capture = plugins.getplugin("capturemanager")  # into files of its own
        capture.stop_global_capturing()
        capture.start_global_capturing()
        own = self._temporary._basetemp = self.folder / f"worker-{number}"
        own.mkdir()
        with contextlib.suppress(KeyboardInterrupt):
            self._run_what_is_left(number)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends anyway
        self.session._setupstate.teardown_exact(None)  # whatever it has started ends,
        for child in multiprocessing.active_children():  # and what a test has left running: a process waits for its own
            child.kill()

    def _run_what_is_left(self, number: int) -> None:
        items, taken = self.session.items, self.shares.take(number)
        while taken is not None and not (self.session.shouldfail or self.session.shouldstop):
            following = self.shares.take(number)  # pytest keeps what that one needs, too
            nextitem = None if following is None else items[following]
            self.config.hook.pytest_runtest_protocol(item=items[taken], nextitem=nextitem)
            taken = following


class _Sender:
    """Says what a worker finds."""

    def __init__(self, config: pytest.Config, sender: Connection) -> None:
        self._config, self._sender = config, sender

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        data: dict[str, Any] = self._config.hook.pytest_report_to_serializable(config=self._config, report=report)
        self._sender.send(data)
