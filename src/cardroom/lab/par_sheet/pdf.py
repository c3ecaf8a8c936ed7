"""A PAR sheet as PDF, with its plots as pictures."""

from __future__ import annotations

from typing import Any

import msgspec

from cardroom.lab.par_sheet.content import BarPlot, FanPlot, ParSheet
from cardroom.lab.par_sheet.plots import WIDE, plot_as_svg
from cardroom.typesetting import as_pdf

SVG_NAMESPACE = "http://www.w3.org/2000/svg"  # a name, not an address that anything asks for


def sheet_as_pdf(sheet: ParSheet) -> bytes:
    document = msgspec.to_builtins(sheet)
    parts = [document["in_plain_words"], *document["sections"]]
    for section, built in zip((sheet.in_plain_words, *sheet.sections), parts, strict=True):
        built["blocks"] = [
            _picture(block) if isinstance(block, BarPlot | FanPlot) else data
            for block, data in zip(section.blocks, built["blocks"], strict=True)
        ]
    return as_pdf("par_sheet", document)


def _picture(plot: BarPlot | FanPlot) -> dict[str, Any]:
    drawing = plot_as_svg(plot, WIDE).replace("<svg", f'<svg xmlns="{SVG_NAMESPACE}"', 1)
    drawing = drawing.replace("'DejaVu Sans'", "'Libertinus Serif'")
    return {"type": "plot", "svg": drawing, "caption": plot.caption, "description": plot.description}
