"""The rules behind the figures: pay tables in force, procedure, rulings."""

from __future__ import annotations

from itertools import groupby

from cardroom.games.model import Game, Wager
from cardroom.games.paytable import PayTable
from cardroom.lab.par_sheet.content import Block, Column, ColumnKind, Listing, Paragraph, Row, Section, Table, Tables
from cardroom.table import TableSettings
from cardroom.table.text.rulebook import how_read

SMALL = 3  # columns of a table that need not have the whole line


def paytables_section(settings: TableSettings) -> Section | None:
    """The tables that the rules hash covers, as printed."""
    if not settings.paytables:
        return None
    game = settings.rules
    with_tables = [wager for wager in game.wagers if wager.id in settings.paytables]
    groups = [
        list(group)
        for _, group in groupby(with_tables, key=lambda wager: (settings.paytables[wager.id], how_read(game, wager)))
    ]
    tables = [_printed_table(game, group, settings.paytables[group[0].id]) for group in groups]
    small = tuple(table for table in tables if len(table.columns) <= SMALL)
    large = tuple(table for table in tables if len(table.columns) > SMALL)
    return Section("pay-tables", "Pay tables in force", (*([Tables(small)] if small else []), *large))


def _printed_table(game: Game, wagers: list[Wager], table: PayTable) -> Table:
    names = ", ".join(wager.name for wager in wagers)
    reads = f", paid on {how_read(game, wagers[0])}" if wagers[0].reads else ""
    pays = tuple(Column(f"{hands} hands", ColumnKind.NUMBER) for hands in table.columns) or (
        Column("Pays", ColumnKind.NUMBER),
    )
    envy = (Column("Envy", ColumnKind.NUMBER),) if table.has_envy else ()
    rows = tuple(
        Row((line.text, *(str(pay or "–") for pay in line.pays), *([str(line.envy or "–")] if envy else [])))
        for line in table.lines
    )
    return Table(paytable_title(names, table.title) + reads, (Column("Hand"), *pays, *envy), rows)


def paytable_title(wager: str, paytable: str) -> str:
    """A pay table with its wager, which many are named after.

    >>> paytable_title("3 Card Bonus", "3 Card Bonus 4"), paytable_title("Progressive", "Link 01")
    ('3 Card Bonus 4', 'Progressive: Link 01')
    """
    return paytable if paytable.startswith(wager) else f"{wager}: {paytable}"


def rules_section(game: Game) -> Section:
    blocks: list[Block] = [Paragraph(f"{game.sheet.title}, {game.sheet.approval}.")]
    if game.qualifier is not None:
        blocks.append(
            Paragraph(f"The dealer qualifies with {game.ranking_of('dealer').words(game.qualifier)} or better.")
        )
    blocks.append(Listing(tuple(game.rules.items())))
    return Section("procedure", "Procedure", tuple(blocks))


def rulings_section(game: Game) -> Section | None:
    """How the rules are read where the sheet leaves them open; a reader may disagree, and then figures change."""
    if not game.all_rulings:
        return None
    items = tuple((ruling.reads or "silent", ruling.text) for ruling in game.all_rulings)
    text = "Where the sheet leaves a rule open, it is read as follows; another reading may change figures."
    return Section("rulings", "Rulings taken", (Paragraph(text), Listing(items)))
