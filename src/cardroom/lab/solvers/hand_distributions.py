"""How the hands of wagers are spread that stay live whatever the player does: any cards of the deck are as likely."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from itertools import combinations_with_replacement, pairwise
from math import comb
from operator import add

import numpy as np

from cardroom.cards import RANKS, Card, CardSet, card_set
from cardroom.games.hand_classes import HandClasses
from cardroom.games.model import Game, Hand, Wager
from cardroom.hands import Chain, PokerRanking, Ranking, RunRanking
from cardroom.lab.solvers.poker_values import RANK_WEIGHTS, poker_tables
from cardroom.lab.solvers.protocol import ANY, Answers, Spread, not_counted


def spread_of_any_cards(game: Game, wager: Wager) -> Spread:
    """The exact spread of a wager that is read on some dealt cards and asks for nothing else."""
    reading = game.hands.get(wager.reads or "")
    if (
        not isinstance(reading, Hand)
        or reading.packet is not None
        or wager.hand_classes is None
        or game.deck.packs != 1
    ):
        raise not_counted(f"{wager.name} of {game.name} is not counted.")
    cards = sum(game.cards_of(holder) for holder in reading.of)
    found = values_of_hands(reading.ranking, cards, game.deck.cards)
    return spread_by_value(wager.hand_classes, found, comb(len(game.deck.cards), cards))


def spread_by_value(classes: HandClasses, values: Mapping[int, int], of: int) -> Spread:
    """A spread from combinations by value."""
    steps: dict[tuple[Answers, int | None], int] = defaultdict(int)
    for value, count in values.items():
        steps[ANY, classes.class_of(value)] += count
    return Spread(steps, of)


def values_of_hands(ranking: Ranking, cards: int, deck: tuple[Card, ...]) -> dict[int, int]:
    """All hands of so many cards, by value."""
    if isinstance(ranking, PokerRanking) and cards == ranking.cards:
        return best_values(ranking, deck) if ranking.out_of else poker_values(ranking, deck)
    if isinstance(ranking, RunRanking):
        return run_values(ranking, cards, card_set(deck))
    raise not_counted(f"Hands of {cards} cards are not counted in {ranking.name}.")


# --- poker ------------------------------------------------------------------------------------------------------------


@cache
def poker_values(ranking: PokerRanking, deck: tuple[Card, ...]) -> dict[int, int]:
    """All hands by value: by the ranks held, which may be of one suit where all differ."""
    tables = poker_tables(ranking)
    ranks, suits = ({getattr(card, part) for card in deck} for part in ("rank", "suit"))
    assert len(deck) == len(ranks) * len(suits), "every suit has every rank"
    held = np.array(list(combinations_with_replacement(sorted(ranks), ranking.size)))
    numbers = (held[:, :, None] == np.arange(len(RANKS))).sum(axis=1)
    is_possible = numbers.max(axis=1) <= len(suits)
    held, numbers = held[is_possible], numbers[is_possible]
    in_suits = np.array([comb(len(suits), number) for number in range(ranking.size + 1)])
    flushes = np.where(numbers.max(axis=1) == 1, len(suits), 0)
    counts = np.zeros(tables.values, dtype=np.int64)
    np.add.at(counts, tables.mixed[RANK_WEIGHTS[held].sum(axis=1)], in_suits[numbers].prod(axis=1) - flushes)
    np.add.at(counts, tables.flush[np.where(flushes > 0, (1 << held).sum(axis=1), 0)], flushes)
    return {int(value): int(counts[value]) for value in np.flatnonzero(counts)}


@cache
def best_values(ranking: PokerRanking, deck: tuple[Card, ...]) -> dict[int, int]:
    """All hands by the value of the best one in them, class after class of those that differ only in suits."""
    from cardroom.lab.solvers.card_sets.set_values import values_of
    from cardroom.lab.solvers.card_sets.suit_classes import SuitedDeck, classes_of

    suits, ranks = ({getattr(card, part) for card in deck} for part in ("suit", "rank"))
    cards = SuitedDeck(tuple(sorted(ranks)), tuple(sorted(suits)))
    classes = classes_of(cards, ranking.cards)
    hands = np.zeros(ranking.number_of_values, dtype=np.int64)
    np.add.at(hands, values_of(cards, ranking, classes.sets), classes.weights)
    return {int(value): int(hands[value]) for value in np.flatnonzero(hands)}


# --- runs -------------------------------------------------------------------------------------------------------------


@cache
def run_values(ranking: RunRanking, cards: int, deck: CardSet) -> dict[int, int]:
    """All hands by their longest run over independent chains that share no card."""
    cells = [cell & deck for chain in ranking.chains for cell in chain.distinct_cells]
    if sum(cell.bit_count() for cell in cells) != deck.bit_count():
        raise not_counted(f"Every card must lie in one cell of {ranking.name} for its hands to be counted.")
    values = sorted({value for chain in ranking.chains for value in chain.values})
    together = [[1] + [0] * cards for _ in values]
    for chain in ranking.chains:
        up_to = _ways_up_to(chain, tuple(values), cards, deck)
        together = [_product(known, ways) for known, ways in zip(together, up_to, strict=True)]
    below = [0, *(series[cards] for series in together)]
    return {value: now - before for value, now, before in zip(values, below[1:], below, strict=False) if now - before}


def _ways_up_to(chain: Chain, values: tuple[int, ...], cards: int, deck: CardSet) -> list[list[int]]:
    """[value, cards]: ways to take so many cards from a chain without exceeding the value."""
    sizes = np.array([(cell & deck).bit_count() for cell in chain.distinct_cells])
    masks = np.arange(1 << len(sizes))
    held = masks[:, None] >> np.arange(len(sizes)) & 1
    kinds = np.stack([(held * (sizes == size)).sum(axis=1) for size in range(5)], axis=1)  # cells of a mask by size
    keys = np.column_stack((np.searchsorted(values, chain.values), kinds))
    found, numbers = np.unique(keys[held.sum(axis=1) <= cards], axis=0, return_counts=True)
    table = [[0] * (cards + 1) for _ in values]
    for (place, *of_size), number in zip(found.tolist(), numbers.tolist(), strict=True):
        for taken, ways in enumerate(_taking(tuple(of_size), cards)):
            table[place][taken] += number * ways
    for below, here in pairwise(table):
        here[:] = map(add, below, here)
    return table


@cache
def _taking(cells: tuple[int, ...], cards: int) -> list[int]:
    """By number of cards: ways to take at least one from each of so many cells of no, one, two, … cards."""
    series = [1] + [0] * cards
    for size, number in enumerate(cells):
        some = [0, *(comb(size, taken) for taken in range(1, size + 1))] + [0] * cards
        for _ in range(number):
            series = _product(series, some)
    return series


def _product(left: list[int], right: list[int]) -> list[int]:
    return [sum(left[i] * right[total - i] for i in range(total + 1)) for total in range(len(left))]
