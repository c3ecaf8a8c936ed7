"""A plan as a picture: how the award is spread, and what the house keeps at other contribution rates."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from cardroom.errors import CardroomError
from cardroom.jackpots import Source
from cardroom.lab.jackpots.plan import Plan

KINDS = ("png", "svg", "pdf")


def validate_plot_file(file: Path) -> None:
    if file.suffix.lower().removeprefix(".") not in KINDS:
        raise CardroomError("bad-plot", f"{file}: a plot is a file that ends in .png, .svg or .pdf.")
    if not file.absolute().parent.is_dir():
        raise CardroomError("no-folder", f"{file}: there is no folder to write it to.")


def write_plot(plan: Plan, file: Path) -> None:
    """Drawn without a screen."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 4.5), layout="constrained")
    FigureCanvasAgg(figure)
    award, rates = figure.subplots(1, 2)
    _draw_award(plan, award)
    _draw_rates(plan, rates)
    figure.suptitle(plan.terms.prize.paytable)
    try:
        figure.savefig(file, dpi=150)
    except OSError as error:
        raise CardroomError("bad-plot", f"{file}: cannot be written ({error.strerror}).") from None


def _draw_award(plan: Plan, axes: Any) -> None:
    """Awards above so much: where the line is at 50%, every second one is higher."""
    several = len(plan.levels) > 1
    for level in plan.levels:
        law = level.law
        shown = (law.amounts >= law.quantile(0.0001)) & (law.amounts <= law.quantile(0.999))
        line = axes.step(law.amounts[shown], 1 - law.at_most[shown], label=level.config.name)[0]
        mean = float(level.expected_award)
        axes.axvline(mean, linestyle=":", color=line.get_color(), label=f"mean ${mean:,.0f}")
    axes.set(title="100% awards", xlabel="dollars", ylabel="part of awards above it", ylim=(0, 1.02))
    if several:
        axes.set_xscale("log")
    axes.xaxis.set_major_formatter(lambda value, _: f"${value:,.0f}")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    axes.tick_params(axis="x", labelrotation=20)
    axes.legend()


def _draw_rates(plan: Plan, axes: Any) -> None:
    rates = np.array([float(row.contribution) for row in plan.by_rate])
    axes.plot(rates, [float(row.house_advantage) for row in plan.by_rate], marker="o", label="house advantage")
    if plan.split.envy:
        without = [float(row.house_advantage_without_envy) for row in plan.by_rate]
        axes.plot(rates, without, linestyle="--", label="without envy")
    if plan.terms.fixed_pays is Source.METER:
        dry = [row.chance_to_run_dry for row in plan.by_rate]
        axes.plot(rates, dry, color="firebrick", marker=".", label="chance to run dry")
    axes.axhline(0, color="black", linewidth=0.8)
    axes.axvline(float(plan.terms.contribution), linestyle=":", color="grey")
    axes.set(title="At other contribution rates", xlabel="contribution, of the wager", ylabel="of the wager")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(lambda value, _: f"{value:.0%}")
    axes.legend()
