"""Games under their first printed pay tables: counting takes seconds, so a run of tests counts each once.

With `--solved` it is done before the workers are forked, and they have it.
"""

from __future__ import annotations

from functools import cache

from cardroom.games import games
from cardroom.lab.analysis.game_analysis import analyze
from cardroom.lab.results import Analysis
from cardroom.lab.solvers import is_counted, solve
from cardroom.lab.solvers.protocol import Solved
from cardroom.lab.strategy.rule_list import Strategy, derive_strategy
from cardroom.table import table_settings

COUNTED = [game.id for game in games().values() if is_counted(game)]
DECIDED = [game for game in COUNTED if games()[game].decisions]


@cache
def solved_game(game: str) -> Solved:
    return solve(table_settings(game))


@cache
def analysis_of(game: str) -> Analysis:
    return analyze(table_settings(game), use_cache=False)


@cache
def derived_strategy(game: str) -> Strategy:
    return derive_strategy(solved_game(game))
