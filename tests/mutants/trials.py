"""A mutant on trial: the tests that run through its line are run again with the fault in, until one fails.

First the tests of an area are run once as they are, to learn which lines of its modules each of them reaches and how
long it takes. A mutant is tried in a child process, which loads the changed module in place of the file; nothing is
written to the source. Tests that start servers of their own are run, but what they start has no fault in it.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import importlib.abc
import importlib.util
import json
import os
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

from .mutations import Mutant, mutants_of, path_of
from .targets import AREAS, Area

TESTS = Path(__file__).parents[1]
BUDGET = 10.0  # seconds of tests for one mutant, as they take without a fault
SLOWER = 4  # so many times as long may they take with one, before they are stopped
# What takes long to load and is never changed: loaded once, before children are made.
LIBRARIES = ("hypothesis", "numpy", "numba", "sqlalchemy", "alembic", "litestar", "uvicorn", "msgspec", "rich", "typer")
OPTIONS = ("-q", "-p", "no:cacheprovider", "--rootdir", str(TESTS.parent))
NEAR = ("-m", "not soak and not slow")


class Verdict(Enum):
    FOUND = "found"
    HUNG = "hung"  # found too: the tests came to no end
    MISSED = "missed"  # all tests that reach it pass
    UNREACHED = "unreached"  # no test of the area reaches it

    @property
    def is_survivor(self) -> bool:
        return self in {Verdict.MISSED, Verdict.UNREACHED}


@dataclass
class Reached:
    """Which tests reach which lines, and how long each takes."""

    seconds: dict[str, float] = field(default_factory=dict)
    lines: dict[str, dict[int, list[str]]] = field(default_factory=dict)  # by module

    def nearest(self, mutant: Mutant) -> list[str]:
        """Tests that reach its line, as many as there is time for: of each test function its fastest case first."""
        of_module = self.lines.get(mutant.module, {})
        tests: list[str] = []
        first = _first_line(mutant)
        if first is None:
            tests = sorted({test for some in of_module.values() for test in some})
        else:  # of several lines of a statement not each is told of
            tests = next((of_module[line] for line in range(mutant.line, first - 1, -1) if line in of_module), [])
        chosen: list[str] = []
        total = 0.0
        ranks: Counter[str] = Counter()
        order = {}
        for test in sorted(tests, key=lambda test: (self.seconds[test], test)):
            function, _, _ = test.partition("[")
            order[test] = ranks[function], self.seconds[test], test
            ranks[function] += 1
        for test in sorted(tests, key=order.__getitem__):
            total += self.seconds[test]
            if chosen and total > BUDGET:
                break
            chosen.append(test)
        return chosen

    def limit(self, tests: list[str]) -> float:
        return 30 + SLOWER * sum(self.seconds[test] for test in tests)


def _first_line(mutant: Mutant) -> int | None:
    """Of the statement in which it stands; None in no function, where all is carried out before any test begins."""
    tree = ast.parse(mutant.path.read_text(encoding="utf-8"))
    around = [
        node for node in ast.walk(tree)
        if isinstance(node, ast.stmt) and node.lineno <= mutant.line <= (node.end_lineno or 0)
    ]  # fmt: skip
    functions = [node for node in around if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    if not any(node.body[0].lineno <= mutant.line for node in functions):
        return None
    return max(node.lineno for node in around)


# --- what tests reach -------------------------------------------------------------------------------------------------


class Tracer:
    """A plugin that notes the lines of some modules under every test."""

    def __init__(self, modules: list[str]) -> None:
        self.files = {str(path_of(module)): module for module in modules}
        self.hits: dict[str, set[int]] = {}
        self.failed: set[str] = set()  # without any fault: they prove nothing
        self.found = Reached(lines={module: {} for module in modules})

    def _on_call(self, frame: FrameType, _: str, __: object) -> Any:
        module = self.files.get(frame.f_code.co_filename)
        if module is None:
            return None
        lines = self.hits.setdefault(module, set())
        lines.add(frame.f_lineno)

        def on_line(frame: FrameType, _: str, __: object) -> Any:
            lines.add(frame.f_lineno)
            return on_line

        return on_line

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.hits = {}
        begun = time.perf_counter()
        threading.settrace(self._on_call)
        sys.settrace(self._on_call)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            threading.settrace(None)  # type: ignore[arg-type]
            if item.nodeid not in self.failed:
                self.found.seconds[item.nodeid] = round(time.perf_counter() - begun, 3)
                for module, lines in self.hits.items():
                    for line in lines:
                        self.found.lines[module].setdefault(line, []).append(item.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self.failed.add(report.nodeid)


def reached(name: str, area: Area, folder: Path) -> Reached:
    """From a run of the area's tests as they are; kept in the folder, since it takes minutes."""
    kept = folder / f"{name}.json"
    if not kept.exists():
        in_child(lambda: _trace(area, kept), folder / f"{name}.txt", limit=None)
    told = json.loads(kept.read_text(encoding="utf-8"))
    lines = {module: {int(line): tests for line, tests in some.items()} for module, some in told["lines"].items()}
    return Reached(told["seconds"], lines)


def _trace(area: Area, kept: Path) -> int:
    tracer = Tracer(area.names())
    pytest.main([*OPTIONS, *NEAR, *(str(TESTS / test) for test in area.tests)], plugins=[tracer])
    kept.write_text(json.dumps({"seconds": tracer.found.seconds, "lines": tracer.found.lines}), encoding="utf-8")
    return 0


# --- a fault in a process ---------------------------------------------------------------------------------------------


class Planted(importlib.abc.MetaPathFinder):
    """Finds one module with a fault in it, and leaves all others to whoever finds them."""

    def __init__(self, module: str, tree: ast.Module) -> None:
        self.module, self.tree = module, tree

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if fullname != self.module:
            return None
        file = str(path_of(fullname))
        return importlib.util.spec_from_file_location(fullname, file, loader=_Loader(fullname, file, self.tree))


class _Loader(SourceFileLoader):
    def __init__(self, fullname: str, path: str, tree: ast.Module) -> None:
        super().__init__(fullname, path)
        self.tree = tree

    def get_code(self, fullname: str) -> CodeType:
        code: CodeType = compile(self.tree, self.path, "exec", dont_inherit=True)
        return code


class Chosen:
    """A plugin that runs these tests and no others, in their order."""

    def __init__(self, tests: list[str]) -> None:
        self.order = {test: place for place, test in enumerate(tests)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted((one for one in items if one.nodeid in self.order), key=lambda one: self.order[one.nodeid])


def in_child(work: Any, output: Path, limit: float | None) -> int | None:
    """The status that some work ends with in a process of its own; None if it took too long."""
    sys.stdout.flush()
    child = os.fork()
    if not child:
        os.setsid()
        with output.open("w", encoding="utf-8") as stream:
            os.dup2(stream.fileno(), 1)
            os.dup2(stream.fileno(), 2)
            status = 70
            try:
                status = work()
            finally:
                sys.stdout.flush()
                os._exit(status)
    until = None if limit is None else time.monotonic() + limit
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            _end_group(child)
            return os.waitstatus_to_exitcode(status)
        if until is not None and time.monotonic() > until:
            _end_group(child)
            os.waitpid(child, 0)
            return None
        time.sleep(0.02)


def _end_group(leader: int) -> None:
    """Whatever the tests have left running goes with them."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)


def try_out(mutant: Mutant, tests: list[str], limit: float, output: Path) -> Verdict:
    if not tests:
        return Verdict.UNREACHED

    def run() -> int:
        sys.dont_write_bytecode = True
        assert mutant.module not in sys.modules, "nothing of Cardroom may be loaded where mutants are tried"
        sys.meta_path.insert(0, Planted(mutant.module, mutant.planted()))
        files = dict.fromkeys(str(TESTS.parent / test.partition("::")[0]) for test in tests)
        own = ("--basetemp", str(output.parent / "temporary"))
        return int(pytest.main([*OPTIONS, *NEAR, *own, "-x", *files], plugins=[Chosen(tests)]))

    status = in_child(run, output, limit)
    if status is None:
        return Verdict.HUNG
    if status == pytest.ExitCode.NO_TESTS_COLLECTED:
        raise RuntimeError("tests have changed since it was learnt what they reach: begin again with --again")
    return Verdict.MISSED if status == 0 else Verdict.FOUND


# --- many -------------------------------------------------------------------------------------------------------------


def drawn(count: int, seed: int = 1, areas: Mapping[str, Area] = AREAS) -> list[tuple[str, Mutant]]:
    """So many mutants, area by area in turn; more of them begin with the same ones.

    Each has its place by what it says, so that a change elsewhere, or another name of a module, leaves it there.
    """
    decks = {}
    for name, area in areas.items():
        found_in = [mutant for module in area.names() for mutant in mutants_of(module)]
        decks[name] = sorted(
            found_in, key=lambda mutant: hashlib.sha256(f"{seed} {mutant.planted_in}".encode()).digest()
        )
    found: list[tuple[str, Mutant]] = []
    while len(found) < count and any(decks.values()):
        found += [(name, deck.pop()) for name, deck in decks.items() if deck]
    return found[:count]


@dataclass
class Trials:
    """What became of each mutant, in a file, so that a run that was stopped goes on."""

    folder: Path
    areas: Mapping[str, Area] = field(default_factory=lambda: AREAS)

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        for library in LIBRARIES:
            importlib.import_module(library)
        self.file = self.folder / "verdicts.jsonl"
        self.reached: dict[str, Reached] = {}  # by area
        self.verdicts: dict[str, Verdict] = {}
        for line in self.file.read_text(encoding="utf-8").splitlines() if self.file.exists() else ():
            told = json.loads(line)
            self.verdicts[told["mutant"]] = Verdict(told["verdict"])

    def verdict(self, area: str, mutant: Mutant) -> Verdict:
        key = f"{mutant.source} {mutant.id}"
        if key not in self.verdicts:
            if area not in self.reached:
                self.reached[area] = reached(area, self.areas[area], self.folder)
            found = self.reached[area]
            tests = found.nearest(mutant)
            self.verdicts[key] = try_out(mutant, tests, found.limit(tests), self.folder / "last.txt")
            with self.file.open("a", encoding="utf-8") as stream:
                stream.write(json.dumps({"mutant": key, "verdict": self.verdicts[key].value}) + "\n")
        return self.verdicts[key]

    def forget_survivors(self) -> None:
        """They are tried again, and what tests reach is learnt again: tests have changed."""
        for kept in self.folder.glob("*.json"):
            kept.unlink()
        self.verdicts = {key: one for key, one in self.verdicts.items() if not one.is_survivor}
        lines = [json.dumps({"mutant": key, "verdict": one.value}) + "\n" for key, one in self.verdicts.items()]
        self.file.write_text("".join(lines), encoding="utf-8")
