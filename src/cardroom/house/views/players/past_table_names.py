"""What the tables of past rounds are called; many of them, like those among friends, have ended since."""

from __future__ import annotations

from collections.abc import Iterable

from cardroom.errors import CardroomError
from cardroom.house.engine.house import House
from cardroom.house.engine.index_rows import PartRow
from cardroom.house.floor import TablePlan
from cardroom.house.floor.display_names import table_title, title_of_id, title_with_game
from cardroom.house.log import events as e
from cardroom.house.log.records import TablePart, table_stream
from cardroom.house.storage.database_reader import Reader


def title_of(reader: Reader, house: House, table: str) -> str:
    """As its own page says it."""
    plan = _plan_of(reader, house, table)
    return title_of_id(table) if plan is None else table_title(plan)


def titles_of(reader: Reader, house: House, tables: Iterable[str]) -> dict[str, str]:
    """As they are told apart on a list."""
    plans = {table: _plan_of(reader, house, table) for table in dict.fromkeys(tables)}
    return {table: title_of_id(table) if plan is None else title_with_game(plan) for table, plan in plans.items()}


def _plan_of(reader: Reader, house: House, table: str) -> TablePlan | None:
    """Of one that has ended it is the plan that it was placed by; None if that is not to be had."""
    if (standing := house.tables.get(table)) is not None:
        return standing.plan
    first = reader.row(PartRow, stream=table_stream(table), number=1)
    events = (
        event
        for record in reader.at([] if first is None else [first.position])
        for part in record.parts
        if isinstance(part, TablePart) and part.table == table
        for event in part.events
    )
    placed = next((event for event in events if isinstance(event, e.TablePlaced)), None)
    try:
        return None if placed is None else house.documents.get(placed.plan, TablePlan)
    except CardroomError:
        return None
