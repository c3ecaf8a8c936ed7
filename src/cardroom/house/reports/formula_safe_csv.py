"""Tables for a spreadsheet: CSV whose cells are words and numbers, and never a formula."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from typing import IO

_NUMBER = re.compile(r"-?[0-9][0-9,]*(\.[0-9]+)?%?")
_BEGINS_FORMULA = re.compile("[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")


class Rows:
    """Where rows are written, each cell made harmless."""

    def __init__(self, out: IO[str]) -> None:
        self._rows = csv.writer(out, lineterminator="\n")

    def write(self, *cells: object) -> None:
        self._rows.writerow([without_formula(str(cell)) for cell in cells])

    def write_all(self, rows: Iterable[Iterable[object]]) -> None:
        for row in rows:
            self.write(*row)


def without_formula(cell: str) -> str:
    """Words that a spreadsheet would take for a formula are marked as words; numbers stay numbers.

    >>> [without_formula(cell) for cell in ("-2.50", "-1+cmd|' /C calc'!A0", "=1+1", "Zoë")]
    ['-2.50', "'-1+cmd|' /C calc'!A0", "'=1+1", 'Zoë']
    """
    cell = cell.replace("\r\n", "\n").replace("\r", "\n")  # which would begin another row, unquoted
    return f"'{cell}" if _BEGINS_FORMULA.match(cell) and not _NUMBER.fullmatch(cell) else cell
