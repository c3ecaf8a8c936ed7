"""How the hands that a wager is read on are spread: combinations by showdown and step of the wager's scale."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb

from cardroom.cards import DECK
from cardroom.games.model import HandOf, Result, Showdown, To, Wager
from cardroom.hands import Chain, PokerRanking, RunRanking
from cardroom.lab.solving import RunSolution, Solved, StreetSolution, cards_dealt_to

ANY = Showdown(Result.WIN)  # for wagers that do not care how the hands compare


@dataclass(frozen=True)
class Spread:
    """Combinations by showdown and step (None: below the scale); the rest of `of` is lost by folding."""

    steps: Mapping[tuple[Showdown, int | None], int]
    of: int
    # Where a part is simulated: the covariances of the chances to be at a step or better.
    covariance: tuple[tuple[float, ...], ...] | None = None

    @property
    def lost_by_folding(self) -> int:
        return self.of - sum(self.steps.values())


def spread_of(solved: Solved, wager: Wager) -> Spread:
    """The exact spread of a wager read on the player's, the dealer's or the community cards."""
    is_live = solved.settings.is_live_after_fold(wager)
    assert wager.scale is not None
    match wager.reads:
        case HandOf.PLAYER if wager.scale.ranking is solved.game.ranking:
            return _by_value(wager, *solved.hands_by_value(also_folded=is_live))
        case HandOf.PLAYER:
            assert is_live, "a hand in another ranking is counted apart from the fold"
            assert isinstance(wager.scale.ranking, RunRanking)
            cards = cards_dealt_to(solved.game, To.PLAYERS)
            return _by_value(wager, run_values(wager.scale.ranking, cards), comb(52, cards))
        case HandOf.PLAYER_AND_COMMUNITY:
            assert isinstance(solved, StreetSolution)
            if is_live:
                return _by_value(wager, *solved.hands_by_value(also_folded=True))
            assert wager.scale == solved.game.base_wager.scale, "played hands are counted by the base wager's steps"
            return Spread({(ANY, step): count for step, count in solved.played_steps().items()}, solved.total)
        case HandOf.COMMUNITY:
            ranking = wager.scale.ranking
            assert isinstance(ranking, PokerRanking)
            return _by_value(wager, poker_values(ranking), comb(52, ranking.size))
        case HandOf.LOWER:
            assert isinstance(solved, RunSolution)
            steps: dict[tuple[Showdown, int | None], int] = defaultdict(int)
            for (showdown, value), count in solved.showdowns(wager).items():
                steps[showdown, wager.scale.step(value)] += count
            return Spread(steps, solved.total)
        case _:
            raise AssertionError(f"{wager.id} is spread in another way")


def _by_value(wager: Wager, by_value: Mapping[int, int], of: int) -> Spread:
    assert wager.scale is not None
    steps: dict[tuple[Showdown, int | None], int] = defaultdict(int)
    for value, count in by_value.items():
        steps[ANY, wager.scale.step(value)] += count
    return Spread(steps, of)


@cache
def poker_values(ranking: PokerRanking) -> dict[int, int]:
    """All hands of a small ranking by value."""
    counts: dict[int, int] = defaultdict(int)
    for hand in combinations(DECK, ranking.size):
        counts[ranking.value(hand)] += 1
    return dict(counts)


@cache
def run_values(ranking: RunRanking, cards: int) -> dict[int, int]:
    """All hands of so many cards by their longest run over independent chains that share no card."""
    values = sorted({value for chain in ranking.chains for value in chain.values if value})
    below: list[int] = []
    for value in values:
        series = [1] + [0] * cards
        for chain in ranking.chains:
            series = _product(series, _ways_up_to(chain, value, cards))
        below.append(series[cards])
    return {value: now - before for value, now, before in zip(values, below, [0, *below], strict=False)}


@cache
def _ways_up_to(chain: Chain, value: int, cards: int) -> list[int]:
    """By number of cards: ways to take them from a chain without exceeding a value."""
    sizes = {cell.bit_count() for cell in chain.distinct_cells}
    assert sizes == {1}, "one card a cell"
    ways = [0] * (cards + 1)
    for mask, mask_value in enumerate(chain.values):
        if mask_value <= value and mask.bit_count() <= cards:
            ways[mask.bit_count()] += 1
    return ways


def _product(left: list[int], right: list[int]) -> list[int]:
    return [sum(left[i] * right[total - i] for i in range(total + 1)) for total in range(len(left))]
