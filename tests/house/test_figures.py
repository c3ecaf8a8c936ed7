"""The figures of a table's day: each is counted a second time, and kept when two days are made one."""

from __future__ import annotations

import pytest

from cardroom.house.engine.day_figures import TableFigures

from .day_books import TableDay

OF_SEVERAL = {"staked", "estimated", "dealers", "earlier"}  # what is no sum
AT_THE_END = {"tray", "box"}  # as the later day has left it
FIGURES = [name for name in TableFigures.__struct_fields__ if name not in OF_SEVERAL]


def test_every_figure_is_counted_a_second_time():
    missing = [name for name in FIGURES if name not in TableDay(0).row()]
    assert not missing, f"tests/house/day_books.py does not count {missing}"


@pytest.mark.parametrize("name", FIGURES)
def test_two_days_as_one_have_the_figures_of_both(name):
    one, other = TableFigures(**{name: 3}), TableFigures(**{name: 4})
    both = getattr(one.followed_by(other), name)
    assert both == (4 if name in AT_THE_END else 7), f"TableFigures.followed_by loses {name}"
