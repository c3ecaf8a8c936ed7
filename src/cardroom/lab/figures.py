"""The figures of a solved game."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from cardroom.lab.results import Amount, Base, Happening, WagerShare
from cardroom.lab.solving import Solved


def base_figures(solved: Solved) -> Base:
    """Expectation, spread and frequencies from the ways a round can end."""
    total = solved.total
    names: dict[str, int] = defaultdict(int)
    amounts: dict[Fraction, int] = defaultdict(int)
    gained: dict[str, Fraction] = defaultdict(Fraction)
    staked: dict[str, int] = defaultdict(int)
    folded = 0
    for ending in solved.endings():
        names[ending.name] += ending.deals
        net = Fraction(0)
        for wager, units in ending.stakes.items():
            net += units * ending.nets[wager]
            gained[wager] += ending.deals * units * ending.nets[wager]
            staked[wager] += ending.deals * units
        amounts[net] += ending.deals
        folded += ending.deals if ending.folded else 0
    assert sum(amounts.values()) == total, "every deal ends in one way"
    ev = sum((net * deals for net, deals in amounts.items()), Fraction(0)) / total
    square = sum((net**2 * deals for net, deals in amounts.items()), Fraction(0)) / total
    return Base(
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
            for wager in staked
        ),
        deals=total,
    )
