"""Solved games, shared by the tests of the lab: solving takes seconds, so each game is solved once."""

from __future__ import annotations

from functools import cache

import pytest

from cardroom.lab.solving import solve
from cardroom.table import table_settings


@pytest.fixture(scope="session")
def solved():
    """`solved("keep-it-straight")`: the game under its first printed pay tables."""
    return cache(lambda game: solve(table_settings(game)))
