"""A command loads its own file only, and all files together have all commands."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from typing import Any

import pytest
import typer
from typer.core import TyperGroup

from cardroom.cli.app import FILES, make_app

HEAVY = {"numba", "numpy", "rich", "pydantic", "sqlalchemy", "litestar", "asyncio", "cryptography"}


def loaded_by(*words):
    """The modules that a command of its own has loaded when it ends."""
    code = (
        "import sys; from cardroom.cli import main; import atexit; atexit.register(lambda: print(*sys.modules)); main()"
    )
    run = subprocess.run([sys.executable, "-c", code, *words], check=True, capture_output=True, text=True)
    return set(run.stdout.splitlines()[-1].split())


def commands_of(app: typer.Typer) -> dict[str, Any]:
    group = typer.main.get_command(app)
    assert isinstance(group, TyperGroup)
    return dict(group.commands)


@pytest.mark.parametrize("file", FILES)
def test_every_file_has_the_commands_that_are_said_of_it_and_they_do_what_is_said(file):
    alone = typer.Typer()
    alone.callback()(lambda: None)
    import_module(f"cardroom.cli.{file}").register(alone)
    assert {name: command.get_short_help_str(1000) for name, command in commands_of(alone).items()} == FILES[file]


def test_a_command_comes_with_those_of_its_file_and_anything_else_with_all():
    assert set(commands_of(make_app("backup"))) == set(FILES["house.backups"])
    everything = [command for commands in FILES.values() for command in commands]
    for first in ("", "no-such-command"):
        assert list(commands_of(make_app(first))) == everything


@pytest.mark.parametrize("command", ["--help", "games", "rules mississippi-stud", "deal solitaire-stud"])
def test_a_command_loads_what_it_needs_and_nothing_that_takes_long(command):
    # pydantic among the loaded means that Typer reads values in a new way: see cli/lazy_validation.py
    loaded = loaded_by(*command.split())
    assert "cardroom.cli.app" in loaded
    assert not HEAVY & loaded
    assert not {"cardroom.lab", "cardroom.house", "cardroom.games.checks"} & loaded


def test_help_loads_no_game():
    assert not {name for name in loaded_by("--help") if name.startswith(("cardroom.games", "cardroom.cli.games"))}


def test_a_figure_kept_with_the_package_is_told_without_what_counts_it():
    assert not (HEAVY - {"asyncio"}) & loaded_by("analyze", "mississippi-stud")
