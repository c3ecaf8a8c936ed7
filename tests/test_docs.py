"""Every command and every piece of Python shown in the documentation is run, and prints what is shown there.

- In a block marked `console`, a line `$ cardroom …` is run; the lines under it are what it must print. A line of `…`
  or `...` stands for any lines. A shown refusal (`cardroom: …`) must be one; any other command must succeed.
- A block marked `python` is run in the page's own namespace; one written as a dialogue (`>>>`) must answer as shown.
- A block marked `toml NAME` or `python NAME` is a file that the page's commands can read, but for one that begins it.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

import pytest

from cardroom.cli import main
from cardroom.cli.output import console
from cardroom.games import games

from .patience import PATIENCE

ROOT = Path(__file__).parents[1]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
FENCE = re.compile(r"^```([^\n`]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")
ELISION = ("…", "...")
ROOMS = ("cards", "money", "ledger", "hands", "games", "table", "jackpots", "lab", "house", "web", "cli", "api")


@dataclass(frozen=True)
class Block:
    page: Path
    line: int
    info: str
    text: str

    @property
    def place(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


@dataclass(frozen=True)
class Command:
    block: Block
    typed: str
    shown: tuple[str, ...]


def blocks(page: Path, language: str) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for match in FENCE.finditer(text):
        if match[1].split()[0] == language:
            yield Block(page, text.count("\n", 0, match.start()) + 1, match[1], match[2])


def commands(block: Block) -> Iterator[Command]:
    """The commands of a block, each with the lines shown under it. Commands of other programs are left alone."""
    lines = block.text.replace("\\\n", "").splitlines()
    for place, line in enumerate(lines):
        if line.startswith("$ cardroom"):
            shown = takewhile(lambda other: not other.startswith("$ "), lines[place + 1 :])
            yield Command(block, line.removeprefix("$ "), tuple(shown))


CONSOLES = [block for page in PAGES for block in blocks(page, "console")]
COMMANDS = [command for block in CONSOLES for command in commands(block)]


def run_in_process(typed: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    capsys.readouterr()
    with pytest.raises(SystemExit) as left:
        main(shlex.split(typed)[1:])
    streams = capsys.readouterr()
    return left.value.code, streams.err + streams.out


def run_in_shell(typed: str) -> tuple[int, str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "COLUMNS": "80"}
    ran = subprocess.run(
        typed, shell=True, capture_output=True, encoding="utf-8", check=False, timeout=PATIENCE, env=environment
    )
    return ran.returncode, ran.stderr + ran.stdout


def matches(shown: list[str], printed: list[str]) -> bool:
    """Whether the printed lines are the shown ones, where an elision stands for any lines."""
    if not shown:
        return not printed
    if shown[0].strip() in ELISION:
        return any(matches(shown[1:], printed[start:]) for start in range(len(printed) + 1))
    return bool(printed) and shown[0] == printed[0] and matches(shown[1:], printed[1:])


def trimmed(text: str) -> list[str]:
    """Lines without blanks at their ends and without empty lines at the end of it all."""
    return [line.rstrip() for line in text.rstrip().splitlines()]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: f"{command.block.place} {command.typed}")
def test_a_shown_command_prints_what_is_shown(command, capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(console, "width", 80)
    monkeypatch.chdir(tmp_path)
    for file in (*blocks(command.block.page, "toml"), *blocks(command.block.page, "python")):
        name = file.info.partition(" ")[2].strip()
        if name and "games new" not in command.typed:
            Path(name).write_text(file.text, encoding="utf-8")
    needs_shell = re.search(r"[|<>;&]", command.typed)
    code, printed = run_in_shell(command.typed) if needs_shell else run_in_process(command.typed, capsys)
    shown = trimmed("\n".join(command.shown))
    is_refusal = bool(shown) and re.match(r"cardroom: |\S+\.toml:\d+: ", shown[0]) is not None
    assert code == (2 if is_refusal else 0), printed
    if shown and not matches(shown, trimmed(printed)):
        pytest.fail(f"{command.block.place}: `{command.typed}` prints\n{printed}")


@pytest.mark.parametrize("page", [page for page in PAGES if any(blocks(page, "python"))], ids=lambda page: page.name)
def test_shown_python_runs(page):
    namespace: dict[str, object] = {"__name__": "__main__"}
    for block in blocks(page, "python"):
        if ">>>" not in block.text:
            exec(compile("\n" * block.line + block.text, block.page, "exec"), namespace)
            continue
        dialogue = doctest.DocTestParser().get_doctest(block.text, namespace, block.place, str(page), block.line)
        runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
        said: list[str] = []
        runner.run(dialogue, out=said.append, clear_globs=False)
        assert not runner.summarize(verbose=False).failed, "".join(said)
        namespace = dialogue.globs


@pytest.mark.parametrize("block", CONSOLES, ids=lambda block: block.place)
def test_a_console_block_shows_a_command(block):
    assert block.text.startswith("$ ")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_to_other_pages_lead_somewhere(page):
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("room", ROOMS)
def test_the_picture_of_the_rooms_is_up_to_date(room):
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    exists = any((ROOT / "src" / "cardroom" / name).exists() for name in (f"{room}/__init__.py", f"{room}.py"))
    assert re.search(rf"│.* {room}\b", page), f"docs/architecture.md does not show {room}"
    assert not (exists and f"{room} (later)" in page), f"{room} is there now: docs/architecture.md calls it a later one"


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_the_page_on_own_pay_tables_names_every_hand_of_every_wager(game):
    page = (ROOT / "docs" / "own-pay-tables.md").read_text(encoding="utf-8")
    for wager in game.wagers:
        if wager.hand_classes and not wager.id.endswith("_street"):  # the streets share the Ante's table
            assert f"`{wager.id}`" in page
            assert all(step.name in page for step in wager.hand_classes.classes)


def test_an_elision_stands_for_any_lines():
    assert matches(["a", "…", "c"], ["a", "b", "b", "c"])
    assert matches(["...", "c"], ["c"])
    assert not matches(["a", "…", "d"], ["a", "b", "c"])
    assert not matches(["a"], ["a", "b"])
