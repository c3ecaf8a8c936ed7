"""A game's rules as a page: everything on it is read from the game file."""

from __future__ import annotations

from collections.abc import Mapping

from cardroom.cli.output import console, print_table, simple_table
from cardroom.games.fingerprint import every_showdown, rules_hash
from cardroom.games.model import Decide, Game, Kind, Wager
from cardroom.games.paytable import Line, PayTable
from cardroom.money import show_money
from cardroom.table import table_settings

_KIND_WORDS = {
    Kind.BASE: "opens the hand",
    Kind.EQUAL: "must equal the Ante",
    Kind.DECISION: "at the decision",
    Kind.OPTIONAL: "optional",
    Kind.JACKPOT: "optional jackpot wager",
}


def print_rules(game: Game, own: Mapping[str, PayTable]) -> None:
    settings = table_settings(game.id, paytables=own)
    console.rule(f"[bold]{game.name}")
    console.print(f"{game.summary}\n[dim]{game.sheet.title}: {game.sheet.approval}.[/dim]\n")
    print_table(simple_table("rule", "", title="How it is played"), list(game.rules.items()))
    if game.dealer_qualifies_with is not None:
        console.print(f"The dealer qualifies with {game.ranking.words(game.dealer_qualifies_with)} or better.\n")
    rows = [
        (wager.name, wager.id, how_placed(game, wager), wager.reads or "", after_fold(wager)) for wager in game.wagers
    ]
    print_table(simple_table("wager", "id", "placed", "read on", "after a fold", title="Wagers"), rows)
    console.print(
        f"{game.base_wager.name} {show_money(settings.minimum)} to {show_money(settings.maximum)} by default"
        f" (a single wager is limited to {show_money(settings.limits.single_wager)}: {settings.limits.source}).\n"
    )
    for wager in game.wagers:
        if not wager.is_side_bet:
            _print_settlement(wager, settings.paytables.get(wager.id))
    shown: set[str] = set()
    for wager in game.wagers:
        tables = [*wager.paytables, *([own_table] if (own_table := own.get(_key(wager))) else [])]
        for table in tables:
            if table.id not in shown:
                shown.add(table.id)
                print_paytable(table, wager.name)
    rulings = [(ruling.reads or "the sheet is silent", ruling.text) for ruling in game.rulings]
    print_table(simple_table("reads", "", title="Rulings taken"), rulings)
    console.print(f"[dim]rules hash {rules_hash(game, settings.paytables)}[/dim]")


def _key(wager: Wager) -> str:
    return wager.id if wager.is_side_bet else "base"


def how_placed(game: Game, wager: Wager) -> str:
    for stage in game.stages:
        if isinstance(stage, Decide) and stage.wager == wager.id:
            multiples = ", ".join(f"{multiple}x" for multiple in stage.multiples)
            needs = f"; needs {game.ranking.words(stage.needs)} or better" if stage.needs is not None else ""
            return f"{multiples} the {game.base_wager.name}, or fold{needs}"
    return _KIND_WORDS[wager.kind]


def after_fold(wager: Wager) -> str:
    return {True: "stays live", False: "is lost", None: "the operator's choice"}[wager.live_after_fold]


def settlement(wager: Wager, table: PayTable | None) -> list[tuple[str, str, str, str]]:
    """Showdown, pay, outcome and rule, once for each thing that can happen."""
    rows: dict[tuple[str, str, str, str], None] = {}
    for showdown, pay, outcome in every_showdown(wager, table):
        when = f"{'dealer qualifies' if showdown.dealer_qualifies else 'dealer does not qualify'}, {showdown.result}"
        what = f"{outcome.verdict} {outcome.pays or ''}".strip()
        by_table = pay is not None and outcome.pays == pay and table is not None and len(table.lines) > 1
        rows[when, "by pay table" if by_table else what, outcome.rule, ""] = None
    return list(rows)


def _print_settlement(wager: Wager, table: PayTable | None) -> None:
    rows = [(when, what, rule) for when, what, rule, _ in settlement(wager, table)]
    outcomes = {row[1:] for row in rows}
    if len(outcomes) == 1:
        rows = [("always", *rows[0][1:])]
    print_table(simple_table("showdown", wager.name, "rule", title=f"{wager.name}: settlement"), rows)


def print_paytable(table: PayTable, wager: str = "") -> None:
    title = f"{wager}: {table.title}" if wager else table.title
    if table.columns:
        headers = ("hand", *(f"{number} hands" for number in table.columns))
    else:
        headers = ("hand", "pays", *(["envy"] if table.has_envy else []))
    printed = "; ".join(f"printed {name} {figure}" for name, figure in table.printed.items())
    view = simple_table(*headers, title=title)
    view.caption = printed or None
    view.caption_justify = "left"
    print_table(view, [_row(line, table) for line in table.lines])


def _row(line: Line, table: PayTable) -> tuple[str, ...]:
    envy = [str(line.envy or "-")] if table.has_envy else []
    return (line.text, *(str(pay or "-") for pay in line.pays), *envy)


def rules_document(game: Game, own: Mapping[str, PayTable]) -> dict[str, object]:
    settings = table_settings(game.id, paytables=own)
    return {
        "game": game.id,
        "name": game.name,
        "sheet": game.sheet,
        "seats": game.seats,
        "rules": dict(game.rules),
        "stages": game.stages,
        "dealer_qualifies_with": None
        if game.dealer_qualifies_with is None
        else game.ranking.words(game.dealer_qualifies_with),
        "wagers": [_wager_document(game, wager, own.get(_key(wager))) for wager in game.wagers],
        "rulings": game.rulings,
        "limits": settings.limits,
        "rules_hash": rules_hash(game, settings.paytables),
    }


def _wager_document(game: Game, wager: Wager, own: PayTable | None) -> dict[str, object]:
    tables = [*wager.paytables, *([own] if own else [])]
    return {
        "id": wager.id,
        "name": wager.name,
        "kind": wager.kind,
        "placed": how_placed(game, wager),
        "reads": wager.reads,
        "after_fold": after_fold(wager),
        "paytables": [_paytable_document(table) for table in tables],
    }


def _paytable_document(table: PayTable) -> dict[str, object]:
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
