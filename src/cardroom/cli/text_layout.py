"""Text for people: paragraphs and tables as wide as the terminal, in bold or colour on a terminal only.

Rich would draw them too, and takes longer to load than most commands run; here it draws progress bars only.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TextIO
from unicodedata import category, east_asian_width

STYLES = {"bold": "1", "dim": "2", "bold red": "1;31", "yellow": "33"}
GAP = 3  # blanks between two columns
OTHERWISE = 80  # columns where no terminal says how many it has

_UNPRINTED = dict.fromkeys(map(ord, "\a\b\v\f\r"))
_WORD = re.compile(r"\s*\S+\s*|\s+")


@dataclass(frozen=True)
class Column:
    header: str
    is_number: bool = False  # to the right
    is_whole: bool = False  # nothing in it is broken
    most: int | None = None  # how wide it may be


class Terminal:
    """One of the standard streams, whichever it is at the moment."""

    def __init__(self, name: str, *, wraps: bool = True) -> None:
        self._name = name
        self._wraps = wraps
        self.width = _width()

    @property
    def stream(self) -> TextIO:
        stream: TextIO = getattr(sys, self._name)
        return stream

    @property
    def is_terminal(self) -> bool:
        return self.stream.isatty() and os.environ.get("TERM") != "dumb"

    def print(self, text: str = "", *, style: str = "", end: str = "\n", soft_wrap: bool = False) -> None:
        """Print a text; longer lines are wrapped between words."""
        lines = text.split("\n")
        if self._wraps and not soft_wrap:
            lines = [part for line in lines for part in wrapped(line, self.width)]
        self._write([_clean(line) for line in lines], style, end)

    def rule(self, title: str) -> None:
        """Print a title in the middle of a line."""
        left = (self.width - cells(title) - 2) // 2
        line = f"{self._line(left)} {title} "
        self.print(line + self._line(self.width - cells(line)), soft_wrap=True)

    def table(self, columns: Sequence[Column], rows: Iterable[Sequence[str]]) -> None:
        """Print a table with a line under its header; cells are wrapped until it fits."""
        split = [[_clean(cell).split("\n") for cell in row] for row in ([column.header for column in columns], *rows)]
        widths = _widths(columns, split, self.width - GAP * (len(columns) - 1))
        header, *others = (
            list(_lines(columns, row, widths, from_below=number == 0)) for number, row in enumerate(split)
        )
        self._write(header, "bold")
        self._write([self._line(sum(widths) + GAP * (len(widths) - 1)), *(line for row in others for line in row)])

    def _line(self, width: int) -> str:
        encoding = getattr(self.stream, "encoding", None) or "utf-8"
        return width * ("─" if encoding.lower().startswith("utf") else "-")

    def _write(self, lines: Sequence[str], style: str = "", end: str = "\n") -> None:
        text = "\n".join(lines)
        if style and self.is_terminal and "NO_COLOR" not in os.environ:
            text = f"\x1b[{STYLES[style]}m{text}\x1b[0m"
        self.stream.write(text + end)


def _width() -> int:
    """The columns that the environment or a terminal says, whether it shows the output or not."""
    if (told := os.environ.get("COLUMNS", "")).isdecimal():
        return int(told)
    for stream in (0, 1, 2):
        try:
            return os.get_terminal_size(stream).columns or OTHERWISE
        except OSError:
            continue
    return OTHERWISE


def _clean(text: str) -> str:
    return text.translate(_UNPRINTED).expandtabs()


def cells(text: str) -> int:
    """How many columns of a terminal a text takes.

    >>> cells("ante"), cells("アンティ"), cells("e\\u0301")
    (4, 8, 1)
    """
    if text.isascii():
        return len(text)
    return sum((east_asian_width(one) in "WF") + (category(one) not in {"Mn", "Me", "Cf"}) for one in text)


def wrapped(text: str, width: int) -> Iterator[str]:
    """The lines of a text, broken between words, and a word only where it is longer than a line.

    >>> list(wrapped("the dealer shows all cards", 10))
    ['the dealer', 'shows all', 'cards']
    >>> list(wrapped("a1b2c3d4e5f6", 5)), list(wrapped("", 5))
    (['a1b2c', '3d4e5', 'f6'], [''])
    """
    if cells(text) <= width:
        yield text
        return
    line = ""
    for word in _WORD.findall(text):
        if line and cells(line) + cells(word.rstrip()) > width:
            yield line.rstrip()
            line = ""
        line += word
        while cells(line.rstrip()) > width:
            cut = next(end for end in range(len(line), 0, -1) if cells(line[:end]) <= width or end == 1)
            yield line[:cut]
            line = line[cut:]
    if line:
        yield line.rstrip()


def _widths(columns: Sequence[Column], rows: Sequence[Sequence[list[str]]], room: int) -> list[int]:
    """How wide each column is: as wide as its text, or the widest are narrowed; whole ones last."""
    widths = [max(cells(line) for row in rows for line in row[place]) for place in range(len(columns))]
    widths = [min(width, column.most or width) for width, column in zip(widths, columns, strict=True)]
    for may_be_narrowed in ([not column.is_whole for column in columns], [True] * len(columns)):
        while sum(widths) > room:
            widest = max((width for width, may in zip(widths, may_be_narrowed, strict=True) if may), default=1)
            if widest <= 1:
                break
            last = max(place for place, may in enumerate(may_be_narrowed) if may and widths[place] == widest)
            widths[last] -= 1
    return widths


def _lines(
    columns: Sequence[Column], row: Sequence[list[str]], widths: Sequence[int], *, from_below: bool
) -> Iterator[str]:
    """The lines of a row, each cell wrapped to the width of its column; the cells begin or end together."""
    parts = [[part for line in cell for part in wrapped(line, width)] for cell, width in zip(row, widths, strict=True)]
    height = max(map(len, parts))
    for cell in parts:
        cell[:] = [*[""] * (height - len(cell)), *cell] if from_below else [*cell, *[""] * (height - len(cell))]
    for told in zip(*parts, strict=True):
        blanks = [(width - cells(text)) * " " for text, width in zip(told, widths, strict=True)]
        placed = [
            blank + text if column.is_number else text + blank
            for column, text, blank in zip(columns, told, blanks, strict=True)
        ]
        yield (" " * GAP).join(placed).rstrip()
