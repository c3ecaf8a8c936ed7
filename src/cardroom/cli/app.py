"""The command line: one function a command; errors are one line on stderr and exit code 2."""

from __future__ import annotations

import sys

import typer
from typer.exceptions import TyperException

import cardroom
from cardroom.cli import (
    analyze,
    audit,
    backups,
    days,
    games,
    jackpot,
    reports,
    serve,
    servers,
    shuffles,
    simulate,
    strategy,
    what_if,
)
from cardroom.cli.game_files import give_to_every_command, only_meanwhile
from cardroom.cli.output import print_error, write_anywhere
from cardroom.errors import CardroomError

EXAMPLES = """
\b
Examples:
  cardroom games                                   which games there are
  cardroom demo                                    a round of every game
  cardroom rules GAME                              how one is played and paid
  cardroom hand GAME Js Qh Kd Ac 2s 3d 9h
  cardroom deal GAME --seats 4 --seed 7

`cardroom COMMAND --help` explains a command.
"""

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
games.register(app)
analyze.register(app)
jackpot.register(app)
simulate.register(app)
strategy.register(app)
what_if.register(app)
serve.register(app)
servers.register(app)
audit.register(app)
backups.register(app)
reports.register(app)
days.register(app)
shuffles.register(app)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"cardroom {cardroom.__version__}")
        raise typer.Exit


@app.callback(epilog=EXAMPLES)
def _root(
    version: bool = typer.Option(False, "--version", callback=_show_version, is_eager=True, help="Show the version."),
) -> None:
    """A card room in software: approved casino table games, played to the letter."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command and leave the process with its exit code."""
    write_anywhere()
    given = sys.argv[1:] if arguments is None else arguments
    command = typer.main.get_command(app)
    give_to_every_command(command)
    try:
        with only_meanwhile():
            code = command.main(given or ["--help"], prog_name="cardroom", standalone_mode=False)
    except CardroomError as error:
        print_error(error.message)
        code = 2
    except TyperException as error:
        called = getattr(getattr(error, "ctx", None), "command_path", "cardroom")
        print_error(f"{error.format_message().rstrip('.')} (see `{called} --help`)")
        code = 2
    except (typer.Abort, KeyboardInterrupt):
        code = 130
    except BrokenPipeError:
        sys.stderr.close()
        code = 141
    sys.exit(code if isinstance(code, int) else 0)
