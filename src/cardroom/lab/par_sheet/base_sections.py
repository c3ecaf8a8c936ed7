"""The game itself: its figures, how a round ends, and what sessions of many rounds bring."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from cardroom.games.model import Game
from cardroom.lab.analysis.session_distribution import MISSED, BankrollSwing, session_figures
from cardroom.lab.par_sheet.content import (
    Bar,
    BarGroup,
    BarPlot,
    Column,
    ColumnKind,
    Fact,
    Facts,
    Fan,
    FanPlot,
    Paragraph,
    Row,
    Section,
    Table,
    Tone,
)
from cardroom.lab.results import Amount, Base
from cardroom.number_format import chance, exact, number, one_in, percent, signed, units

SESSION_LENGTHS = (100, 1_000, 10_000)
RARE = 0.002  # a bar for less is invisible on a plain scale

NUMBER, EXACT = ColumnKind.NUMBER, ColumnKind.EXACT


def base_facts(base: Base, game: Game) -> Facts:
    ante = game.base_wager.name
    tone = Tone.ALARM if base.ev > 0 else Tone.PLAIN
    return Facts((
        Fact("House edge", percent(base.house_edge), f"of the {ante}", tone),
        Fact("Element of risk", percent(base.element_of_risk), "of all money bet", tone),
        Fact("Standard deviation", number(base.standard_deviation, 3), f"{ante}s a round"),
        Fact("Fold rate", percent(base.fold_rate), "of hands"),
    ))  # fmt: skip


def base_section(base: Base, game: Game) -> Section:
    ante = game.base_wager.name
    deviation = base.standard_deviation
    rows = (
        ("Expectation of the player", percent(base.ev, 4), exact(base.ev)),
        ("House edge", percent(base.house_edge, 4), exact(base.house_edge)),
        ("Average wager", units(base.average_wager), exact(base.average_wager)),
        ("Element of risk", percent(base.element_of_risk, 4), exact(base.element_of_risk)),
        ("Variance a round", units(base.variance), exact(base.variance)),
        ("Standard deviation a round", units(deviation), "square root of the variance"),
        ("Fold rate", percent(base.fold_rate, 4), exact(base.fold_rate)),
        ("Deals counted", number(base.deals), "each equally likely"),
    )
    return Section(
        "base",
        "Base game",
        (
            base_facts(base, game),
            Paragraph(
                f"Under the best play, per unit of the {ante}. Expectation and house edge are shares of the {ante};"
                " element of risk is the house edge divided by the average wager, all bets of the round together."
                " Nothing here is simulated."
            ),
            Table(
                "Figures of the base game",
                (Column("Figure"), Column("Value", NUMBER), Column("Exactly", EXACT)),
                tuple(Row(cells) for cells in rows),
            ),
            _by_wager(base, game),
        ),
    )


def _by_wager(base: Base, game: Game) -> Table:
    ante = game.base_wager.name
    rows = [
        Row((
            game.wager(share.wager).name,
            units(share.average_stake),
            percent(share.ev),
            percent(share.ev / share.average_stake) if share.average_stake else "–",
            exact(share.ev),
        ))
        for share in base.by_wager
    ]  # fmt: skip
    whole = (units(base.average_wager), percent(base.ev), percent(-base.element_of_risk), exact(base.ev))
    return Table(
        "Expectation by wager",
        (
            Column("Wager"),
            Column("Average stake", NUMBER),
            Column(f"Expectation, of the {ante}", NUMBER),
            Column("Of its own stake", NUMBER),
            Column("Exactly", EXACT),
        ),
        (*rows, Row(("together", *whole), is_total=True)),
    )


def results_section(base: Base, game: Game) -> Section:
    ante = game.base_wager.name
    endings = Table(
        "How a round ends",
        (Column("Outcome"), Column("Probability", NUMBER), Column("Rarity", NUMBER), Column("Exactly", EXACT)),
        tuple(
            Row((ending.name, chance(ending.probability), one_in(ending.probability), exact(ending.probability)))
            for ending in base.outcomes
        ),
    )
    nets = Table(
        "What a round brings the player",
        (
            Column(f"Net, in {ante}s", NUMBER),
            Column("Probability", NUMBER),
            Column("Rarity", NUMBER),
            Column("Exactly", EXACT),
        ),
        tuple(
            Row((signed(amount.net), chance(amount.probability), one_in(amount.probability), exact(amount.probability)))
            for amount in base.amounts
        ),
    )
    return Section("results", "Outcomes of a round", (endings, *_distribution(base, ante), nets))


def _distribution(base: Base, ante: str) -> Iterator[BarPlot]:
    """On a plain scale first; where something is too rare to be seen there, on a logarithmic one as well."""
    bars = [_bar(signed(amount.net), amount) for amount in reversed(base.amounts) if amount.probability]
    rare = [bar for bar in bars if bar.value < RARE]
    common = [bar for bar in bars if bar.value >= RARE]
    likeliest = max(bars, key=lambda bar: bar.value)
    of_what = f"Net result of a round in {ante}s: how often each comes."
    together = sum((amount.probability for amount in base.amounts if amount.probability < RARE), Fraction(0))
    rest = [Bar(f"{len(rare)} rarer ones", float(together), chance(together))] if rare else []
    yield BarPlot(
        "distribution",
        of_what,
        f"Bar chart of the probability of each net result, from {bars[0].label} to {bars[-1].label} {ante}s; the"
        f" likeliest is {likeliest.label} with {likeliest.text}. The table below holds every value.",
        "probability of the net result",
        (BarGroup("", (*common, *rest)),),
    )
    if rare:
        yield BarPlot(
            "distribution-of-all",
            f"{of_what} Logarithmic classes: each line is ten times as often as the one before it.",
            "The same with the rare results, on a logarithmic classes. The table below holds every value.",
            "probability of the net result",
            (BarGroup("", tuple(bars)),),
            logarithmic=True,
        )


def _bar(label: str, amount: Amount) -> Bar:
    tone = Tone.GOOD if amount.net > 0 else Tone.ALARM if amount.net < 0 else Tone.PLAIN
    return Bar(label, float(amount.probability), chance(amount.probability), tone)


def sessions_section(base: Base, game: Game) -> Section:
    ante = game.base_wager.name
    sessions = [session_figures(base, rounds) for rounds in SESSION_LENGTHS]
    fans = tuple(
        Fan(
            found.rounds,
            float(found.mean),
            found.deviation,
            f"{number(found.rounds)} rounds\nahead: {chance(found.ahead)}",
        )
        for found in sessions
    )
    plot = FanPlot(
        "sessions",
        f"Bankroll in {ante}s, flat betting one {ante}: mean, and bands of one and two standard deviations.",
        f"Three plots of a bankroll over {', '.join(number(found.rounds) for found in sessions)} rounds, with bands of"
        " one and two standard deviations around the mean; the table below holds the figures at the end.",
        f"{ante}s won or lost",
        fans,
    )
    table = Table(
        "Where a session ends",
        (
            Column("Rounds", NUMBER),
            Column("Mean", NUMBER),
            Column("Std. deviation", NUMBER),
            Column("95 of 100 end between", NUMBER),
            Column("Ahead", NUMBER),
            Column("Even", NUMBER),
            Column("Behind", NUMBER),
        ),
        tuple(Row(_session_cells(found)) for found in sessions),
    )
    return Section("sessions", "Bankroll swing", (plot, table, Paragraph(_method(sessions, ante))))


def _session_cells(found: BankrollSwing) -> tuple[str, ...]:
    return (
        number(found.rounds),
        number(found.mean, 1),
        number(found.deviation, 1),
        f"{number(found.low)} and {number(found.high)}",
        chance(found.ahead),
        chance(found.even),
        chance(max(0.0, 1 - found.ahead - found.even)),
    )


def _method(sessions: list[BankrollSwing], ante: str) -> str:
    text = f"In {ante}s, best play, base game only. "
    if all(found.is_convolved for found in sessions):
        return text + (
            "Chances and ranges come from the exact distribution of a round, convolved with itself, not from a normal"
            f" approximation; the arithmetic errs by less than 1 in {number(1 / MISSED)}."
            " Bands in the plot are standard deviations."
        )
    approximated = ", ".join(number(found.rounds) for found in sessions if not found.is_convolved)
    return text + (
        f"For {approximated} rounds chances and ranges are normal approximations, because single results lie too far"
        " apart; otherwise they come from the exact distribution of a round, convolved with itself."
    )
