"""Counting games: one folder a way. `count` takes the first way that fits a game."""

from __future__ import annotations

from collections import OrderedDict
from importlib import import_module
from types import ModuleType

from cardroom.games.model import Game
from cardroom.lab.counting.protocol import Counted, Solved, not_counted
from cardroom.table import TableSettings

# Each folder has `fits(game)` and `counted(game)`, and imports what is heavy only when it counts.
WAYS = ("runs", "hands", "streets", "holdem", "shoe")
MOST_KEPT = 6  # games; some have a hundred megabytes

_kept: OrderedDict[str, Counted] = OrderedDict()


def count(game: Game) -> Counted:
    """A game counted without any pay. What is counted is kept: the game's id holds its rules and its deck."""
    known = _kept.get(game.id)
    if known is None or known.game is not game:
        known = _kept[game.id] = _way(game).counted(game)
    _kept.move_to_end(game.id)
    while len(_kept) > MOST_KEPT:
        _kept.popitem(last=False)
    return known


def solve(settings: TableSettings) -> Solved:
    """The game that these settings describe, counted and priced."""
    return count(settings.rules).priced(settings)


def is_counted(game: Game) -> bool:
    """Whether there is a way to count a game."""
    return any(_folder(way).fits(game) for way in WAYS)


def _way(game: Game) -> ModuleType:
    for way in WAYS:
        if _folder(way).fits(game):
            return _folder(way)
    raise not_counted(f"No way of counting fits {game.name}: its figures can be simulated at the table, not counted.")


def _folder(way: str) -> ModuleType:
    return import_module(f"{__name__}.{way}")
