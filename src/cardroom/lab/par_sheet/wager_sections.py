"""Side bets and jackpots, every pay table line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import sqrt

from cardroom.lab.par_sheet.content import (
    Bar,
    BarGroup,
    BarPlot,
    Block,
    Column,
    ColumnKind,
    Fact,
    Panel,
    Paragraph,
    Row,
    Section,
    Table,
    Tone,
)
from cardroom.lab.par_sheet.rules_sections import paytable_title
from cardroom.lab.results import Jackpot, Level, SideBet
from cardroom.number_format import LONG, chance, dollars, exact, number, one_in, percent
from cardroom.table import TableSettings

NUMBER, EXACT = ColumnKind.NUMBER, ColumnKind.EXACT


def side_bets_section(bets: Sequence[SideBet], settings: TableSettings) -> Section | None:
    if not bets:
        return None
    blocks: tuple[Block, ...] = (
        Paragraph(
            "All figures are shares of the stake. The return of a line is its probability times what it wins or loses;"
            " the returns of all lines add up to the player's expectation. The hit frequency counts lines that win."
        ),
        summary_of_bets(bets, settings),
        *_plots(bets),
        *(bet_panel(bet) for bet in bets),
    )
    return Section("side-bets", "Side bets", blocks)


def bet_title(bet: SideBet) -> str:
    hands = f", {bet.hands} hands" if bet.hands else ""
    return paytable_title(bet.name, bet.paytable) + hands


def _tone(bet: SideBet) -> Tone:
    return Tone.ALARM if bet.house_edge < 0 else Tone.PLAIN


def _in_force(wager: str, paytable: str, settings: TableSettings) -> str:
    table = settings.paytables.get(wager)
    return "in force" if table is not None and table.title == paytable else ""


def summary_of_bets(bets: Sequence[SideBet], settings: TableSettings) -> Table:
    return Table(
        "All side bets",
        (
            Column("Side bet"),
            Column("House edge", NUMBER),
            Column("Hit frequency", NUMBER),
            Column("Std. deviation", NUMBER),
            Column("Status"),
        ),
        tuple(
            Row(
                (
                    bet_title(bet),
                    percent(bet.house_edge),
                    percent(bet.hit_frequency),
                    number(sqrt(bet.variance), 3),
                    _in_force(bet.wager, bet.paytable, settings) or ("operator's own" if bet.own else "printed"),
                ),
                _tone(bet),
            )
            for bet in bets
        ),
    )


def _plots(bets: Sequence[SideBet]) -> Iterator[BarPlot]:
    """One plot a wager, its pay tables side by side on one scale; wagers with a single table share one."""
    by_name = {name: list(group) for name, group in groupby(bets, key=lambda bet: bet.name)}
    single = [tables[0] for tables in by_name.values() if len(tables) == 1]
    plotted = [(name, tables) for name, tables in by_name.items() if len(tables) > 1]
    if single:
        plotted.insert(0, (", ".join(bet.name for bet in single), single))
    for place, (name, tables) in enumerate(plotted):
        groups = tuple(group for bet in tables if (group := _bars_of(bet)).bars)
        if groups:
            yield BarPlot(
                f"returns-{place + 1}",
                f"{name}: what each winning line returns, as a share of the stake.",
                f"Bar charts of the return of each winning line of {name}, one for each pay table; the tables below"
                " hold the values.",
                "share of the stake",
                groups,
            )


def _bars_of(bet: SideBet) -> BarGroup:
    return BarGroup(
        bet_title(bet),
        tuple(
            Bar(line.hand, float(line.contribution), percent(line.contribution), Tone.GOOD)
            for line in bet.lines
            if line.net > 0
        ),
    )


def bet_panel(bet: SideBet) -> Panel:
    facts = (
        Fact("House edge", percent(bet.house_edge, 4), tone=_tone(bet)),
        Fact("Hit frequency", percent(bet.hit_frequency), one_in(bet.hit_frequency)),
        Fact("Std. deviation", number(sqrt(bet.variance), 4)),
        Fact("Expectation, exactly", exact(bet.ev)),
    )
    of = number(bet.lines[0].of) if bet.lines else "0"
    lines: list[tuple[str, ...]] = [
        (
            line.hand,
            number(line.combinations),
            chance(line.probability),
            one_in(line.probability),
            line.pays,
            percent(line.contribution, 4),
        )
        for line in bet.lines
    ]
    total: tuple[str, ...] = ("all", of, "100%", "", "", percent(bet.ev, 4))
    heads: tuple[str, ...] = ("Combinations", "Probability", "Rarity", "Pays", "Return")
    kinds = [NUMBER] * len(heads)
    if bet.lines and bet.lines[0].of >= LONG:  # numbers of many digits stand last, where they are parted into lines
        lines = [(hand, *rest, combinations) for hand, combinations, *rest in lines]
        total = (total[0], *total[2:], total[1])
        heads = (*heads[1:], heads[0])
        kinds[-1] = EXACT
    rows = (*map(Row, lines), Row(total, is_total=True))
    columns = (Column("Hand"), *(Column(head, kind) for head, kind in zip(heads, kinds, strict=True)))
    return Panel(Table(bet_title(bet), columns, rows), facts, tone=_tone(bet))


# --- jackpots ---------------------------------------------------------------------------------------------------------


def jackpots_section(jackpots: Sequence[Jackpot], settings: TableSettings) -> Section | None:
    if not jackpots:
        return None
    return Section(
        "jackpots",
        "Jackpots",
        (
            Paragraph(
                "For each $1 wagered, which is gone when the game starts. A share of a meter is worth what stands on"
                " the meter; the break-even meter is where the wager costs nothing, other levels at zero and envy left"
                " out. Envy is what every other player with the wager receives."
            ),
            _summary_of_jackpots(jackpots, settings),
            *(jackpot_panel(jackpot) for jackpot in jackpots),
        ),
    )


def _summary_of_jackpots(jackpots: Sequence[Jackpot], settings: TableSettings) -> Table:
    rows = []
    names = {jackpot.name for jackpot in jackpots}
    for jackpot in jackpots:
        title = jackpot.paytable if len(names) == 1 else paytable_title(jackpot.name, jackpot.paytable)
        for level in jackpot.levels or (None,):
            rows.append(  # noqa: PERF401 a comprehension of this would not be read
                Row(
                    (
                        title,
                        percent(jackpot.fixed_return),
                        level.name if level else "–",
                        percent(level.return_per_1000, 3) if level else "–",
                        _break_even(level) if level else "–",
                        dollars(jackpot.envy_value_per_player, 4) if jackpot.envy_value_per_player else "–",
                        _in_force(jackpot.wager, jackpot.paytable, settings)
                        or ("operator's own" if jackpot.own else "printed"),
                    ),
                    _jackpot_tone(jackpot),
                )
            )
    columns = (
        Column("Pay table"),
        Column("Fixed return", NUMBER),
        Column("Level"),
        Column("Each $1,000 adds", NUMBER),
        Column("Break-even meter", NUMBER),
        Column("Envy, per other player", NUMBER),
        Column("Status"),
    )
    of = f" of the {names.pop()}" if len(names) == 1 else ""
    return Table(f"All pay tables{of}", columns, tuple(rows))


def _jackpot_tone(jackpot: Jackpot) -> Tone:
    return Tone.ALARM if jackpot.fixed_return >= 1 else Tone.PLAIN


def _break_even(level: Level) -> str:
    return "–" if level.break_even_meter is None else dollars(level.break_even_meter)


def jackpot_panel(jackpot: Jackpot) -> Panel:
    envy = jackpot.envy_value_per_player
    facts = (
        Fact("Fixed return", percent(jackpot.fixed_return, 4), exact(jackpot.fixed_return), _jackpot_tone(jackpot)),
        *([Fact("Envy, per other player", dollars(envy, 6), exact(envy))] if envy else []),
    )
    has_envy = any(award.envy for award in jackpot.awards)
    awards = tuple(
        Row((
            award.hand,
            one_in(award.probability),
            exact(award.probability),
            award.pays,
            percent(award.probability * award.fixed, 4) if not award.share else "by meter",
            *([dollars(award.envy, 0) if award.envy else "–"] if has_envy else []),
        ))
        for award in jackpot.awards
    )  # fmt: skip
    columns = (
        Column("Hand"),
        Column("Rarity", NUMBER),
        Column("Exactly", EXACT),
        Column("Pays", NUMBER),
        Column("Return", NUMBER),
        *([Column("Envy", NUMBER)] if has_envy else []),
    )
    levels = Table(
        "Levels",
        (
            Column("Level"),
            Column("Each $1,000 adds", NUMBER),
            Column("Exactly", EXACT),
            Column("Break-even meter", NUMBER),
            Column("Exactly", EXACT),
        ),
        tuple(
            Row((
                level.name,
                percent(level.return_per_1000, 4),
                exact(level.return_per_1000),
                _break_even(level),
                "–" if level.break_even_meter is None else exact(level.break_even_meter),
            ))
            for level in jackpot.levels
        ),
    )  # fmt: skip
    table = Table(paytable_title(jackpot.name, jackpot.paytable), columns, awards)
    return Panel(table, facts, (levels,) if jackpot.levels else (), _jackpot_tone(jackpot))
