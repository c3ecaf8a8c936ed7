"""`cardroom simulate`: every figure a second way, with its standard error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardroom.cli.options import AsJson, GameName, PayTables, chosen_tables
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
from cardroom.table import table_settings

if TYPE_CHECKING:
    from cardroom.lab.simulation import Estimate, SimulationResult
    from cardroom.lab.simulation.exact_comparison import Exact

MOST_ROUNDS = 10**13

EXAMPLES = """
\b
Examples:
  cardroom simulate GAME --rounds 1e8
  cardroom simulate GAME --seats 7 --seed 42
  cardroom simulate GAME --strategy my-strategy.toml
  cardroom simulate GAME --rounds 1e11 --cluster tcp://scheduler:8786
"""


def register(app: typer.Typer) -> None:
    app.command(epilog=EXAMPLES)(simulate)


def simulate(
    game: GameName,
    rounds: Annotated[str, typer.Option(metavar="N", help="How many rounds to play; 1e9 is a billion.")] = "1e8",
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed gives the same result, on any machine.")] = 1,
    strategy: Annotated[
        str, typer.Option(metavar="best|FILE", help="The players' strategy: the best play, or a strategy file.")
    ] = "best",
    seats: Annotated[int, typer.Option(metavar="N", help="How many players are dealt in.")] = 1,
    workers: Annotated[
        int | None, typer.Option(metavar="N", help="Threads that share the work.", show_default="one a core")
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Run on the Dask cluster with this scheduler.")
    ] = None,
    paytable: PayTables = None,
    as_json: AsJson = False,
) -> None:
    """Play a game millions of times.

    The report covers the game itself, every side bet and jackpot wager, and wagers on the whole table. Each figure has
    its standard error, and the exact figure beside it if that is known. The result depends only on the seed, not on
    how the work is shared.
    """
    found = find_game(game)
    number_of_rounds = parse_rounds(rounds)
    settings = table_settings(found.id, paytables=chosen_tables(found, paytable or []))
    with _bar(number_of_rounds) as (say, advance):
        from cardroom.lab.simulation import simulate as run
        from cardroom.lab.simulation.dask_cluster import check_cluster
        from cardroom.lab.simulation.exact_comparison import exact_figures
        from cardroom.lab.solvers import solve
        from cardroom.lab.strategy.rule_list import load_strategy

        if cluster is not None:
            check_cluster(cluster)
        solved = solve(settings)
        solved.prepare(lambda share: say(f"solving the game, {share:.0%}"))
        say("finding the best play" if strategy == "best" else f"reading {strategy}")
        policy = solved.best_policy if strategy == "best" else load_strategy(Path(strategy), solved)
        say("dealing")
        result = run(settings, number_of_rounds, seed, policy, seats, workers, cluster, advance)
        say("comparing with exact figures")
        exact = exact_figures(solved, policy)
    if as_json:
        print_json(result_document(result, exact))
        return
    dealt = f"{result.rounds:,} rounds, {_seats(result.seats)}, seed {result.seed}, strategy {result.strategy}"
    print_title(f"{found.name}: {dealt}")
    console.print()
    _print_base(result, exact, found.base_wager.name)
    _print_wagers(result, exact)
    _print_prices(result, exact)


def parse_rounds(text: str) -> int:
    """Read "1e9", "250000" or "2.5e6": a whole number of rounds.

    >>> parse_rounds("2.5e6")
    2500000
    """
    try:
        value = Decimal(text.replace(",", "").replace("_", ""))
        is_whole = value == value.to_integral_value()
    except InvalidOperation:
        is_whole = False
    if not is_whole or not 1 <= value <= MOST_ROUNDS:
        raise CardroomError("bad-rounds", f"“{text}” is not a number of rounds: write one from 1 to 1e13, like 1e9.")
    return int(value)


@contextmanager
def _bar(rounds: int) -> Iterator[tuple[Callable[[str], None], Callable[[int], None]]]:
    """A progress bar with the time left, on standard error and only on a terminal."""
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn()
    with Progress(*columns, console=progress_console(), transient=True, disable=not errors.is_terminal) as progress:
        task = progress.add_task("starting", total=rounds)
        yield (
            lambda text: progress.update(task, description=text),
            lambda played: progress.advance(task, played),
        )


def _seats(seats: int) -> str:
    return "1 seat" if seats == 1 else f"{seats} seats"


# --- for people -------------------------------------------------------------------------------------------------------


def _four_places(value: float) -> str:
    return percent(value, 4)


def _apart(estimate: Estimate, exact: float | None) -> str:
    """The distance between simulated and exact figure, in standard errors."""
    if exact is None or not estimate.standard_error:
        return ""
    return f"{(estimate.value - exact) / estimate.standard_error:+.1f}"


def _row(name: str, estimate: Estimate, exact: float | None, show: Callable[[float], str]) -> tuple[str, ...]:
    shown = "" if exact is None else show(exact)
    return name, show(estimate.value), show(estimate.standard_error), shown, _apart(estimate, exact)


HEADERS = ("simulated", "± error", "exact", "errors apart")


def _print_base(result: SimulationResult, exact: Exact, base_wager: str) -> None:
    base, known = result.base, exact.base
    rows = [
        _row(f"expectation per {base_wager}", base.ev, float(exact.ev), _four_places),
        _row("average wager", base.average_wager, float(known.average_wager) if known else None, lambda v: f"{v:.5f}"),
        _row("element of risk", base.element_of_risk, float(known.element_of_risk) if known else None, _four_places),
        _row(
            "standard deviation",
            base.standard_deviation,
            known.standard_deviation if known else None,
            lambda v: f"{v:.4f}",
        ),
        _row("folded", base.fold_rate, float(known.fold_rate) if known else None, _four_places),
    ]
    print_table(("the game", *map(number, HEADERS)), rows)
    chances = {outcome.name: float(outcome.probability) for outcome in known.outcomes} if known else {}
    print_table(
        ("outcome", *map(number, HEADERS)),
        (_row(outcome.name, outcome.frequency, chances.get(outcome.name), _four_places) for outcome in base.outcomes),
    )


def _print_wagers(result: SimulationResult, exact: Exact) -> None:
    for wager in result.wagers:
        chances = exact.frequencies.get((wager.wager, wager.hands), [])
        title = wager.name if wager.hands is None else f"{wager.name}, {wager.hands} hands"
        print_table(
            (title, number("count"), *map(number, HEADERS)),
            (
                (row[0], f"{line.count:,}", *row[1:])
                for place, line in enumerate(wager.lines)
                for row in [
                    _row(
                        line.hand,
                        line.frequency,
                        float(chances[place]) if place < len(chances) else None,
                        lambda value: percent(value, 6),
                    )
                ]
            ),
        )


def _print_prices(result: SimulationResult, exact: Exact) -> None:
    from cardroom.lab.simulation import Estimate

    rows = []
    for bet in result.side_bets:
        edge = exact.house_edges.get(((bet.wager, bet.hands), bet.paytable))
        estimate = Estimate(value=float(bet.house_edge), standard_error=bet.standard_error)
        name = bet.paytable if bet.hands is None else f"{bet.paytable}, {bet.hands} hands"
        rows.append((bet.name, *_row(name, estimate, None if edge is None else float(edge), _four_places)))
    print_table(("side bet", unbroken_column("pay table"), *map(number, ("house edge", *HEADERS[1:]))), rows)
    rows = []
    for jackpot in result.jackpots:
        prize = jackpot.prize
        known = exact.fixed_returns.get(((prize.wager, None), prize.paytable))
        estimate = Estimate(value=float(prize.fixed_return), standard_error=jackpot.fixed_return_error)
        rows.append(
            (prize.name, *_row(prize.paytable, estimate, None if known is None else float(known), _four_places))
        )
    if rows:
        narrow = ("fixed\nreturn", *HEADERS[1:3], "errors\napart")
        print_table(("jackpot", unbroken_column("pay table"), *map(number, narrow)), rows)


# --- for programs -----------------------------------------------------------------------------------------------------


def result_document(result: SimulationResult, exact: Exact) -> dict[str, Any]:
    """One JSON object; exact figures are fractions "p/q" where they are fractions."""
    base, known = result.base, exact.base
    chances_of_outcomes = {outcome.name: outcome.probability for outcome in known.outcomes} if known else {}
    return {
        "game": result.game,
        "rounds": result.rounds,
        "seats": result.seats,
        "hands": result.hands,
        "seed": result.seed,
        "strategy": result.strategy,
        "base": {
            "ev": _document(base.ev, exact.ev),
            "house_edge": _document(_negative(base.ev), -exact.ev),
            "average_wager": _document(base.average_wager, known and known.average_wager),
            "element_of_risk": _document(base.element_of_risk, known and known.element_of_risk),
            "std_dev": _document(base.standard_deviation, known and known.standard_deviation),
            "fold_rate": _document(base.fold_rate, known and known.fold_rate),
            "outcomes": [
                {"outcome": outcome.name, "count": outcome.count}
                | _document(outcome.frequency, chances_of_outcomes.get(outcome.name))
                for outcome in base.outcomes
            ],
        },
        "wagers": [
            {
                "wager": wager.wager,
                "hands": wager.hands,
                "of": wager.of,
                "lines": [
                    {"hand": line.hand, "count": line.count}
                    | _document(line.frequency, chances[place] if place < len(chances) else None)
                    for place, line in enumerate(wager.lines)
                ],
            }
            for wager in result.wagers
            for chances in [exact.frequencies.get((wager.wager, wager.hands), [])]
        ],
        "side_bets": [
            {
                "wager": bet.wager,
                "paytable": bet.paytable,
                "hands": bet.hands,
                "house_edge": float(bet.house_edge),
                "standard_error": bet.standard_error,
                "hit_frequency": float(bet.hit_frequency),
                "exact_house_edge": _fraction(exact.house_edges.get(((bet.wager, bet.hands), bet.paytable))),
            }
            for bet in result.side_bets
        ],
        "jackpots": [
            {
                "wager": jackpot.prize.wager,
                "paytable": jackpot.prize.paytable,
                "fixed_return": float(jackpot.prize.fixed_return),
                "standard_error": jackpot.fixed_return_error,
                "exact_fixed_return": _fraction(
                    exact.fixed_returns.get(((jackpot.prize.wager, None), jackpot.prize.paytable))
                ),
            }
            for jackpot in result.jackpots
        ],
    }


def _negative(estimate: Estimate) -> Estimate:
    return type(estimate)(value=-estimate.value, standard_error=estimate.standard_error)


def _document(estimate: Estimate, exact: Any) -> dict[str, Any]:
    return {"value": estimate.value, "standard_error": estimate.standard_error, "exact": _fraction(exact)}


def _fraction(value: Any) -> Any:
    """Fractions as text; what is a float or missing stays so."""
    return f"{value.numerator}/{value.denominator}" if hasattr(value, "numerator") else value
