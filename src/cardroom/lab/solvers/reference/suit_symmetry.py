"""Suits that a game does not tell apart, found by trying: no ranking of its hands may notice that they are renamed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations, permutations

from cardroom.cards import Card
from cardroom.games.model import SEAT, Best, Deal, Deck, Game, Hand
from cardroom.hands import Ranking

Renaming = Mapping[Card, Card]
Parts = tuple[tuple[Card, ...], ...]  # cards that come together, in order of their text


def with_renamed_suits(parts: Parts, renaming: Renaming) -> Parts:
    return tuple(tuple(sorted(renaming[card] for card in part)) for part in parts)


def suit_renamings(game: Game) -> tuple[Renaming, ...]:
    """Every way to rename suits that changes the value of no hand that can be dealt; the first changes nothing."""
    sizes = {
        (hand.ranking, size)
        for hand in game.hands.values()
        if isinstance(hand, Hand | Best)
        for size in _sizes(game, hand)
    }
    values = [_values(ranking, size, game.deck) for ranking, size in sizes]
    return tuple(found for found in _candidates(game.deck) if all(_is_unnoticed(found, known) for known in values))


def no_renaming(game: Game) -> tuple[Renaming, ...]:
    """No renaming at all."""
    return (next(_candidates(game.deck)),)


def _candidates(deck: Deck) -> Iterator[Renaming]:
    for suits in permutations(deck.suits):
        to = dict(zip(deck.suits, suits, strict=True))
        yield {card: Card(card.value[:-1] + to[card.value[-1]]) for card in deck.cards}


def _sizes(game: Game, hand: Hand | Best) -> set[int]:
    """How many cards a hand may be read on: those dealt for sure, with any of those dealt under a condition."""
    if isinstance(hand, Best):
        return {game.cards_of(SEAT)}
    packets = [[stage for stage in game.stages_of(Deal) if holder in stage.to][_places(hand)] for holder in hand.of]
    dealt = list(chain.from_iterable(packets))
    sizes = {sum(stage.cards for stage in dealt if stage.when is None)}
    for stage in dealt:
        if stage.when is not None:
            sizes |= {size + stage.cards for size in sizes}
    return sizes - {0}


def _places(hand: Hand) -> slice:
    return slice(None) if hand.packet is None else slice(hand.packet, hand.packet + 1)


def _values(ranking: Ranking, size: int, deck: Deck) -> dict[tuple[Card, ...], int]:
    """All hands of so many cards. A card stands as often as the packs have it and the hand can use it."""
    cards = sorted(card for card in set(deck.cards) for _ in range(min(deck.packs, size)))
    return {hand: ranking.value(hand) for hand in set(combinations(cards, size))}


def _is_unnoticed(renaming: Renaming, values: Mapping[tuple[Card, ...], int]) -> bool:
    return all(values[with_renamed_suits((hand,), renaming)[0]] == value for hand, value in values.items())


def renamings_that_keep(renamings: Sequence[Renaming], parts: Parts) -> list[Renaming]:
    """Those that leave each of these parts as it is."""
    return [found for found in renamings if with_renamed_suits(parts, found) == parts]
