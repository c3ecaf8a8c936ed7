"""What a unit on each wager of a table brings, exactly, and the most it can bring; kept on disk like every analysis."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from math import sqrt
from typing import TYPE_CHECKING

from cardroom.errors import CardroomError
from cardroom.games.model import Check, Decide, Kind, MakeBet, TakeBack
from cardroom.lab.analysis.game_analysis import Progress, ignore_progress
from cardroom.lab.figure_cache import cached_result
from cardroom.lab.results import Amount, Base, SideBet, Struct
from cardroom.table import TableSettings, table_settings
from cardroom.table.engine.stake_totals import staked_key

if TYPE_CHECKING:
    from cardroom.lab.solvers.protocol import Ending, Policy, Solved


class Price(Struct, frozen=True, kw_only=True):
    """A wager as players stake it before the deal: the game itself by its base wager, or one that is priced apart."""

    key: str  # as stakes are counted under
    wager: str
    name: str
    paytable: str
    hands: int | None  # dealt, where it is paid by that
    amounts: tuple[Amount, ...]  # what a unit staked gains, under the best play
    largest: Fraction  # what a unit wins at most, whatever is decided; lost wagers do not count against it
    largest_by: str  # how

    @property
    def ev(self) -> Fraction:
        return sum((amount.probability * amount.net for amount in self.amounts), Fraction(0))

    @property
    def variance(self) -> Fraction:
        square = sum((amount.probability * amount.net**2 for amount in self.amounts), Fraction(0))
        return square - self.ev**2

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)

    @property
    def house_edge(self) -> Fraction:
        return -self.ev


class Prices(Struct, frozen=True, kw_only=True):
    """All wagers on offer that a table's tray pays; jackpot wagers are their link's."""

    game: str
    prices: tuple[Price, ...]  # the game itself first
    parts: tuple[Price, ...]  # its own wagers, each by itself, in units of the base wager
    not_counted: dict[str, str]  # by wager, why

    def find(self, key: str) -> Price | None:
        return next((price for price in self.prices if price.key == key), None)


def prices_of(settings: TableSettings, *, use_cache: bool = True, progress: Progress = ignore_progress) -> Prices:
    """Under the pay tables in force; limits and seats do not matter here."""
    settings = _without_limits(settings)
    return cached_result(settings, Prices, lambda: _compute(settings, progress), use_cache=use_cache)


def _without_limits(settings: TableSettings) -> TableSettings:
    """Tables that differ in nothing but limits and jackpots share their prices."""
    game = settings.rules
    jackpots = {wager.id for wager in game.wagers if wager.kind is Kind.JACKPOT}
    return table_settings(
        game.id,
        offered=[wager for wager in settings.offered if wager not in jackpots],
        paytables={wager: table for wager, table in settings.paytables.items() if wager not in jackpots},
        folded_hands_qualify=settings.folded_hands_qualify,
    )


def _compute(settings: TableSettings, progress: Progress) -> Prices:
    from cardroom.lab.analysis.game_figures import figures_of
    from cardroom.lab.analysis.side_bets import side_bet
    from cardroom.lab.solvers import solve
    from cardroom.lab.solvers.payoffs import is_priced_apart

    game = settings.rules
    progress(f"solving {game.name}")
    solved = solve(settings)
    solved.prepare(lambda share: progress(f"solving {game.name}", share))
    base = figures_of(game, solved.total, solved.endings())
    boldest = [ending for ending in solved.endings(boldest_policy(solved)) if ending.deals]
    prices, not_counted = [_of_the_game(settings, base, boldest)], dict[str, str]()
    for wager in game.wagers:
        if not is_priced_apart(game, wager) or (wager.is_side_bet and wager.id not in settings.offered):
            continue
        progress(f"counting {wager.name}")
        try:
            spreads = solved.spreads(wager)
        except CardroomError as error:
            not_counted[wager.id] = error.message
            continue
        table = settings.paytables.get(wager.id)
        prices += [_apart(side_bet(game, wager, table, spread, hands)) for hands, spread in spreads.items()]
    return Prices(
        game=game.id,
        prices=tuple(prices),
        parts=tuple(_parts(settings, base, list(solved.endings()), boldest)),
        not_counted=not_counted,
    )


def boldest_policy(solved: Solved) -> Policy:
    """The biggest bet at every decision, and no bet taken back: no way of playing the same cards wins more.

    What a wager wins grows with its stake, and no bet of a round makes room for a bigger one later.
    """
    from cardroom.lab.solvers.protocol import Policy

    choices = []
    for number, (decision, best) in enumerate(zip(solved.game.decisions, solved.best_policy.choices, strict=True)):
        option = decision.options.index(max(decision.options, key=lambda option: _boldness(decision, option)))
        choices.append(solved.allowed(number, best * 0 + option))
    return Policy("boldest", tuple(choices))


def _boldness(decision: Decide, option: object) -> int:
    match option:
        case MakeBet(_, multiple):
            return 1 + multiple
        case Check():
            return 1
        case TakeBack():
            return 0
    return -1 - decision.options.index(option)


def winnings_of(ending: Ending) -> Fraction:
    """What a unit wins, as a posted cap counts it: wagers that lose do not count against those that win."""
    return sum((max(units * ending.nets[wager], Fraction(0)) for wager, units in ending.stakes.items()), Fraction(0))


def _of_the_game(settings: TableSettings, base: Base, boldest: list[Ending]) -> Price:
    top = max(boldest, key=winnings_of)
    wager = settings.rules.base_wager
    return Price(
        key=wager.id,
        wager=wager.id,
        name=wager.name,
        paytable=_titles(settings),
        hands=None,
        amounts=base.amounts,
        largest=winnings_of(top),
        largest_by=top.name,
    )


def _titles(settings: TableSettings) -> str:
    side = {wager.id for wager in settings.rules.wagers if wager.is_side_bet}
    return ", ".join(dict.fromkeys(table.title for name, table in settings.paytables.items() if name not in side))


def _parts(settings: TableSettings, base: Base, endings: list[Ending], boldest: list[Ending]) -> Iterator[Price]:
    for share in base.by_wager:
        gains: dict[Fraction, int] = defaultdict(int)
        for ending in endings:
            gains[_gained(ending, share.wager)] += ending.deals
        top = max(boldest, key=partial(_gained, wager=share.wager))
        table = settings.paytables.get(share.wager)
        yield Price(
            key=share.wager,
            wager=share.wager,
            name=settings.rules.wager(share.wager).name,
            paytable=table.title if table else "",
            hands=None,
            amounts=tuple(
                Amount(net=net, probability=Fraction(deals, base.deals))
                for net, deals in sorted(gains.items())
                if deals
            ),
            largest=_gained(top, share.wager),
            largest_by=top.name,
        )


def _gained(ending: Ending, wager: str) -> Fraction:
    return ending.stakes.get(wager, 0) * ending.nets.get(wager, Fraction(0))


def _apart(bet: SideBet) -> Price:
    chances: dict[Fraction, Fraction] = defaultdict(Fraction)
    for line in bet.lines:
        chances[line.net] += line.probability
    top = max((line for line in bet.lines if line.combinations), key=lambda line: line.net)
    return Price(
        key=staked_key(bet.wager, bet.hands),
        wager=bet.wager,
        name=bet.name,
        paytable=bet.paytable,
        hands=bet.hands,
        amounts=tuple(Amount(net=net, probability=chance) for net, chance in sorted(chances.items()) if chance),
        largest=top.net,
        largest_by=top.hand,
    )
