"""Hands known little by little for the simulator, and what its tallies say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cardroom.games.model import COMMUNITY, SEAT, Hand, Wager
from cardroom.hands import PokerRanking
from cardroom.lab.solvers.payoffs import is_priced_apart
from cardroom.lab.solvers.paytable_arrays import Kinds, is_shared, lines_by_value, most_lines, read_at_seats
from cardroom.lab.solvers.protocol import (
    ANY,
    Answers,
    Integers,
    Policy,
    Reading,
    SimulatorLoop,
    Tally,
    not_counted,
    require_shapes,
)
from cardroom.lab.solvers.streets.simulated_rounds import StreetRounds, street_policy

if TYPE_CHECKING:
    from cardroom.lab.solvers.streets.solved_game import StreetSolved

Aside = tuple[PokerRanking, int]  # a ranking, and from which of a seat's own cards and the shared ones on it is read


@dataclass(frozen=True)
class StreetLoop(SimulatorLoop):
    rounds: StreetRounds

    @property
    def cards(self) -> int:
        return self.rounds.deck.size

    def play(self, rounds: int, seed: int, block: int) -> Tally:
        tally = self.rounds.play(rounds, seed, block)
        return {"endings": tally.pop("tally"), **tally}


def make_loop(solved: StreetSolved, policy: Policy, seats: int) -> StreetLoop:
    counted, tree = solved.counted, solved.counted.tree
    positions = [len(found) for found in counted.count.positions]
    require_shapes(policy, [(tree.number_before(d), number) for d, number in enumerate(positions)])
    kinds = Kinds()
    for wager in read_at_seats(solved.game) if seats > 1 else ():
        if wager.reads == "you":
            values = range(counted.ranking.number_of_values)
            kinds.add(wager, lines_by_value(solved.game, solved.settings, wager, values))
    stakes, folded = np.zeros(solved.gains.shape, dtype=np.int64), np.zeros(len(solved.gains), dtype=np.int64)
    is_staked = {wager.id: wager.is_staked for wager in solved.game.wagers}
    for end, _, path in tree.ends():
        folded[end] = path.is_over
        for cell, result in enumerate(solved.results[end]):
            stakes[end, cell] = sum(units for wager, units in result.stakes.items() if is_staked[wager])
    ends = [tree.over(decision).tolist() for decision in range(len(positions))]
    rounds = StreetRounds(
        counted.deck, counted.ranking, solved.game.cards_of(SEAT),
        street_policy(counted.count.known, policy.choices, ends), counted.cell_of_value, solved.gains, stakes, folded,
        kinds.stacked((2, counted.ranking.number_of_values)), most_lines(solved.game), seats, _aside(solved),
    )  # fmt: skip
    return StreetLoop(seats, rounds.packets, kinds.kind_of, len(kinds.arrays), most_lines(solved.game), rounds)


def _asides(solved: StreetSolved) -> Iterator[tuple[Aside, Wager]]:
    """Side bets that are read on a seat's own cards, or on the shared ones."""
    own, shared = solved.game.cards_of(SEAT), solved.game.cards_of(COMMUNITY)
    for wager in solved.game.wagers:
        reading = solved.game.hands.get(wager.reads or "")
        if not is_priced_apart(solved.game, wager) or wager.reads == "you" or not isinstance(reading, Hand):
            continue
        places: dict[tuple[str, ...], tuple[int, int]] = {(SEAT,): (0, own), (COMMUNITY,): (own, shared)}
        first, cards = places.get(reading.of, (0, -1))
        if isinstance(reading.ranking, PokerRanking) and reading.ranking.cards == cards:
            yield (reading.ranking, first), wager


def _aside(solved: StreetSolved) -> Aside | None:
    """One other hand is tallied."""
    return next((aside for aside, _ in _asides(solved)), None)


def simulated_readings(solved: StreetSolved, wager: Wager, loop: SimulatorLoop, tally: Tally) -> list[Reading]:
    if wager.reads == "you":
        return [Reading(_by_step(wager, tally["values"]))]
    if wager not in [found for aside, found in _asides(solved) if aside == _aside(solved)]:
        raise not_counted(f"{wager.name} of {solved.game.name} is not simulated.")
    if is_shared(solved.game, wager):  # tallied at every seat, the same each time
        once = tally["aside"].sum(axis=0, keepdims=True) // loop.seats
        return [Reading(_by_step(wager, once), is_shared=True)]
    return [Reading(_by_step(wager, tally["aside"]))]


def _by_step(wager: Wager, values: Integers) -> list[tuple[Answers, int | None, bool, int]]:
    """From [folded, value]."""
    places = zip(*np.nonzero(values), strict=True)
    return [(ANY, wager.class_of(int(value)), bool(folded), int(values[folded, value])) for folded, value in places]
