"""The command line: one function a command; errors are one line on stderr and exit code 2."""

from __future__ import annotations

import sys

import typer
from typer.exceptions import TyperException

import cardroom
from cardroom.cli import games
from cardroom.cli.output import errors
from cardroom.errors import CardroomError

app = typer.Typer(
    help="A card room in software: approved casino table games, played to the letter.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
games.register(app)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"cardroom {cardroom.__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: bool = typer.Option(False, "--version", callback=_show_version, is_eager=True, help="Show the version."),
) -> None:
    """A card room in software: approved casino table games, played to the letter."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command and leave the process with its exit code."""
    command = typer.main.get_command(app)
    try:
        code = command.main(arguments, prog_name="cardroom", standalone_mode=False)
    except CardroomError as error:
        errors.print(f"cardroom: {error.message}", markup=False)
        code = 2
    except TyperException as error:
        if message := error.format_message():  # empty when the help has just been shown
            errors.print(f"cardroom: {message}", markup=False)
        code = 2
    except (typer.Abort, KeyboardInterrupt):
        code = 130
    except BrokenPipeError:
        sys.stderr.close()
        code = 141
    sys.exit(code if isinstance(code, int) else 0)
