"""Arguments and options that several commands take."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardroom.cli.output import errors
from cardroom.errors import CardroomError

if TYPE_CHECKING:
    from cardroom.games.model import Game
    from cardroom.games.operator_paytables import OwnPayTable
    from cardroom.games.paytable import PayTable

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's id; `cardroom games` lists them.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of text.")]
PayTables = Annotated[
    list[str] | None,
    typer.Option(
        "--paytable",
        metavar="ID|FILE",
        help="A pay table in force: a printed one by its id, or a TOML file of your own. May be repeated.",
    ),
]


class Decision(StrEnum):
    """What players decide."""

    STAY = "stay"
    MOST = "most"
    FOLD = "fold"


def chosen_tables(game: Game, names: list[str]) -> dict[str, PayTable]:
    """Pay tables in force by their spot, from printed ids and files of the operator's own."""
    from cardroom.table.text.rulebook import paytable_spot

    chosen: dict[str, PayTable] = {}
    for name in names:
        tables = {paytable_spot(w): table for w in game.wagers for table in w.paytables if table.is_called(name)}
        tables = tables or _own_table(game, Path(name))
        if twice := tables.keys() & chosen.keys():
            raise CardroomError("two-paytables", f"“{name}” is a second pay table for {', '.join(sorted(twice))}.")
        chosen |= tables
    return chosen


def _own_table(game: Game, file: Path) -> dict[str, PayTable]:
    if not file.exists():
        raise CardroomError(
            "unknown-paytable",
            f"“{file}” is neither a printed pay table of {game.name} nor a file; `cardroom rules {game.id}` lists the"
            " printed ones.",
        )
    from cardroom.games.operator_paytables import load_paytable
    from cardroom.table.text.rulebook import paytable_spot

    own = load_paytable(file)
    if own.game.id != game.id:
        raise CardroomError("other-game", f"{file}: this pay table is for {own.game.id}, not for {game.id}.")
    warn_of(own)
    return {paytable_spot(own.wager): own.table}


def warn_of(own: OwnPayTable) -> None:
    """Print the warnings about a pay table of the operator's own."""
    for warning in own.warnings:
        errors.print(f"warning: {warning}")
