"""Hands against the dealer's for the simulator, and what its tallies say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cardroom.errors import CardroomError
from cardroom.games.model import DEALER, SEAT, Best, Hand, MakeBet, Wager
from cardroom.hands import PokerRanking
from cardroom.lab.solvers.against_dealer.simulated_rounds import HandRounds, hand_policy
from cardroom.lab.solvers.payoffs import is_given_up, is_priced_apart, opening_stakes, stakes_after
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

if TYPE_CHECKING:
    from cardroom.lab.solvers.against_dealer.solved_game import HandSolved

Aside = tuple[PokerRanking, int]  # a ranking, and from which of a seat's own cards and the dealer's on it is read


@dataclass(frozen=True)
class HandLoop(SimulatorLoop):
    rounds: HandRounds

    @property
    def cards(self) -> int:
        return self.rounds.deck.size

    def play(self, rounds: int, seed: int, block: int) -> Tally:
        tally = self.rounds.play(rounds, seed, block)
        return {"endings": tally.pop("tally"), **tally}


def make_loop(solved: HandSolved, policy: Policy, seats: int) -> HandLoop:
    counted = solved.counted
    require_shapes(policy, [counted.count.below.shape])
    _require_open(solved, policy)
    own, dealers = counted.rankings
    kinds = Kinds()
    for wager in read_at_seats(solved.game) if seats > 1 else ():
        if wager.reads == "you":
            kinds.add(wager, lines_by_value(solved.game, solved.settings, wager, range(own.number_of_values)))
    before = opening_stakes(solved.game)
    stakes = [sum(stakes_after(before, option).values()) for option in solved.options]
    rounds = HandRounds(
        counted.deck, own, dealers, counted.floor, counted.has_card_up,
        hand_policy(counted.count, policy.choices[0]), counted.row_of_value, solved.gains,
        np.broadcast_to(np.array(stakes, dtype=np.int64)[:, None, None], solved.gains.shape).copy(),
        np.array([is_given_up(option) for option in solved.options], dtype=np.int64),
        kinds.stacked((2, own.number_of_values)), most_lines(solved.game), seats, _aside(solved),
    )  # fmt: skip
    return HandLoop(seats, rounds.packets, kinds.kind_of, len(kinds.arrays), most_lines(solved.game), rounds)


def _require_open(solved: HandSolved, policy: Policy) -> None:
    values = solved.counted.count.values
    for o, option in enumerate(solved.options):
        if (
            isinstance(option, MakeBet)
            and option.needs is not None
            and (policy.choices[0][values < option.needs] == o).any()
        ):
            raise CardroomError("illegal-strategy", f"The strategy “{policy.name}” does what a hand may not.")


def _asides(solved: HandSolved) -> Iterator[tuple[Aside, Wager]]:
    """Side bets that are read on a seat's own cards and the dealer's in another way than the game."""
    own, his = solved.game.cards_of(SEAT), solved.game.cards_of(DEALER)
    for wager in solved.game.wagers:
        reading = solved.game.hands.get(wager.reads or "")
        if not is_priced_apart(solved.game, wager) or wager.reads == "you" or not isinstance(reading, Hand):
            continue
        places: dict[tuple[str, ...], tuple[int, int]] = {
            (SEAT,): (0, own),
            (SEAT, DEALER): (0, own + his),
            (DEALER,): (own, his),
        }
        first, cards = places.get(reading.of, (0, -1))
        if isinstance(reading.ranking, PokerRanking) and reading.ranking.cards == cards:
            yield (reading.ranking, first), wager


def _aside(solved: HandSolved) -> Aside | None:
    """One other hand is tallied."""
    return next((aside for aside, _ in _asides(solved)), None)


def simulated_readings(solved: HandSolved, wager: Wager, loop: SimulatorLoop, tally: Tally) -> list[Reading]:
    if isinstance(solved.game.hands.get(wager.reads or ""), Best):
        # The first players of a full table are a smaller table.
        tables = range(2, loop.seats + 2)
        return [Reading(_by_step(wager, tally["best"][hands - 1 : hands]), hands, is_shared=True) for hands in tables]
    if wager.reads == "you":
        return [Reading(_by_step(wager, tally["values"]))]
    if wager in [found for aside, found in _asides(solved) if aside == _aside(solved)]:
        return [Reading(_by_step(wager, tally["aside"]), is_shared=is_shared(solved.game, wager))]
    raise not_counted(f"{wager.name} of {solved.game.name} is not simulated.")


def _by_step(wager: Wager, values: Integers) -> list[tuple[Answers, int | None, bool, int]]:
    """From [folded, value]."""
    places = zip(*np.nonzero(values), strict=True)
    return [(ANY, wager.class_of(int(value)), bool(folded), int(values[folded, value])) for folded, value in places]
