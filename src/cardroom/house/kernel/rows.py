"""Rows of the index: computed with a record and written in its transaction, so that nobody reads the log for them.

Every row holds the whole of what it says, under a key of its own: a later one replaces it. So an audit can compute all
of them again and compare.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

import msgspec

Columns = tuple[str, ...]


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """The root of all rows, with the table of the database that they stand in. Its fields begin with its key."""

    TABLE: ClassVar[str]
    KEY: ClassVar[Columns]
    SEARCHED: ClassVar[Mapping[str, Columns]] = MappingProxyType({})  # indexes of the table, by name


class FigureRow(Row, frozen=True, kw_only=True):
    """What was counted on a day for a table, a link or another stream, as JSON; "" for a day that was none."""

    TABLE: ClassVar = "figures"
    KEY: ClassVar = ("day", "stream")
    SEARCHED: ClassVar = {"figures_by_stream": ("stream", "day")}

    day: str
    stream: str
    figures: str


def figure_row(day: str, stream: str, figures: msgspec.Struct) -> FigureRow:
    return FigureRow(day=day, stream=stream, figures=msgspec.json.encode(figures).decode())
