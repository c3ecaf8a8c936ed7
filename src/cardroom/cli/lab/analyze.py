"""`cardroom analyze`: the exact cost of every wager, in the terminal, as JSON, or as a PAR sheet."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardroom import number_format
from cardroom.cli.options import AsJson, GameName, PayTables, chosen_tables
from cardroom.cli.output import console, number, print_json, print_table, progress_bar, unbroken_column
from cardroom.errors import CardroomError
from cardroom.games import find_game
from cardroom.games.model import Game
from cardroom.number_format import count, percent
from cardroom.table import TableSettings, table_settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardroom.lab.results import Analysis, Base, Jackpot, SideBet
    from cardroom.lab.what_if.paytable_goal_seek import Suggestion

EXAMPLES = """
\b
Examples:
  cardroom analyze GAME
  cardroom analyze GAME --target-edge 3%
  cardroom analyze GAME --pdf sheet.pdf --html sheet.html
  cardroom analyze GAME --seen-hands 5
  cardroom analyze GAME --paytable my-bonus.toml --json
"""


def register(app: typer.Typer) -> None:
    app.command(epilog=EXAMPLES)(analyze)


def analyze(
    game: GameName,
    paytable: PayTables = None,
    target_edge: Annotated[
        str | None,
        typer.Option(metavar="PERCENT", help="Find what each pay-table line would have to pay for this house edge."),
    ] = None,
    seen_hands: Annotated[
        int | None, typer.Option(metavar="N", help="Simulate the gain of a player who sees N other players' hands.")
    ] = None,
    seen_dealer_cards: Annotated[
        int | None, typer.Option(metavar="N", help="Simulate the gain of a player who sees N of the dealer's cards.")
    ] = None,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a PAR sheet for the browser.")] = None,
    pdf: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a PAR sheet for printing.")] = None,
    all_lines: Annotated[bool, typer.Option("--all", help="Show every pay table line by line.")] = False,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Compute everything again.")] = False,
    as_json: AsJson = False,
) -> None:
    """Say what every wager costs, exactly.

    The report covers the game itself under the best play, and every side bet and jackpot under every printed pay
    table. It compares the figures printed in the sheet with the exact ones. Nothing is
    estimated.
    """
    from cardroom.lab.analysis.game_analysis import analyze as run

    found = find_game(game)
    settings = table_settings(found.id, paytables=chosen_tables(found, paytable or []))
    target = parse_percent(target_edge) if target_edge is not None else None
    for file in (html, pdf):
        _require_writable(file)
    with progress_bar() as progress:
        analysis = run(settings, use_cache=not no_cache, progress=progress)
        suggestions = _suggest(settings, target, progress)
        peeks = _protection(settings, seen_hands, seen_dealer_cards, progress)
        _write_sheets(analysis, settings, (html, pdf), progress, use_cache=not no_cache)
    if as_json:
        from cardroom.lab.json_documents import document, exact

        result = document(analysis)
        if target is not None:
            result["target_edge"] = exact(target)
            result["suggestions"] = [
                {
                    "paytable": s.paytable,
                    "hand": s.hand,
                    "pays": s.pays,
                    "should_pay": s.should_pay,
                    "house_edge": float(s.edge),
                }
                for s in suggestions
            ]
        if peeks:
            result["protection"] = peeks
        print_json(result)
        return
    _print_analysis(analysis, settings, found, all_lines)
    if target is not None:
        _print_suggestions(suggestions, target)
    for peek in peeks:
        console.print(str(peek["text"]))
    for file in (html, pdf):
        if file is not None:
            console.print(f"Written: {file}", soft_wrap=True)


def parse_percent(text: str) -> Fraction:
    """Read "3%" or "0.03"."""
    try:
        value = Fraction(text.strip().removesuffix("%")) / (100 if text.strip().endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        raise CardroomError("bad-percent", f"“{text}” is not a percentage: write one like 3% or 2.5%.") from None
    if not 0 <= value < 1:
        raise CardroomError("bad-percent", f"“{text}”: an edge must be between 0% and 100%.")
    return value


def _require_writable(file: Path | None) -> None:
    if file is not None and not file.absolute().parent.is_dir():
        raise CardroomError("no-folder", f"{file}: there is no folder to write it to.")


def _suggest(settings: TableSettings, target: Fraction | None, progress: Callable[[str], None]) -> list[Suggestion]:
    if target is None:
        return []
    from cardroom.lab.what_if.paytable_goal_seek import suggest

    return suggest(settings, target, progress)


def _write_sheets(
    analysis: Analysis,
    settings: TableSettings,
    files: tuple[Path | None, Path | None],
    progress: Callable[[str], None],
    *,
    use_cache: bool,
) -> None:
    if files == (None, None):
        return
    from cardroom.lab.exposure import prices_of
    from cardroom.lab.par_sheet import write_html, write_pdf
    from cardroom.lab.strategy.playbook import strategy_text

    progress("finding the strategy")
    strategy = strategy_text(settings, use_cache=use_cache)
    prices = prices_of(settings, use_cache=use_cache)
    for file, write in zip(files, (write_html, write_pdf), strict=True):
        if file is not None:
            progress(f"writing {file}")
            write(analysis, settings, file, strategy, prices)


# --- the terminal -----------------------------------------------------------------------------------------------------


def _print_analysis(analysis: Analysis, settings: TableSettings, game: Game, all_lines: bool) -> None:
    from cardroom.lab.analysis.published_figures import PLAYER_EDGE

    console.rule(game.name)
    for finding in analysis.findings:
        console.print(f"! {finding}\n", style="bold red" if finding.startswith(PLAYER_EDGE) else "yellow")
    _print_base(analysis.base, game)
    if analysis.side_bets:
        _print_side_bets(analysis.side_bets)
    for bet in analysis.side_bets:
        table = settings.paytables.get(bet.wager)
        if all_lines or ((table is None or table.title == bet.paytable) and bet.hands in (None, 2)):
            _print_lines(bet)
    if analysis.jackpots:
        _print_jackpots(analysis.jackpots, settings, all_lines)
    if analysis.published:
        rows = [(p.figure, p.printed, p.computed, "yes" if p.agrees else "NO") for p in analysis.published]
        print_table(
            ("figure", number("printed"), number("exact"), "agrees"), rows, title="Figures printed in the sheet"
        )
    deals = f"{analysis.base.deals:,} deals counted"
    console.print(f"rules {analysis.rules_hash[:16]}, cardroom {analysis.version}; {deals}", style="dim")
    if not all_lines and len(analysis.side_bets) > 1:
        console.print("`--all` shows every pay table line by line.", style="dim")


def _print_base(base: Base, game: Game) -> None:
    ante = game.base_wager.name
    rows = [
        (f"expectation per {ante}", f"{base.ev}"),
        ("", f"{float(base.ev):+.8f}"),
        ("house edge", percent(base.house_edge, 4)),
        ("average wager", f"{float(base.average_wager):.5f} {ante}s"),
        ("element of risk", percent(base.element_of_risk, 4)),
        ("standard deviation", f"{base.standard_deviation:.5f}"),
        ("folded", percent(base.fold_rate, 4)),
    ]
    print_table(("the game itself, best play", number("")), rows)
    shares = [(game.wager(s.wager).name, f"{float(s.average_stake):.5f}", f"{float(s.ev):+.6f}") for s in base.by_wager]
    print_table(("wager", number("average stake"), number("expectation")), shares, title="Where it comes from")
    outcomes = [(o.name, percent(o.probability, 4), _rarity(o.probability)) for o in base.outcomes]
    print_table(("how rounds end", number("of rounds"), number("1 in")), outcomes)


def _print_side_bets(side_bets: tuple[SideBet, ...]) -> None:
    rows = [
        (
            bet.name,
            bet.paytable + (f", {bet.hands} hands" if bet.hands else ""),
            percent(bet.house_edge, 4),
            percent(bet.hit_frequency),
            f"{float(bet.variance) ** 0.5:.3f}",
        )
        for bet in side_bets
    ]
    print_table(("side bet", "pay table", number("house edge"), number("wins"), number("deviation")), rows)


def _print_lines(bet: SideBet) -> None:
    rows = [
        (line.hand, count(line.combinations, line.of), percent(line.probability, 4), line.pays,
         f"{float(line.contribution):+.6f}")
        for line in bet.lines
    ]  # fmt: skip
    column = f", {bet.hands} hands" if bet.hands else ""
    of = bet.lines[0].of
    headers = ("hand", number(f"combinations of {count(of, of)}"), number("chance"), number("pays"), number("return"))
    print_table(headers, rows, title=f"{bet.name}: {bet.paytable}{column}")


def _print_jackpots(jackpots: tuple[Jackpot, ...], settings: TableSettings, all_lines: bool) -> None:
    rows = []
    for prize in jackpots:
        for i, level in enumerate(prize.levels):
            meter = "" if level.break_even_meter is None else number_format.dollars(level.break_even_meter)
            first = (prize.paytable, percent(prize.fixed_return)) if i == 0 else ("", "")
            envy = f"{float(prize.envy_value_per_player):.5f}" if i == 0 and prize.envy_value_per_player else ""
            rows.append((*first, level.name, percent(level.return_per_1000, 3), meter, envy))
    headers = (unbroken_column("jackpot table"), number("fixed pays\nreturn"), "level", number("each $1,000\nadds"))
    print_table((*headers, number("break-even\nmeter"), number("envy, $\na player")), rows)
    for prize in jackpots:
        if all_lines or settings.paytables[prize.wager].title == prize.paytable:
            awards = [(a.hand, a.pays, _rarity(a.probability), f"{a.probability}") for a in prize.awards]
            print_table(("award", number("pays"), number("1 in"), number("chance")), awards, title=prize.paytable)


def _rarity(probability: Fraction) -> str:
    return number_format.number(1 / probability, 2) if probability else "never"


def _print_suggestions(suggestions: list[Suggestion], target: Fraction) -> None:
    rows = [(s.paytable, s.hand, s.pays, s.should_pay or "no odds are enough", percent(s.edge, 3)) for s in suggestions]
    headers = ("pay table", "line", number("pays"), number("should pay"), number("then the edge is"))
    print_table(headers, rows, title=f"One line changed, for a house edge of at least {percent(target)}")
    if not suggestions:
        console.print("No wager of the game itself is paid by a table.")


def _protection(
    settings: TableSettings, seen_hands: int | None, seen_dealer_cards: int | None, progress: Callable[[str], None]
) -> list[dict[str, object]]:
    """Simulate the gain from seeing other cards."""
    if seen_hands is None and seen_dealer_cards is None:
        return []
    from cardroom.lab.game_protection import protection_report

    progress("dealing hands that are seen")
    return protection_report(settings, seen_hands, seen_dealer_cards)
