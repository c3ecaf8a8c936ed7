"""The exact figures beside simulated ones, where they can be had in a second or two."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from cardroom.errors import CardroomError
from cardroom.games.model import Game, Kind, Wager
from cardroom.lab.analysis.game_analysis import tables_of
from cardroom.lab.analysis.game_figures import base_figures
from cardroom.lab.analysis.side_bets import jackpot, side_bet
from cardroom.lab.results import Base
from cardroom.lab.solvers.payoffs import is_priced_apart
from cardroom.lab.solvers.paytable_arrays import Lines
from cardroom.lab.solvers.protocol import Policy, Solved, Spread

Place = tuple[str, int | None]  # a wager and the number of hands dealt


@dataclass(frozen=True)
class Exact:
    """What is known exactly. Figures beyond the expectation are those of best play and stand only beside it."""

    ev: Fraction
    base: Base | None
    frequencies: dict[Place, list[Fraction]] = field(
        default_factory=dict
    )  # by step of the wager's classes, as far as known
    house_edges: dict[tuple[Place, str], Fraction] = field(default_factory=dict)  # by pay table
    fixed_returns: dict[tuple[Place, str], Fraction] = field(default_factory=dict)


def exact_figures(solved: Solved, policy: Policy) -> Exact:
    """Of the game itself, and of every wager that is counted."""
    is_best = policy.name == "best"
    base = base_figures(solved) if is_best else None
    found = Exact(base.ev if base else solved.expectation(policy), base)
    for wager in solved.game.wagers:
        if not is_priced_apart(solved.game, wager) or not (is_best or solved.settings.is_live_after_fold(wager)):
            continue
        try:
            spreads = solved.spreads(wager)
        except CardroomError:
            continue  # it is not counted, and so simulated alone
        for hands, spread in spreads.items():
            _add(found, solved, wager, spread, hands)
    return found


def _add(found: Exact, solved: Solved, wager: Wager, spread: Spread, hands: int | None) -> None:
    game, place = solved.game, (wager.id, hands)
    found.frequencies[place] = frequencies(game, wager, spread)[: _told_apart(game, wager, spread)]
    if wager.kind is Kind.JACKPOT:
        for table in tables_of(wager, solved.settings):
            found.fixed_returns[place, table.title] = jackpot(game, wager, table, spread).fixed_return
        return
    tables = tuple(tables_of(wager, solved.settings)) or (None,)
    for bet in (side_bet(game, wager, table, spread, hands) for table in tables):
        found.house_edges[place, bet.paytable] = bet.house_edge


def _told_apart(game: Game, wager: Wager, spread: Spread) -> int:
    """Steps that were counted one by one; where the last ones are counted as one, it is not compared."""
    last = max((step for _, step in spread.steps if step is not None), default=-1)
    return (
        last
        if wager.hand_classes is not None and last < len(wager.hand_classes.classes) - 1
        else Lines(game, wager).lost
    )


def frequencies(game: Game, wager: Wager, spread: Spread) -> list[Fraction]:
    """By line, hands that lose the wager whatever its pay table left out."""
    lines = Lines(game, wager)
    counts = [0] * (lines.lost + 1)
    for (facts, step), count in spread.steps.items():
        counts[lines.reached(facts, step)] += count
    return [Fraction(count, spread.of) for count in counts[:-1]]
