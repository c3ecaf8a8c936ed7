"""One question about a table, and its answer: what it may have to pay, and the band of its win.

The house asks in a process of its own, reports and sheets where they are; all get the same figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from cardroom.errors import CardroomError
from cardroom.lab.exposure.hold_bands import HoldBand, estimated_band, hold_band
from cardroom.lab.exposure.table_risk import TableExposure, table_exposure
from cardroom.lab.exposure.wager_prices import Prices, prices_of
from cardroom.money import Money
from cardroom.table import TableSettings
from cardroom.table.engine.stake_totals import Staked

ESTIMATED = "estimated"  # in the place of a wager


class PlayedUnder(msgspec.Struct, frozen=True):
    """What was staked in the rounds under some settings."""

    settings: TableSettings
    staked: dict[str, Staked]


class TableQuestion(msgspec.Struct, frozen=True, kw_only=True):
    settings: TableSettings
    inventory: Money
    payout_cap: Money | None = None
    handle: Money = 0
    played: tuple[PlayedUnder, ...] = ()
    is_real: bool = False  # stakes are an average bet for every lit seat
    not_all: str = ""  # why no band can be said: rounds whose wagers nobody has counted


class TableAnswer(msgspec.Struct, frozen=True, kw_only=True):
    exposure: TableExposure | None
    band: HoldBand | None
    why_not: str = ""  # where one of them is missing


def answer_question(question: TableQuestion) -> TableAnswer:
    """Games that cannot be counted are answered with the reason."""
    try:
        prices = _prices(question.settings)
        exposure = table_exposure(
            question.settings, prices, inventory=question.inventory, payout_cap=question.payout_cap
        )
    except CardroomError as error:
        return TableAnswer(exposure=None, band=None, why_not=error.message)
    try:
        return TableAnswer(exposure=exposure, band=_band(question), why_not=question.not_all)
    except CardroomError as error:
        return TableAnswer(exposure=exposure, band=None, why_not=error.message)


def _band(question: TableQuestion) -> HoldBand | None:
    return None if question.not_all else band_of_play(question.played, question.handle, is_real=question.is_real)


def band_of_play(played: Sequence[PlayedUnder], handle: Money, *, is_real: bool = False) -> HoldBand:
    """The band of what was staked. Games are counted here, unless they are known."""
    if is_real:
        return estimated_band([(_prices(part.settings), part.staked[ESTIMATED]) for part in played])
    return hold_band([(_prices(part.settings), part.staked) for part in played], handle)


def _prices(settings: TableSettings) -> Prices:
    return _kept(settings.game, msgspec.json.encode(settings))


@lru_cache(maxsize=256)
def _kept(_: str, settings: bytes) -> Prices:
    return prices_of(msgspec.json.decode(settings, type=TableSettings))
