"""A hand as it is read out: what it is called, the cards that make it so, and all of them in order."""

from __future__ import annotations

import msgspec

from cardroom.cards import Card


class ReadHand(msgspec.Struct, frozen=True):
    """Some cards, read. Of a hand that is not complete: what it makes so far."""

    words: str
    makers: tuple[Card, ...]  # the cards that make it what it is called
    cards: tuple[Card, ...]  # all of them, as the game sorts them


KEPT = 20_000  # hands that each ranking remembers: one is read many times in a round
