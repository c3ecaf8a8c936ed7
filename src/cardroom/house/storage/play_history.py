"""Where and how somebody has played, out of the index."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal

import sqlalchemy as sa

from cardroom.house.features.corrections.rows import LaterRow
from cardroom.house.features.rounds.rows import PlayedRow
from cardroom.house.storage import schema
from cardroom.house.storage.database_reader import Reader
from cardroom.money import Money

MOST_TABLES = 200  # that are looked at


def rounds_played(
    reader: Reader,
    person: str,
    most: int,
    before: int | None = None,
    *,
    tables: Collection[str] | None = None,
    result: Literal["won", "lost", "even"] | None = None,
    with_jackpots: bool = False,
    corrected: Mapping[str, Money] | None = None,
) -> list[PlayedRow]:
    """Finished rounds of a person, the last one first; only those at some tables, or with some result.

    What corrections have given or taken, by round, is part of the result.
    """
    table = schema.INDEX[PlayedRow]
    query = sa.select(table).where(table.c.person == person, table.c.is_over)
    if tables is not None:
        query = query.where(table.c.table_id.in_(list(tables)))
    if with_jackpots:
        query = query.where(table.c.jackpots > 0)
    in_all = table.c.net + table.c.jackpots
    if corrected:
        in_all = in_all + sa.case(dict(corrected), value=table.c.round_id, else_=0)
    match result:
        case "won":
            query = query.where(in_all > 0)
        case "lost":
            query = query.where(in_all < 0)
        case "even":
            query = query.where(in_all == 0)
        case None:
            pass
    if before is not None:
        query = query.where(table.c.position < before)
    return list(reader.made(PlayedRow, query.order_by(table.c.position.desc()).limit(most)))


def later_in_rounds_of(reader: Reader, person: str) -> list[LaterRow]:
    """What was done about a person's rounds after they were over, in its order."""
    later, played = schema.INDEX[LaterRow], schema.INDEX[PlayedRow]
    own = sa.and_(played.c.person == person, played.c.round_id == later.c.round_id)
    return list(reader.made(LaterRow, sa.select(later).join(played, own).order_by(later.c.position)))


def last_played(reader: Reader, person: str) -> dict[str, int]:
    """The position of a person's last finished round at every table, the last tables first."""
    table = schema.INDEX[PlayedRow]
    last = sa.func.max(table.c.position)
    query = sa.select(table.c.table_id, last).where(table.c.person == person, table.c.is_over)
    rows = reader.connection.execute(query.group_by(table.c.table_id).order_by(last.desc()).limit(MOST_TABLES))
    return {row[0]: row[1] for row in rows}
