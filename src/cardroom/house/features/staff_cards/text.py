"""Refused cards in words."""

from __future__ import annotations

from cardroom.house.features.staff_cards.messages import (
    CardIssued,
    CardRefusal,
    CardRefused,
    CardRevoked,
    StaffCardInHouse,
)
from cardroom.house.kernel.feature_table import Noted


def card_refused_in_words(refusal: CardRefusal, number: str) -> str:
    """To whoever swiped it, and to whoever looks into it.

    >>> card_refused_in_words(CardRefusal.REVOKED, "100001")
    'Card 100001 is revoked.'
    """
    match refusal:
        case CardRefusal.UNKNOWN:
            return "This card is not enrolled here."
        case CardRefusal.WRONG_PIN:
            return "That number and PIN do not belong together."
        case CardRefusal.REVOKED:
            return f"Card {number} is revoked."
        case CardRefusal.NOT_ACTIVE:
            return f"The account of the holder of card {number} is not active."
        case CardRefusal.NOT_YOURS:
            return "This is not your card, or not its PIN. Sign in as the holder, or go to a terminal of the house."
        case CardRefusal.WRONG_CARD:
            return "Another card is asked for here."
        case CardRefusal.NOT_ALLOWED:
            return "The holder of this card may not do this."


def significant(event: StaffCardInHouse, noted: Noted) -> str:
    """To the staff."""
    by = noted.by
    match event:
        case CardIssued():
            return f"Staff card {event.number} is issued to {event.person}."
        case CardRevoked(why=""):
            return f"Staff card {event.number} of {event.person} counts no more."
        case CardRevoked():
            return f"{by} revokes staff card {event.number} of {event.person}: {event.why.rstrip('.')}."
        case CardRefused():
            card = f"card {event.number} of {event.person}" if event.person else "an unknown card"
            why = card_refused_in_words(event.refusal, event.number)
            return f"{card[0].upper()}{card[1:]} is refused at {event.place}, for {event.command}: {why}"
        case _:
            return ""
