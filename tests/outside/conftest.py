"""Games from outside, known for as long as a test runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from pathlib import Path

import pytest

from cardroom.cli.games import check_subprocess, game_check
from cardroom.games.catalogue import add_file, forget_file
from cardroom.games.game_template import START
from cardroom.lab.solvers.reference import deck_search

HARBOUR = Path(__file__).parent / "harbour.py"
NAMES = {"NAME": "Northern Lights", "FUNCTION": "northern_lights", "GAME-ID": "northern-lights"}
TEXT = reduce(lambda text, name: text.replace(name, NAMES[name]), NAMES, START)

Write = Callable[..., Path]


@pytest.fixture
def harbour() -> Iterator[list[str]]:
    """The ids of its games."""
    yield add_file(HARBOUR)
    forget_file(HARBOUR)


@pytest.fixture
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """A check in this process that deals little and compares on one deck: for tests of what else it finds.

    The documentation shows a whole one.
    """
    monkeypatch.setattr(game_check, "SET_ROUNDS", 5)
    monkeypatch.setattr(game_check, "REHEARSED", 10)
    monkeypatch.setattr(deck_search, "small_decks", lambda *_, **__: ["234/cd"])
    monkeypatch.setattr(
        check_subprocess, "check_in_subprocess", lambda file, rounds, seed, _: game_check.check_file(file, rounds, seed)
    )


@pytest.fixture
def write(tmp_path: Path) -> Iterator[Write]:
    """Write the game that `games new` begins with, with some of it changed; forgotten afterwards."""
    written: list[Path] = []

    def write_file(*changes: tuple[str, str], name: str = "lights.py") -> Path:
        text = TEXT
        for old, new in changes:
            assert old in text, old
            text = text.replace(old, new)
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        written.append(path)
        return path

    yield write_file
    for path in written:
        forget_file(path)
