"""Plots of a PAR sheet as SVG, drawn from the blocks of its content.

The same drawing serves page and print: letters stay text, and colours are names that a style sheet may set anew.
"""

from __future__ import annotations

import io
import re
import warnings
from functools import lru_cache
from math import ceil, floor, log10
from textwrap import shorten, wrap
from typing import TYPE_CHECKING, Any

from cardroom.lab.par_sheet.content import BarGroup, BarPlot, Fan, FanPlot, Plot, Tone
from cardroom.number_format import number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDE, NARROW = 7.0, 3.7  # inches: a printed line, a telephone

# In print these colours are taken as they are; on a page each becomes the variable of its name.
COLOURS = {
    "ink": "#26231f",
    "muted": "#6d675f",
    "grid": "#ddd7cc",
    "win": "#1f7a5c",
    "loss": "#b3402f",
    "push": "#8d867b",
    "mean": "#234f8d",
    "inner": "#9db8dc",
    "outer": "#d3dff0",
}
TONE_COLOURS = {
    Tone.GOOD: COLOURS["win"],
    Tone.ALARM: COLOURS["loss"],
    Tone.WARNING: COLOURS["loss"],
    Tone.PLAIN: COLOURS["push"],
}
# Measures in inches. Layout is reckoned from them: matplotlib's own layout engines take longer than all the drawing.
LINE_HEIGHT = 0.13  # of a label
LETTER_WIDTH = 0.066  # of a label, on average and rather too wide
BAR_GAP = 0.06
MANY = 16  # bars stand closer, so that a plot does not need a page of its own
AXIS_HEIGHT = 0.42  # numbers and name of the axis under bars
TITLE_HEIGHT = 0.26
PAD = 0.08
LABEL_LENGTH = 22  # letters in a line of a bar's label
FAN_HEIGHT = 1.7


@lru_cache(maxsize=64)  # page and print of one analysis share their drawings
def plot_as_svg(plot: Plot, width: float) -> str:
    """An SVG element whose ids are its own, without anything that differs from run to run."""
    import matplotlib as mpl

    settings: dict[Any, Any] = {
        "svg.hashsalt": plot.name,  # otherwise ids are random
        "svg.fonttype": "none",
        "text.parse_math": False,  # a dollar sign in a name is a dollar sign
        "font.size": 8.5,
        "font.family": "DejaVu Sans",  # comes with matplotlib, so that measures are the same everywhere
        "text.color": COLOURS["ink"],
        "axes.edgecolor": COLOURS["muted"],
        "axes.labelcolor": COLOURS["muted"],
        "axes.linewidth": 0.6,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "xtick.color": COLOURS["muted"],
        "ytick.color": COLOURS["muted"],
        "xtick.labelsize": 8,
        "ytick.labelsize": 8,
        "ytick.labelcolor": COLOURS["ink"],
        "grid.color": COLOURS["grid"],
        "grid.linewidth": 0.6,
    }
    with mpl.rc_context(settings), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # letters stay text: the reader's fonts will have it
        figure = _bars(plot, width) if isinstance(plot, BarPlot) else _fans(plot, width)
        drawing = io.StringIO()
        figure.savefig(drawing, format="svg", transparent=True, metadata={"Date": None})
    return _own_element(drawing.getvalue(), f"{plot.name}-{'wide' if width == WIDE else 'narrow'}")


def _own_element(document: str, prefix: str) -> str:
    """The bare element: no prologue, no metadata, no address of any standard, and ids that no other plot has."""
    element = document[document.index("<svg") :].strip()
    element = re.sub(r"\s*<metadata>.*?</metadata>", "", element, flags=re.DOTALL)
    element = re.sub(r'\s+xmlns(:\w+)?="[^"]*"', "", element, count=2)
    element = element.replace("xlink:href", "href")
    return re.sub(r'( id="|url\(#| href="#)', rf"\g<1>{prefix}-", element)


# --- bars -------------------------------------------------------------------------------------------------------------


def _bars(plot: BarPlot, width: float) -> Figure:
    """Groups in one or two columns, read line by line; all bars are equally thick and on one scale."""
    from matplotlib.figure import Figure

    across = 1 if len(plot.groups) == 1 or width < WIDE else 2
    labels = [[wrap(bar.label, LABEL_LENGTH) or [""] for bar in group.bars] for group in plot.groups]
    lines = max(len(label) for group in labels for label in group)
    letters = max(len(line) for group in labels for label in group for line in label)
    is_long = max(len(group.bars) for group in plot.groups) > MANY
    bar_height = lines * LINE_HEIGHT + (BAR_GAP / 3 if is_long else BAR_GAP)
    left = letters * LETTER_WIDTH + PAD
    title_height = TITLE_HEIGHT if any(group.title for group in plot.groups) else PAD

    rows = [plot.groups[place : place + across] for place in range(0, len(plot.groups), across)]
    heights = [max(len(group.bars) for group in row) * bar_height for row in rows]
    height = sum(heights) + len(rows) * title_height + AXIS_HEIGHT
    figure = Figure(figsize=(width, height))
    top = height
    for row, row_height in zip(rows, heights, strict=True):
        top -= title_height + row_height
        for place, group in enumerate(row):
            start = place * width / across
            size = (width / across - left - PAD) / width, len(group.bars) * bar_height / height
            bottom = top + row_height - len(group.bars) * bar_height
            axes = figure.add_axes(((start + left) / width, bottom / height, *size))
            is_last = row is rows[-1] or (place == across - 1 and len(rows[-1]) < across and row is rows[-2])
            _draw_group(axes, group, plot, is_last, few=width / across < WIDE)
            if group.title:
                level = (top + row_height + 0.06) / height
                figure.text(start / width, level, shorten(group.title, 42, placeholder=" …"), fontweight="bold")
    figure.text(0.5, 0.05 / height, plot.axis, fontsize=8, color=COLOURS["muted"], ha="center")
    return figure


def _draw_group(axes: Axes, group: BarGroup, plot: BarPlot, with_numbers: bool, few: bool) -> None:
    places = range(len(group.bars))
    lowest, highest = _bounds(plot, few)
    lengths = [max(bar.value, lowest) - lowest for bar in group.bars]
    axes.barh(places, lengths, left=lowest, height=0.74, color=[TONE_COLOURS[bar.tone] for bar in group.bars])
    if plot.logarithmic:
        axes.set_xscale("log")
        powers = range(round(log10(lowest)), 1)
        axes.set_xticks([10.0**power for power in powers[:: ceil(len(powers) / (4 if few else 7))]])
        axes.set_xticks([], minor=True)
    else:
        axes.locator_params(axis="x", nbins=5)
    axes.xaxis.set_major_formatter(lambda value, _: _percent(value))
    axes.set_xlim(lowest, highest)
    axes.set_ylim(len(group.bars) - 0.5, -0.5)  # the first bar on top
    axes.set_yticks(list(places), ["\n".join(wrap(bar.label, LABEL_LENGTH)) for bar in group.bars])
    axes.tick_params(length=0, labelbottom=with_numbers)
    axes.grid(axis="x")
    axes.spines[:].set_visible(False)
    for place, bar in enumerate(group.bars):
        axes.annotate(
            bar.text, (max(bar.value, lowest), place), (3, 0), textcoords="offset points", va="center_baseline",
            fontsize=7.5,
        )  # fmt: skip


def _bounds(plot: BarPlot, few: bool) -> tuple[float, float]:
    """Room for the longest bar and the figure behind it."""
    values = [bar.value for group in plot.groups for bar in group.bars if bar.value > 0] or [1.0]
    if plot.logarithmic:
        lowest = 10.0 ** floor(log10(min(values)))
        return lowest, max(values) * (max(values) / lowest) ** (0.25 if few else 0.12)
    return 0.0, max(values) * (1.4 if few else 1.15)


def _percent(value: float) -> str:
    """Without exponent and needless zeros.

    >>> _percent(0.1), _percent(1e-06)
    ('10%', '0.0001%')
    """
    return f"{value * 100:.10f}".rstrip("0").rstrip(".") + "%"


# --- fans -------------------------------------------------------------------------------------------------------------


def _fans(plot: FanPlot, width: float) -> Figure:
    from matplotlib.figure import Figure

    across = len(plot.fans) if width >= WIDE else 1
    down = ceil(len(plot.fans) / across)
    row_height = FAN_HEIGHT + 2 * TITLE_HEIGHT + 0.1
    height = down * row_height + AXIS_HEIGHT - 0.25
    left, right, name_width = 0.5, 0.22, 0.2
    figure = Figure(figsize=(width, height))
    for place, fan in enumerate(plot.fans):
        row, column = divmod(place, across)
        start = name_width + column * (width - name_width) / across
        bottom = height - (row + 1) * row_height + 0.22
        size = ((width - name_width) / across - left - right) / width, FAN_HEIGHT / height
        axes = figure.add_axes(((start + left) / width, bottom / height, *size))
        _draw_fan(axes, fan)
        axes.text(0, 1.03, fan.title, fontweight="bold", transform=axes.transAxes, linespacing=1.25)
    name: dict[str, Any] = {"fontsize": 8, "color": COLOURS["muted"]}
    figure.text(0.5, 0.04 / height, "rounds played", ha="center", **name)
    figure.text(0.02, 0.5, plot.axis, rotation="vertical", va="center", **name)
    return figure


def _draw_fan(axes: Axes, fan: Fan) -> None:
    shares = [place / 40 for place in range(41)]
    rounds = [fan.rounds * share for share in shares]
    means = [fan.mean * share for share in shares]
    strays = [fan.deviation * share**0.5 for share in shares]
    for deviations, colour in ((2, "outer"), (1, "inner")):
        low = [mean - deviations * stray for mean, stray in zip(means, strays, strict=True)]
        high = [mean + deviations * stray for mean, stray in zip(means, strays, strict=True)]
        axes.fill_between(rounds, low, high, color=COLOURS[colour], linewidth=0)
    axes.plot(rounds, means, color=COLOURS["mean"], linewidth=1.6)
    axes.axhline(0, color=COLOURS["ink"], linewidth=0.7)
    axes.set_xlim(0, fan.rounds)
    axes.set_xticks([0, fan.rounds // 2, fan.rounds])
    axes.locator_params(axis="y", nbins=6)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(lambda value, _: number(float(value)))
    axes.tick_params(length=2, width=0.6)
    axes.grid(axis="y")
