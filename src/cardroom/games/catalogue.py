"""All games and all pay tables: those of the files in `sheets/`, and those from outside."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from importlib import import_module
from types import ModuleType

from cardroom.errors import CardroomError
from cardroom.games.model import Game, Wager
from cardroom.games.paytable import PayTable
from cardroom.games.settable import Setting, is_game, settings_of, with_rules

Factories = dict[str, Callable[..., Game]]

_factories: Factories = {}


def factories() -> Factories:
    """What makes each game, by the game's id."""
    if not _factories:
        sheets = import_module("cardroom.games.sheets")
        for module in pkgutil.iter_modules(sheets.__path__):
            add_games(import_module(f"{sheets.__name__}.{module.name}"))
    return _factories


def add_games(module: ModuleType) -> list[str]:
    """Take in the games of a file; their ids."""
    found = [part for part in vars(module).values() if is_game(part) and part.__module__ == module.__name__]
    made = {factory().id: factory for factory in found}
    _factories.update(made)
    find_game.cache_clear()
    return list(made)


def games() -> Mapping[str, Game]:
    """Every game as its file has it, by id."""
    return {game_id: find_game(game_id) for game_id in factories()}


@lru_cache(maxsize=1000)
def find_game(game_id: str) -> Game:
    """A game by its id, with rules set behind a question mark: “casino-war?decks=8”."""
    name, _, rules = game_id.strip().partition("?")
    factory = factories().get(name.lower())
    if factory is None:
        close = get_close_matches(name, factories(), n=1, cutoff=0.5)
        hint = f" Did you mean {close[0]}?" if close else ""
        raise CardroomError(
            "unknown-game", f"There is no game “{name}”.{hint} The games are: {', '.join(factories())}."
        )
    chosen = dict(rule.partition("=")[::2] for rule in rules.split("&") if rule)
    return with_rules(factory, chosen)


def settable(game: Game) -> tuple[Setting, ...]:
    """The rules of a game that may be set."""
    return settings_of(factories()[game.id.partition("?")[0]])


def find_paytable(wager: Wager, name: str) -> PayTable:
    """A wager's pay table by its printed id or another name it is known by."""
    for table in wager.paytables:
        if table.is_called(name):
            return table
    known = ", ".join(table.id for table in wager.paytables) or "none"
    raise CardroomError("unknown-paytable", f"{wager.name} has no pay table “{name}”; it has: {known}.")


def locate_paytable(path: str) -> list[tuple[Game, Wager, PayTable]]:
    """Every place in the catalogue where a pay table stands, from its name or “GAME/WAGER/NAME”."""
    *where, name = path.split("/", 2) if path.count("/") >= 2 else [path]  # “03a/b” has a stroke of its own
    found = [found for found in _all_paytables() if found[2].is_called(name) and (not where or where == _place(found))]
    if not found:
        raise CardroomError("unknown-paytable", f"There is no pay table “{path}”; `cardroom rules GAME` lists them.")
    return found


def _all_paytables() -> Iterator[tuple[Game, Wager, PayTable]]:
    for game in games().values():
        for wager in game.wagers:
            for table in wager.paytables:
                yield game, wager, table


def _place(found: tuple[Game, Wager, PayTable]) -> list[str]:
    return [found[0].id, found[1].id]
