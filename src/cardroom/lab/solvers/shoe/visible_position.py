"""What a player sees at the decision of a game from a shoe, found among the counted positions and put in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardroom.cards import Card
from cardroom.errors import CardroomError
from cardroom.games.model import SEAT, Game
from cardroom.lab.solvers.protocol import not_counted
from cardroom.lab.solvers.shoe.round_counts import ShoeCount
from cardroom.table.information_set import Sight


def position_seen(count: ShoeCount, seen: Sight) -> int:
    """The position of a player who sees these cards."""
    shapes = {
        tuple((who, tuple(map(len, packets))) for who, packets in place.seen.items()) for place in count.positions
    }
    fitting = [shape for shape in shapes if all(sum(sizes) == len(seen.cards.get(who, ())) for who, sizes in shape)]
    if len(fitting) > 1:
        raise not_counted(f"{count.game.name}: these cards may have been dealt in more than one way.")
    if not fitting:
        raise CardroomError("no-decision", f"{count.game.name}: with these cards there is nothing to decide.")
    return count.locate({who: _packets(seen.cards.get(who, ()), sizes) for who, sizes in fitting[0]})


def _packets(cards: Sequence[Card], sizes: Sequence[int]) -> list[Sequence[Card]]:
    ends = [sum(sizes[: number + 1]) for number in range(len(sizes))]
    return [cards[end - size : end] for end, size in zip(ends, sizes, strict=True)]


def sight_words(game: Game, seen: Sight) -> str:
    return _words(game, seen.cards)


def words_seen(game: Game, count: ShoeCount, position: int) -> str:
    """A position, by cards that stand for their kinds."""
    packets = count.positions[position].seen
    return _words(game, {holder: tuple(card for packet in held for card in packet) for holder, held in packets.items()})


def _words(game: Game, cards: Mapping[str, Sequence[Card]]) -> str:
    """What the own cards count, and against what."""
    holders = sorted((holder for holder, held in cards.items() if held), key=lambda holder: holder != SEAT)
    return " against ".join(game.ranking.words(game.ranking.value(cards[holder])) for holder in holders)
