"""In what band a table's win must lie, from what was staked there: expectation, spread, and 95 of 100 days.

Stakes are made before the cards are seen and rounds are dealt afresh, so the expected win is exact for best play, and
rounds are independent where stakes do not follow the results before them. Within a round hands share the dealer's and
the community's cards, and a seat's wagers share its own. How much they hang together is not counted, but it cannot be
more than wholly:

*Deviation.* deviation(X + Y) ≤ deviation(X) + deviation(Y) (Cauchy and Schwarz), so hands of a round deviate at most
like one hand with all that they staked, and wagers at most by the sum of theirs. It is exact for one wager that no two
hands of a round had.

*Band.* At most 2.5% lie beyond either end. Where one hand a round had one wager at one stake, the ends are quantiles of
the convolved distribution, as of a session on the PAR sheet. Otherwise they are means of the worst 2.5% (expected
shortfalls): a quantile is never beyond the shortfall of its tail; shortfalls of sums are at most sums of shortfalls,
whatever hangs together (they are subadditive); and hands of a round that gain q₁X₁ + q₂X₂ + … have at most the
shortfall of one hand with q₁ + q₂ + …, over a whole day too, since sums of independent rounds keep the convex order in
which that one hand comes first. Stakes are rounded up to few sizes, which only widens the band.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import floor, sqrt

from cardroom.errors import CardroomError
from cardroom.lab.exposure.wager_prices import Price, Prices
from cardroom.lab.results import TAIL
from cardroom.money import CENT, Money
from cardroom.table.engine.stake_totals import Staked


class Method(StrEnum):
    EXACT = "exact"  # quantiles
    BOUND = "bound"  # expected shortfalls


@dataclass(frozen=True)
class Band:
    """Of the house's win, before any posted cap, in micro-dollars."""

    expected: Fraction
    deviation: float
    is_exact_deviation: bool  # otherwise an upper bound
    low: Money  # 2.5 of 100 lie below, at most
    high: Money  # and above
    method: Method


@dataclass(frozen=True)
class Component:
    """One wager over many rounds."""

    price: Price
    staked: Staked

    @property
    def deviation(self) -> float:
        return CENT * sqrt(self.staked.round_squares) * self.price.standard_deviation

    @property
    def is_alone(self) -> bool:
        """No round had two hands on it."""
        return self.staked.hands == self.staked.rounds

    @property
    def is_flat(self) -> bool:
        """One stake in every round: the mean of squares is the square of the mean only then."""
        return self.is_alone and self.staked.rounds * self.staked.squares * CENT**2 == self.staked.total**2


Played = Sequence[tuple[Prices, Mapping[str, Staked]]]  # what was staked under each settings


def band_of(played: Played) -> Band:
    """The band of all that was staked; refused where a wager is not counted."""
    parts = [part for prices, staked in played if (part := _components(prices, staked))]
    components = [component for part in parts for component in part]
    expected = sum((-c.price.ev * c.staked.total for c in components), Fraction(0))
    deviation = sqrt(sum(sum(c.deviation for c in part) ** 2 for part in parts))
    is_exact = all(len(part) == 1 and part[0].is_alone for part in parts)
    if not components:
        return Band(expected, deviation, is_exact, 0, 0, Method.EXACT)
    if len(components) == 1 and components[0].is_flat:
        found = _quantiles(components[0])
        if found is not None:
            return Band(expected, deviation, is_exact, *found, Method.EXACT)
    low, high = _shortfalls(components, float(expected))
    return Band(expected, deviation, is_exact, low, high, Method.BOUND)


def _components(prices: Prices, staked: Mapping[str, Staked]) -> list[Component]:
    """The wagers that are priced; those that hang on the base wager are priced with it."""
    found = []
    own = {price.wager for price in prices.parts}
    for key, of_wager in staked.items():
        price = prices.find(key)
        if price is not None:
            found.append(Component(price, of_wager))
        elif key not in own:
            wager = key.partition("/")[0]
            why = prices.not_counted.get(wager, f"“{key}” was staked on, and is not counted.")
            raise CardroomError("not-counted", why)
    return found


def _quantiles(only: Component) -> tuple[Money, Money] | None:
    from cardroom.lab.analysis.session_distribution import (
        session_figures,  # with what is heavy: the house itself never loads it
    )

    found = session_figures(only.price, only.staked.rounds)
    if not found.is_convolved:
        return None
    stake = only.staked.total // only.staked.rounds
    return _down(-found.high * stake), -_down(found.low * stake)


def _shortfalls(components: Sequence[Component], expected: float) -> tuple[Money, Money]:
    """Never beyond what the players can win or lose at all."""
    from cardroom.lab.exposure.expected_shortfall import shortfalls

    reaches = [shortfalls(c.price.amounts, c.staked.sizes, TAIL) for c in components]
    lost = expected + CENT * sum(below for below, _ in reaches)
    won = expected - CENT * sum(above for _, above in reaches)
    best = -sum(c.staked.total * float(c.price.amounts[0].net) for c in components)
    worst = -sum(c.staked.total * float(c.price.amounts[-1].net) for c in components)
    return _down(max(won, worst)), -_down(-min(lost, best))


def _down(amount: float) -> Money:
    """To whole cents, away from the middle, but for what the last places of floats hide."""
    return floor(amount / CENT + 1e-6) * CENT
