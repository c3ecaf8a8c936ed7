"""From counts to figures, every one with its standard error."""

from __future__ import annotations

from math import sqrt

import numpy as np

from cardroom.games.model import Game, Kind, Wager
from cardroom.games.paytable import PayTable
from cardroom.lab.analysis.game_analysis import tables_of
from cardroom.lab.analysis.game_figures import figures_of
from cardroom.lab.analysis.side_bets import jackpot, side_bet
from cardroom.lab.results import Amount, Jackpot, SideBet, Struct
from cardroom.lab.simulation.exact_comparison import frequencies
from cardroom.lab.simulation.side_bet_spreads import simulated_spreads
from cardroom.lab.solvers.payoffs import is_priced_apart
from cardroom.lab.solvers.paytable_arrays import Lines
from cardroom.lab.solvers.protocol import Ending, Policy, SimulatorLoop, Solved, Spread, Tally
from cardroom.money import DOLLAR, Odds, Pay, Prize


class Estimate(Struct, frozen=True, kw_only=True):
    """A simulated figure and its standard error."""

    value: float
    standard_error: float

    def agrees_with(self, exact: float, errors: float = 4) -> bool:
        return abs(self.value - exact) <= errors * self.standard_error


class SimulatedOutcome(Struct, frozen=True, kw_only=True):
    name: str
    count: int
    frequency: Estimate


class SimulatedBase(Struct, frozen=True, kw_only=True):
    """The game itself, per unit of the base wager at one seat."""

    ev: Estimate
    average_wager: Estimate
    element_of_risk: Estimate
    standard_deviation: Estimate
    fold_rate: Estimate
    outcomes: tuple[SimulatedOutcome, ...]


class SimulatedLine(Struct, frozen=True, kw_only=True):
    """A step of a wager's classes: what pay tables name."""

    hand: str
    count: int
    frequency: Estimate


class SimulatedWager(Struct, frozen=True, kw_only=True):
    """A side bet whatever its pay table: how often it stands on each step, folded hands that lose it left out."""

    wager: str
    name: str
    hands: int | None
    of: int
    lines: tuple[SimulatedLine, ...]


class SimulatedJackpot(Struct, frozen=True, kw_only=True):
    prize: Jackpot
    fixed_return_error: float


class SimulationResult(Struct, frozen=True, kw_only=True):
    game: str
    rounds: int
    seats: int
    seed: int
    strategy: str
    base: SimulatedBase
    wagers: tuple[SimulatedWager, ...]
    side_bets: tuple[SideBet, ...]
    jackpots: tuple[SimulatedJackpot, ...]

    @property
    def hands(self) -> int:
        """Players' hands dealt."""
        return self.rounds * self.seats


def make_result(
    solved: Solved, policy: Policy, loop: SimulatorLoop, tally: Tally, *, rounds: int, seed: int
) -> SimulationResult:
    wagers: list[SimulatedWager] = []
    side_bets: list[SideBet] = []
    jackpots: list[SimulatedJackpot] = []
    game = solved.game
    for wager in game.wagers:
        if not is_priced_apart(game, wager):
            continue
        for hands, spread in simulated_spreads(solved, wager, loop, tally, rounds).items():
            wagers.append(_wager(game, wager, spread, hands))
            if wager.kind is not Kind.JACKPOT:
                tables = tuple(tables_of(wager, solved.settings)) or (None,)
                side_bets += [side_bet(game, wager, table, spread, hands) for table in tables]
                continue
            for table in tables_of(wager, solved.settings):
                prize, error = jackpot(game, wager, table, spread), _fixed_error(wager, table, spread)
                jackpots.append(SimulatedJackpot(prize=prize, fixed_return_error=error))
    return SimulationResult(
        game=solved.game.id,
        rounds=rounds,
        seats=loop.seats,
        seed=seed,
        strategy=policy.name,
        base=_base(solved, tally, rounds, loop.seats),
        wagers=tuple(wagers),
        side_bets=tuple(side_bets),
        jackpots=tuple(jackpots),
    )


# --- the game itself --------------------------------------------------------------------------------------------------


def _base(solved: Solved, tally: Tally, rounds: int, seats: int) -> SimulatedBase:
    endings = list(solved.simulated_endings(tally))
    found = figures_of(solved.game, rounds * seats, endings)
    ev, wagered, folds = float(found.ev), float(found.average_wager), float(found.fold_rate)
    squares = _second_moments(solved, endings, tally, rounds, seats)
    of_net, of_both, of_wagered, of_folds = (
        (square - one * other) / max(rounds - 1, 1)
        for square, one, other in zip(squares, (ev, ev, wagered, folds), (ev, wagered, wagered, folds), strict=True)
    )
    risk = -ev / wagered
    of_risk = (of_net + 2 * risk * of_both + risk**2 * of_wagered) / wagered**2  # of a ratio, to first order
    return SimulatedBase(
        ev=_estimate(ev, of_net),
        average_wager=_estimate(wagered, of_wagered),
        element_of_risk=_estimate(risk, of_risk),
        standard_deviation=_standard_deviation(found.amounts, rounds),
        fold_rate=_estimate(folds, of_folds),
        outcomes=tuple(
            SimulatedOutcome(
                name=outcome.name,
                count=int(outcome.probability * rounds * seats),
                frequency=_frequency(float(outcome.probability), rounds),
            )
            for outcome in found.outcomes
        ),
    )


def _second_moments(
    solved: Solved, endings: list[Ending], tally: Tally, rounds: int, seats: int
) -> tuple[float, float, float, float]:
    """Means of net², net × wagered, wagered² and folds² of a round, each divided by the seats."""
    if seats > 1:
        net, both, wagered, folds = (float(total) / rounds / seats**2 for total in tally["moments"])
        return net / solved.parts_per_unit**2, both / solved.parts_per_unit, wagered, folds
    totals = np.zeros(4)
    for ending in endings:
        staked = float(sum(units for wager, units in ending.stakes.items() if solved.game.wager(wager).is_staked))
        net = float(ending.net)
        totals += ending.deals * np.array([net**2, net * staked, staked**2, float(ending.folded)])
    net, both, wagered, folds = (totals / rounds).tolist()
    return net, both, wagered, folds


def _standard_deviation(amounts: tuple[Amount, ...], rounds: int) -> Estimate:
    """Its error counts the seats of a round as one hand, so with several seats it is rather too large."""
    nets = np.array([float(amount.net) for amount in amounts])
    chances = np.array([float(amount.probability) for amount in amounts])
    away = nets - nets @ chances
    second, fourth = chances @ away**2, chances @ away**4
    deviation = sqrt(second)
    error = sqrt(max(fourth - second**2, 0) / max(rounds - 1, 1)) / (2 * deviation) if deviation else 0.0
    return Estimate(value=deviation, standard_error=error)


def _estimate(value: float, variance: float) -> Estimate:
    return Estimate(value=value, standard_error=sqrt(max(variance, 0.0)))


def _frequency(frequency: float, rounds: int) -> Estimate:
    """Seats of one round may hang together: counting it as one hand never makes the error too small."""
    return _estimate(frequency, frequency * (1 - frequency) / max(rounds - 1, 1))


# --- side bets --------------------------------------------------------------------------------------------------------


def _wager(game: Game, wager: Wager, spread: Spread, hands: int | None) -> SimulatedWager:
    assert spread.covariance is not None
    covariance = np.array(spread.covariance)
    lines = []
    for place, (name, frequency) in enumerate(
        zip(Lines(game, wager).names, frequencies(game, wager, spread), strict=True)
    ):
        variance = covariance[place, place]
        if place:
            variance += covariance[place - 1, place - 1] - 2 * covariance[place, place - 1]
        lines.append(
            SimulatedLine(
                hand=name,
                count=int(frequency * spread.of),
                frequency=_estimate(float(frequency), float(variance)),
            )
        )
    return SimulatedWager(wager=wager.id, name=wager.name, hands=hands, of=spread.of, lines=tuple(lines))


def _fixed_error(wager: Wager, table: PayTable, spread: Spread) -> float:
    """The error of a jackpot's fixed return."""
    assert wager.hand_classes is not None
    assert spread.covariance is not None
    pays = np.array([_fixed(table.pay(wager.hand_classes, step)) for step in range(len(spread.covariance))] + [0.0])
    rises = pays[:-1] - pays[1:]
    return sqrt(max(float(rises @ np.array(spread.covariance) @ rises), 0.0))


def _fixed(pay: Pay | None) -> float:
    """Dollars for a $1 wager; a share of the meter counts apart."""
    match pay:
        case Odds():
            return pay.pays / pay.per
        case Prize():
            return pay.amount / DOLLAR
        case _:
            return 0.0
