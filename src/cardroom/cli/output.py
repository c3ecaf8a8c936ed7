"""Where the commands write: words for people, or one JSON document."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import msgspec
from rich import box
from rich.console import Console
from rich.table import Table

console = Console(highlight=False)
errors = Console(stderr=True, highlight=False, soft_wrap=True)


def print_json(document: object) -> None:
    """One JSON document on standard output, as wide as it is."""
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n")


def simple_table(*headers: str, title: str | None = None) -> Table:
    """A table with a line under its header and nothing else."""
    table = Table(*headers, title=title, box=box.SIMPLE_HEAD, title_justify="left", title_style="bold", pad_edge=False)
    for column in table.columns:
        column.overflow = "fold"
    return table


def print_table(table: Table, rows: Sequence[Sequence[str]]) -> None:
    for row in rows:
        table.add_row(*row)
    console.print(table)
