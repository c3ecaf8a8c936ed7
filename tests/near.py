"""What tests are near to a change: `make near`, or `python -m tests.near [BASE]`.

Formatter, linter, types and the order of the rooms come first. Then those tests run that are near to what differs from
the branch point with main, or from BASE: tests of the same names, tests that use what is defined in a changed file, and
what guards all files of a kind, as the documentation. Each is printed with the reason. It is no substitute for
`make test`.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[1]
CODE = ("src/", "tests/", "bench/")
MESSAGES = (
    "house/log/commands.py", "house/log/events.py", "house/kernel/messages.py", "jackpots/commands.py",
    "jackpots/events.py", "table/commands.py", "table/events.py", "house/features/alerts/causes.py",
)  # fmt: skip
FAR = (
    "tests/browser/",
    "tests/faults/",
    "tests/simulator/",
    "tests/mutants/",
    "tests/guard/",
)  # they wait, or play long
OTHER_THAN_SOURCE = ("src/cardroom/games/figures/", "src/cardroom/web/static/")


@dataclass
class Pick:
    """Tests to be run, each with why; and what is to be run besides."""

    why: dict[str, list[str]] = field(default_factory=dict)  # by path of a test file, or of a module with doctests
    pages: list[str] = field(default_factory=list)  # of the documentation, where not all are run
    browser: list[str] = field(default_factory=list)  # why the pages' types are looked over

    def add(self, test: str, reason: str) -> None:
        reasons = self.why.setdefault(test, [])
        if reason not in reasons:
            reasons.append(reason)


# --- what imports what ------------------------------------------------------------------------------------------------


@dataclass
class Tree:
    """The Python files of a working copy, and what each of them uses of the others."""

    root: Path
    files: tuple[str, ...]

    @classmethod
    def of(cls, root: Path) -> Tree:
        found = [path for place in ("src", "tests") for path in (root / place).rglob("*.py")]
        return cls(root, tuple(sorted(path.relative_to(root).as_posix() for path in found)))

    @cached_property
    def modules(self) -> dict[str, str]:
        """Files by the names of their modules."""
        return {module_of(path): path for path in self.files}

    @cached_property
    def _parsed(self) -> dict[str, Names]:
        return {
            name: names_in(
                ast.parse((self.root / path).read_text(encoding="utf-8")), name, path.endswith("__init__.py")
            )
            for name, path in self.modules.items()
        }

    def uses(self, name: str) -> set[str]:
        """The modules that define what a module uses, wherever it has it from."""
        names = self._parsed[name]
        found = {place for asked in names.asked if (place := self._home(*asked))}
        return found | {module for module in names.whole if module in self.modules}

    def _home(self, module: str, name: str, seen: frozenset[str] = frozenset()) -> str:
        """Where a name that a module has is defined; "" outside of the tree."""
        if f"{module}.{name}" in self.modules:
            return f"{module}.{name}"
        if module not in self.modules or module in seen:
            return ""
        names = self._parsed[module]
        if name in names.own:
            return module
        if name in names.taken:
            return self._home(*names.taken[name], seen | {module})
        for other in names.stars:
            if home := self._home(other, name, seen | {module}):
                return home
        return "" if seen else module  # made in another way, as in a loop


@dataclass
class Names:
    own: set[str] = field(default_factory=set)  # defined at the top
    taken: dict[str, tuple[str, str]] = field(default_factory=dict)  # from another module, by the name they have here
    stars: list[str] = field(default_factory=list)  # modules of which everything is taken
    asked: list[tuple[str, str]] = field(default_factory=list)  # module and name, of all that is used
    whole: set[str] = field(default_factory=set)  # modules imported by their names


def module_of(path: str) -> str:
    """
    >>> module_of("src/cardroom/money.py"), module_of("tests/house/__init__.py")
    ('cardroom.money', 'tests.house')
    """
    parts = PurePosixPath(path.removeprefix("src/")).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def names_in(tree: ast.Module, module: str, is_package: bool = False) -> Names:
    found = Names()
    package = module if is_package else module.rpartition(".")[0]
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.own.add(node.name)
        elif isinstance(node, ast.Assign):
            found.own |= {one.id for target in node.targets for one in ast.walk(target) if isinstance(one, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.own.add(node.target.id)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.whole |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            source = _source(node, package)
            for alias in node.names:
                if alias.name == "*":
                    found.stars.append(source)
                else:
                    found.taken[alias.asname or alias.name] = source, alias.name
    found.asked += found.taken.values()
    for node in ast.walk(tree):  # c.TapIn
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in found.taken:
            found.asked.append((".".join(found.taken[node.value.id]), node.attr))
    return found


def _source(node: ast.ImportFrom, package: str) -> str:
    if not node.level:
        return node.module or ""
    above = package.split(".")[: len(package.split(".")) - node.level + 1]
    return ".".join([*above, *([node.module] if node.module else [])])


# --- which tests are near ---------------------------------------------------------------------------------------------


def near(changed: Iterable[str], tree: Tree) -> Pick:
    """The tests that are near to changed files, by their paths."""
    pick, changed = Pick(), sorted(changed)
    tests = [path for path in tree.files if is_test(path)]
    for path in changed:
        for test, reason in _of_kind(path, tree):
            pick.add(test, reason)
        if path.startswith("ui/"):
            pick.browser.append(f"{path} has changed")
        if is_page(path):
            pick.pages.append(path)
    _by_use(changed, tree, tests, pick)
    _by_name(changed, tests, pick)
    if any(path.startswith("src/cardroom/cli/") for path in changed):
        pick.add("tests/test_docs.py", "the command line has changed")
        pick.pages.clear()
    elif pick.pages:
        pick.add("tests/test_docs.py", f"{', '.join(pick.pages)}: only the commands and links of these pages")
    pick.why = {test: why for test, why in sorted(pick.why.items()) if (tree.root / test).exists()}
    return pick


def is_test(path: str) -> bool:
    return path.startswith("tests/") and path.rpartition("/")[2].startswith("test_") and path.endswith(".py")


def is_page(path: str) -> bool:
    """Of the documentation."""
    return path.endswith(".md") and (path.startswith("docs/") or "/" not in path)


def _of_kind(path: str, tree: Tree) -> Iterator[tuple[str, str]]:
    """What guards all files of a kind."""
    if is_test(path):
        yield path, "has changed"
    own = path.removeprefix("src/cardroom/")
    is_source = own != path and not path.startswith(OTHER_THAN_SOURCE)
    if (is_source and not own.startswith("games/")) or path.startswith("ui/src/"):
        yield "tests/test_names.py", f"{path} names no game"
    if is_source and own.endswith(".py") and ">>>" in _text(tree.root / path):
        yield path, "has examples in it"
    is_message = own in MESSAGES or (own.startswith("house/features/") and own.endswith("/messages.py"))
    if is_message:
        yield "tests/golden/test_tags.py", f"{path} says what may stand in the log"
        yield "tests/golden/test_prose.py", f"{path} says what may stand in the log"
        yield "tests/guard/test_coverage.py", f"the guard's stories use everything in {path}"
    if is_message or (own.startswith("house/features/") and own.endswith("/feature.py")):
        yield "tests/golden/test_roles.py", f"{path} says who may do what"
    if own.startswith("house/features/") or own == "house/engine/feature_order.py":
        yield "tests/house/test_features.py", f"{path} is of a feature"
    if own.startswith("web/") and is_source:
        yield "tests/golden/test_roles.py", f"{path} answers to people"
    if is_message or (own.startswith("web/") and is_source) or path == "ui/src/lib/messages.ts":
        yield "tests/web/test_http.py", f"ui/src/lib/messages.ts follows {path}"
    if own.startswith("games/sheets/"):
        yield "tests/table/test_set_rules.py", f"the oracle plays {path} as well"
        yield "tests/games/test_catalogue.py", f"{path} is a game"
        yield "tests/test_docs.py", f"the pages show figures of {path}"
    if path.startswith("tests/golden/"):
        yield f"tests/golden/test_{PurePosixPath(path).stem}.py", f"{path} has changed"


def _by_use(changed: list[str], tree: Tree, tests: list[str], pick: Pick) -> None:
    """Tests that use what is defined in a changed file, themselves or by the helpers of tests that they use."""
    defined: dict[str, list[str]] = {}
    for path in changed:
        if path.endswith(".py") and path.startswith(("src/", "tests/")):
            defined.setdefault(module_of(path), []).append(path)
        if feature := _feature(path):  # a test has its commands and events in its hands, and nothing else of it
            defined.setdefault(f"cardroom.house.features.{feature}.messages", []).append(path)
    used = _with_helpers(tree)
    for test in tests:
        for module in sorted(used[module_of(test)] & defined.keys()):
            for path in defined[module]:
                if path != test and not _is_far(test, path):
                    pick.add(test, f"uses {path}")


def _is_far(test: str, path: str) -> bool:
    return any(test.startswith(folder) and not path.startswith(folder) for folder in FAR)


def _feature(path: str) -> str:
    """
    >>> _feature("src/cardroom/house/features/duty/state.py")
    'duty'
    """
    parts = PurePosixPath(path).parts
    return parts[4] if path.startswith("src/cardroom/house/features/") and len(parts) == 6 else ""


def _with_helpers(tree: Tree) -> Mapping[str, set[str]]:
    """What each module of the tests uses, by the helpers that it uses as well; what conftest.py has is everyone's.

    Of the source it is what the test names itself: what its helpers use to set a scene is no reason to run it.
    """
    own = {name: tree.uses(name) for name in tree.modules if name.startswith("tests")}
    found: dict[str, set[str]] = {}
    for name, uses in own.items():
        reached, todo = set(uses), [one for one in uses if one in own]
        while todo:
            more = {one for one in own[todo.pop()] if one in own} - reached
            reached |= more
            todo += more
        found[name] = reached
    return found


def _by_name(changed: list[str], tests: list[str], pick: Pick) -> None:
    """src/cardroom/house/features/duty/state.py has tests in tests/house/test_duty.py."""
    for path in changed:
        own = path.removeprefix("src/cardroom/")
        if own == path or not path.endswith(".py"):
            continue
        room, *rest = PurePosixPath(own).with_suffix("").parts
        words = set(rest) if room in ("house", "web") else {room, *rest}
        if feature := _feature(path):
            words = {feature}  # all of it is tested together
        for test in tests:
            folder, stem = PurePosixPath(test).parts[1], PurePosixPath(test).stem.removeprefix("test_")
            if folder in (room, f"test_{room}.py") and stem in words:
                pick.add(test, f"is named like {path}")


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


# --- what has changed, and what is run --------------------------------------------------------------------------------


def changed_since(base: str) -> list[str]:
    """Committed or not, and what is new and not ignored."""
    lines = [*_git("diff", "--name-only", base), *_git("ls-files", "--others", "--exclude-standard")]
    return sorted(set(lines))


def branch_point() -> str:
    """Where this branch left main; on main itself, what is not committed has changed."""
    for main in ("main", "origin/main"):
        try:
            return _git("merge-base", "HEAD", main)[0]
        except subprocess.CalledProcessError:
            continue
    return "HEAD"


def _git(*arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def proofs(changed: Iterable[str]) -> Iterator[list[str]]:
    """What is said without running anything; types and rooms only where the source has changed."""
    python = [path for path in changed if path.endswith(".py") and (ROOT / path).exists()]
    if python:
        yield ["ruff", "format", "--check", "--quiet", *python]
        yield ["ruff", "check", "--quiet", *python]
    if python:
        yield ["mypy", "--no-error-summary", "src", "tests"]
    if any(path.startswith("src/") for path in python):
        yield ["lint-imports", "--no-logo"]


def runs(pick: Pick, changed: Iterable[str]) -> Iterator[list[str]]:
    """Slow tests only where they have changed themselves, or guard files of this kind."""
    whole = [test for test in pick.why if test.startswith("tests/golden/") or test in changed]
    docs = ["tests/test_docs.py"] if "tests/test_docs.py" in pick.why and "tests/test_docs.py" not in whole else []
    rest = [test for test in pick.why if test not in {*whole, *docs}]
    if pick.browser:
        yield ["python", "hatch_build.py", "check"]
    if rest:
        yield ["pytest", "-m", "not slow and not soak", *rest]
    if docs:
        yield ["pytest", *docs, *(["-k", " or ".join(pick.pages)] if pick.pages else [])]
    if whole:
        yield ["pytest", *whole]


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(arguments: list[str]) -> int:
    base = (arguments[0] if arguments else "") or branch_point()
    changed = changed_since(base)
    if not changed:
        say(f"Nothing has changed since {base[:12]}.")
        return 0
    pick = near(changed, Tree.of(ROOT))
    say(f"{len(changed)} files have changed since {base[:12]}; near to them:")
    for reason in pick.browser[:1]:
        say(f"  types of ui/: {reason}")
    for test, why in pick.why.items():
        say(f"  {test}: {'; '.join(why[:2])}{f'; and {len(why) - 2} more' if len(why) > 2 else ''}")
    if not pick.why and not pick.browser:
        say("  no test")
    programs = Path(sys.executable).parent
    for command in [*proofs(changed), *runs(pick, changed)]:
        say(f"\n$ {' '.join(command)}" if len(command) < 40 else f"\n$ {' '.join(command[:6])} …")
        status = subprocess.run([programs / command[0], *command[1:]], cwd=ROOT, env=os.environ, check=False).returncode
        if status not in (0, 5):  # 5: all that was picked is slow
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
