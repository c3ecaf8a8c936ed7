"""Counting games: one folder a way. `count` takes the first way that fits a game."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import TypeVar

import msgspec

from cardroom.games.model import Game
from cardroom.lab.solvers.game_shape import packets_of
from cardroom.lab.solvers.protocol import Counted, Solved, not_counted
from cardroom.table import TableSettings

# Each folder has `fits(game)` and `counted(game)`, and imports what is heavy only when it counts.
WAYS = ("runs", "against_dealer", "streets", "holdem", "shoe")
MOST_COUNTED = 6  # games kept; some have a hundred megabytes
MOST_SOLVED = 8

Kept = TypeVar("Kept", Counted, Solved)

_counted: OrderedDict[object, Counted] = OrderedDict()
_solved: OrderedDict[object, Solved] = OrderedDict()


def count(game: Game) -> Counted:
    """A game counted without any pay. What is counted is kept: the game's id holds its rules and its deck."""
    return _kept(_counted, game.id, game, MOST_COUNTED, lambda: _way(game).counted(game))


def solve(settings: TableSettings) -> Solved:
    """The game that these settings describe, counted and priced; the last few are kept."""
    game = settings.rules
    key = settings.game, settings.folded_hands_qualify, msgspec.json.encode(settings.paytables)
    return _kept(_solved, key, game, MOST_SOLVED, lambda: count(game).priced(settings))


def _kept(known: OrderedDict[object, Kept], key: object, game: Game, most: int, make: Callable[[], Kept]) -> Kept:
    """What is known of this very game, or made now; the one not asked for the longest goes."""
    found = known.get(key)
    if found is None or found.game is not game:
        found = known[key] = make()
    known.move_to_end(key)
    while len(known) > most:
        known.popitem(last=False)
    return found


def is_counted(game: Game) -> bool:
    """Whether there is a way to count a game."""
    return any(_folder(way).fits(game) for way in WAYS)


def _way(game: Game) -> ModuleType:
    needed, cards = sum(packets_of(game, 1)), len(game.deck.cards)
    if needed > cards:
        raise not_counted(f"{cards} cards are too few for a round of {game.name}: one player's takes {needed}.")
    for way in WAYS:
        if _folder(way).fits(game):
            return _folder(way)
    raise not_counted(f"No way of counting fits {game.name}: it can be dealt and played, but has no figures.")


def _folder(way: str) -> ModuleType:
    return import_module(f"{__name__}.{way}")
