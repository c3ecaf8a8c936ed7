"""`--game-file`, which every command takes: games of the operator's own, from files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer


def _take_in(context: typer.Context, files: list[Path] | None) -> list[Path] | None:
    """Let the files' games be known until the command ends."""
    if not files:
        return files
    from cardroom.games.catalogue import add_file, forget_file
    from cardroom.games.external_games import VARIABLE, add_to_environment, files_in_environment

    before = files_in_environment()

    def forget() -> None:
        for file in files_in_environment():
            if file not in before:
                forget_file(file)
        os.environ[VARIABLE] = os.pathsep.join(map(str, before))

    context.find_root().call_on_close(forget)
    for file in files:
        add_file(file)
        add_to_environment(file)
    return files


def _with_game_file(
    game_file: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            is_eager=True,
            callback=_take_in,
            help="A game of your own, in a Python file. May be repeated.",
        ),
    ] = None,
) -> None: ...


def add_game_file_option(command: Any) -> None:
    """Load the files before a command looks up a game; the command itself does not see the option."""
    one = typer.Typer(add_completion=False)
    one.command()(_with_game_file)
    option = next(param for param in typer.main.get_command(one).params if param.name == "game_file")
    option.expose_value = False
    for found in list(_commands(command)):
        found.params.append(option)


def _commands(command: Any) -> Iterator[Any]:
    """All commands that do something, including a group that works without a subcommand."""
    inner = getattr(command, "commands", None)
    if inner is None or command.invoke_without_command:
        yield command
    for below in (inner or {}).values():
        yield from _commands(below)
