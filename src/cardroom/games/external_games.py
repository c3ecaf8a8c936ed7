"""Games from outside: files and packages of an operator's own, beside the files in `sheets/`.

A file is named on the command line, in a floor file or in the environment (CARDROOM_GAMES, paths joined as in PATH); a
package offers its modules as entry points of the group “cardroom.games”. Worker processes are told by the environment.
A file is imported under a name of its own, and what goes wrong in it is told with its line.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from cardroom.errors import CardroomError
from cardroom.games.model import Game
from cardroom.games.rule_parameters import is_game, settings_of

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

VARIABLE = "CARDROOM_GAMES"
GROUP = "cardroom.games"

Factories = dict[str, Callable[..., Game]]

ANYTHING = (Exception, SystemExit)  # that somebody else's file may raise

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def files_in_environment() -> list[Path]:
    """The files that the environment names."""
    return [Path(name) for name in os.environ.get(VARIABLE, "").split(os.pathsep) if name]


def add_to_environment(path: Path) -> None:
    """From now on the environment names this file too, for processes that are started from here."""
    files = [*map(str, files_in_environment())]
    if str(path.resolve()) not in files:
        os.environ[VARIABLE] = os.pathsep.join([*files, str(path.resolve())])


def read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise CardroomError("no-file", f"{path}: cannot be read ({why}).") from None


def import_file(path: Path) -> ModuleType:
    """The module that a file makes, under a name that nothing else has. Nothing is written beside it."""
    text = read_text(path)
    digest = hashlib.sha256(f"{path.resolve()}\n{text}".encode()).hexdigest()[:16]
    module = ModuleType(f"cardroom_game_file_{digest}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module
    try:
        exec(compile(text, str(path), "exec", dont_inherit=True), vars(module))  # noqa: S102 - the operator's own
    except ANYTHING as error:
        del sys.modules[module.__name__]
        raise load_error(path, error) from None
    return module


def games_in(module: ModuleType, path: Path) -> Factories:
    """What makes each game of a module, by the game's id; each has been made once."""
    found = [part for part in vars(module).values() if is_game(part) and part.__module__ == module.__name__]
    if not found:
        raise CardroomError(
            "bad-game-file", f"{path}:1: there is no game in it: mark the function that makes it @game."
        )
    made: Factories = {}
    for factory in found:
        game = _made(factory, path)
        if game.id in made:
            raise CardroomError("bad-game-file", f"{_place(factory, path)}: “{game.id}” is made twice in this file.")
        made[game.id] = factory
    return made


def _made(factory: Callable[..., Game], path: Path) -> Game:
    try:
        settings_of(factory)
        game = factory()
    except ANYTHING as error:
        raise load_error(path, error, _place(factory, path)) from None
    if not isinstance(game, Game):
        raise CardroomError("bad-game-file", f"{_place(factory, path)}: {factory.__name__} makes no Game.")
    if not isinstance(game.id, str) or not _ID.fullmatch(game.id):
        raise CardroomError(
            "bad-game-file", f"{_place(factory, path)}: “{game.id}” is no id: write small letters, digits and dashes."
        )
    return game


def load_error(path: Path, error: BaseException, otherwise: str = "") -> CardroomError:
    """What went wrong as a sentence, with the last line of the file that had a part in it."""
    if isinstance(error, SyntaxError):
        return CardroomError("bad-game-file", f"{path}:{error.lineno or 1}: not Python: {error.msg}.")
    line = error_line(error, path)
    place = f"{path}:{line}" if line else otherwise or f"{path}:1"
    said = error.message if isinstance(error, CardroomError) else f"{type(error).__name__}: {error}"
    return CardroomError("bad-game-file", f"{place}: {' '.join(said.split())}")


def error_line(error: BaseException, path: Path) -> int:
    """The last line of a file on the way to an error; 0 where it was not on the way."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    return (lines[-1] or 0) if lines else 0


def _place(factory: Callable[..., Game], path: Path) -> str:
    code = getattr(factory, "__code__", None)
    return f"{path}:{code.co_firstlineno + 1 if code else 1}"


def entry_points(group: str) -> EntryPoints:
    from importlib import metadata  # which takes longer to load than all games

    return metadata.entry_points(group=group)


def installed_modules() -> Iterator[tuple[str, ModuleType | CardroomError]]:
    """What installed packages offer, each by its name; or why it cannot be had."""
    for found in entry_points(group=GROUP):
        name = f"{found.name} (entry point {found.value})"
        try:
            loaded = found.load()
            module = loaded if isinstance(loaded, ModuleType) else sys.modules[loaded.__module__]
        except ANYTHING as error:
            said = " ".join(f"{type(error).__name__}: {error}".split())
            yield name, CardroomError("bad-game-file", f"{name}: cannot be loaded: {said}")
        else:
            yield name, module
