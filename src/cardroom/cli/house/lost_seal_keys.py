"""`cardroom rounds void --without-key`: void rounds whose seal key is lost."""

from __future__ import annotations

from typing import Annotated

import typer

from cardroom.cli.house.database_options import Database, open_store, password_of
from cardroom.cli.output import console
from cardroom.errors import CardroomError


def register(app: typer.Typer) -> None:
    group = typer.Typer(rich_markup_mode=None, no_args_is_help=True)
    group.command("void")(void)
    group.callback()(_rounds)
    app.add_typer(group, name="rounds")


def _rounds() -> None:
    """Rounds in progress of a stopped house."""


def void(
    by: Annotated[str, typer.Option(metavar="ID", help="A supervisor or an executive.")],
    second: Annotated[str, typer.Option(metavar="ID", help="Another member of the staff.")],
    without_key: Annotated[
        bool,
        typer.Option("--without-key", help="Void rounds whose cards were sealed with a key that is lost for good."),
    ] = False,
    database: Database = None,
) -> None:
    """Void rounds that cannot continue, and give their bets back.

    It takes two people: the command asks for their passwords, or reads them from standard input, one per line, that
    of --by first. Both names are recorded. Jackpot wagers go back too. The house must be stopped; in a running house
    a supervisor declares a misdeal.
    """
    from cardroom.house.runtime.identity.auth import SignedIn
    from cardroom.house.runtime.identity.lost_seal_keys import void_without_key

    if not without_key:
        raise CardroomError(
            "not-said", "Say --without-key if their key is lost. A house that has its key goes on with its rounds."
        )
    store = open_store(database)
    store.migrate()
    given_up = void_without_key(store, SignedIn(by, password_of(by)), SignedIn(second, password_of(second)))
    for one in given_up:
        console.print(f"Round {one.round_id} is void: its bets are given back. It lacked the key {one.key}.")
    if not given_up:
        console.print("No round in progress lacks its key: nothing has been changed.")
    else:
        console.print("`cardroom serve --new-key` opens the house with a new key.")
