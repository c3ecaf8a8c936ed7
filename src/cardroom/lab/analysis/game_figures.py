"""The figures of a game from the ways its rounds end, counted or simulated."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction

from cardroom.games.model import Game
from cardroom.lab.results import Amount, Base, Happening, WagerShare
from cardroom.lab.solvers.payoffs import base_game_wagers
from cardroom.lab.solvers.protocol import Ending, Solved


def base_figures(solved: Solved) -> Base:
    """Expectation, spread and frequencies under the best play."""
    return figures_of(solved.game, solved.total, solved.endings())


def figures_of(game: Game, total: int, endings: Iterable[Ending]) -> Base:
    """The same from any endings that make up so many deals."""
    is_staked = {wager.id: wager.is_staked for wager in base_game_wagers(game)}
    names: dict[str, int] = defaultdict(int)
    amounts: dict[Fraction, int] = defaultdict(int)
    gained: dict[str, Fraction] = defaultdict(Fraction)
    staked: dict[str, int] = defaultdict(int)
    folded = 0
    for ending in endings:
        names[ending.name] += ending.deals
        for wager, units in ending.stakes.items():
            gained[wager] += ending.deals * units * ending.nets[wager]
            staked[wager] += ending.deals * units if is_staked[wager] else 0
        amounts[ending.net] += ending.deals
        folded += ending.deals if ending.folded else 0
    assert sum(amounts.values()) == total, "every deal ends in one way"
    ev = sum((net * deals for net, deals in amounts.items()), Fraction(0)) / total
    square = sum((net**2 * deals for net, deals in amounts.items()), Fraction(0)) / total
    return Base(
        unit=game.base_wager.id,
        ev=ev,
        average_wager=Fraction(sum(staked.values()), total),
        variance=square - ev**2,
        fold_rate=Fraction(folded, total),
        outcomes=tuple(
            Happening(name=name, probability=Fraction(deals, total))
            for name, deals in sorted(names.items(), key=lambda item: -item[1])
        ),
        amounts=tuple(Amount(net=net, probability=Fraction(deals, total)) for net, deals in sorted(amounts.items())),
        by_wager=tuple(
            WagerShare(wager=wager, ev=gained[wager] / total, average_stake=Fraction(staked[wager], total))
            for wager in is_staked
            if wager in gained
        ),
        deals=total,
    )
