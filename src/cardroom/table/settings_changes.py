"""The same table under other rules or another pay table, for questions about it; nothing changes in place."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardroom.errors import CardroomError
from cardroom.games import find_game, find_paytable
from cardroom.games.model import Game, Wager
from cardroom.games.operator_paytables import OwnPayTable, load_paytable, own_paytable, read_paytable
from cardroom.games.paytable import PayTable
from cardroom.table.settings import TableSettings, table_settings

# A printed table by its id, a file of one's own, a table made by a program, or its lines: hands and what they pay.
AnyPayTable = str | Path | PayTable | Mapping[str, Any]


def with_rules(settings: TableSettings, rules: Mapping[str, object]) -> TableSettings:
    """Under these rules beside those that are set already; pay tables that were chosen stay.

    >>> from cardroom.games import games
    >>> from cardroom.games.catalogue import settable
    >>> game = next(game for game in games().values() if settable(game))
    >>> rule = settable(game)[0]
    >>> other = next(value for value in rule.values if value != rule.default)
    >>> with_rules(table_settings(game.id), {rule.name: other}).rules.variant == {rule.name: other}
    True
    """
    game = settings.rules
    chosen = "&".join(f"{name}={value}" for name, value in {**game.variant, **rules}.items())
    changed = find_game(f"{game.id.partition('?')[0]}?{chosen}")
    kept: dict[str, str | PayTable] = {}
    for wager_id, table in settings.paytables.items():
        if table != game.wager(wager_id).paytables[0]:
            kept[wager_id] = table.id if table.is_printed else table
    return _settings(settings, changed, kept)


def with_paytable(settings: TableSettings, wager_id: str, table: PayTable) -> TableSettings:
    """With another pay table for a wager, and for the wagers of the game that are paid by the same."""
    game = settings.rules
    tables: dict[str, str | PayTable] = {**settings.paytables}
    return _settings(
        settings, game, tables | dict.fromkeys(wagers_sharing_paytables(game, game.wager(wager_id)), table)
    )


def wagers_sharing_paytables(game: Game, wager: Wager) -> list[str]:
    """The wager, and those of the game itself that have the same printed pay tables."""
    if wager.is_side_bet:
        return [wager.id]
    return [w.id for w in game.wagers if not w.is_side_bet and w.paytables == wager.paytables]


def _settings(settings: TableSettings, game: Game, tables: Mapping[str, str | PayTable]) -> TableSettings:
    return table_settings(game.id, paytables=tables, folded_hands_qualify=settings.folded_hands_qualify)


def read_table(game: Game, wager: Wager, given: AnyPayTable, called: str = "") -> OwnPayTable:
    """A pay table for a wager, whatever it is given as, and what is doubtful about it."""
    if not wager.paytables:
        raise CardroomError("no-paytable", f"{wager.name} of {game.name} is not paid by a pay table.")
    if isinstance(given, PayTable):
        if given in wager.paytables:
            return OwnPayTable(game, wager, given, ())
        return own_paytable(game, wager, given)
    if isinstance(given, Mapping):
        return _from_lines(game, wager, given, called or f"own {wager.name}")
    if isinstance(given, Path) or given.endswith(".toml"):
        return _from_file(game, wager, Path(given))
    return OwnPayTable(game, wager, find_paytable(wager, given), ())


def _from_lines(game: Game, wager: Wager, lines: Mapping[str, Any], called: str) -> OwnPayTable:
    """Pays depend on the number of hands where the printed table's do."""
    columns = list(wager.paytables[0].columns)
    document = {
        "id": called,
        "game": game.id,
        "wager": wager.id,
        "line": [
            {"hand": hand, "pays": list(pays) if isinstance(pays, tuple) else pays} for hand, pays in lines.items()
        ],
    }
    return read_paytable(document | ({"columns": columns} if columns else {}), f"pay table “{called}”")


def _from_file(game: Game, wager: Wager, file: Path) -> OwnPayTable:
    """A file names the game as it is printed; it serves under other rules too."""
    own = load_paytable(file)
    if own.game.id.partition("?")[0] != game.id.partition("?")[0]:
        raise CardroomError("other-game", f"{file}: this pay table is for {own.game.id}, not for {game.id}.")
    if own.wager.id not in wagers_sharing_paytables(game, wager):
        raise CardroomError("other-wager", f"{file}: this pay table is for {own.wager.name}, not for {wager.name}.")
    return OwnPayTable(game, wager, own.table, own.warnings)
