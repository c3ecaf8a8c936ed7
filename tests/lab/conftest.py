from __future__ import annotations

import pytest

from .solved_games import solved_game


@pytest.fixture(scope="session")
def solved():
    """`solved("keep-it-straight")`: the game under its first printed pay tables."""
    return solved_game
