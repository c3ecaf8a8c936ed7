"""Cards that lie open, as whoever deals is shown them: in the order of the game, with those that make the hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from cardroom.cards import Card
from cardroom.games.round_facts import COMMUNITY, DEALER
from cardroom.table import Round
from cardroom.table.commands import Holder, Seat
from cardroom.table.events import CardExposed, DealerRevealed, HandShown, PacketDealt
from cardroom.table.text.spoken_hands import SpokenHand, spoken
from cardroom.table.text.transcript import show_holder


class Turned(msgspec.Struct, frozen=True):
    """Cards that lie face up for everyone."""

    whose: str
    seat: Seat | None  # None: the table's own
    cards: tuple[Card, ...]
    hand: str
    makers: tuple[Card, ...]  # of these cards, those that make the hand


def turned(round_: Round) -> Iterator[Turned]:
    """Holder by holder, as their cards came to lie open."""
    cards: dict[Holder, tuple[Card, ...]] = {}
    hands: dict[Holder, str] = {}
    for event, name in zip(round_.events, round_.hand_names(), strict=True):
        match event:
            case PacketDealt() if event.up:
                cards[event.to], hands[event.to] = (*cards.get(event.to, ()), *event.up), name
            case CardExposed():
                cards[COMMUNITY] = (*cards.get(COMMUNITY, ()), event.card)
            case DealerRevealed():
                cards[DEALER], hands[DEALER] = event.cards, name
            case HandShown():
                cards[event.seat], hands[event.seat] = event.cards, name
            case _:
                pass
    called = {hand.holder: hand for hand in spoken(round_.state).hands}
    for holder, lie in cards.items():
        whose = "the table" if holder == COMMUNITY else show_holder(holder)
        in_order, makers = sorted_cards_and_makers(lie, called.get(holder))
        seat = holder if isinstance(holder, int) else None
        yield Turned(whose, seat, in_order, hands.get(holder, ""), makers)


def sorted_cards_and_makers(
    cards: tuple[Card, ...], called: SpokenHand | None
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """These cards as the game sorts them, and which of them make the hand. No other card is told."""
    if called is None or Counter(called.cards) != Counter(cards):
        return cards, ()
    return called.cards, tuple(card for card in called.makers if card in cards)
