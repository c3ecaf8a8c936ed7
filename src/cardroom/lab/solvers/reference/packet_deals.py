"""Which cards a packet may have, each way with its chance. What the engine cannot tell apart is one way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import comb, prod

from cardroom.cards import Card
from cardroom.games.model import COMMUNITY, Expose, Game
from cardroom.lab.solvers.reference.suit_symmetry import Parts, Renaming, with_renamed_suits
from cardroom.table.events import PacketDealt
from cardroom.table.round_state import RoundState

Stack = Mapping[int, Card]  # the cards whose places in the deck are settled


def portion_sizes(state: RoundState, packet: PacketDealt) -> list[int]:
    """How many cards of a packet come to light together, in order: in what order those lie makes no difference."""
    if packet.to == COMMUNITY and not packet.up:
        return turned_together(state.game, len(state.community), packet.count)
    down = packet.count - len(packet.up)
    return [size for size in (down, len(packet.up)) if size]


def turned_together(game: Game, first: int, cards: int) -> list[int]:
    """Of so many community cards from the first on, how many each stage turns; what none does comes last."""
    turned = accumulate(stage.cards for stage in game.stages_of(Expose))
    edges = [edge - first for edge in turned if first < edge < first + cards]
    return [end - start for start, end in zip([0, *edges], [*edges, cards], strict=True)]


def ways_to_deal(
    left: Counter[Card], sizes: Sequence[int], alike: Sequence[Renaming]
) -> Iterator[tuple[Parts, Fraction]]:
    """The parts that may come of the cards left, each with its chance; one of those that only renaming tells apart."""
    total = prod(
        comb(left.total() - before, size) for before, size in zip(accumulate(sizes, initial=0), sizes, strict=False)
    )
    for parts, ways in _draws(left, sizes):
        others = {with_renamed_suits(parts, renaming) for renaming in alike}
        if parts == min(others):
            yield parts, Fraction(ways * len(others), total)


def _draws(left: Counter[Card], sizes: Sequence[int]) -> Iterator[tuple[Parts, int]]:
    if not sizes:
        yield (), 1
        return
    for part in _hands(sorted(left), left, sizes[0]):
        taken = Counter(part)
        ways = prod(comb(left[card], number) for card, number in taken.items())
        for others, more in _draws(left - taken, sizes[1:]):
            yield (part, *others), ways * more


def _hands(cards: Sequence[Card], left: Counter[Card], size: int) -> Iterator[tuple[Card, ...]]:
    """Every hand of so many of these cards, a card as often as there are such."""
    if size == 0:
        yield ()
    elif cards:
        card, *others = cards
        for number in range(min(size, left[card]), -1, -1):
            for rest in _hands(others, left, size - number):
                yield (card,) * number + rest


def filled_deck(cards: Sequence[Card], stack: Stack) -> tuple[Card, ...]:
    """A deck with these cards in their places and the others, in any order, in the rest."""
    others = (Counter(cards) - Counter(stack.values())).elements()
    return tuple(stack[place] if place in stack else next(others) for place in range(len(cards)))
