"""A game's rules as a page: everything on it is read from the game file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from cardroom.cli.output import console, print_table, print_title, unbroken_column
from cardroom.games.approval import condition_scope
from cardroom.games.fingerprint import rules_hash
from cardroom.games.model import Game, Result, Wager
from cardroom.games.paytable import PayTable
from cardroom.money import show_money
from cardroom.table import TableSettings, table_settings
from cardroom.table.text.rulebook import Case, after_fold, how_placed, how_read, settlement, tables_of

_RESULT_WORDS = {Result.WIN: "better", Result.COPY: "equal", Result.LOSS: "worse"}
_MOST_ROWS = 8
_GAP = 3  # blanks between two columns


# --- the page ---------------------------------------------------------------------------------------------------------


def print_rules(game: Game, chosen: Mapping[str, PayTable]) -> None:
    settings = table_settings(game.id, paytables=chosen)
    console.rule(game.name)
    console.print(game.summary)
    console.print(f"{game.sheet.title}: {game.sheet.approval}.\n", style="dim")
    print_table((unbroken_column("rule"), "what it says"), list(game.rules.items()), title="How it is played")
    if game.qualifier is not None:
        console.print(f"To qualify, the dealer needs {game.ranking_of('dealer').least(game.qualifier)}.\n")
    rows = [(wager.name, wager.id, how_placed(game, wager), after_fold(wager)) for wager in game.wagers]
    print_table(("wager", unbroken_column("id"), "placed", "after a fold"), rows, title="Wagers")
    limits = settings.limits
    console.print(
        f"{game.base_wager.name} {show_money(settings.minimum)} to {show_money(settings.maximum)} by default;"
        f" a single wager is limited to {show_money(limits.single_wager)} ({limits.source}).\n"
    )
    _print_settlement(game, settings)
    for names, wager in _wagers_by_pay_tables(game):
        print_paytables(f"{names}: paid on {how_read(game, wager)}", tables_of(wager, chosen))
    in_force = dict.fromkeys(table.title for table in settings.paytables.values())
    console.print(f"Pay tables in force: {', '.join(in_force)}.\n")
    rulings = [(ruling.reads or "(silent)", ruling.text) for ruling in game.all_rulings]
    print_table((unbroken_column("rule"), "how it is read"), rulings, title="Rulings")
    if game.sheet.letter is not None:
        asked = [(one.id, condition_scope(one), one.text) for one in game.approval_conditions]
        print_table((unbroken_column("id"), "asked for", "condition"), asked, title="Conditions of its approval")
    console.print(f"rules hash {rules_hash(game, settings.paytables)}", style="dim", soft_wrap=True)


def _wagers_by_pay_tables(game: Game) -> list[tuple[str, Wager]]:
    """Wagers with pay tables, grouped by the tables that they share."""
    with_tables = [wager for wager in game.wagers if wager.paytables]
    groups = [list(group) for _, group in groupby(with_tables, key=lambda wager: wager.paytables)]
    return [(_listed([wager.name for wager in group]), group[0]) for group in groups]


def _listed(names: Sequence[str]) -> str:
    *before, last = names
    return f"{', '.join(before)} and {last}" if before else last


# --- settlement -------------------------------------------------------------------------------------------------------


def _print_settlement(game: Game, settings: TableSettings) -> None:
    """A row per case and a column per wager of the game itself; a list if the cases differ too much."""
    wagers = [wager for wager in game.wagers if not wager.is_side_bet]
    cases = {wager.name: settlement(game, wager, settings.paytables.get(wager.id)) for wager in wagers}
    rows = _side_by_side(cases)
    if rows is None:
        lines = [(name, _conditions(when), then) for name, told in cases.items() for when, then in told.items()]
        print_table(("wager", "when", "then"), lines, title="Settlement (and the rule)")
        return
    alike: dict[tuple[str, ...], list[str]] = {}
    for name, column in zip(cases, zip(*(cells for _, cells in rows), strict=True), strict=True):
        alike.setdefault(column, []).append(name)
    columns = [[when for when, _ in rows], *map(list, alike)]
    names = ["when", *map(_listed, alike.values())]
    first = 1 if len(rows) == 1 else 0
    lines = list(zip(*columns[first:], strict=True))
    print_table(names[first:], lines, title="Settlement (and the rule)")


def _side_by_side(cases: Mapping[str, Mapping[Case, str]]) -> list[tuple[str, tuple[str, ...]]] | None:
    """Results of all wagers in each case that matters to any of them; None if there are too many cases."""
    joint: dict[Case, tuple[str, ...]] = {(): ()}
    for told in cases.values():
        pairs = [
            (_together(case, other), (*cells, then)) for case, cells in joint.items() for other, then in told.items()
        ]
        joint = {case: cells for case, cells in pairs if case is not None}
    return [(_conditions(case), cells) for case, cells in joint.items()] if len(joint) <= _MOST_ROWS else None


def _together(case: Case, other: Case) -> Case | None:
    """Both cases at once, or None where they exclude each other."""
    facts = dict(case)
    for name, answers in other:
        facts[name] = tuple(answer for answer in facts.get(name, answers) if answer in answers)
    return tuple(facts.items()) if all(facts.values()) else None


def _conditions(case: Case) -> str:
    """Facts and their answers in words: “dealer qualifies, hand better”."""
    return ", ".join(_fact(name, answers) for name, answers in case) or "always"


def _fact(name: str, answers: tuple[Any, ...]) -> str:
    words = name.replace("_", " ").removesuffix("result").strip()
    if isinstance(answers[0], Result):
        return f"{words or 'hand'} {' or '.join(_RESULT_WORDS[answer] for answer in answers)}"
    if isinstance(answers[0], bool):
        return words if answers[0] else f"{words}: no"
    return f"{words} {', '.join('none' if answer is None else str(answer) for answer in answers)}"


# --- pay tables -------------------------------------------------------------------------------------------------------


def print_paytables(title: str, tables: Sequence[PayTable]) -> None:
    """Tables with the same lines stand side by side, as in the sheets, as many as the width allows."""
    print_title(title)
    for table in tables:
        if table.columns:
            _print_by_hands(table)
    plain = [table for table in tables if not table.columns]
    for _, group in groupby(plain, key=_rows):
        for side_by_side in _that_fit(list(group)):
            _print_side_by_side(side_by_side)


def _print_by_hands(table: PayTable) -> None:
    """Print pays without “to 1”, or seven columns would not fit."""
    rows = [(line.text, *(str(pay or "-").removesuffix(" to 1") for pay in line.pays)) for line in table.lines]
    print_table((f"{table.title}, to 1, by hands dealt", *map(str, table.columns)), rows)


def _that_fit(tables: list[PayTable]) -> Iterator[list[PayTable]]:
    room = console.width - max(map(len, _rows(tables[0])))
    row: list[PayTable] = []
    used = 0
    for table in tables:
        width = sum(_GAP + max(map(len, column)) for column in _columns(table))
        if row and used + width > room:
            yield row
            row, used = [], 0
        row.append(table)
        used += width
    yield row


def _print_side_by_side(tables: list[PayTable]) -> None:
    header, *rows = zip(_rows(tables[0]), *(column for table in tables for column in _columns(table)), strict=True)
    print_table(header, rows)


def _rows(table: PayTable) -> list[str]:
    """The row headings of a table: hands, and then the figures printed under them."""
    return ["hand", *(line.text for line in table.lines), *(f"printed {name}" for name in table.printed)]


def _columns(table: PayTable) -> list[list[str]]:
    """A table as columns of text: what it pays under its id, and its envy pays."""
    pays = [table.title, *(str(line.pays[0] or "-") for line in table.lines), *table.printed.values()]
    envy = ["envy", *(str(line.envy or "-") for line in table.lines), *("" for _ in table.printed)]
    return [pays, envy] if table.has_envy else [pays]
