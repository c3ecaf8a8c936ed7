"""A PAR sheet as one HTML file that needs nothing else: no script, no address of any other server."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from cardroom.lab.par_sheet.content import (
    BarPlot,
    Block,
    ColumnKind,
    Fact,
    Facts,
    FanPlot,
    Listing,
    Notice,
    Panel,
    Paragraph,
    ParSheet,
    Plot,
    Row,
    Section,
    Table,
    Tables,
    Tone,
    Verbatim,
)
from cardroom.lab.par_sheet.plots import COLOURS, NARROW, WIDE, plot_as_svg

LONG = 9  # letters of a figure that has its box to itself
STYLE = Path(__file__).with_name("sheet.css")


def as_html(sheet: ParSheet) -> str:
    sections = (sheet.in_plain_words, *sheet.sections)
    links = "".join(f'<li><a href="#{section.name}">{escape(section.title)}</a></li>' for section in sections)
    return "\n".join((
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f"<title>{escape(sheet.title)}: PAR sheet</title>",
        f"<style>\n{_style()}</style>",
        "</head>",
        "<body>",
        "<header>",
        '<p class="kicker">PAR sheet</p>',
        f"<h1>{escape(sheet.title)}</h1>",
        f'<p class="summary">{escape(sheet.summary)}</p>',
        "</header>",
        f'<nav aria-label="On this sheet"><ul>{links}</ul></nav>',
        "<main>",
        _section(sheet.in_plain_words),
        *(_notice(notice) for notice in sheet.notices),
        _identity(sheet),
        *(_section(section) for section in sheet.sections),
        "</main>",
        f"<footer><p>{escape(sheet.disclaimer)}</p><p>{escape(sheet.running_head)}</p></footer>",
        "</body>",
        "</html>",
        "",
    ))  # fmt: skip


def _style() -> str:
    """The style sheet, and the colours of plots as it and they share them."""
    plots = "".join(f"  --plot-{name}: {colour};\n" for name, colour in COLOURS.items())
    return f":root {{\n{plots}}}\n{STYLE.read_text(encoding='utf-8')}"


def _identity(sheet: ParSheet) -> str:
    items = "".join(f"<div><dt>{escape(term)}</dt><dd>{escape(text)}</dd></div>" for term, text in sheet.identity)
    command = f"<div><dt>Reproduce it</dt><dd><code>{escape(sheet.command)}</code></dd></div>"
    return f'<dl class="identity">{items}{command}</dl>'


def _section(section: Section) -> str:
    return "\n".join((
        f'<section id="{section.name}" aria-labelledby="{section.name}-title">',
        f'<h2 id="{section.name}-title">{escape(section.title)}</h2>',
        *(_block(block, f"{section.name}-{place + 1}") for place, block in enumerate(section.blocks)),
        "</section>",
    ))  # fmt: skip


def _block(block: Block, name: str) -> str:
    match block:
        case Table():
            return _table(block, f"<caption>{escape(block.title)}</caption>")
        case Tables():
            tables = "".join(_table(table, f"<caption>{escape(table.title)}</caption>") for table in block.tables)
            return f'<div class="tables">{tables}</div>'
        case Facts():
            return f'<dl class="facts">{_facts(block.facts)}</dl>'
        case Panel():
            return _panel(block, name)
        case Notice():
            return _notice(block)
        case Paragraph():
            return f"<p>{escape(block.text)}</p>"
        case Verbatim():
            return f'<pre tabindex="0">{escape(block.text)}</pre>'
        case Listing():
            items = "".join(f"<div><dt>{escape(term)}</dt><dd>{escape(text)}</dd></div>" for term, text in block.items)
            return f'<dl class="listing">{items}</dl>'
        case BarPlot() | FanPlot():
            return _plot(block)


def _notice(notice: Notice) -> str:
    paragraphs = "".join(f"<p>{escape(text)}</p>" for text in notice.paragraphs)
    return f'<aside class="notice {notice.tone}"><h2>{escape(notice.title)}</h2>{paragraphs}</aside>'


def _facts(facts: Sequence[Fact]) -> str:
    return "".join(
        f'<div class="{fact.tone}"><dt>{escape(fact.label)}</dt><dd{_size(fact.value)}>{escape(fact.value)}'
        + (f" <small>{_breakable(fact.note)}</small>" if fact.note else "")
        + "</dd></div>"
        for fact in facts
    )


def _size(value: str) -> str:
    return ' class="long"' if len(value) > LONG else ""


def _panel(panel: Panel, name: str) -> str:
    more = "".join(_table(table, f"<caption>{escape(table.title)}</caption>") for table in panel.more)
    labelled = f' aria-labelledby="{name}"'
    return (
        f'<article class="panel {panel.tone}"><h3 id="{name}">{escape(panel.table.title)}</h3>'
        f'<dl class="line">{_facts(panel.facts)}</dl>'
        f"{_table(panel.table, '', labelled)}{more}</article>"
    )


def _table(table: Table, caption: str, attributes: str = "") -> str:
    """In a region that scrolls on its own, by keyboard too, so that the page never does sideways."""
    heads = "".join(f'<th scope="col" class="{column.kind}">{escape(column.head)}</th>' for column in table.columns)
    kinds = [column.kind for column in table.columns]
    rows = "\n".join(_row(row, kinds) for row in table.rows)
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(table.title)}">'
        f"<table{attributes}>{caption}<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody></table></div>"
    )


def _row(row: Row, kinds: Sequence[ColumnKind]) -> str:
    name, *values = row.cells
    classes = " ".join(
        word for word in ("total" if row.is_total else "", row.tone if row.tone != Tone.PLAIN else "") if word
    )
    cells = "".join(
        f'<td class="{kind}">{_breakable(cell) if kind is ColumnKind.EXACT else escape(cell)}</td>'
        for cell, kind in zip(values, kinds[1:], strict=True)
    )
    opening = f'<tr class="{classes}">' if classes else "<tr>"
    return f'{opening}<th scope="row" class="{kinds[0]}">{escape(name)}</th>{cells}</tr>'


def _breakable(figure: str) -> str:
    """A long fraction may break after its stroke, a long number between thousands."""
    return escape(figure).replace("/", "/<wbr>").replace(",", ",<wbr>")


def _plot(plot: Plot) -> str:
    """Drawn for wide pages and for telephones; the style sheet shows the one that fits."""
    drawings = "".join(
        f'<div class="{name}">{_coloured(plot_as_svg(plot, width), plot.description)}</div>'
        for name, width in (("wide", WIDE), ("narrow", NARROW))
    )
    return f"<figure>{drawings}<figcaption>{escape(plot.caption)}</figcaption></figure>"


def _coloured(drawing: str, description: str) -> str:
    """Colours by name, letters in the page's own type, and words for who cannot see it."""
    for name, colour in COLOURS.items():
        drawing = drawing.replace(colour, f"var(--plot-{name})")
    drawing = drawing.replace("'DejaVu Sans'", "system-ui, sans-serif")
    return drawing.replace("<svg", f'<svg role="img" aria-label="{escape(description)}"', 1)
