"""Statements that every commit runs: compiled once, and given to the driver as they are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa


class Prepared:
    """An insert of rows whose values come in the order of the table's columns."""

    def __init__(self, statement: sa.Insert, table: sa.Table, dialect: sa.Dialect) -> None:
        names = [column.name for column in table.columns]
        compiled = statement.compile(dialect=dialect, column_keys=names)
        self._text = str(compiled)
        self._names = names
        self._is_positional = compiled.positional
        assert not compiled.positional or list(compiled.positiontup or ()) == names

    def run(self, connection: sa.Connection, rows: Iterable[tuple[Any, ...]]) -> None:
        values = list(rows)
        if not values:
            return
        if self._is_positional:
            connection.exec_driver_sql(self._text, values)
        else:
            connection.exec_driver_sql(self._text, [dict(zip(self._names, row, strict=True)) for row in values])
