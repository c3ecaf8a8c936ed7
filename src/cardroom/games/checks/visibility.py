"""What lies on the table when a stage comes up: which cards have been dealt by then, and which of them lie open."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import msgspec

from cardroom.games.model import Deal, Expose, Game, Reveal
from cardroom.games.round_facts import COMMUNITY, DEALER, SEAT, Best, Compare, Count, Fact, Hand, Lower, Made, Margin
from cardroom.hands import PokerRanking


class Packet(msgspec.Struct, frozen=True):
    cards: int
    up: int
    is_certain: bool  # dealt in every round


class OnTable:
    """The packets of every holder before a stage of the game."""

    def __init__(self, game: Game, index: int) -> None:
        self.game = game
        self.packets: dict[str, list[Packet]] = defaultdict(list)
        self.exposed = 0
        self.is_revealed = False
        for stage in game.stages[:index]:
            match stage:
                case Deal():
                    for holder in stage.to:
                        up = stage.cards if stage.face_up else stage.dealer_up if holder == DEALER else 0
                        self.packets[holder].append(Packet(stage.cards, up, stage.when is None))
                case Expose():
                    self.exposed += stage.cards
                case Reveal():
                    self.is_revealed = True

    def cards(self, hand: Hand) -> int:
        """The most cards that a hand can have now."""
        return sum(packet.cards for holder in hand.of for packet in self._held(hand, holder))

    def is_certain(self, hand: Hand) -> bool:
        return all(packet.is_certain for holder in hand.of for packet in self._held(hand, holder))

    def hidden(self, hand: Hand) -> str:
        """The first of its holders whose cards lie face down. A player sees the own ones, and shows them."""
        for holder in hand.of:
            packets = self._held(hand, holder)
            cards, up = sum(packet.cards for packet in packets), sum(packet.up for packet in packets)
            if up < cards and not self._is_turned(holder):
                return holder
        return ""

    def _is_turned(self, holder: str) -> bool:
        if holder == COMMUNITY:
            return self.exposed >= sum(packet.cards for packet in self.packets[holder])
        return holder == SEAT or (holder == DEALER and self.is_revealed)

    def _held(self, hand: Hand, holder: str) -> list[Packet]:
        packets = self.packets.get(holder, [])
        return packets if hand.packet is None else packets[hand.packet : hand.packet + 1]


def hands_of(game: Game, reading: str) -> Iterator[tuple[str, Hand]]:
    """The hands that a reading is made of, with their names."""
    match game.hands[reading]:
        case Hand() as hand:
            yield reading, hand
        case Lower(first, second) | Margin(first, second):
            yield from hands_of(game, first)
            yield from hands_of(game, second)
        case Best(ranking):
            yield reading, Hand((SEAT,), ranking)
            if DEALER in game.holders:
                yield reading, Hand((DEALER,), ranking)


def readings_of(fact: Fact) -> tuple[str, ...]:
    match fact:
        case Compare(first, second):
            return (first, second)
        case Made() | Count():
            return ()
    return (fact.hand,)


def unreadable_reason(game: Game, reading: str, on_table: OnTable) -> str:
    """Why a reading cannot be read now; "" where it can, or might be, if cards were dealt under a condition."""
    for name, hand in hands_of(game, reading):
        cards, ranking = on_table.cards(hand), hand.ranking
        if not cards:
            return f"“{name}” has no cards then"
        if isinstance(ranking, PokerRanking) and on_table.is_certain(hand) and cards != ranking.cards:
            return f"“{name}” has {cards} cards then, and {ranking.name} is read on {ranking.cards}"
    return ""


def face_down_holder(game: Game, reading: str, on_table: OnTable) -> str:
    """Whose cards of a reading lie face down now."""
    for _, hand in hands_of(game, reading):
        if holder := on_table.hidden(hand):
            return holder
    return ""
