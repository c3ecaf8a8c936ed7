"""The exact figures beside simulated ones, where they can be had in a second or two."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from cardroom.games.model import HandOf, Kind, Verdict, Wager
from cardroom.lab.analysis import tables_of
from cardroom.lab.base import base_figures
from cardroom.lab.policy import Policy, expectation
from cardroom.lab.results import Base
from cardroom.lab.solving import Solved, UpCardSolution
from cardroom.lab.spreads import Spread, spread_of
from cardroom.lab.wagers import jackpot, side_bet
from cardroom.money import EVEN_MONEY

Place = tuple[str, int | None]  # a wager and the number of hands dealt


@dataclass(frozen=True)
class Exact:
    """What is known exactly. Figures beyond the expectation are those of best play and stand only beside it."""

    ev: Fraction
    base: Base | None
    frequencies: dict[Place, list[Fraction]] = field(
        default_factory=dict
    )  # by step of the wager's scale, as far as known
    house_edges: dict[tuple[Place, str], Fraction] = field(default_factory=dict)  # by pay table
    fixed_returns: dict[tuple[Place, str], Fraction] = field(default_factory=dict)


def exact_figures(solved: Solved, policy: Policy) -> Exact:
    is_best = policy.name == "best"
    base = base_figures(solved) if is_best else None
    found = Exact(base.ev if base else expectation(solved, policy), base)
    for wager in solved.game.wagers:
        if not wager.is_side_bet or not (is_best or solved.settings.is_live_after_fold(wager)):
            continue
        hands = 2 if wager.reads is HandOf.BEST_AT_TABLE else None
        paid = _paid_steps(solved, wager) if hands else None
        spread = _spread(solved, wager, paid)
        place = wager.id, hands
        found.frequencies[place] = frequencies(wager, spread)[:paid]
        for table in tables_of(wager, solved.settings):
            if wager.kind is Kind.JACKPOT:
                found.fixed_returns[place, table.title] = jackpot(wager, table, spread).fixed_return
            else:
                found.house_edges[place, table.title] = side_bet(wager, table, spread, hands).house_edge
    return found


def _spread(solved: Solved, wager: Wager, paid_steps: int | None) -> Spread:
    if paid_steps is None:
        return spread_of(solved, wager)
    from cardroom.lab.best_hand import best_hand_spreads

    assert isinstance(solved, UpCardSolution)
    return best_hand_spreads(solved, wager, paid_steps)[2]


def _paid_steps(solved: Solved, wager: Wager) -> int:
    """The best hand at the table is counted down to the lowest hand that pays; what lies below is one."""
    assert wager.scale is not None
    tables = tables_of(wager, solved.settings)
    return 1 + max(wager.scale.place(line.hand) for table in tables for line in table.lines)


def frequencies(wager: Wager, spread: Spread) -> list[Fraction]:
    """By step, hands that lose the wager whatever its pay table left out."""
    assert wager.scale is not None
    counts = [0] * len(wager.scale.steps)
    for (showdown, step), count in spread.steps.items():
        if step is not None and wager.settle(showdown, EVEN_MONEY).verdict is not Verdict.LOSE:
            counts[step] += count
    return [Fraction(count, spread.of) for count in counts]
