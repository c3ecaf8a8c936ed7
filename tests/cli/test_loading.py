"""A command loads its own file only, and all files together have all commands."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest
import typer
from typer.core import TyperGroup

from cardroom.cli.app import FILES, make_app


def commands_of(app: typer.Typer) -> set[str]:
    group = typer.main.get_command(app)
    assert isinstance(group, TyperGroup)
    return set(group.commands)


@pytest.mark.parametrize("file", FILES)
def test_every_file_has_the_commands_that_are_said_of_it(file):
    alone = typer.Typer()
    alone.callback()(lambda: None)
    import_module(f"cardroom.cli.{file}").register(alone)
    assert commands_of(alone) == set(FILES[file])


def test_a_command_comes_with_those_of_its_file_and_anything_else_with_all():
    assert commands_of(make_app("backup")) == set(FILES["backups"])
    everything = {command for commands in FILES.values() for command in commands}
    for first in ("", "--help", "no-such-command"):
        assert commands_of(make_app(first)) == everything


def test_a_command_of_the_lab_loads_neither_server_nor_database():
    code = "import sys; from cardroom.cli.app import make_app; make_app('analyze'); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    assert "cardroom.cli.analyze" in loaded
    assert not {"litestar", "sqlalchemy", "numba", "numpy", "asyncio", "cardroom.cli.serve"} & set(loaded)
