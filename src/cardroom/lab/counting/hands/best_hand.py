"""The best hand at a table: exactly for two hands; for more, exactly but for a small simulated rest.

The chance that any of n hands reaches a step is n times that of one, less that of each pair, plus a rest which only
deals with three or more such hands contribute to. One and two are counted; the rest is simulated and tiny, so the error
is a hundredth of a plain simulation's.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache, lru_cache
from math import comb, lcm
from typing import TYPE_CHECKING

import numpy as np

from cardroom.games.model import DEALER, SEAT, Best, Game, Wager
from cardroom.games.scale import Scale
from cardroom.hands import PokerRanking
from cardroom.lab.counting.hands import table_wide
from cardroom.lab.counting.payoffs import steps_by_value
from cardroom.lab.counting.protocol import ANY, Answers, Integers, Spread, Spreads, not_counted
from cardroom.lab.counting.sets.classes import SuitedDeck
from cardroom.lab.counting.sets.subsets import subsets_of
from cardroom.lab.counting.sets.values import evaluator, values_of

if TYPE_CHECKING:
    from cardroom.lab.counting.hands.solution import HandSolved

BLOCKS, DEALS_PER_BLOCK = 32, 1 << 16
DEALS = BLOCKS * DEALS_PER_BLOCK


def best_hand_spreads(solved: HandSolved, wager: Wager) -> Spreads:
    """By number of hands dealt, the dealer's included; for the steps that pay tables pay, best first."""
    ranking, scale, deck = _fitting(solved.game, wager), wager.scale, solved.counted.deck
    assert scale is not None
    paid = paid_steps(solved, wager)
    one, two = _reached_by_one_and_two(deck, ranking, scale, paid)
    most = min(solved.game.seats + 1, deck.size // ranking.cards)
    sums, products = _simulate(deck, ranking, scale, paid, most)
    pairs = _pairs(deck, ranking.cards)
    spreads: Spreads = {}
    for hands in range(2, most + 1):
        rest = [Fraction(int(count), DEALS) for count in sums[hands]] if hands > 2 else [Fraction(0)] * paid
        reached = [hands * one[s] - comb(hands, 2) * two[s] + rest[s] for s in range(paid)]
        covariance = None
        if hands > 2:
            mean = sums[hands] / DEALS
            covariance = tuple(map(tuple, ((products[hands] / DEALS - np.outer(mean, mean)) / DEALS).tolist()))
        spreads[hands] = _spread(reached, pairs, covariance)
    return spreads


def paid_steps(solved: HandSolved, wager: Wager) -> int:
    """The best hand is counted down to the lowest that pays; what lies below is one."""
    assert wager.scale is not None
    tables = [*wager.paytables, solved.settings.paytables[wager.id]]
    return 1 + max(wager.scale.place(line.hand) for table in tables for line in table.lines)


def _fitting(game: Game, wager: Wager) -> PokerRanking:
    """The ranking, where everyone holds as many cards as it reads."""
    reading = game.hands[wager.reads or ""]
    ranking = reading.ranking if isinstance(reading, Best) else None
    cards = {game.cards_of(SEAT), game.cards_of(DEALER)}
    if not isinstance(ranking, PokerRanking) or cards != {ranking.cards} or wager.scale is None:
        raise not_counted(f"{wager.name}: the best hand at a table is counted where all hold equally many poker cards.")
    return ranking


def _pairs(deck: SuitedDeck, cards: int) -> int:
    """Ways to deal two hands."""
    return comb(deck.size, cards) * comb(deck.size - cards, cards)


def _spread(reached: list[Fraction], pairs: int, covariance: tuple[tuple[float, ...], ...] | None) -> Spread:
    of = lcm(pairs, *(chance.denominator for chance in reached))
    counts = [int(chance * of) for chance in reached]
    by_step: dict[tuple[Answers, int | None], int] = {
        (ANY, step): count - before for step, (count, before) in enumerate(zip(counts, [0, *counts], strict=False))
    }
    by_step[ANY, len(reached)] = of - counts[-1]
    return Spread(by_step, of, covariance)


def _steps(ranking: PokerRanking, scale: Scale, paid: int) -> Integers:
    """By value; all that pays nothing is one step."""
    steps = steps_by_value(scale, ranking.number_of_values)
    return np.where(steps < 0, paid, np.minimum(steps, paid))


@cache
def _reached_by_one_and_two(
    deck: SuitedDeck, ranking: PokerRanking, scale: Scale, paid: int
) -> tuple[list[Fraction], list[Fraction]]:
    """By step: the chance that a hand is there or better, and that two hands dealt from one deck both are."""
    hands = np.zeros((comb(deck.size, ranking.cards), ranking.cards), dtype=np.uint8)
    table_wide.all_hands(hands)
    steps = _steps(ranking, scale, paid)[values_of(deck, ranking, hands)]
    parts = subsets_of(ranking.cards, 1, ranking.cards - 1)

    def both(step: int) -> int:
        return table_wide.disjoint_pairs(deck.size, hands, steps <= step, *parts)

    with ThreadPoolExecutor() as pool:
        together = list(pool.map(both, range(paid)))
    one = [Fraction(int((steps <= step).sum()), len(hands)) for step in range(paid)]
    return one, [Fraction(int(count), _pairs(deck, ranking.cards)) for count in together]


@lru_cache(maxsize=4)
def _simulate(deck: SuitedDeck, ranking: PokerRanking, scale: Scale, paid: int, most: int) -> tuple[Integers, Integers]:
    """What three hands or more add, by number of hands."""
    values, steps = evaluator(deck, ranking), _steps(ranking, scale, paid)

    def block(number: int) -> tuple[Integers, Integers]:
        sums = np.zeros((most + 1, paid), dtype=np.int64)
        products = np.zeros((most + 1, paid, paid), dtype=np.int64)
        table_wide.crowded_deals(number, DEALS_PER_BLOCK, ranking.cards, values, steps, sums, products)
        return sums, products

    with ThreadPoolExecutor() as pool:
        parts = list(pool.map(block, range(BLOCKS if most > 2 else 0)))
    return np.sum([part[0] for part in parts], axis=0), np.sum([part[1] for part in parts], axis=0)
