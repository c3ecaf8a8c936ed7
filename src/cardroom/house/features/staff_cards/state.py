"""Staff cards as they stand, and the cards that were refused."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from cardroom.house.features.staff_cards.messages import (
    CardIssued,
    CardRefusal,
    CardRefused,
    CardRevoked,
    RefusalCleared,
)
from cardroom.house.features.tables.messages import TableRemoved

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.engine.live_table import LiveTable
    from cardroom.house.log.records import Record


class IssuedCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A staff card, valid or not any more. What is printed on it besides its number is not known here."""

    person: str
    at: datetime
    by: str
    revoked_at: datetime | None = None
    revoked_by: str = ""
    why: str = ""

    @property
    def is_valid(self) -> bool:
        return self.revoked_at is None


MOST_REFUSED = 100  # places whose refused cards are remembered; the oldest is forgotten first


class RefusedCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last card that was refused at a place."""

    at: datetime
    number: str  # "" where nobody knows which card it is
    person: str  # its holder; "" likewise
    entered_by: str  # who is signed in there; "" for nobody
    what: str
    refusal: CardRefusal
    times: int = 1  # that cards were refused there since somebody has looked into it


# --- reducers ---------------------------------------------------------------------------------------------------------


def issued(house: House, event: CardIssued, record: Record) -> None:
    house.cards[event.number] = IssuedCard(event.person, record.at, record.by)


def revoked(house: House, event: CardRevoked, record: Record) -> None:
    card = house.cards[event.number]
    house.cards[event.number] = replace(card, revoked_at=record.at, revoked_by=record.by, why=event.why)


def refused(house: House, event: CardRefused, record: Record) -> None:
    before = house.refused_cards.pop(event.place, None)
    times = 1 if before is None else before.times + 1
    house.refused_cards[event.place] = RefusedCard(
        record.at, event.number, event.person, event.entered_by, event.command, event.refusal, times
    )
    while len(house.refused_cards) > MOST_REFUSED:
        del house.refused_cards[next(iter(house.refused_cards))]


def cleared(house: House, event: RefusalCleared, record: Record) -> None:
    house.refused_cards.pop(event.place, None)


def table_removed(house: House, table: LiveTable, event: TableRemoved, record: Record) -> None:
    house.refused_cards.pop(table.id, None)
