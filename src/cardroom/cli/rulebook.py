"""A game's rules as a page: everything on it is read from the game file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from cardroom.cli.output import console, print_table, print_title, whole
from cardroom.games.fingerprint import every_showdown, rules_hash
from cardroom.games.model import Decide, Game, Kind, Outcome, Result, Showdown, Verdict, Wager
from cardroom.games.paytable import PayTable
from cardroom.money import Pay, show_money
from cardroom.table import TableSettings, table_settings

_KIND_WORDS = {
    Kind.BASE: "opens the hand",
    Kind.EQUAL: "must equal the Ante",
    Kind.DECISION: "at the decision",
    Kind.OPTIONAL: "optional",
    Kind.JACKPOT: "optional jackpot wager",
}
_HAND_WORDS = {Result.WIN: "better", Result.COPY: "equal", Result.LOSS: "worse"}
_GAP = 3  # blanks between two columns


def spot(wager: Wager) -> str:
    """The name under which table settings know a wager's pay table; the game's own wagers share one."""
    return wager.id if wager.is_side_bet else "base"


# --- the page ---------------------------------------------------------------------------------------------------------


def print_rules(game: Game, chosen: Mapping[str, PayTable]) -> None:
    settings = table_settings(game.id, paytables=chosen)
    console.rule(game.name)
    console.print(game.summary)
    console.print(f"{game.sheet.title}: {game.sheet.approval}.\n", style="dim")
    print_table((whole("rule"), "what it says"), list(game.rules.items()), title="How it is played")
    if game.dealer_qualifies_with is not None:
        console.print(f"To qualify, the dealer needs at least: {game.ranking.words(game.dealer_qualifies_with)}.\n")
    rows = [(wager.name, wager.id, how_placed(game, wager), after_fold(wager)) for wager in game.wagers]
    print_table(("wager", whole("id"), "placed", "after a fold"), rows, title="Wagers")
    limits = settings.limits
    console.print(
        f"{game.base_wager.name} {show_money(settings.minimum)} to {show_money(settings.maximum)} by default;"
        f" a single wager is limited to {show_money(limits.single_wager)} ({limits.source}).\n"
    )
    _print_settlement(game, settings)
    for names, wager in _wagers_by_pay_tables(game):
        print_paytables(f"{names}: paid on {wager.reads}", _tables(wager, chosen))
    in_force = dict.fromkeys(table.title for table in settings.paytables.values())
    console.print(f"Pay tables in force: {', '.join(in_force)}.\n")
    rulings = [(ruling.reads or "(silent)", ruling.text) for ruling in game.rulings]
    print_table((whole("rule"), "how it is read"), rulings, title="Rulings")
    console.print(f"rules hash {rules_hash(game, settings.paytables)}", style="dim", soft_wrap=True)


def how_placed(game: Game, wager: Wager) -> str:
    for stage in game.stages:
        if isinstance(stage, Decide) and stage.wager == wager.id:
            multiples = ", ".join(f"{multiple}x" for multiple in stage.multiples)
            needs = f"; needs at least: {game.ranking.words(stage.needs)}" if stage.needs is not None else ""
            return f"{multiples} the {game.base_wager.name}, or fold{needs}"
    return _KIND_WORDS[wager.kind]


def after_fold(wager: Wager) -> str:
    return {True: "stays live", False: "is lost", None: "operator's choice"}[wager.live_after_fold]


def _tables(wager: Wager, chosen: Mapping[str, PayTable]) -> list[PayTable]:
    """A wager's printed pay tables, and the operator's own one."""
    own = chosen.get(spot(wager))
    return [*wager.paytables, *([own] if own and not own.approved else [])]


def _wagers_by_pay_tables(game: Game) -> list[tuple[str, Wager]]:
    """Wagers with pay tables; those that share them stand together, like the streets of Mississippi Stud."""
    with_tables = [wager for wager in game.wagers if wager.paytables]
    groups = [list(group) for _, group in groupby(with_tables, key=lambda wager: wager.paytables)]
    return [(_listed([wager.name for wager in group]), group[0]) for group in groups]


def _listed(names: Sequence[str]) -> str:
    *before, last = names
    return f"{', '.join(before)} and {last}" if before else last


# --- settlement -------------------------------------------------------------------------------------------------------


def settlement(wager: Wager, table: PayTable | None) -> dict[Showdown, str]:
    """What becomes of a wager in every showdown, with the rule that says so."""
    found: dict[Showdown, list[tuple[Pay | None, Outcome]]] = {}
    for showdown, pay, outcome in every_showdown(wager, table):
        found.setdefault(showdown, []).append((pay, outcome))
    return {showdown: _in_words(outcomes) for showdown, outcomes in found.items()}


def _in_words(outcomes: list[tuple[Pay | None, Outcome]]) -> str:
    rules = ", ".join(dict.fromkeys(outcome.rule for _, outcome in outcomes))
    if len({(outcome.verdict, outcome.pays) for _, outcome in outcomes}) == 1:
        outcome = outcomes[0][1]
        return f"{outcome.pays if outcome.verdict is Verdict.WIN else outcome.verdict} ({rules})"
    otherwise = "".join(f", else {outcome.verdict}" for pay, outcome in outcomes if pay is None)
    return f"by pay table{otherwise} ({rules})"


def _print_settlement(game: Game, settings: TableSettings) -> None:
    """One column for each wager of the game itself; wagers that are settled alike share one."""
    columns: dict[tuple[str, ...], list[str]] = {}
    showdowns = _showdowns(game)
    for wager in game.wagers:
        if not wager.is_side_bet:
            words = settlement(wager, settings.paytables.get(wager.id))
            columns.setdefault(tuple(words[showdown] for showdown in showdowns), []).append(wager.name)
    names = [_listed(wagers) for wagers in columns.values()]
    cells = dict(zip(showdowns, zip(*columns, strict=True), strict=True))
    rows: dict[tuple[str, ...], None] = {}
    for showdown, what in cells.items():
        same_for_all = {cells[other] for other in showdowns if other.dealer_qualifies == showdown.dealer_qualifies}
        hand = _HAND_WORDS[showdown.result] if len(same_for_all) > 1 else "any"
        rows["qualifies" if showdown.dealer_qualifies else "does not qualify", hand, *what] = None
    headers = ("dealer", "player's hand", *names)
    first = 2 if not game.has_dealer_hand else 1 if game.dealer_qualifies_with is None else 0
    print_table(headers[first:], [row[first:] for row in rows], title="Settlement (and the rule)")


def _showdowns(game: Game) -> list[Showdown]:
    """The showdowns that can happen in a game."""
    if not game.has_dealer_hand:
        return [Showdown(Result.WIN)]
    may_fail = game.dealer_qualifies_with is not None
    return [Showdown(result, qualifies) for qualifies in (True, False)[: 1 + may_fail] for result in Result]


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
    """Pays "to 1" lose these two words here, or seven columns would not fit."""
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
    """What the rows of a table are about: hands, and then figures that the sheet prints under them."""
    return ["hand", *(line.text for line in table.lines), *(f"printed {name}" for name in table.printed)]


def _columns(table: PayTable) -> list[list[str]]:
    """A table as columns of text: what it pays under its id, and its envy pays."""
    pays = [table.title, *(str(line.pays[0] or "-") for line in table.lines), *table.printed.values()]
    envy = ["envy", *(str(line.envy or "-") for line in table.lines), *("" for _ in table.printed)]
    return [pays, envy] if table.has_envy else [pays]


# --- the same as data -------------------------------------------------------------------------------------------------


def rules_document(game: Game, chosen: Mapping[str, PayTable]) -> dict[str, object]:
    settings = table_settings(game.id, paytables=chosen)
    qualifier = game.dealer_qualifies_with
    return {
        "game": game.id,
        "name": game.name,
        "sheet": game.sheet,
        "seats": game.seats,
        "rules": dict(game.rules),
        "stages": game.stages,
        "dealer_qualifies_with": None if qualifier is None else game.ranking.words(qualifier),
        "wagers": [_wager_document(game, wager, settings, chosen) for wager in game.wagers],
        "rulings": game.rulings,
        "limits": settings.limits,
        "rules_hash": rules_hash(game, settings.paytables),
    }


def _wager_document(
    game: Game, wager: Wager, settings: TableSettings, chosen: Mapping[str, PayTable]
) -> dict[str, object]:
    in_force = settings.paytables.get(wager.id)
    words = settlement(wager, in_force)
    return {
        "id": wager.id,
        "name": wager.name,
        "kind": wager.kind,
        "placed": how_placed(game, wager),
        "reads": wager.reads,
        "after_fold": after_fold(wager),
        "settlement": [
            {"dealer_qualifies": showdown.dealer_qualifies, "result": showdown.result, "then": words[showdown]}
            for showdown in _showdowns(game)
        ],
        "paytable_in_force": in_force.id if in_force else None,
        "paytables": [paytable_document(table) for table in _tables(wager, chosen)],
    }


def paytable_document(table: PayTable) -> dict[str, object]:
    lines = [
        {
            "hand": line.hand,
            "label": line.text,
            "pays": [str(pay or "-") for pay in line.pays],
            "envy": str(line.envy or "-"),
        }
        for line in table.lines
    ]
    return {
        "id": table.id,
        "title": table.title,
        "aliases": table.aliases,
        "approved": table.approved,
        "columns": table.columns,
        "lines": lines,
        "printed": table.printed,
    }
