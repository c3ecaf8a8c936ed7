"""Promotions as those who set them see them: what is offered, asked for and running, and what it has cost."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

import msgspec

from cardroom.games.catalogue import is_known
from cardroom.house.engine.house import House
from cardroom.house.engine.live_table import LiveTable
from cardroom.house.features.promotions.handlers import bonus_lines
from cardroom.house.features.promotions.state import Promotion
from cardroom.house.features.promotions.text import offered
from cardroom.house.floor.display_names import table_title
from cardroom.lab.exposure.promotion_price import PromotionPrice, PromotionQuestion
from cardroom.money import Money


class PromotionStanding(StrEnum):
    ASKED = "asked"
    COMING = "coming"
    RUNNING = "running"
    OVER = "over"


class BonusLine(msgspec.Struct, frozen=True):
    id: str
    text: str


class BonusWager(msgspec.Struct, frozen=True):
    id: str
    name: str
    lines: tuple[BonusLine, ...]


class BonusTable(msgspec.Struct, frozen=True):
    """Where a promotion may be offered."""

    table: str
    name: str
    wagers: tuple[BonusWager, ...]


class PromotionView(msgspec.Struct, frozen=True, kw_only=True):
    promotion: str
    table: str
    name: str  # of the table
    says: str
    standing: PromotionStanding
    first: date
    last: date
    document: str
    consented: date
    asked_by: str
    approved_by: str
    awards: int
    paid: Money
    price: PromotionPrice | None = None  # when the lab has told it


class PromotionsView(msgspec.Struct, frozen=True, kw_only=True):
    paid: Money  # ever, on the account of promotions
    promotions: tuple[PromotionView, ...]
    offers: tuple[BonusTable, ...]


def promotion_views(house: House) -> tuple[PromotionView, ...]:
    """The last one that was asked for first."""
    return tuple(_view(house, one) for one in reversed(house.promotions.promotions.values()))


def question_about(house: House, promotion: str) -> PromotionQuestion | None:
    """For the lab; None where table or pay table are there no longer."""
    terms = house.promotions.promotions[promotion].terms
    table = house.tables.get(terms.table)
    if table is None or (terms.wager, terms.line) not in _lines(table):
        return None
    return PromotionQuestion(settings=table.plan.settings, wager=terms.wager, line=terms.line, award=terms.award)


def bonus_tables(house: House) -> tuple[BonusTable, ...]:
    found = []
    for table in house.tables.values():
        lines = _lines(table)
        wagers = tuple(
            BonusWager(
                name, table.plan.settings.rules.wager(name).name,
                tuple(BonusLine(line, text) for (wager, line), text in lines.items() if wager == name),
            )
            for name in dict.fromkeys(wager for wager, _ in lines)
        )  # fmt: skip
        if wagers:
            found.append(BonusTable(table.id, table_title(table.plan), wagers))
    return tuple(found)


def _lines(table: LiveTable) -> dict[tuple[str, str], str]:
    if table.plan.is_real or table.plan.is_private or not is_known(table.plan.settings.game):
        return {}
    return bonus_lines(table)


def _view(house: House, one: Promotion) -> PromotionView:
    terms, table = one.terms, house.tables.get(one.terms.table)
    can_be_said = table is not None and (terms.wager, terms.line) in _lines(table)
    return PromotionView(
        promotion=terms.promotion,
        table=terms.table,
        name=terms.table if table is None else table_title(table.plan),
        says=offered(one, table.plan.settings) if table is not None and can_be_said else "",
        standing=_standing(one, house.day),
        first=terms.first,
        last=terms.last,
        document=terms.document,
        consented=terms.consented,
        asked_by=_name(house, one.asked_by),
        approved_by=_name(house, one.approved_by),
        awards=one.awards,
        paid=one.paid,
    )


def _standing(one: Promotion, day: str) -> PromotionStanding:
    if not one.began:
        return PromotionStanding.ASKED
    if one.ended or one.terms.last.isoformat() < day:
        return PromotionStanding.OVER
    return PromotionStanding.RUNNING if one.runs(day) else PromotionStanding.COMING


def _name(house: House, person: str) -> str:
    return house.people[person].name if person in house.people else person
