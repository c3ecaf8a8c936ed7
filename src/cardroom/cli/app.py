"""The command line: one function per command; errors are one line on stderr and exit code 2.

Only the file of the requested command is loaded.
"""

from __future__ import annotations

import sys
from importlib import import_module

import typer
from typer.exceptions import TyperException

import cardroom
from cardroom.cli.game_file_option import add_game_file_option
from cardroom.cli.gc_tuning import disable_gc
from cardroom.cli.lazy_validation import enable_lazy_validation
from cardroom.cli.output import escape_unencodable_output, print_error
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

FILES = {  # and what each command of it does, in the words of its own help
    "games.games": {
        "games": "List the games; check and start games of your own.",
        "rules": "Show a game's rules, wagers and pay tables.",
        "hand": "Show what a hand is worth.",
        "deal": "Deal a round and show every pay-out.",
        "demo": "Deal a round of every game with every wager.",
        "paytable": "Check a pay table of your own.",
    },
    "lab.analyze": {"analyze": "Say what every wager costs, exactly."},
    "lab.jackpot": {"jackpot": "Plan a jackpot before it is switched on."},
    "lab.simulate": {"simulate": "Play a game millions of times."},
    "lab.strategy": {
        "advise": "Find the best option for a hand.",
        "strategy": "Print the best play as a short list.",
    },
    "lab.what_if": {"what-if": "Compare a game with the same game under other rules."},
    "house.serve": {
        "serve": "Run a card room: live tables, jackpots and money.",
        "check-config": "Check a floor file, line by line.",
        "schema": "The socket's messages as JSON Schema or TypeScript.",
        "staff": "Staff accounts, while the house is stopped.",
    },
    "house.servers": {"servers": "The servers of a house: one runs it, others stand by."},
    "house.lost_seal_keys": {"rounds": "Rounds in progress of a stopped house."},
    "house.audit": {"audit": "Verify, export and explain the log of a house."},
    "house.controls": {"controls": "Write a floor's internal controls as a document."},
    "house.conform": {"conform": "Check a house against what regulators require."},
    "house.backups": {
        "backup": "Back up the database, even while the house runs.",
        "restore": "Restore the database from a backup.",
    },
    "house.reports": {"report": "Report on a day of the house."},
    "house.days": {
        "day": "Gaming days: list, close, sign and correct them.",
        "archive": "Move the records of old, closed days to files.",
    },
    "games.shuffles": {
        "verify-shuffle": "Check that a deck was shuffled before the bets.",
        "shuffle-test": "Test the live shuffler's randomness.",
    },
}


def make_app(first: str = "") -> typer.Typer:
    """Load the file with this command. If none has it, only help is wanted: the list of all commands."""
    app = typer.Typer(
        add_completion=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(epilog=EXAMPLES)(_root)
    for file, commands in FILES.items():
        if first in commands:
            import_module(f"cardroom.cli.{file}").register(app)
            return app
    for commands in FILES.values():
        for command, what_it_does in commands.items():
            app.command(command, help=what_it_does)(_not_loaded)
    return app


def _not_loaded() -> None:
    raise AssertionError


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
        disable_gc()
    escape_unencodable_output()
    given = (sys.argv[1:] if arguments is None else arguments) or ["--help"]
    command = typer.main.get_command(make_app(next((word for word in given if not word.startswith("-")), "")))
    add_game_file_option(command)
    enable_lazy_validation()
    try:
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
