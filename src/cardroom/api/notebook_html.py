"""What a notebook shows: a title, some lines, a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def page(title: str, lines: Iterable[str], heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A small piece of HTML.

    >>> page("A & B", [], ["hand", "pays"], [["pair", "1 to 1"]])
    '<b>A &amp; B</b><table><tr><th>hand</th><th>pays</th></tr><tr><td>pair</td><td>1 to 1</td></tr></table>'
    """
    head = "".join(f"<th>{escape(cell)}</th>" for cell in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    text = "".join(f"<div>{escape(line)}</div>" for line in lines if line)
    return f"<b>{escape(title)}</b>{text}<table><tr>{head}</tr>{body}</table>"
