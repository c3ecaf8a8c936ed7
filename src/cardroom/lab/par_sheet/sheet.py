"""A whole PAR sheet from an analysis: what it is about, what stands out, and then everything in order."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any
from unicodedata import bidirectional, category

import msgspec

from cardroom.games.model import Game, Wager
from cardroom.games.paytable import PayTable
from cardroom.lab.analysis.published_figures import NOT_REPRODUCED, PLAYER_EDGE, WHAT_DRIVES_IT
from cardroom.lab.exposure.wager_prices import Prices
from cardroom.lab.par_sheet.base_sections import base_section, results_section, sessions_section
from cardroom.lab.par_sheet.content import (
    Column,
    ColumnKind,
    Notice,
    Paragraph,
    ParSheet,
    Row,
    Section,
    Table,
    Tone,
    Verbatim,
)
from cardroom.lab.par_sheet.exposure_section import exposure_section
from cardroom.lab.par_sheet.plain_language_section import plain_section
from cardroom.lab.par_sheet.rules_sections import paytables_section, rules_section, rulings_section
from cardroom.lab.par_sheet.wager_sections import jackpots_section, side_bets_section
from cardroom.lab.results import Analysis
from cardroom.table import TableSettings

# Bidirectional classes of invisible signs that would show a name as another one.
TURNING = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})

DISCLAIMER = (
    "Cardroom is software. This sheet is mathematics about the rules and pay tables shown in it, not legal advice, and"
    " not an approval by any authority or a certificate of any test lab."
)


def par_sheet(
    analysis: Analysis, settings: TableSettings, strategy_text: str | None = None, prices: Prices | None = None
) -> ParSheet:
    game = settings.rules
    sections = [
        base_section(analysis.base, game),
        results_section(analysis.base, game),
        sessions_section(analysis.base, game),
        side_bets_section(analysis.side_bets, settings),
        jackpots_section(analysis.jackpots, settings),
        exposure_section(prices, settings),
        audit_section(analysis),
        _strategy_section(strategy_text),
        paytables_section(settings),
        rules_section(game),
        rulings_section(game),
    ]
    sheet = ParSheet(
        title=game.name,
        summary=game.summary,
        running_head=f"{game.name} · rules {analysis.rules_hash[:16]} · Cardroom {analysis.version}",
        in_plain_words=plain_section(analysis.base, game),
        identity=tuple(_identity(analysis, settings)),
        command=_command(settings),
        notices=tuple(notices(analysis)),
        sections=tuple(section for section in sections if section is not None),
        disclaimer=DISCLAIMER,
    )
    return msgspec.convert(_without_controls(msgspec.to_builtins(sheet)), ParSheet)


def _without_controls(value: Any) -> Any:
    """Names come from operators' files; neither page nor print can hold an escape, or a sign that turns text around."""
    if isinstance(value, str):
        return "".join("�" if _is_control(letter) else letter for letter in value)
    if isinstance(value, dict):
        return {name: _without_controls(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_without_controls(item) for item in value]
    return value


def _is_control(letter: str) -> bool:
    return letter != "\n" and (category(letter) in {"Cc", "Cs"} or bidirectional(letter) in TURNING)


# --- what the sheet is about ------------------------------------------------------------------------------------------


def _identity(analysis: Analysis, settings: TableSettings) -> Iterator[tuple[str, str]]:
    game = settings.rules
    yield "Game", analysis.game
    yield "Rule sheet", game.sheet.title
    yield "Approval", game.sheet.approval
    yield "Cardroom version", analysis.version
    yield "Rules hash", analysis.rules_hash
    if any(wager.is_side_bet and wager.live_after_fold is None for wager in game.wagers):
        yield (
            "Folded hands",
            f"{'may' if settings.folded_hands_qualify else 'do not'} win jackpots (operator's setting)",
        )
    for table in _own_tables(settings):
        yield "Operator's pay table", f"{table.title}; the command reads it from FILE"


def _command(settings: TableSettings) -> str:
    """Computes the sheet anew; pay tables are named where they are not the first one printed."""
    words = ["cardroom", "analyze", shlex.quote(settings.game)]
    chosen = {table.id: table for wager, table in _in_force(settings) if table != wager.paytables[0]}
    for table in chosen.values():
        words += ["--paytable", shlex.quote(table.id) if table.is_printed else "FILE"]
    return " ".join([*words, "--no-cache", "--html", "sheet.html", "--pdf", "sheet.pdf"])


def _in_force(settings: TableSettings) -> list[tuple[Wager, PayTable]]:
    game: Game = settings.rules
    return [(wager, settings.paytables[wager.id]) for wager in game.wagers if wager.id in settings.paytables]


def _own_tables(settings: TableSettings) -> list[PayTable]:
    return list({table.id: table for _, table in _in_force(settings) if not table.is_printed}.values())


# --- what stands out --------------------------------------------------------------------------------------------------


def notices(analysis: Analysis) -> Iterator[Notice]:
    """Findings of one kind stand in one box, the gravest first."""
    boxes: dict[Tone, list[str]] = {Tone.ALARM: [], Tone.WARNING: [], Tone.PLAIN: []}
    tone = Tone.PLAIN
    for finding in analysis.findings:
        text = finding
        if finding.startswith(PLAYER_EDGE):
            tone, text = Tone.ALARM, finding.removeprefix(PLAYER_EDGE).strip()
        elif finding.startswith(NOT_REPRODUCED):
            tone, text = Tone.WARNING, finding.removeprefix(NOT_REPRODUCED).strip()
        elif not finding.startswith(WHAT_DRIVES_IT):
            tone = Tone.PLAIN
        boxes[tone].append(text[:1].upper() + text[1:])
    titles = {Tone.ALARM: "Player edge", Tone.WARNING: "Printed figures not reproduced", Tone.PLAIN: "To be noted"}
    for box, paragraphs in boxes.items():
        if paragraphs:
            yield Notice(titles[box], tuple(paragraphs), box)
    if not analysis.findings:
        printed = "every printed figure is reproduced" if analysis.published else "the sheet prints no figures to check"
        text = f"No wager gives the player an edge, and {printed}."
        yield Notice("Nothing stands out", (text,), Tone.GOOD)


def audit_section(analysis: Analysis) -> Section:
    rows = tuple(
        Row(
            (figure.figure, figure.printed, figure.computed, "yes" if figure.agrees else "no", figure.note),
            Tone.GOOD if figure.agrees else Tone.WARNING,
        )
        for figure in analysis.published
    )
    has_notes = any(figure.note for figure in analysis.published)
    columns = [
        Column("Figure"),
        Column("Printed", ColumnKind.NUMBER),
        Column("Computed", ColumnKind.NUMBER),
        Column("Agrees"),
        Column("Note"),
    ]
    if not has_notes:
        del columns[-1]
        rows = tuple(Row(row.cells[:-1], row.tone) for row in rows)
    table = Table("Figures printed in the rule sheet", tuple(columns), rows)
    text = Paragraph(
        "Every figure that the sheet prints for this game, beside the one computed here, rounded alike."
        if rows
        else "The sheet prints no figures for this game."
    )
    return Section("audit", "Audit of printed figures", (text, table) if rows else (text,))


def _strategy_section(strategy_text: str | None) -> Section | None:
    if not strategy_text or not strategy_text.strip():
        return None
    return Section("strategy", "Strategy", (Verbatim(strategy_text.strip("\n").expandtabs()),))
