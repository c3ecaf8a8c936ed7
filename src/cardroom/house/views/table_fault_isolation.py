"""Something made of every table: one that fails is told, and keeps nobody from seeing the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from cardroom.house.engine.live_table import LiveTable

Made = TypeVar("Made")
Failed = Callable[[str, Exception], object]


def make_for_each_table(
    tables: Iterable[LiveTable], make: Callable[[LiveTable], Made], failed: Failed | None
) -> Iterator[Made]:
    """Where nobody wants to be told, the failure is raised."""
    for table in tables:
        try:
            made = make(table)
        except Exception as error:
            if failed is None:
                raise
            failed(table.id, error)
        else:
            yield made
