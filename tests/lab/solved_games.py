"""Games under their first printed pay tables: solving takes seconds, so a process of tests solves each once."""

from __future__ import annotations

from functools import cache

from cardroom.games import games
from cardroom.lab.counting import is_counted, solve
from cardroom.lab.counting.protocol import Solved
from cardroom.table import table_settings

COUNTED = [game.id for game in games().values() if is_counted(game)]
DECIDED = [game for game in COUNTED if games()[game].decisions]


@cache
def solved_game(game: str) -> Solved:
    return solve(table_settings(game))
