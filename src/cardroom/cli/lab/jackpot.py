"""`cardroom jackpot plan`: what a jackpot pays, how often, and what the house keeps, before it is switched on."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardroom import number_format
from cardroom.cli.options import AsJson
from cardroom.cli.output import console, number, print_json, print_table, progress_bar, unbroken_column
from cardroom.errors import CardroomError
from cardroom.money import Money, parse_money, show_money
from cardroom.number_format import dollars, percent

if TYPE_CHECKING:
    from cardroom.lab.jackpots.plan import LevelPlan, Plan

EXAMPLES = """
\b
Examples (each on one line):
  cardroom jackpot plan --paytable "PAY TABLE" --hands-per-hour 240
      --contribution 20% --reserve 2% --seed 5000
  cardroom jackpot plan --paytable "PAY TABLE" --hands-per-hour 900
      --level Mega:12%:2%:10000 --level Major:6%:1%:1000
      --level Minor:4%:0%:250
  cardroom jackpot plan --paytable "PAY TABLE" --meter-paid
      --contribution 70% --seed 1000 --hands-per-hour 200
"""

SEEN_AT = ("5%", "25%", "50%", "75%", "95%")


def register(app: typer.Typer) -> None:
    group = typer.Typer(rich_markup_mode=None, help="Plan a jackpot before it is switched on.")
    group.command(epilog=EXAMPLES)(plan)
    group.callback()(_jackpot)
    app.add_typer(group, name="jackpot")


def _jackpot() -> None:
    """Plan a jackpot before it is switched on."""


def plan(
    paytable: Annotated[
        str, typer.Option(metavar="ID|FILE", help="A printed jackpot table by its id, or a TOML file of your own.")
    ],
    hands_per_hour: Annotated[
        float, typer.Option(metavar="N", help="Jackpot wagers an hour, over all players and tables on the meter.")
    ],
    wager: Annotated[str, typer.Option(metavar="AMOUNT", help="The fixed jackpot wager.")] = "$1",
    contribution: Annotated[
        str | None, typer.Option(metavar="PERCENT", help="The part of each wager for the meter.", show_default=False)
    ] = None,
    reserve: Annotated[
        str | None,
        typer.Option(metavar="PERCENT", help="The part of each wager kept for the next start.", show_default="0%"),
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option(metavar="AMOUNT", help="What the house puts on a meter at its start.", show_default=False),
    ] = None,
    level: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME:CONTRIBUTION:RESERVE:SEED",
            help="One of several levels, instead of the three options above. Repeat for each level.",
        ),
    ] = None,
    players: Annotated[
        int, typer.Option(metavar="N", help="Players at a table with the jackpot wager; all but one get envy.")
    ] = 6,
    game: Annotated[str | None, typer.Option(metavar="GAME", help="The game, if the pay table belongs to two.")] = None,
    maximum: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="The posted maximum of the (top) meter.")
    ] = None,
    meter_paid: Annotated[
        bool, typer.Option("--meter-paid/--tray", help="Where fixed pays come from, if the sheet allows both.")
    ] = False,
    folded_hands_qualify: Annotated[
        bool | None,
        typer.Option(
            "--folded-hands-qualify/--no-folded-hands-qualify",
            help="Whether folded hands win, if the sheet allows both.",
        ),
    ] = None,
    preset_contribution: Annotated[
        str | None,
        typer.Option(metavar="PERCENT", help="The rate your system came with; a higher one draws a warning."),
    ] = None,
    preset_seed: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="The seed it came with, for a $1 wager.")
    ] = None,
    simulate: Annotated[
        int | None, typer.Option(metavar="HITS", help="As a check, also simulate this many 100% awards.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the plan into a .png, .svg or .pdf file.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Compute what a jackpot pays, how often, and what the house keeps.

    All figures are long-run averages. A hand is one jackpot wager on a sensor: six players with the wager make six
    hands a round. If a pay table has several levels and no --level is given, contribution and reserve are shared
    evenly. The top level gets the seed, and each other level a part of it that costs the house the same per wager.
    """
    from cardroom.jackpots import Source, parse_rate
    from cardroom.lab.jackpots.plan import plan_document, plan_jackpot
    from cardroom.lab.jackpots.plan_plot import validate_plot_file, write_plot
    from cardroom.lab.jackpots.plan_terms import jackpot_terms

    if plot is not None:
        validate_plot_file(plot)
    if simulate is not None and not 1_000 <= simulate <= 10_000_000:
        raise CardroomError("bad-hits", "Simulate between 1,000 and 10,000,000 awards.")
    with progress_bar() as progress:
        progress("counting hands")
        terms = jackpot_terms(
            paytable,
            contribution=None if contribution is None else parse_rate(contribution),
            reserve=None if reserve is None else parse_rate(reserve),
            seed=_amount(seed, "seed"),
            levels=level or (),
            game=game,
            wager=_amount(wager, "wager") or 0,
            hands_per_hour=_pace(hands_per_hour),
            players=players,
            maximum=_amount(maximum, "maximum"),
            fixed_pays=Source.METER if meter_paid else Source.TRAY,
            folded_hands_qualify=folded_hands_qualify,
            preset_contribution=None if preset_contribution is None else parse_rate(preset_contribution),
            preset_seed=_amount(preset_seed, "preset seed"),
        )
        found = plan_jackpot(terms)
        if plot is not None:
            write_plot(found, plot)
        checks = [] if simulate is None else _simulated(found, simulate)
    if as_json:
        print_json(plan_document(found) | ({"simulated": checks} if checks else {}))
        return
    _print_plan(found)
    if checks:
        _print_checks(checks)
    if plot is not None:
        console.print(f"Written: {plot}", soft_wrap=True)


def _amount(text: str | None, name: str) -> Money | None:
    if text is not None and text.strip().lstrip("$").startswith("-"):
        raise CardroomError("bad-amount", f"{text}: a {name} cannot be negative.")
    return None if text is None else parse_money(text)


def _pace(hands_per_hour: float) -> Fraction:
    if not 0 < hands_per_hour < 1e9:
        raise CardroomError("bad-pace", f"{hands_per_hour:g} hands per hour: give a number above 0.")
    return Fraction(str(hands_per_hour))


def _simulated(found: Plan, hits: int) -> list[dict[str, Any]]:
    from cardroom.lab.jackpots.simulation import simulate

    checks: list[dict[str, Any]] = []
    for level in found.levels:
        played = simulate(level.meter, hits)
        checks.append({
            "level": level.config.name,
            "hits": len(played.awards),
            "expected_award": float(level.expected_award),
            "simulated_award": played.award.value,
            "standard_error": played.award.standard_error,
        })  # fmt: skip
    return checks


# --- the terminal -----------------------------------------------------------------------------------------------------


def _print_plan(found: Plan) -> None:
    terms = found.terms
    console.rule(f"{terms.prize.paytable}, a wager of {show_money(terms.wager)}")
    for warning in found.warnings:
        console.print(f"! {warning}\n", style="yellow")
    _print_levels(found)
    parts = [part for level in found.levels for part in level.parts]
    if parts:
        rows = [
            (part.hand, percent(part.share, 0), number_format.number(part.mean_hands), dollars(part.expected_award))
            for part in parts
        ]
        print_table(("part award", number("of the meter"), number("hands between"), number("mean award")), rows)
    _print_law(found.levels)
    _print_split(found)
    _print_rates(found)
    for note in found.notes:
        console.print(f"Note: {note}", style="dim")
    pace, seated = f"{float(terms.hands_per_hour):,g}", f"{terms.players} players a table with the wager"
    console.print(f"A hand is one jackpot wager; {pace} an hour over the whole link; {seated}.", style="dim")


def _print_levels(found: Plan) -> None:
    from cardroom.jackpots import show_rate

    rows = [
        (
            level.config.name,
            show_money(level.config.seed),
            f"{show_rate(level.config.contribution)} + {show_rate(level.config.reserve)}",
            number_format.number(level.mean_hands),
            f"{float(level.mean_hours):,.1f}",
            dollars(level.expected_award),
        )
        for level in found.levels
    ]
    headers = (
        unbroken_column("level"),
        number("seed"),
        number("meter+reserve"),
        number("hands a hit"),
        number("hours a hit"),
    )
    print_table((*headers, number("mean award")), rows)


def _print_law(levels: tuple[LevelPlan, ...]) -> None:
    rows = [
        (level.config.name, *(dollars(level.law.quantile(float(at.rstrip("%")) / 100), 0) for at in SEEN_AT))
        for level in levels
    ]
    print_table((unbroken_column("100% awards up to"), *(number(at) for at in SEEN_AT)), rows)


def _print_split(found: Plan) -> None:
    split = found.split
    rows = [
        ("fixed pays from the tray", split.fixed_pays),
        ("contribution to the meter", split.contribution),
        ("reserve, which is the players'", split.reserve),
        ("reseeding", split.reseeding),
        ("advances never recovered", split.not_recovered),
        (f"envy with {found.terms.players} players", split.envy),
    ]
    shown = [(name, percent(part, 4)) for name, part in rows if part]
    kept = ("house advantage", percent(split.house_advantage, 4))
    without = [("house advantage without envy", percent(split.house_advantage_without_envy, 4))] * bool(split.envy)
    print_table(("where each wager goes", number("")), [*shown, kept, *without])
    if found.levels[0].meter.fixed:
        console.print(f"Chance to run dry: {percent(found.chance_to_run_dry)}, from the seed to the next 100% award.\n")
    if overflow := sum((level.overflow for level in found.levels), Fraction(0)):
        console.print(f"Above the posted maximum: {dollars(overflow, 4)} of every wager goes to the overflow.\n")


def _print_rates(found: Plan) -> None:
    has_envy, can_dry = bool(found.split.envy), bool(found.levels[0].meter.fixed)
    headers = ["with a contribution of", "mean award", "house advantage"]
    headers += ["without envy"] * has_envy + ["runs dry"] * can_dry
    rows = []
    for row in found.by_rate:
        is_this = row.contribution == found.terms.contribution
        cells = [f"{'> ' if is_this else ''}{percent(row.contribution)}", dollars(row.expected_award)]
        cells.append(percent(row.house_advantage))
        cells += [percent(row.house_advantage_without_envy)] * has_envy
        cells += [percent(row.chance_to_run_dry)] * can_dry
        rows.append(cells)
    print_table([number(header) for header in headers], rows)


def _print_checks(checks: list[dict[str, Any]]) -> None:
    rows = [
        (
            str(check["level"]),
            f"{check['hits']:,}",
            dollars(check["expected_award"]),
            f"{dollars(check['simulated_award'])} ± {number_format.number(check['standard_error'], 2)}",
        )
        for check in checks
    ]
    print_table(
        (unbroken_column("level"), number("hits played"), number("planned"), number("simulated mean award")), rows
    )
