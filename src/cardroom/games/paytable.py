"""Pay tables as data, in printed order.

A line pays its own step of the classes and every better one that no earlier line pays; so a table without a royal line
pays a royal as a straight flush. A line printed "-" pays nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property

import msgspec

from cardroom.errors import CardroomError
from cardroom.games.hand_classes import HandClasses
from cardroom.money import Pay, Prize, parse_pay

NOT_APPROVED = "not approved"


class Line(msgspec.Struct, frozen=True, dict=True, omit_defaults=True):
    """One line: the lowest hand it pays, and what it pays (a pay for each column, where there are several)."""

    hand: str
    pays: tuple[Pay | None, ...]
    envy: Prize | None = None
    label: str = ""  # as printed, where that is not the hand's name

    @cached_property
    def id(self) -> str:
        """What records call it, whatever is printed.

        >>> Line("7-card straight", (None,)).id
        '7-card_straight'
        """
        return re.sub(r"[^a-z0-9-]+", "_", self.hand.lower()).strip("_")

    @property
    def text(self) -> str:
        return self.label or self.hand


class PayTable(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    id: str
    lines: tuple[Line, ...]
    aliases: tuple[str, ...] = ()
    columns: tuple[int, ...] = ()  # hands dealt in the round, where pays depend on it
    printed: dict[str, str] = {}  # figures that the sheet prints under the table
    # Whether the game's own file has it; in logs it is called “approved”.
    is_printed: bool = msgspec.field(default=True, name="approved")

    @property
    def title(self) -> str:
        return self.id if self.is_printed else f"{self.id} ({NOT_APPROVED})"

    @property
    def has_envy(self) -> bool:
        return any(line.envy for line in self.lines)

    def is_called(self, name: str) -> bool:
        return name.lower() in (known.lower() for known in (self.id, *self.aliases))

    def line(self, classes: HandClasses, step: int | None) -> Line | None:
        """The line that pays a step of the classes."""
        if step is None:
            return None
        return next((line for line in self.lines if classes.place(line.hand) >= step), None)

    def pay(self, classes: HandClasses, step: int | None, hands_dealt: int = 0) -> Pay | None:
        line = self.line(classes, step)
        if line is None:
            return None
        return line.pays[self.columns.index(hands_dealt) if self.columns else 0]


def line_name(line_id: str) -> str:
    """The hand of a line by the line's id, where its pay table is not at hand.

    >>> line_name("7-card_straight")
    '7-card straight'
    """
    return line_id.replace("_", " ")


def pay_tables(*rows: tuple[str, ...], aliases: Mapping[str, tuple[str, ...]] | None = None) -> tuple[PayTable, ...]:
    """Pay tables as the sheet prints them: a row of ids, then a row a hand, then rows of printed figures.

    A column headed "envy" belongs to the table on its left. A hand written "hand = label" is printed as the label.
    """
    header, *body = rows
    assert all(len(row) == len(header) for row in body), "every row of a pay table is as long as its header"
    tables = []
    for column, table_id in enumerate(header):
        if column == 0 or table_id == "envy":
            continue
        has_envy = header[column + 1 : column + 2] == ("envy",)
        lines = [_line(row[0], row[column], row[column + 1] if has_envy else "") for row in body if row[0][:1] != "*"]
        printed = {row[0][1:].strip(): row[column] for row in body if row[0][:1] == "*"}
        known_as = (aliases or {}).get(table_id, ())
        tables.append(PayTable(id=table_id, lines=tuple(lines), printed=printed, aliases=known_as))
    return tuple(tables)


def pay_table_by_hands(table_id: str, *rows: tuple[str | int, ...]) -> PayTable:
    """One pay table whose pays depend on the number of hands dealt: a row of those numbers, then a row a hand."""
    header, *body = rows
    lines = (Line(str(row[0]), tuple(parse_pay(str(pay)) for pay in row[1:])) for row in body)
    return PayTable(id=table_id, lines=tuple(lines), columns=tuple(int(number) for number in header[1:]))


def _line(hand: str, pays: str, envy: str) -> Line:
    name, _, label = (part.strip() for part in hand.partition("="))
    return Line(name, (None if pays == "-" else parse_pay(pays),), parse_envy(envy), label)


def parse_envy(text: str) -> Prize | None:
    """An envy column holds dollars, or "-" where a hand gives none."""
    if text.strip() in ("", "-"):
        return None
    pay = parse_pay(text)
    if not isinstance(pay, Prize):
        raise CardroomError("bad-pay", f"“{text}”: envy is an amount in dollars.")
    return pay
