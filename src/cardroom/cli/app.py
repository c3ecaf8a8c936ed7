"""The command line: one function per command; errors are one line on stderr and exit code 2.

Only the file of the requested command is loaded.
"""

from __future__ import annotations

import sys
from importlib import import_module

import typer
from typer.exceptions import TyperException

import cardroom
from cardroom.cli.collecting import collect_hardly
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

FILES = {  # and the commands that each has
    "games": ("games", "rules", "hand", "deal", "demo", "paytable"),
    "analyze": ("analyze",),
    "jackpot": ("jackpot",),
    "simulate": ("simulate",),
    "strategy": ("advise", "strategy"),
    "what_if": ("what-if",),
    "serve": ("serve", "check-config", "schema", "staff"),
    "servers": ("servers",),
    "lost_keys": ("rounds",),
    "audit": ("audit",),
    "backups": ("backup", "restore"),
    "reports": ("report",),
    "days": ("day", "archive"),
    "shuffles": ("verify-shuffle", "shuffle-test"),
}


def make_app(first: str = "") -> typer.Typer:
    """Load the file with this command; or all files if none has it, so that help can list them."""
    app = typer.Typer(
        add_completion=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(epilog=EXAMPLES)(_root)
    for file in [file for file, commands in FILES.items() if first in commands] or FILES:
        import_module(f"cardroom.cli.{file}").register(app)
    return app


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"cardroom {cardroom.__version__}")
        raise typer.Exit


def _root(
    version: bool = typer.Option(False, "--version", callback=_show_version, is_eager=True, help="Show the version."),
) -> None:
    """A card room in software: approved casino table games, played to the letter."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command and exit the process with its exit code."""
    if arguments is None:  # a process of its own
        collect_hardly()
    write_anywhere()
    given = (sys.argv[1:] if arguments is None else arguments) or ["--help"]
    command = typer.main.get_command(make_app(given[0]))
    give_to_every_command(command)
    try:
        with only_meanwhile():
            code = command.main(given, prog_name="cardroom", standalone_mode=False)
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
