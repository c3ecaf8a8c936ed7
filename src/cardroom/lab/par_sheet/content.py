"""What a PAR sheet is made of: blocks that hold finished text, so that page and print show the same figures.

Everything here is already words and formatted numbers. A renderer only lays blocks out, and treats every text as text.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Tone(StrEnum):
    """How much attention something wants."""

    PLAIN = "plain"
    GOOD = "good"
    WARNING = "warning"
    ALARM = "alarm"


class ColumnKind(StrEnum):
    """What a column holds, which decides how it is set."""

    TEXT = "text"
    NUMBER = "number"  # right-aligned, figures of one width
    EXACT = "exact"  # a fraction that may be long


class Column(msgspec.Struct, frozen=True):
    head: str
    kind: ColumnKind = ColumnKind.TEXT


class Row(msgspec.Struct, frozen=True):
    """The first cell names the row."""

    cells: tuple[str, ...]
    tone: Tone = Tone.PLAIN
    is_total: bool = False


class Table(msgspec.Struct, frozen=True, tag="table"):
    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


class Tables(msgspec.Struct, frozen=True, tag="tables"):
    """Small tables that stand side by side where there is room."""

    tables: tuple[Table, ...]


class Fact(msgspec.Struct, frozen=True):
    """One figure with its name; `note` says what it is a share of."""

    label: str
    value: str
    note: str = ""
    tone: Tone = Tone.PLAIN


class Facts(msgspec.Struct, frozen=True, tag="facts"):
    """The figures that someone in a hurry reads."""

    facts: tuple[Fact, ...]


class Panel(msgspec.Struct, frozen=True, tag="panel"):
    """One pay table: its figures in a line, then its lines."""

    table: Table
    facts: tuple[Fact, ...]
    more: tuple[Table, ...] = ()
    tone: Tone = Tone.PLAIN


class Notice(msgspec.Struct, frozen=True, tag="notice"):
    title: str
    paragraphs: tuple[str, ...]
    tone: Tone


class Paragraph(msgspec.Struct, frozen=True, tag="paragraph"):
    text: str


class Verbatim(msgspec.Struct, frozen=True, tag="verbatim"):
    """Text whose line breaks and columns matter: a command, a strategy."""

    text: str


class Listing(msgspec.Struct, frozen=True, tag="listing"):
    """Short terms with a sentence each, like the rules of a sheet."""

    items: tuple[tuple[str, str], ...]


class Bar(msgspec.Struct, frozen=True):
    label: str
    value: float  # a share of one
    text: str  # the value as printed elsewhere on the sheet
    tone: Tone = Tone.PLAIN


class BarGroup(msgspec.Struct, frozen=True):
    title: str
    bars: tuple[Bar, ...]


class BarPlot(msgspec.Struct, frozen=True, tag="bars"):
    """Horizontal bars, one small plot a group, all on one classes."""

    name: str  # letters and hyphens: it becomes part of the ids in the drawing
    caption: str
    description: str  # for those who cannot see the plot
    axis: str
    groups: tuple[BarGroup, ...]
    logarithmic: bool = False


class Fan(msgspec.Struct, frozen=True):
    """A session of so many rounds: where it stands on average and how far it strays, in units of the base wager."""

    rounds: int
    mean: float
    deviation: float
    title: str


class FanPlot(msgspec.Struct, frozen=True, tag="fans"):
    name: str
    caption: str
    description: str
    axis: str
    fans: tuple[Fan, ...]


Plot = BarPlot | FanPlot
Block = Table | Tables | Facts | Panel | Notice | Paragraph | Verbatim | Listing | BarPlot | FanPlot


class Section(msgspec.Struct, frozen=True):
    name: str  # for addresses within the sheet
    title: str
    blocks: tuple[Block, ...]


class ParSheet(msgspec.Struct, frozen=True):
    """A whole PAR sheet."""

    title: str
    summary: str
    running_head: str  # on every printed page
    in_plain_words: Section  # before everything else, for who reads nothing else
    identity: tuple[tuple[str, str], ...]
    command: str  # writes the same sheet again
    notices: tuple[Notice, ...]
    sections: tuple[Section, ...]
    disclaimer: str
