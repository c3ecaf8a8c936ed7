"""`cardroom what-if`: a game under other rules or pay tables, beside the printed one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from cardroom.cli.lab.analyze import parse_percent
from cardroom.cli.options import AsJson, GameName
from cardroom.cli.output import (
    console,
    errors,
    number,
    print_json,
    print_table,
    print_title,
    progress_console,
    unbroken_column,
)
from cardroom.errors import CardroomError
from cardroom.games import find_game
from cardroom.number_format import percent
from cardroom.table import TableSettings, table_settings

if TYPE_CHECKING:
    from cardroom.lab.what_if.comparison import Choice, Comparison, Edge, Moved

Told = Callable[[str], None]

EXAMPLES = """
\b
Examples:
  cardroom what-if GAME                            what may be set, and what each value does
  cardroom what-if GAME --set qualify=3
  cardroom what-if GAME --set qualify=3 --set copies=push --compare
  cardroom what-if GAME --set paytable:WAGER="PAY TABLE"
  cardroom what-if GAME --edge 2%                  which single change reaches that edge
  cardroom what-if GAME --edge 5% --wager WAGER    the same for a side bet
"""


def register(app: typer.Typer) -> None:
    app.command("what-if", epilog=EXAMPLES)(what_if)


def what_if(
    game: GameName,
    sets: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="RULE=VALUE",
            help="Set a rule, or with paytable:WAGER=ID|FILE a pay table. May be repeated.",
        ),
    ] = None,
    compare: Annotated[bool, typer.Option("--compare", help="Also show each change alone.")] = False,
    edge: Annotated[
        str | None,
        typer.Option(
            metavar="PERCENT",
            help="Find, for each rule and each pay-table line alone, the first value that reaches this edge.",
        ),
    ] = None,
    wager: Annotated[
        str, typer.Option(metavar="WAGER", help="With --edge: the side bet to ask about.", show_default="the game")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Compare a game with the same game under other rules.

    A game's file declares which of its rules may be set. Without --set, the command lists them with the house edge
    under each value, one at a time. With it, the game as printed and as changed are shown side by side: what every
    wager is worth, and which decisions are no longer the best. All figures are exact; every variant is solved for its
    best play. A game with changed rules counts as not approved.
    """
    settings = table_settings(find_game(game).id)
    changes = parse_changes(sets or [])
    target = parse_percent(edge) if edge is not None else None
    if wager and target is None:
        raise CardroomError("no-edge", "--wager names the side bet for --edge: write both.")
    if compare and not changes:
        raise CardroomError("nothing-to-compare", "--compare shows each change alone: write what to --set.")
    from cardroom.lab.what_if.comparison import with_changes

    found = with_changes(settings, changes)
    for warning in found.warnings:
        errors.print(f"warning: {warning}")
    if target is not None:
        _reach(found.settings, target, wager, as_json)
    elif changes:
        _compare(settings, found.settings, changes, compare and len(changes) > 1, as_json)
    else:
        _list(settings, as_json)


def parse_changes(texts: Sequence[str]) -> dict[str, str]:
    """Read "qualify=3" and the like.

    >>> parse_changes(["qualify=3", "paytable:bonus=Bonus 2"])
    {'qualify': '3', 'paytable:bonus': 'Bonus 2'}
    """
    changes: dict[str, str] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals and value):
            raise CardroomError("bad-rule", f"“{text}” sets nothing: write RULE=VALUE, like copies=push.")
        if name in changes:
            raise CardroomError("bad-rule", f"“{name}” is set twice; set it once.")
        changes[name] = value
    return changes


@contextmanager
def _bar(steps: int) -> Iterator[Told]:
    """A progress bar on standard error, and only on a terminal; one step for everything told."""
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

    columns = BarColumn(), TaskProgressColumn(), TextColumn("{task.description}")
    with Progress(*columns, console=progress_console(), transient=True, disable=not errors.is_terminal) as progress:
        task = progress.add_task("starting", total=steps + 1)

        def tell(text: str) -> None:
            progress.update(task, description=text, advance=1)

        yield tell


def _percent(value: Fraction | None) -> str:
    return "–" if value is None else percent(value, 4)


def _signed(value: Fraction) -> str:
    return f"{'+' if value > 0 else ''}{_percent(value)}" if value else "0"


def _heading(settings: TableSettings) -> str:
    return "as given" if settings.rules.variant else "as printed"


# --- what may be set --------------------------------------------------------------------------------------------------


def _list(settings: TableSettings, as_json: bool) -> None:
    from cardroom.lab.json_documents import choice_document
    from cardroom.lab.what_if.comparison import edges_of_single_changes, possible_changes, uncompared_wagers

    with _bar(sum(len(choice.values) for choice in possible_changes(settings))) as tell:
        found = list(edges_of_single_changes(settings, tell))
    if as_json:
        settable = [choice_document(*item) for item in found]
        print_json(
            {"game": settings.game, "settable": settable, "left_out": [w.id for w in uncompared_wagers(settings)]}
        )
        return
    game = settings.rules
    if not found:
        console.print(f"No rule of {game.name} may be set.")
        return
    print_title(f"{game.name}: what may be set, one at a time")
    console.print()
    for wager in dict.fromkeys(choice.wager for choice, _ in found):
        title = game.wager(wager).name if wager else f"the game itself, of the {game.base_wager.name}"
        rows = [row for choice, edges in found if choice.wager == wager for row in _choice_rows(choice, edges)]
        print_table((unbroken_column("rule"), "value", number("house edge"), number("moves by")), rows, title=title)
    _print_left_out(settings)
    console.print(f"`cardroom what-if {settings.game} --set RULE=VALUE` shows what else moves.")


def _print_left_out(settings: TableSettings) -> None:
    from cardroom.lab.what_if.comparison import uncompared_wagers

    if names := ", ".join(wager.name for wager in uncompared_wagers(settings)):
        console.print(f"Left out, as the meter decides: {names}. See `cardroom jackpot plan`.")


def _choice_rows(choice: Choice, edges: Sequence[Edge]) -> Iterator[tuple[str, str, str, str]]:
    now = next((edge.edge for edge in edges if edge.is_now), None)
    for place, edge in enumerate(edges):
        name = choice.name if place == 0 else ""
        moves = "" if edge.is_now or now is None else _signed(edge.edge - now)
        yield name, f"{edge.value} (now)" if edge.is_now else edge.value, _percent(edge.edge), moves


# --- side by side -----------------------------------------------------------------------------------------------------


def _compare(
    before: TableSettings, after: TableSettings, changes: Mapping[str, str], with_each: bool, as_json: bool
) -> None:
    from cardroom.lab.json_documents import comparison_document
    from cardroom.lab.what_if.comparison import compare, with_changes

    alone: dict[str, Comparison] = {}
    with _bar(3 * (1 + with_each * len(changes))) as tell:
        together = compare(before, after, tell)
        for name, value in changes.items() if with_each else ():
            alone[f"{name}={value}"] = compare(before, with_changes(before, {name: value}).settings, tell)
    if as_json:
        document = {"game": before.game, "changes": changes} | comparison_document(together)
        print_json(document | ({"alone": {name: comparison_document(c) for name, c in alone.items()}} if alone else {}))
        return
    print_title(f"{before.rules.name}: {', '.join(f'{name}={value}' for name, value in changes.items())}")
    console.print()
    _print_figures(before, together, alone)
    for sentence in dict.fromkeys((*together.before.refused, *together.after.refused)):
        console.print(f"! {sentence}")
    _print_left_out(before)
    _print_decisions(together)


def _print_figures(before: TableSettings, together: Comparison, alone: Mapping[str, Comparison]) -> None:
    last = "together" if alone else "changed"
    heads = [number(head) for head in (_heading(before), *alone, last, "moves by")]
    others = [{moved.figure: moved for moved in found.moved} for found in alone.values()]
    rows = []
    for moved in together.moved:
        single = [_amount(m, m.after) if (m := found.get(moved.figure)) else "–" for found in others]
        by = _signed(moved.by) if moved.is_share else f"{float(moved.by):+.4f}" if moved.by else "0"
        rows.append((moved.figure, _amount(moved, moved.before), *single, _amount(moved, moved.after), by))
    print_table(("", *heads), rows)


def _amount(moved: Moved, value: Fraction | None) -> str:
    return _percent(value) if moved.is_share or value is None else f"{float(value):.4f}"


def _print_decisions(found: Comparison) -> None:
    from cardroom.lab.strategy.option_words import option_words

    game = found.after.settings.rules
    if found.differs is None:
        console.print(found.note)
        return
    if not found.decisions:
        none = "No decision changes: what was best still is." if game.decisions else "There is no decision."
        console.print(none)
        return
    share, cost = _percent(found.differs), _percent(sum((d.cost for d in found.decisions), Fraction(0)))
    console.print(f"In {share} of hands the best play is another one; playing on as before gives away {cost}:\n")
    rows = []
    for item in found.decisions:
        was, now = (option_words(game, game.decision(item.decision), name) for name in (item.plays, item.best))
        rows.append((was, now, _percent(item.share), _percent(item.cost), "\n".join(item.examples)))
    headers = (unbroken_column("was"), unbroken_column("now"), number("of hands"), number("gives away"))
    print_table((*headers, "for example"), rows)


# --- an edge to be reached --------------------------------------------------------------------------------------------


def _reach(settings: TableSettings, edge: Fraction, wager: str, as_json: bool) -> None:
    from cardroom.lab.json_documents import reach_document
    from cardroom.lab.what_if.goal_seek import rules_for, seek_goal, tables_for

    values = sum(len(choice.values) - 1 for choice in rules_for(settings, wager))
    lines = sum(len(table.lines) for _, table in tables_for(settings, wager))
    with _bar(values + lines) as tell:
        target, found = seek_goal(settings, edge, wager, tell)
    if as_json:
        print_json(reach_document(settings, target, found, wager))
        return
    game = settings.rules
    name = game.wager(wager).name if wager else game.name
    side = "at least" if target.is_upwards else "at most"
    print_title(f"{name}: one thing changed, for a house edge of {side} {_percent(edge)} (now {_percent(target.now)})")
    console.print()
    rows = [(r.what, r.now, f"{r.value or 'cannot'}{' !' if r.note else ''}", _percent(r.edge)) for r in found]
    print_table(("rule, or line of a pay table", "now", "first reached with", number("house edge")), rows)
    if any(item.note for item in found):
        console.print("! Then a worse hand would be paid more than a better one: such a pay table is refused.")
    console.print(
        "Where nothing is enough, the nearest edge is shown. Pays are tried in halves up to 10 to 1 and"
        " in whole odds above; the best play is solved again for each."
    )
