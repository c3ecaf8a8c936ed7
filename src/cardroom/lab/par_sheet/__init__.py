"""PAR sheets: an analysis as a document that a regulator, a test lab or an operator reads."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cardroom.lab.results import Analysis
from cardroom.table import TableSettings

if TYPE_CHECKING:
    from cardroom.lab.exposure.wager_prices import Prices


def write_html(
    analysis: Analysis,
    settings: TableSettings,
    path: Path,
    strategy_text: str | None = None,
    prices: Prices | None = None,
) -> None:
    """One self-contained file; the same analysis gives the same bytes."""
    from cardroom.lab.par_sheet.html import as_html
    from cardroom.lab.par_sheet.sheet import par_sheet

    sheet = par_sheet(analysis, settings, strategy_text, prices)
    Path(path).write_text(as_html(sheet), encoding="utf-8", newline="\n")


def write_pdf(
    analysis: Analysis,
    settings: TableSettings,
    path: Path,
    strategy_text: str | None = None,
    prices: Prices | None = None,
) -> None:
    from cardroom.lab.par_sheet.pdf import sheet_as_pdf
    from cardroom.lab.par_sheet.sheet import par_sheet

    Path(path).write_bytes(sheet_as_pdf(par_sheet(analysis, settings, strategy_text, prices)))
