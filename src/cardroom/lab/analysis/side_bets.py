"""What side bets and jackpot wagers cost: each line of a pay table with its combinations and its return."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from cardroom.games.model import Game, Kind, Wager
from cardroom.games.paytable import Line, PayTable
from cardroom.lab.results import AwardFigures, Jackpot, Level, PayLine, SideBet
from cardroom.lab.solvers.paytable_arrays import Lines, tableless_pay_words
from cardroom.lab.solvers.protocol import Spread
from cardroom.money import DOLLAR, Odds, Pay, Prize, Share

NOTHING = "anything else"
AS_THE_RULES_SAY = "as the rules say"  # in the place of a pay table


def side_bet(game: Game, wager: Wager, table: PayTable | None, spread: Spread, hands: int | None = None) -> SideBet:
    """A wager settled at the table, under one pay table; without one as its rule says."""
    found = _by_line(game, wager, table, spread, hands or 0)
    lines = [
        PayLine(hand=_name(line, pay), combinations=count, of=spread.of, pays=str(pay), net=_net(pay))
        for (line, pay), count in found.items()
        if pay is not None
    ]
    lost = spread.of - sum(line.combinations for line in lines)
    lines.append(PayLine(hand=NOTHING, combinations=lost, of=spread.of, pays="-", net=Fraction(-1)))
    return SideBet(
        wager=wager.id,
        name=wager.name,
        paytable=table.title if table else AS_THE_RULES_SAY,
        hands=hands,
        exact=spread.covariance is None,
        lines=tuple(lines),
        standard_error=_standard_error(game, wager, table, spread, hands or 0),
        approved=game.approves(table),
        own=table is not None and not table.is_printed,
    )


def _standard_error(game: Game, wager: Wager, table: PayTable | None, spread: Spread, hands: int) -> float:
    """Of the expectation: it moves with the chance to reach each line by what that line pays more than the next."""
    if spread.covariance is None:
        return 0.0
    pays = [*Lines(game, wager).pays(table, hands), None]
    nets = [-1.0 if pay is None else float(_net(pay)) for pay in pays]
    rises = [better - worse for better, worse in pairwise(nets)]
    variance = sum(a * b * spread.covariance[i][j] for i, a in enumerate(rises) for j, b in enumerate(rises))
    return float(max(variance, 0.0) ** 0.5)


def jackpot(game: Game, wager: Wager, table: PayTable, spread: Spread) -> Jackpot:
    """A jackpot wager of $1, under one pay table; shares are worth what is on the meter."""
    assert wager.kind is Kind.JACKPOT
    awards = tuple(
        AwardFigures(
            hand=_name(line, pay),
            probability=Fraction(count, spread.of),
            pays=str(pay),
            fixed=_fixed(pay),
            share=Fraction(pay.basis_points, 10_000) if isinstance(pay, Share) else Fraction(0),
            level=pay.level if isinstance(pay, Share) else "",
            envy=Fraction(line.envy.amount, DOLLAR) if line.envy else Fraction(0),
        )
        for (line, pay), count in _by_line(game, wager, table, spread, 0).items()
        if line is not None and pay is not None
    )
    fixed_return = sum((award.probability * award.fixed for award in awards), Fraction(0))
    return Jackpot(
        wager=wager.id,
        name=wager.name,
        paytable=table.title,
        awards=awards,
        fixed_return=fixed_return,
        levels=tuple(_levels(awards, fixed_return)),
        envy_value_per_player=sum((award.probability * award.envy for award in awards), Fraction(0)),
        approved=game.approves(table),
        own=not table.is_printed,
    )


def _levels(awards: tuple[AwardFigures, ...], fixed_return: Fraction) -> Iterator[Level]:
    """What each level adds to the return; the break-even meter is that of a level whose neighbours stand at zero."""
    shares: dict[str, Fraction] = defaultdict(Fraction)
    for award in awards:
        if award.share:
            shares[award.level] += award.probability * award.share
    for name, share in shares.items():
        meter = max(Fraction(0), (1 - fixed_return) / share) if share else None
        yield Level(name=name or "meter", return_per_1000=1000 * share, break_even_meter=meter)


def _by_line(
    game: Game, wager: Wager, table: PayTable | None, spread: Spread, hands: int
) -> dict[tuple[Line | None, Pay | None], int]:
    """Combinations by the line that pays them, in printed order, then by what the rule gives beside the table.

    Lines that nothing reaches are kept at zero.
    """
    found = dict.fromkeys(_lines(wager, table, hands), 0)
    standings = Lines(game, wager)
    pays = standings.pays(table, hands)
    for (facts, step), count in spread.steps.items():
        reached = standings.reached(facts, step)
        if reached == standings.lost or pays[reached] is None:
            continue
        key = (standings.printed(reached, table, hands), pays[reached])
        found[key] = found.get(key, 0) + count
    return found


def _lines(wager: Wager, table: PayTable | None, hands: int) -> Iterator[tuple[Line | None, Pay | None]]:
    """The lines of a pay table that pay, in printed order."""
    if table is not None and wager.hand_classes is not None:
        for line in table.lines:
            pay = table.pay(wager.hand_classes, wager.hand_classes.place(line.hand), hands)
            if pay is not None:
                yield line, pay


def _name(line: Line | None, pay: Pay) -> str:
    return tableless_pay_words(pay) if line is None else line.text


def _net(pay: Pay) -> Fraction:
    assert isinstance(pay, Odds), "a side bet pays odds"
    return pay.net


def _fixed(pay: Pay) -> Fraction:
    """Dollars that a fixed pay hands over for a $1 wager, whose stake is gone."""
    match pay:
        case Odds():
            return Fraction(pay.pays, pay.per)
        case Prize():
            return Fraction(pay.amount, DOLLAR)
        case Share():
            return Fraction(0)
