"""What makes a hand reach a step, as sets of cards with signs.

A hand reaches a step, 1 or 0, as often as it holds such sets, each counted with its sign: three of a kind or better is
any three cards of a rank, less three times any four, and any straight, and any flush, less any straight flush, which
would be counted twice. The cards beside a set are free. The ranking is asked for all of it: a set has the sign that is
left over when all smaller sets within it are counted (Möbius inversion).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, prod
from typing import NamedTuple

from cardroom.hands import PokerRanking
from cardroom.lab.solvers.card_sets.suit_classes import SuitedDeck
from cardroom.lab.solvers.protocol import Integers

Held = tuple[int, ...]  # how many cards at each rank of the deck, the highest first


class SignedCardSets(NamedTuple):
    by_rank: dict[Held, int]  # sets of cards whose suits do not matter
    flush: int  # the sign of whole hands of one suit
    suited: dict[Held, int]  # what is to be added for some of them


def signed_card_sets(deck: SuitedDeck, ranking: PokerRanking, reaches: Integers) -> SignedCardSets:
    """Of all hands whose value reaches."""
    mixed, suited = _all_hands(deck, ranking)
    signs = Counter({hand: int(reaches[value]) - int(reaches[mixed[hand]]) for hand, value in suited.items()})
    usual = Counter(signs.values()).most_common(1)[0][0] if signs else 0
    return SignedCardSets(
        _signs(deck, ranking.size, {hand: bool(reaches[value]) for hand, value in mixed.items()}),
        usual,
        {hand: sign - usual for hand, sign in signs.items() if sign != usual},
    )


@cache
def _all_hands(deck: SuitedDeck, ranking: PokerRanking) -> tuple[dict[Held, int], dict[Held, int]]:
    """The values of all hands by their ranks: as if of several suits, and of one suit."""
    ranks = deck.ranks[::-1]
    mixed = {held: ranking.value_of_ranks(_ranks(held, ranks), False) for held in _sets(deck, ranking.size)}
    suited = {held: ranking.value_of_ranks(_ranks(held, ranks), True) for held in mixed if max(held) == 1}
    return mixed, suited


def _ranks(held: Held, ranks: tuple[int, ...]) -> list[int]:
    return [rank for rank, number in zip(ranks, held, strict=True) for _ in range(number)]


def _sets(deck: SuitedDeck, size: int) -> Iterator[Held]:
    """All sets of so many cards, by their ranks."""
    places = range(len(deck.ranks))
    for chosen in combinations_with_replacement(places, size):
        numbers = Counter(chosen)
        if not chosen or max(numbers.values()) <= len(deck.suits):
            yield tuple(numbers[place] for place in places)


def _signs(deck: SuitedDeck, size: int, reached: Mapping[Held, bool]) -> dict[Held, int]:
    """A set of fewer cards than a hand has counts as reaching where every hand that holds it does."""
    sure: dict[Held, bool] = dict(reached)
    for cards in range(size - 1, -1, -1):
        for held in _sets(deck, cards):
            sure[held] = all(sure.get(more, True) for more in _one_more(held))
    signs: dict[Held, int] = {}
    for held in sorted(sure, key=sum):
        sign = int(sure[held]) - sum(signs.get(part, 0) * ways for part, ways in _parts(held))
        if sign:
            signs[held] = sign
    return signs


def _one_more(held: Held) -> Iterator[Held]:
    for place, number in enumerate(held):
        yield (*held[:place], number + 1, *held[place + 1 :])


def _parts(held: Held) -> Iterator[tuple[Held, int]]:
    """The smaller sets within a set, and how often each is in it; the set itself has no sign yet."""
    places = [place for place, number in enumerate(held) if number]
    for numbers in product(*(range(held[place] + 1) for place in places)):
        part = [0] * len(held)
        for place, number in zip(places, numbers, strict=True):
            part[place] = number
        yield tuple(part), prod(comb(held[place], number) for place, number in zip(places, numbers, strict=True))
