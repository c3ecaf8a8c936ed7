"""Promotions that are asked for or run, and what they have cost."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from cardroom.house.features.days.messages import DayClosed
from cardroom.house.features.promotions.messages import (
    PromotionApproved,
    PromotionAsked,
    PromotionAwarded,
    PromotionDeclined,
    PromotionEnded,
)
from cardroom.money import Money

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.engine.live_table import LiveTable
    from cardroom.house.kernel.document_store import Documents
    from cardroom.house.log.records import Record


class Promotion(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    terms: PromotionAsked
    asked_by: str
    asked_at: datetime
    approved_by: str = ""
    began: int = 0  # the record that approved it
    ended: int = 0  # the record that ended it before its last day
    awards: int = 0
    paid: Money = 0

    def is_for(self, position: int, day: str) -> bool:
        """Whether a round that began with this record, on this gaming day, is played under it."""
        is_on = bool(self.began) and self.began < position and (not self.ended or position < self.ended)
        return is_on and self.is_on(day)

    def runs(self, day: str) -> bool:
        """Whether a round that began now would be played under it."""
        return bool(self.began) and not self.ended and self.is_on(day)

    def is_on(self, day: str) -> bool:
        return self.terms.first.isoformat() <= day <= self.terms.last.isoformat()


class PromotionBook(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Its dictionary is replaced, never changed."""

    asked: int = 0  # ever
    promotions: dict[str, Promotion] = {}  # asked for, approved, or ended on a day that is not closed

    def at_table(self, table: str) -> tuple[Promotion, ...]:
        return tuple(one for one in self.promotions.values() if one.terms.table == table)


NO_PROMOTIONS = PromotionBook()


# --- reducers ---------------------------------------------------------------------------------------------------------


def asked(house: House, event: PromotionAsked, record: Record) -> None:
    book = house.promotions
    new = Promotion(terms=event, asked_by=record.by, asked_at=record.at)
    house.promotions = replace(book, asked=book.asked + 1, promotions=book.promotions | {event.promotion: new})


def approved(house: House, event: PromotionApproved, record: Record) -> None:
    _change(house, event.promotion, approved_by=record.by, began=record.position)


def ended(house: House, event: PromotionEnded, record: Record) -> None:
    _change(house, event.promotion, ended=record.position)


def promoted(table: LiveTable, event: PromotionAwarded, documents: Documents) -> None:
    table.promoted[event.seat] = table.promoted.get(event.seat, 0) + event.amount


def awarded(house: House, table: LiveTable, event: PromotionAwarded, record: Record) -> None:
    one = house.promotions.promotions[event.promotion]
    _change(house, event.promotion, awards=one.awards + 1, paid=one.paid + event.amount)


def declined(house: House, event: PromotionDeclined, record: Record) -> None:
    _keep(house, {name: one for name, one in house.promotions.promotions.items() if name != event.promotion})


def forget_closed(house: House, event: DayClosed, record: Record) -> None:
    """A round may have begun on a promotion's last day and be over on the next one; after that nothing asks for it."""
    if any(one.terms.last.isoformat() < event.day for one in house.promotions.promotions.values()):
        left = house.promotions.promotions.items()
        _keep(house, {name: one for name, one in left if one.terms.last.isoformat() >= event.day})


def _change(house: House, name: str, **fields: object) -> None:
    known = house.promotions.promotions
    _keep(house, known | {name: replace(known[name], **fields)})


def _keep(house: House, promotions: dict[str, Promotion]) -> None:
    house.promotions = replace(house.promotions, promotions=promotions)
