"""Games under their first printed pay tables: solving takes seconds, so a process of tests solves each once."""

from __future__ import annotations

from functools import cache

from cardroom.lab.solving import RunSolution, StreetSolution, UpCardSolution, solve
from cardroom.table import table_settings


@cache
def solved_game(game: str) -> RunSolution | UpCardSolution | StreetSolution:
    return solve(table_settings(game))
