"""Cardroom: approved casino table games, played to the letter, with their mathematics and their money.

    import cardroom as cr

Nothing is loaded until it is asked for.

>>> import cardroom as cr
>>> game = next(iter(cr.games().values()))
>>> game.deal(seed=7).options[0]
'fold'
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardroom.api import (
        Advice,
        Analysis,
        CardroomError,
        Deal,
        Game,
        Line,
        PayTable,
        SideBet,
        Simulation,
        Strategy,
        evaluate,
        game,
        games,
        ranking,
    )

__version__ = "0.4.0"

__all__ = [
    "Advice",
    "Analysis",
    "CardroomError",
    "Deal",
    "Game",
    "Line",
    "PayTable",
    "SideBet",
    "Simulation",
    "Strategy",
    "evaluate",
    "game",
    "games",
    "ranking",
]


def __getattr__(name: str) -> Any:
    if name == "games":
        return import_module("cardroom.games")
    if name in __all__:
        return getattr(import_module("cardroom.api"), name)
    raise AttributeError(f"module “cardroom” has no attribute “{name}”")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _Games(ModuleType):
    """The room `cardroom.games`, which can also be called: `cr.games()` gives all games."""

    def __call__(self) -> "dict[str, Game]":
        found: dict[str, Game] = import_module("cardroom.api").games()
        return found


class _Cardroom(ModuleType):
    """This package. It has a room and a function of the same name; whoever imports the room gets both in one."""

    def __setattr__(self, name: str, value: object) -> None:
        if name == "games" and isinstance(value, ModuleType):
            value.__class__ = _Games
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Cardroom
