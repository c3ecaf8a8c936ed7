"""Hold'em and a way of playing it as arrays, ready to be dealt and settled millions of times a second."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.lab.counting.evaluating import hand_tables
from cardroom.lab.counting.holdem.boards import flops_of, kinds_of_boards
from cardroom.lab.counting.holdem.choices import Choices, Streets
from cardroom.lab.counting.holdem.counting import CARDS_READ, SHOWDOWNS, Holdem
from cardroom.lab.counting.holdem.positions import chart_places
from cardroom.lab.counting.protocol import Loop
from cardroom.lab.counting.rounds.plan import plan

Integers = npt.NDArray[Any]


@dataclass(frozen=True)
class Dealt:
    """The packets of a round in order, and where in the deck everyone's cards then lie."""

    packets: tuple[int, ...]
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
class HoldemLoop(Loop):
    holdem: Holdem
    streets: Streets
    policy: Choices
    dealt: Dealt
    at_seats: AtSeats

    @property
    def cards(self) -> int:
        return self.holdem.cards.number

    def play(self, rounds: int, seed: int, block: int) -> dict[str, Integers]:
        """Deal and settle the first rounds of a block."""
        from cardroom.lab.counting.holdem.kernels import simulated

        holdem, dealt, chosen, flops = self.holdem, self.dealt, self.policy, flops_of(self.holdem.cards)
        deal = simulated.Round(
            holdem.cards.numbers.astype(np.uint64), plan(self.cards, dealt.packets), np.array(dealt.own),
            np.array(dealt.board), np.array(dealt.dealer),
        )  # fmt: skip
        policy = simulated.Policy(
            chart_places(), chosen.before, flops.number_of, flops.suits_of, chosen.after, chosen.last,
            self.streets.first_after, self.streets.first_last,
        )  # fmt: skip
        of_seats = self.at_seats
        settlement = simulated.Settlement(
            holdem.floor, holdem.step_of_value, of_seats.gains, of_seats.stakes, of_seats.folds, of_seats.places
        )
        endings = np.zeros((len(self.streets.paths), holdem.steps, SHOWDOWNS), dtype=np.int64)
        moments, pairs = self.second_moments()
        simulated.play(
            rounds, np.uint64(seed), block, deal, kinds_of_boards(), hand_tables(holdem.ranking, CARDS_READ), policy,
            settlement, endings, moments, pairs,
        )  # fmt: skip
        return {"endings": endings, "moments": moments, "pairs": pairs}
