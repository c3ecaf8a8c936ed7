"""The mathematics of one jackpot meter.

A wager puts its contribution on the meter, then its hand is read. With a chance `full` it takes everything, and the
meter starts again at the seed and the reserve saved up since the last time; with the chance of each share it takes that
share; where fixed pays come off the meter, it takes those. Hands are read one after another and independently.

Let f be the chance of a full award, t the sum of chance times share of the others, g what fixed pays take off the meter
for each wager, S the seed, c and r what a wager adds to meter and reserve, all in dollars.

- What comes in must go out: c + r + f S for each wager, in the long run.
- A hit does not look at the meter, so the meter it finds is on average the one that any wager finds. Without fixed pays
  that makes f A + t A = c + r + f S for the mean meter A, exactly. The renewal argument agrees: from a meter m the full
  award is on average f / (f + t) (m + c / f), and the average start is S + r / f.
- With fixed pays off the meter, what it lacks is advanced by the house and recovered from contributions, so
  g + f A = c + r + f S as long as they suffice. Where they do not, contributions never catch up, only seed and reserve
  are ever on display, and A is what is left of them when the hit comes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from cardroom.lab.results import Struct

Floats = npt.NDArray[np.float64]


class Taking(Struct, frozen=True, kw_only=True):
    """What an award takes off the meter (a share of it, or dollars), and how often."""

    amount: Fraction
    chance: Fraction


class Meter(Struct, frozen=True, kw_only=True):
    """Everything in dollars; contribution and reserve of one wager."""

    seed: Fraction
    contribution: Fraction
    reserve: Fraction
    full: Fraction  # the chance that a wager takes it all
    shares: tuple[Taking, ...] = ()
    fixed: tuple[Taking, ...] = ()  # only where fixed pays come off the meter
    maximum: Fraction | None = None  # what would go above it goes to the overflow

    @property
    def inflow(self) -> Fraction:
        """What players and house put in for each wager, in the long run."""
        return self.contribution + self.reserve + self.full * self.seed

    @property
    def shares_taken(self) -> Fraction:
        return _mean(self.shares)

    @property
    def fixed_taken(self) -> Fraction:
        return _mean(self.fixed)


@dataclass(frozen=True)
class Law:
    """How an amount is distributed: the chance of at most so many dollars, on a grid."""

    amounts: Floats
    at_most: Floats

    @property
    def mean(self) -> float:
        return float(self.amounts[-1] - np.trapezoid(self.at_most, self.amounts))

    def quantile(self, chance: float) -> float:
        """The amount that is not exceeded with this chance."""
        place = int(np.searchsorted(self.at_most, chance))
        if place in (0, len(self.amounts)):
            return float(self.amounts[min(place, len(self.amounts) - 1)])
        low, high = self.at_most[place - 1], self.at_most[place]
        return float(np.interp(chance, (low, high), self.amounts[place - 1 : place + 1]))


def mean_by_conservation(meter: Meter) -> Fraction:
    """The mean meter at a full award: what comes in for each wager must go out."""
    return (meter.inflow - meter.fixed_taken) / (meter.full + meter.shares_taken)


def _mean(takings: Iterable[Taking]) -> Fraction:
    return sum((taking.amount * taking.chance for taking in takings), Fraction(0))
