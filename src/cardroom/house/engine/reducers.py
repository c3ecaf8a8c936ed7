"""What follows each event, as the tables of the features have it: in the order of the features."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from cardroom.house.engine.features import FEATURES
from cardroom.house.kernel.feature_table import HouseEventRow, TableEventRow

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
IN_HOUSE = _collected(HouseEventRow, "applied")
