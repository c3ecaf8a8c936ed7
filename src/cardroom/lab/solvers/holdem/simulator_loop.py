"""Hold'em and a way of playing it as arrays, ready to be dealt and settled millions of times a second."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cardroom.games.model import COMMUNITY, DEALER, SEAT, Deal, Game, Wager
from cardroom.lab.solvers.game_shape import packets_of
from cardroom.lab.solvers.hand_values import hand_tables
from cardroom.lab.solvers.holdem.board_counts import CARDS_READ, SHOWDOWNS, Holdem
from cardroom.lab.solvers.holdem.boards import Cards, flops_of, kinds_of_boards
from cardroom.lab.solvers.holdem.choices import Choices, Streets
from cardroom.lab.solvers.holdem.positions import chart_places
from cardroom.lab.solvers.packet_draws import draw_plan
from cardroom.lab.solvers.payoffs import is_given_up, opening_stakes, stakes_after
from cardroom.lab.solvers.paytable_arrays import Kinds, lines_by_value, most_lines, read_at_seats
from cardroom.lab.solvers.protocol import ANY, Integers, Reading, SimulatorLoop, Tally, not_counted

if TYPE_CHECKING:
    from cardroom.lab.solvers.holdem.kernels.simulation import Policy
    from cardroom.lab.solvers.holdem.solved_game import HoldemSolved


@dataclass(frozen=True)
class Dealt:
    """Where in the deck everyone's cards lie."""

    own: tuple[tuple[int, ...], ...]  # by seat
    board: tuple[int, ...]
    dealer: tuple[int, ...]


@dataclass(frozen=True)
class AtSeats:
    """What is counted beside the endings where several seats play: their results in a round hang together."""

    gains: Integers  # [path, step, showdown]
    stakes: Integers  # [path], in bets
    folds: Integers  # [path]: 1 where the hand was given up
    places: Integers  # [kind of side bet, path, step]: the line it reaches


@dataclass(frozen=True)
class HoldemLoop(SimulatorLoop):
    holdem: Holdem
    streets: Streets
    policy: Choices
    dealt: Dealt
    at_seats: AtSeats

    @property
    def cards(self) -> int:
        return self.holdem.cards.number

    def play(self, rounds: int, seed: int, block: int) -> Tally:
        """Deal and settle the first rounds of a block."""
        from cardroom.lab.solvers.holdem.kernels import simulation

        holdem, dealt = self.holdem, self.dealt
        deal = simulation.Round(
            holdem.cards.numbers.astype(np.uint64), draw_plan(self.cards, self.packets), np.array(dealt.own),
            np.array(dealt.board), np.array(dealt.dealer),
        )  # fmt: skip
        of_seats = self.at_seats
        settlement = simulation.Settlement(
            holdem.floor, holdem.step_of_value, of_seats.gains, of_seats.stakes, of_seats.folds, of_seats.places
        )
        endings = np.zeros((len(self.streets.paths), holdem.steps, SHOWDOWNS), dtype=np.int64)
        moments, pairs = self.second_moments()
        simulation.play(
            rounds, np.uint64(seed), block, deal, kinds_of_boards(), hand_tables(holdem.ranking, CARDS_READ),
            policy_of(holdem.cards, self.streets, self.policy),
            settlement, endings, moments, pairs,
        )  # fmt: skip
        return {"endings": endings, "moments": moments, "pairs": pairs}


def policy_of(cards: Cards, streets: Streets, choices: Choices) -> Policy:
    """Choices as the kernels look them up."""
    from cardroom.lab.solvers.holdem.kernels.simulation import Policy

    flops = flops_of(cards)
    return Policy(
        chart_places(), choices.before, flops.number_of, flops.suits_of, choices.after, choices.last,
        streets.first_after, streets.first_last,
    )  # fmt: skip


def make_loop(solved: HoldemSolved, choices: Choices, seats: int) -> HoldemLoop:
    counted, game = solved.counted, solved.game
    values = [int(np.flatnonzero(counted.holdem.step_of_value == row)[0]) for row in range(len(counted.cells))]
    ends = [path[-1] for path in counted.paths]
    folds = np.array([is_given_up(option) for option in ends], dtype=np.int64)
    kinds = Kinds()
    for wager in read_at_seats(game) if seats > 1 else ():
        if wager.reads == "you":
            kinds.add(wager, lines_by_value(game, solved.settings, wager, values)[folds])
    stakes = [sum(stakes_after(opening_stakes(game), option).values()) for option in ends]
    at_seats = AtSeats(
        solved.gains, np.array(stakes, dtype=np.int64), folds, kinds.stacked((len(ends), len(values))).astype(np.int64)
    )
    return HoldemLoop(
        seats, packets_of(game, seats), kinds.kind_of, len(kinds.arrays), most_lines(game), counted.holdem,
        counted.streets, choices, _dealt(game, seats), at_seats,
    )  # fmt: skip


def _dealt(game: Game, seats: int) -> Dealt:
    """Where in the deck everyone's cards lie."""
    places: dict[str | int, list[int]] = defaultdict(list)
    first = 0
    for deal in game.stages_of(Deal):
        for holder in deal.to:
            for name in range(seats) if holder == SEAT else (holder,):
                places[name] += range(first, first + deal.cards)
                first += deal.cards
    return Dealt(tuple(tuple(places[seat]) for seat in range(seats)), tuple(places[COMMUNITY]), tuple(places[DEALER]))


def simulated_readings(solved: HoldemSolved, wager: Wager, tally: Tally) -> list[Reading]:
    if wager.reads != "you" or wager.hand_classes is None:
        raise not_counted(f"{wager.name} of {solved.game.name} is not simulated.")
    by_row = tally["endings"].sum(axis=2)
    counts = [
        (ANY, solved.step_on(row, wager), is_given_up(path[-1]), int(by_row[way, row]))
        for way, path in enumerate(solved.counted.paths)
        for row in np.flatnonzero(by_row[way]).tolist()
    ]
    return [Reading(counts)]
