"""What is so at some tables of a house."""

from typing import Any

from cardroom.house.engine.house import House


def by_table(house: House, name: str) -> dict[str, Any]:
    """A field of every table that has something in it."""
    return {table.id: found for table in house.tables.values() if (found := getattr(table, name))}
