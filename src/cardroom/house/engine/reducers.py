"""What follows each event, and what is counted of a day, as the tables of the features have it and in their order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from cardroom.house.engine.feature_order import FEATURES
from cardroom.house.kernel.feature_table import HouseEventRow, LinkEventRow, TableEventRow

Reducers = dict[type[msgspec.Struct], tuple[Callable[..., None], ...]]


def _collected(row_type: type[Any], field: str) -> Reducers:
    found: Reducers = {}
    for feature in FEATURES:
        for row in (*feature.events, *feature.follows):
            if isinstance(row, row_type) and (reducer := getattr(row, field)) is not None:
                found[row.kind] = (*found.get(row.kind, ()), reducer)
    return found


ON_TABLE = _collected(TableEventRow, "on_table")
AT_TABLE = _collected(TableEventRow, "applied")
ON_LINK = _collected(LinkEventRow, "applied")
BEFOREHAND = _collected(HouseEventRow, "beforehand")
IN_HOUSE = _collected(HouseEventRow, "applied")

FIGURES = {stream: figures for feature in FEATURES for stream, figures in feature.figures.items()}
