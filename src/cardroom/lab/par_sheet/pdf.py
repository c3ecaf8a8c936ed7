"""A PAR sheet as PDF, set by typst. Content goes to the template as data, so no name can be taken for markup."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from cardroom.lab.par_sheet.content import BarPlot, FanPlot, ParSheet
from cardroom.lab.par_sheet.plots import WIDE, plot_as_svg

TEMPLATE = Path(__file__).with_name("sheet.typ")
SVG_NAMESPACE = "http://www.w3.org/2000/svg"  # a name, not an address that anything asks for


def as_pdf(sheet: ParSheet) -> bytes:
    import typst

    document = msgspec.to_builtins(sheet)
    parts = [document["in_plain_words"], *document["sections"]]
    for section, built in zip((sheet.in_plain_words, *sheet.sections), parts, strict=True):
        built["blocks"] = [
            _picture(block) if isinstance(block, BarPlot | FanPlot) else data
            for block, data in zip(section.blocks, built["blocks"], strict=True)
        ]
    inputs = {"sheet": msgspec.json.encode(document).decode()}
    template = TEMPLATE.read_bytes()
    try:
        # With its own fonts only, typst sets the same pages on every machine; the standard is that of readable PDF.
        return typst.compile(template, sys_inputs=inputs, ignore_system_fonts=True, pdf_standards="ua-1")
    except typst.TypstError:
        # A name in a script that those fonts lack: the standard refuses it, the machine's fonts may have it.
        return typst.compile(template, sys_inputs=inputs)


def _picture(plot: BarPlot | FanPlot) -> dict[str, Any]:
    drawing = plot_as_svg(plot, WIDE).replace("<svg", f'<svg xmlns="{SVG_NAMESPACE}"', 1)
    drawing = drawing.replace("'DejaVu Sans'", "'Libertinus Serif'")
    return {"type": "plot", "svg": drawing, "caption": plot.caption, "description": plot.description}
