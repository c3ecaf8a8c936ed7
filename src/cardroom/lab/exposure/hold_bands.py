"""A table's win beside the band that it must lie in, as pit, reports and sheets show it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from cardroom.lab.exposure.wager_prices import Prices
from cardroom.lab.exposure.win_bands import Band, Method, Played, band_of
from cardroom.money import CENT, Money
from cardroom.table.engine.stake_totals import Staked

WORDS = {
    Method.EXACT: "quantiles of the exact distribution of these rounds",
    Method.BOUND: "a bound: the means of the worst and of the best 2.5%, if hands of a round and wagers of a hand hung"
    " together wholly",
}


class HoldBand(msgspec.Struct, frozen=True, kw_only=True):
    """Where 95 of 100 tables with these stakes end under best play; at most 2.5 of the rest lie beyond either end."""

    expected: Money  # win of the house
    deviation: Money  # standard deviation of the win, or an upper bound of it
    is_exact_deviation: bool
    low: Money
    high: Money
    method: Method
    is_estimate: bool  # stakes are guessed from an average bet
    words: str  # how it was found
    handle: Money  # what was staked, a guess where that is one
    expected_hold: float | None  # of the handle; None: nothing was staked
    low_hold: float | None
    high_hold: float | None


def hold_band(played: Played, handle: Money) -> HoldBand:
    """From what was staked, by settings; `handle` is all that was staked, decisions included."""
    return _told(band_of(played), handle, is_estimate=False)


def estimated_band(played: Sequence[tuple[Prices, Staked]]) -> HoldBand:
    """At real cards: an average bet on the base wager for every seat whose sensor was lit."""
    by_wager = [(prices, {prices.prices[0].key: staked}) for prices, staked in played]
    return _told(band_of(by_wager), sum(staked.total for _, staked in played), is_estimate=True)


def _told(band: Band, handle: Money, *, is_estimate: bool) -> HoldBand:
    def of_handle(amount: Fraction | Money) -> float | None:
        return float(amount) / handle if handle else None

    words = f"Under best play, {WORDS[band.method]}"
    if is_estimate:
        words += "; an estimate: the stakes are an average bet for every lit seat"
    return HoldBand(
        expected=round(band.expected / CENT) * CENT,
        deviation=round(band.deviation / CENT) * CENT,
        is_exact_deviation=band.is_exact_deviation,
        low=band.low,
        high=band.high,
        method=band.method,
        is_estimate=is_estimate,
        words=f"{words}.",
        handle=handle,
        expected_hold=of_handle(band.expected),
        low_hold=of_handle(band.low),
        high_hold=of_handle(band.high),
    )
