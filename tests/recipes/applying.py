"""The recipes of docs/recipes.md, read as what they change: each `diff` block names a file, and shows lines of it.

A block begins with “diff” and the path of its file. Lines with a blank stand in the file, in this order and in one
place; lines with “+” are added there, lines with “-” are taken away. “@@” parts two places. A file that is not there is
made of the lines with “+”.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "recipes.md"
HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
BLOCK = re.compile(r"^( *)```diff (\S+)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Edit:
    path: str
    text: str  # of the block

    def applied_to(self, folder: Path) -> None:
        target = folder / self.path
        before = target.read_text(encoding="utf-8") if target.exists() else ""
        target.parent.mkdir(parents=True, exist_ok=True)
        after = self.changed(before)
        target.write_text(after, encoding="utf-8")

    def changed(self, text: str) -> str:
        for hunk in re.split(r"^@@\n", self.text, flags=re.MULTILINE):
            text = self._hunk(text.splitlines(), hunk.splitlines())
        return text

    def _hunk(self, lines: list[str], hunk: list[str]) -> str:
        shown = [line[1:] for line in hunk if not line.startswith("+")]
        meant = [line[1:] for line in hunk if not line.startswith("-")]
        if not shown:
            assert not lines, f"{self.path} is there: the recipe must show where its lines go"
            return "\n".join(meant) + "\n"
        size = len(shown)
        places = [place for place in range(len(lines) - size + 1) if lines[place : place + size] == shown]
        found = "are not in" if not places else "are in several places of"
        assert len(places) == 1, f"docs/recipes.md shows lines that {found} {self.path}:\n" + "\n".join(shown)
        lines[places[0] : places[0] + size] = meant
        return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class Recipe:
    name: str
    edits: tuple[Edit, ...]

    def applied_to(self, folder: Path) -> None:
        for edit in self.edits:
            edit.applied_to(folder)


def recipes() -> dict[str, Recipe]:
    """By their headings."""
    text = PAGE.read_text(encoding="utf-8")
    found = {}
    starts = [*HEADING.finditer(text)]
    for heading, following in zip(starts, [*starts[1:], None], strict=True):
        part = text[heading.end() : following.start() if following else len(text)]
        edits = tuple(Edit(block[2], _unindented(block[3], len(block[1]))) for block in BLOCK.finditer(part))
        if edits:
            found[heading[1]] = Recipe(heading[1], edits)
    return found


def _unindented(text: str, by: int) -> str:
    """A block in a numbered step is moved in."""
    return "".join(line[by:] if line.strip() else line[by:] or "\n" for line in text.splitlines(keepends=True))


PARTS = ("src", "tests", "docs", "ui")
LEFT_OUT = ("node_modules", "images", "*.pyc.*", "*.nb[ic]*", "*.xz.*")  # large, or just being written


def copied(folder: Path) -> Path:
    """The tree in another folder; times of files stay, so that what is compiled of them stays good."""
    for part in PARTS:
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns(*LEFT_OUT))
    for path in (*ROOT.glob("*.md"), ROOT / "pyproject.toml", ROOT / "hatch_build.py"):
        shutil.copy2(path, folder / path.name)
    return folder


def run(folder: Path, *command: str) -> tuple[int, str]:
    """A program of the virtual environment, on the copy; its status, and what it says."""
    environment = os.environ | {"PYTHONPATH": f"{folder / 'src'}", "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "200"}
    program = Path(sys.executable).parent / command[0]
    done = subprocess.run(
        [program, *command[1:]], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def run_well(folder: Path, *command: str) -> str:
    status, said = run(folder, *command)
    assert status == 0, f"{' '.join(command)}:\n{said}"
    return said
