"""Output of the commands: text for people, or one JSON document."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING
from unicodedata import category

from cardroom.cli.text_layout import Column, Terminal
from cardroom.money import MINUS

if TYPE_CHECKING:
    from rich.console import Console

    from cardroom.lab.analysis.game_analysis import Progress

_OBEYED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})  # kinds of characters: controls, and what turns text round
_BELOW_NOTHING = re.compile(r"(?<![\w-])-(?=\d[\d,.]*%)")


def as_printed(text: str) -> str:
    """Give percentages the same minus sign as money.

    >>> as_printed("house edge -15.02%, qualify 2-10, −$44")
    'house edge −15.02%, qualify 2-10, −$44'
    """
    return _BELOW_NOTHING.sub(MINUS, text)


class _Words(Terminal):
    """Text for people; programs use JSON."""

    def print(self, text: str = "", *, style: str = "", end: str = "\n", soft_wrap: bool = False) -> None:
        super().print(as_printed(text), style=style, end=end, soft_wrap=soft_wrap)


console = _Words("stdout")
errors = Terminal("stderr", wraps=False)


def progress_console() -> Console:
    """Where progress bars are drawn; standard error."""
    from rich.console import Console

    return Console(stderr=True)


def escape_unencodable_output() -> None:
    """Print the code of a character that the terminal lacks, instead of failing; in JSON it means the same."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def print_json(document: object) -> None:
    """Print one JSON document to standard output, unwrapped."""
    import msgspec

    sys.stdout.write(msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n")


def with_default_fields(value: object) -> object:
    """For a program: with every field, also those that are left out of what is stored as they are by default."""
    import msgspec

    if isinstance(value, msgspec.Struct):
        named = {
            one.encode_name: with_default_fields(getattr(value, one.name)) for one in msgspec.structs.fields(value)
        }
        tag, field = value.__struct_config__.tag, value.__struct_config__.tag_field
        return named if field is None else {field: tag} | named
    if isinstance(value, dict):
        return {key: with_default_fields(one) for key, one in value.items()}
    return [with_default_fields(one) for one in value] if isinstance(value, list | tuple) else value


def escaped(text: str) -> str:
    """Replace control characters, and others that mislead a reader, by their codes.

    >>> escaped("all in order\\x1b[2K\\r\\u202e!"), escaped("1,000 × “x” é")
    ('all in order\\\\x1b[2K\\\\r\\\\u202e!', '1,000 × “x” é')
    """
    return "".join(one.encode("unicode_escape").decode() if category(one) in _OBEYED else one for one in text)


def print_error(message: str) -> None:
    """Print one line to standard error, whatever the message quotes."""
    errors.print(f"cardroom: {escaped(' '.join(message.splitlines()))}")


def print_title(text: str) -> None:
    console.print(text, style="bold")


def print_table(headers: Sequence[str | Column], rows: Iterable[Sequence[str]], *, title: str = "") -> None:
    """Print a table with a line under its header and an empty line after it."""
    if title:
        print_title(title)
    columns = [header if isinstance(header, Column) else Column(header) for header in headers]
    console.table(columns, [[*map(as_printed, row)] for row in rows])
    console.print()


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """Show the current step and a progress bar on a terminal; elsewhere nothing."""
    if not errors.is_terminal:
        from cardroom.lab.analysis.game_analysis import ignore_progress

        yield ignore_progress
        return
    from rich.progress import BarColumn, Progress, SpinnerColumn, TaskProgressColumn, TextColumn

    columns = SpinnerColumn(), TextColumn("{task.description} …"), BarColumn(), TaskProgressColumn()
    with Progress(*columns, console=progress_console(), transient=True) as bar:
        task = bar.add_task("starting", total=None)

        def tell(text: str, share: float | None = None) -> None:
            bar.update(task, description=text, total=None if share is None else 1, completed=share or 0)

        yield tell


def unbroken_column(header: str) -> Column:
    """A column whose words are never broken: names that people type again."""
    return Column(header, is_whole=True)


def number(header: str) -> Column:
    return Column(header, is_number=True)
