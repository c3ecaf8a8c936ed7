"""All games and all pay tables: those of the files in `sheets/`, and those from outside."""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from cardroom.errors import CardroomError
from cardroom.games import external_games
from cardroom.games.external_games import Factories
from cardroom.games.model import Game, Wager
from cardroom.games.paytable import PayTable
from cardroom.games.rule_parameters import Setting, is_game, settings_of, with_rules

_factories: Factories = {}
_sources: dict[str, str] = {}  # where each game from outside is from
_troubles: dict[str, str] = {}  # what could not be loaded, and why
_sound: set[str] = set()  # modules in which nothing is wrong: a file with another text makes one of another name


def factories() -> Factories:
    """What makes each game, by the game's id."""
    if not _factories:
        _factories.update(_of_sheets())
        _add_from_outside()
    return _factories


@lru_cache(maxsize=1)
def _of_sheets() -> Factories:
    sheets = import_module("cardroom.games.sheets")
    modules = [import_module(f"{sheets.__name__}.{module.name}") for module in pkgutil.iter_modules(sheets.__path__)]
    return {
        part().id: part
        for module in modules
        for part in vars(module).values()
        if is_game(part) and part.__module__ == module.__name__
    }


def _add_from_outside() -> None:
    """What packages offer and the environment names; what cannot be loaded harms nothing else."""
    for name, module in external_games.installed_modules():
        try:
            if isinstance(module, CardroomError):
                raise module
            _add_module(module, Path(inspect.getsourcefile(module) or name), name)
        except CardroomError as error:
            _troubles[name] = error.message
    for path in external_games.files_in_environment():
        try:
            add_file(path)
        except CardroomError as error:
            _troubles[str(path)] = error.message


def add_file(path: Path) -> list[str]:
    """Take in the games of a file; their ids. A file that has changed takes the place of what it was."""
    factories()
    known, source = path.resolve(), str(path.resolve())
    before = forget_file(known)
    try:
        added = _add_module(external_games.import_file(path), path, source)
    except CardroomError:
        _factories.update(before)
        _sources.update(dict.fromkeys(before, source))
        raise
    _troubles.pop(source, None)
    return added


def forget_file(path: Path) -> Factories:
    """Its games are no longer known; what made them."""
    gone = {game: _factories.pop(game) for game, source in _sources.items() if source == str(path.resolve())}
    for game in gone:
        del _sources[game]
    find_game.cache_clear()
    return gone


def _add_module(module: ModuleType, path: Path, source: str) -> list[str]:
    from cardroom.games.checks import mistakes_in

    made = external_games.games_in(module, path)
    for game, factory in made.items():
        if game in _factories:
            other = _sources.get(game, "Cardroom itself")
            line = factory.__code__.co_firstlineno
            raise CardroomError("game-taken", f"{path}:{line}: “{game}” is the id of another game, from {other}.")
        if module.__name__ in _sound:
            continue
        for mistake in mistakes_in(factory, external_games.read_text(path), path):
            if not mistake.is_warning:
                raise CardroomError("bad-game-file", mistake.told(str(path)))
    _sound.add(module.__name__)
    _factories.update(made)
    _sources.update(dict.fromkeys(made, source))
    find_game.cache_clear()
    return list(made)


def load_errors() -> Mapping[str, str]:
    """Files and packages that could not be loaded, with the reason."""
    factories()
    return _troubles


def external_origin(game_id: str) -> str:
    """Where a game from outside is from; "" for those of Cardroom itself."""
    return _sources.get(game_id.partition("?")[0], "")


def games() -> Mapping[str, Game]:
    """Every game as its file has it, by id."""
    return {game_id: find_game(game_id) for game_id in factories()}


@lru_cache(maxsize=1000)
def find_game(game_id: str) -> Game:
    """A game by its id, with rules set behind a question mark: “casino-war?decks=8”."""
    name, _, rules = game_id.strip().partition("?")
    known = _factories or _of_sheets()  # looking outside takes a while
    factory = known.get(name.lower()) or factories().get(name.lower())
    if factory is None:
        close = get_close_matches(name, factories(), n=1, cutoff=0.5)
        hint = f" Did you mean {close[0]}?" if close else ""
        broken = "".join(f" {why}" for why in _troubles.values())
        raise CardroomError(
            "unknown-game", f"There is no game “{name}”.{hint} The games are: {', '.join(factories())}.{broken}"
        )
    chosen = dict(rule.partition("=")[::2] for rule in rules.split("&") if rule)
    return with_rules(factory, chosen)


def is_known(game_id: str) -> bool:
    """Whether a game's rules are at hand; those of a log may be gone."""
    try:
        find_game(game_id)
    except CardroomError:
        return False
    return True


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
