"""Where the commands write: words for people, or one JSON document."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec
from rich import box
from rich.console import Console
from rich.table import Column, Table

if TYPE_CHECKING:
    from cardroom.lab.analysis import Progress

# Texts of an operator's files are printed too, so brackets and colons mean nothing here.
console = Console(highlight=False, markup=False, emoji=False)
errors = Console(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True)


def write_anywhere() -> None:
    """Let a terminal that lacks a character show its code instead of failing; in JSON that code means the same."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def print_json(document: object) -> None:
    """One JSON document on standard output, as wide as it is."""
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n")


def print_error(message: str) -> None:
    """One line on standard error, whatever the message quotes."""
    errors.print(f"cardroom: {' '.join(message.splitlines())}")


def print_title(text: str) -> None:
    console.print(text, style="bold")


def print_table(headers: Sequence[str | Column], rows: Iterable[Sequence[str]], *, title: str = "") -> None:
    """A table with a line under its header and an empty line after it."""
    table = Table(*headers, box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for column in table.columns:
        column.overflow = "fold"  # nothing is cut off, however narrow the terminal
    for row in rows:
        table.add_row(*row)
    if title:
        print_title(title)
    console.print(table)
    console.print()


@contextmanager
def working() -> Iterator[Progress]:
    """A line on the terminal that says what is being done, with a bar where it takes long; elsewhere nothing."""
    if not errors.is_terminal:
        from cardroom.lab.analysis import tell_nobody

        yield tell_nobody
        return
    from rich.progress import BarColumn, Progress, SpinnerColumn, TaskProgressColumn, TextColumn

    columns = SpinnerColumn(), TextColumn("{task.description} …"), BarColumn(), TaskProgressColumn()
    with Progress(*columns, console=errors, transient=True) as bar:
        task = bar.add_task("starting", total=None)

        def tell(text: str, share: float | None = None) -> None:
            bar.update(task, description=text, total=None if share is None else 1, completed=share or 0)

        yield tell


def whole(header: str) -> Column:
    """A column whose words are never broken: names to be typed again."""
    return Column(header, no_wrap=True)


def number(header: str) -> Column:
    return Column(header, justify="right")
