"""Promotions in words."""

from __future__ import annotations

from cardroom.games.model import Game
from cardroom.games.paytable import line_name
from cardroom.house.features.promotions.messages import (
    PromotionApproved,
    PromotionAsked,
    PromotionAtTable,
    PromotionAwarded,
    PromotionDeclined,
    PromotionEnded,
    PromotionInHouse,
)
from cardroom.house.features.promotions.state import Promotion
from cardroom.house.kernel.feature_table import Noted
from cardroom.money import show_money
from cardroom.table import TableSettings


def told(event: PromotionAtTable, game: Game | None) -> str:
    """To those at the table."""
    return f"Seat {event.seat} gets {show_money(event.amount)} by a promotion, for the {line_name(event.line)}."


def significant(event: PromotionInHouse | PromotionAtTable, noted: Noted) -> str:
    """To the staff."""
    by = noted.by
    match event:
        case PromotionAsked():
            days = f"{event.first} to {event.last}"
            return (
                f"{by} asks for {event.promotion}: {show_money(event.award)} for the {line_name(event.line)} on"
                f" {event.wager} at {event.table}, {days}; consent: {event.document}, dated {event.consented}."
            )
        case PromotionApproved():
            return f"{by} approves {event.promotion}, which {event.asked_by} has asked for."
        case PromotionDeclined():
            return f"{by} declines {event.promotion}."
        case PromotionEnded():
            return f"{by} ends {event.promotion}: {event.why}"
        case PromotionAwarded():
            return (
                f"Round {event.round_id}, seat {event.seat}: {show_money(event.amount)} by {event.promotion} for the"
                f" {line_name(event.line)}."
            )
        case _:
            return ""


def offered(promotion: Promotion, settings: TableSettings) -> str:
    """As it is shown on the felt and in the rules while it runs."""
    terms = promotion.terms
    line = next((one for one in settings.paytables[terms.wager].lines if one.id == terms.line), None)
    hand = terms.line if line is None else line.text
    name = settings.rules.wager(terms.wager).name
    return f"Promotion until {terms.last}: {show_money(terms.award)} more for {hand} on the {name} wager."
