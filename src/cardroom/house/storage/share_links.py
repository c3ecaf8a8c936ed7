"""Links by which players show a round to others, so that they can be taken back.

A link is vouched for by the house's key and holds as it is. What is kept here is which ones no longer do: a link names
its edition, and only the last edition that was not taken back counts.
"""

from __future__ import annotations

from datetime import datetime

import msgspec
import sqlalchemy as sa

from cardroom.house.storage import schema
from cardroom.house.storage.store import Store
from cardroom.table.commands import Seat

KEPT = schema.shown_rounds


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    round_id: str
    seat: Seat
    person: str
    at: datetime
    edition: int
    is_taken_back: bool


def show_round(store: Store, round_id: str, seat: Seat, person: str, at: datetime) -> int:
    """The edition of the link to give out: the one that holds, or a new one where that was taken back."""
    with store.writing() as connection:
        row = connection.execute(_of(round_id, seat)).first()
        if row is None:
            values = {"round_id": round_id, "seat": seat, "person": person}
            connection.execute(KEPT.insert().values(**values, at=at.isoformat(), edition=0, is_taken_back=False))
            return 0
        if not row.is_taken_back:
            return int(row.edition)
        again = sa.update(KEPT).where(*_is(round_id, seat))
        connection.execute(again.values(at=at.isoformat(), edition=row.edition + 1, is_taken_back=False))
        return int(row.edition) + 1


def take_back(store: Store, round_id: str, seat: Seat, person: str, at: datetime) -> None:
    """No link to this round as seen from this seat holds any more, whenever it was made."""
    with store.writing() as connection:
        if connection.execute(sa.update(KEPT).where(*_is(round_id, seat)).values(is_taken_back=True)).rowcount == 0:
            values = {"round_id": round_id, "seat": seat, "person": person}
            connection.execute(KEPT.insert().values(**values, at=at.isoformat(), edition=0, is_taken_back=True))


def is_link_valid(store: Store, round_id: str, seat: Seat, edition: int) -> bool:
    with store.connecting() as connection:
        row = connection.execute(_of(round_id, seat)).first()
    return edition == 0 if row is None else row.edition == edition and not row.is_taken_back


def shown_by(store: Store, person: str, most: int) -> list[Shown]:
    """Links of a player that hold, the last one first."""
    mine = sa.select(KEPT).where(KEPT.c.person == person, ~KEPT.c.is_taken_back).order_by(KEPT.c.at.desc()).limit(most)
    with store.connecting() as connection:
        return [
            Shown(
                round_id=row.round_id,
                seat=row.seat,
                person=row.person,
                at=datetime.fromisoformat(row.at),
                edition=row.edition,
                is_taken_back=row.is_taken_back,
            )
            for row in connection.execute(mine)
        ]


def _is(round_id: str, seat: Seat) -> tuple[sa.ColumnElement[bool], ...]:
    return KEPT.c.round_id == round_id, KEPT.c.seat == seat


def _of(round_id: str, seat: Seat) -> sa.Select[tuple[object, ...]]:
    return sa.select(KEPT).where(*_is(round_id, seat))
