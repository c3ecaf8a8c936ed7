"""Records that cannot be done again, for want of the rules that they were made under."""

from __future__ import annotations

from collections.abc import Iterator

from cardroom.games.catalogue import is_known
from cardroom.house.engine.house import House
from cardroom.house.floor import TablePlan
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.house.log.records import LinkPart, Record, TablePart


def needs_missing_rules(house: House, record: Record) -> bool:
    """Whether what a record does depends on them; the house stands as the records before it leave it."""
    if isinstance(record.command, c.TakeCheckpoint):  # since when a decision is waited for is in it
        return any(table.is_playing and table.trouble for table in house.tables.values())
    return any(not is_known(game) for game in _games_in(house, record))


def _games_in(house: House, record: Record) -> Iterator[str]:
    for part in record.parts:
        match part:
            case TablePart():
                for event in part.events:
                    if isinstance(event, e.TablePlaced):
                        yield house.documents.get(event.plan, TablePlan).settings.game
                if (table := house.tables.get(part.table)) is not None:
                    yield table.plan.settings.game
            case LinkPart() if (link := house.links.get(part.link)) is not None:
                yield from (table.game for table in link.state.config.tables)
            case _:
                pass
