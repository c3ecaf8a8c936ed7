"""From cards to outcomes, for every game alike: read the hand a wager is on, find its pay, ask its `settle`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any

import msgspec

from cardroom.cards import Card
from cardroom.errors import CardroomError
from cardroom.games.model import Game, Outcome, Wager
from cardroom.games.paytable import Line, PayTable
from cardroom.games.round_facts import (
    SEAT,
    Best,
    Compare,
    Count,
    Facts,
    Hand,
    Lower,
    Made,
    Margin,
    Measure,
    Reaches,
    compare,
)
from cardroom.hands import Ranking, RunRanking

Packets = tuple[tuple[Card, ...], ...]
Read = Callable[[str], int | None]  # the value of a reading of cards by its name; None where there are no cards


class Layout(msgspec.Struct, frozen=True):
    """The cards on the table, as one seat's wagers see them."""

    packets: Mapping[str, Packets]  # by holder, the player's own under “seat”
    all_hands: tuple[tuple[Card, ...], ...] = ()  # every live hand of the round, the dealer's included
    hands_dealt: int = 0  # counted when the deal was out
    made: frozenset[str] = frozenset()  # the wagers of the seat

    def cards(self, holder: str) -> tuple[Card, ...]:
        return tuple(chain.from_iterable(self.packets.get(holder, ())))

    @property
    def player(self) -> tuple[Card, ...]:
        return self.cards(SEAT)

    def held(self, hand: Hand) -> tuple[Card, ...]:
        """The cards that a hand is read on."""
        if hand.packet is None:
            return tuple(chain.from_iterable(map(self.cards, hand.of)))
        packets = [self.packets.get(holder, ())[hand.packet : hand.packet + 1] for holder in hand.of]
        return tuple(chain.from_iterable(chain.from_iterable(packets)))


class Settled(msgspec.Struct, frozen=True):
    outcome: Outcome
    line: Line | None  # the pay table's line, where one is reached
    reading: tuple[Game, Wager, int] | None  # what the pay table was read on

    @property
    def hand(self) -> str:
        """The same in words."""
        return "" if self.reading is None else words(*self.reading)


def settle(game: Game, wager: Wager, paytables: Mapping[str, PayTable], cards: Layout) -> Settled:
    """What becomes of a wager that has not been lost by folding, from the cards."""
    value = None if wager.reads is None else read(game, wager.reads, cards)
    return settle_value(game, wager, paytables.get(wager.id), facts_on(game, cards), value, cards.hands_dealt)


def settle_value(
    game: Game, wager: Wager, table: PayTable | None, facts: Facts, value: int | None, hands_dealt: int = 0
) -> Settled:
    """The same, from the value of the reading that the wager is on."""
    if wager.hand_classes is None or table is None or value is None:
        return Settled(wager.settle(facts, None), None, None)
    step = wager.hand_classes.class_of(value)
    line = table.line(wager.hand_classes, step)
    pay = table.pay(wager.hand_classes, step, hands_dealt)
    return Settled(wager.settle(facts, pay), line if pay else None, (game, wager, value))


def words(game: Game, wager: Wager, value: int) -> str:
    """What a wager is read on, as a dealer would call it."""
    assert wager.reads is not None
    ranking = game.ranking_of(wager.reads)
    return margin_words(value, ranking) if isinstance(game.hands[wager.reads], Margin) else ranking.words(value)


def read(game: Game, name: str, cards: Layout) -> int | None:
    """The value of a reading, from the cards; None where there are none to read."""

    def look(name: str) -> int | None:
        match game.hands[name]:
            case Hand() as hand:
                held = cards.held(hand)
                return hand.ranking.value(held) if held else None
            case Best(ranking):
                return max(ranking.value(hand) for hand in cards.all_hands)
        return derive(game, name, look)

    return look(name)


def derive(game: Game, name: str, look: Read) -> int | None:
    """The value of a reading that is made of others."""
    reading = game.hands[name]
    assert isinstance(reading, Lower | Margin), f"{name} is read on cards"
    first, second = look(reading.first), look(reading.second)
    if first is None or second is None:
        return None
    if isinstance(reading, Lower):
        return min(first, second)
    measure = game.ranking_of(reading.first).measure
    return measure(first) - measure(second)


def facts_on(game: Game, cards: Layout) -> Facts:
    """The facts of a round as one seat's wagers see them."""
    return facts_of(game, lambda name: read(game, name, cards), lambda of: len(cards.cards(of)), cards.made)


def facts_of(
    game: Game, look: Read, count: Callable[[str], int] | None = None, made: frozenset[str] = frozenset()
) -> Facts:
    """The facts that follow from the values of readings, and from what has been dealt and bet."""

    def ask(name: str) -> Any:
        match game.facts.get(name):
            case Compare(first, second):
                return compare(_known(look, first), _known(look, second))
            case Reaches(hand, least):
                return _known(look, hand) >= least
            case Measure(hand):
                value = look(hand)
                return None if value is None else game.ranking_of(hand).measure(value)
            case Count(of):
                assert count is not None
                return count(of)
            case Made(wager):
                return wager in made
        raise CardroomError("unknown-fact", f"{game.name} has no fact “{name}”; it has: {', '.join(game.facts)}.")

    return Facts(ask)


def _known(look: Read, name: str) -> int:
    value = look(name)
    if value is None:
        raise CardroomError("no-cards", f"“{name}” is asked about before it has cards.")
    return value


def margin_words(margin: int, ranking: Ranking) -> str:
    """Runs of the same length are no tie yet: the ending card decides."""
    if margin == 0:
        return "same length" if isinstance(ranking, RunRanking) else "tie"
    return f"wins by {margin}" if margin > 0 else f"loses by {-margin}"
