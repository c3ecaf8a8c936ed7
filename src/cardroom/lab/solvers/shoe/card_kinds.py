"""Cards that are alike for everything a game asks about them."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from cardroom.cards import Card
from cardroom.errors import CardroomError
from cardroom.games.model import Game
from cardroom.hands import PointRanking


class Alike(NamedTuple):
    """A kind of card: one that stands for all, and how many are in the shoe."""

    card: Card
    number: int


def kinds_of(game: Game) -> tuple[Alike, ...]:
    """The kinds of a game's shoe, in the order of its cards.

    Only points are asked about; so suits do not matter, and cards with the same points in all rankings are alike.
    """
    rankings = game.rankings
    other = next((ranking for ranking in rankings if not isinstance(ranking, PointRanking)), None)
    if other is not None:
        raise CardroomError("not-counted", f"{game.name}: a shoe is counted by points, not by {other.name}.")
    points = {card: tuple(ranking.value((card,)) for ranking in rankings) for card in set(game.deck.cards)}
    numbers = Counter(points[card] for card in game.deck.cards)
    first = {points[card]: card for card in reversed(game.deck.cards)}
    return tuple(Alike(first[alike], number) for alike, number in numbers.items())


def kind_of_card(game: Game, kinds: tuple[Alike, ...]) -> dict[Card, int]:
    """The kind of every card of the shoe."""
    known = {tuple(ranking.value((kind.card,)) for ranking in game.rankings): i for i, kind in enumerate(kinds)}
    return {card: known[tuple(ranking.value((card,)) for ranking in game.rankings)] for card in set(game.deck.cards)}
