"""A table's win beside the band of its wagers, and what its plan risks: asked of the lab, told to pit and reports."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from cardroom.documents import Hash
from cardroom.errors import CardroomError
from cardroom.house.engine.day_figures import TableFigures
from cardroom.house.floor import TablePlan
from cardroom.lab.exposure.exposure_queries import ESTIMATED, PlayedUnder, TableAnswer, TableQuestion, band_of_play
from cardroom.lab.exposure.hold_bands import HoldBand
from cardroom.lab.exposure.table_risk import TableExposure
from cardroom.money import Money
from cardroom.table import TableSettings


class ExposedTable(msgspec.Struct, frozen=True, kw_only=True):
    """One table on the gaming day that is on, with what the lab has to say of it."""

    table: str
    win: Money
    drop: Money
    handle: Money
    hold: float | None  # win for each dollar of the drop; None: there was no drop
    hold_of_handle: float | None  # win for each dollar staked; None: nothing is known to have been staked
    exposure: TableExposure | None  # None: the game is not counted
    band: HoldBand | None
    is_inside: bool | None  # whether the win lies in its band; None: there is no band, or no round yet
    why_not: str  # where something is missing


def question_of(plan: TablePlan, figures: TableFigures, settings: Callable[[Hash], TableSettings]) -> TableQuestion:
    """About a table and its day."""
    return TableQuestion(
        settings=plan.settings,
        inventory=plan.inventory,
        payout_cap=plan.payout_cap,
        handle=figures.handle,
        played=played_under(figures, settings),
        is_real=plan.is_real,
        not_all=_not_all(figures, is_real=plan.is_real),
    )


def played_under(figures: TableFigures, settings: Callable[[Hash], TableSettings]) -> tuple[PlayedUnder, ...]:
    guessed = {name: {ESTIMATED: staked} for name, staked in figures.estimated.items()}
    return tuple(PlayedUnder(settings(name), staked) for name, staked in (figures.staked or guessed).items())


def _not_all(figures: TableFigures, *, is_real: bool) -> str:
    """Where cards are real, only the lights tell who plays."""
    return "No seat was lit in any round." if is_real and figures.rounds and not figures.estimated else ""


def band_of_day(figures: TableFigures, settings: Callable[[Hash], TableSettings]) -> HoldBand | None:
    """The band of a table's day, computed here; None where wagers are not counted, or nothing was staked."""
    is_real = bool(figures.estimated)
    if _not_all(figures, is_real=is_real) or not (figures.staked or figures.estimated):
        return None
    try:
        return band_of_play(played_under(figures, settings), figures.handle, is_real=is_real)
    except CardroomError:
        return None


def is_inside(figures: TableFigures, band: HoldBand | None) -> bool | None:
    """Whether the win lies in its band. What a posted cap kept back is no luck of the house's: it is left out.

    What is in a tray of real chips is known when it has been counted and taken to the cage, and not before.
    """
    if band is None or not figures.rounds or (band.is_estimate and figures.tray):
        return None
    return band.low <= figures.win - figures.capped <= band.high


def exposed_table(table: str, figures: TableFigures, answer: TableAnswer) -> ExposedTable:
    band, handle = answer.band, figures.handle or (answer.band.handle if answer.band is not None else 0)
    return ExposedTable(
        table=table,
        win=figures.win,
        drop=figures.drop,
        handle=handle,
        hold=figures.win / figures.drop if figures.drop else None,
        hold_of_handle=figures.win / handle if handle else None,
        exposure=answer.exposure,
        band=band,
        is_inside=is_inside(figures, band),
        why_not=answer.why_not,
    )
