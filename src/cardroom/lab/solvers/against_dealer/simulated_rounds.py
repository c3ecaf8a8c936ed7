"""Simulated rounds of an own hand against the dealer's, tallied by option, cell of the own hand, and showdown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cardroom.hands import PokerRanking
from cardroom.lab.solvers.against_dealer.hand_counts import HandsCount
from cardroom.lab.solvers.against_dealer.kernels import simulation
from cardroom.lab.solvers.card_sets.set_values import evaluator, no_hand
from cardroom.lab.solvers.card_sets.suit_classes import SuitedDeck
from cardroom.lab.solvers.packet_draws import draw_plan, empty_seat_pairs

Integers = npt.NDArray[Any]

UNDECIDED = -1


class HandPolicy(NamedTuple):
    """What is done with each hand, and card up; where its value and the rank up are enough to tell, by these."""

    decided: Integers  # [value, rank up]: the option, or UNDECIDED
    number: Integers  # [place of the set that stands for a class]: its hand
    choice: Integers  # [hand, card up]


def hand_policy(count: HandsCount, choice: Integers) -> HandPolicy:
    """From the choices [hand, card up] at the positions of a count."""
    ranks = len(count.deck.ranks) if count.has_card_up else 1
    values, starts = np.unique(count.values, return_index=True)
    most = np.iinfo(np.int8).max
    lowest = np.where(count.met > 0, choice, most).reshape(len(choice), -1, ranks).min(axis=1)
    highest = np.where(count.met > 0, choice, UNDECIDED).reshape(len(choice), -1, ranks).max(axis=1)
    agreed = np.minimum.reduceat(lowest, starts, axis=0) == np.maximum.reduceat(highest, starts, axis=0)
    decided = np.full((int(values[-1]) + 1, ranks), UNDECIDED, dtype=np.int8)
    decided[values] = np.where(agreed, np.maximum.reduceat(highest, starts, axis=0), UNDECIDED)
    return HandPolicy(decided, count.number, choice.astype(np.int8))


@dataclass(frozen=True)
class HandRounds:
    """What the kernel needs; nets, stakes, and places only matter for rounds with several seats."""

    deck: SuitedDeck
    own: PokerRanking
    dealers: PokerRanking
    floor: int
    has_card_up: bool
    policy: HandPolicy
    cell_of_value: Integers
    nets: Integers  # [option, cell, showdown]
    stakes: Integers  # [option, cell, showdown]
    folded: Integers  # [option]: 1 where it gives the hand up
    places: Integers  # [side bet, folded, value]: its line
    lines: int  # of any side bet at most
    seats: int = 1
    aside: tuple[PokerRanking, int] | None = None  # another hand, from this card of a seat's own and the dealer's on

    @property
    def packets(self) -> tuple[int, ...]:
        return (*[self.own.cards] * self.seats, self.dealers.cards)

    def play(self, rounds: int, seed: int, block: int) -> dict[str, Integers]:
        """Deal and settle the first rounds of a block: tally[option, cell, showdown] and values of all seats."""
        number = self.own.number_of_values
        own, dealers = evaluator(self.deck, self.own), evaluator(self.deck, self.dealers)
        aside = evaluator(self.deck, *self.aside) if self.aside else no_hand(own)
        sizes = (*self.deck.shape, self.own.cards, self.dealers.cards, self.has_card_up)
        together = empty_seat_pairs(self.nets, self.stakes, self.places, self.lines)
        found = {
            "tally": np.zeros(self.nets.shape, dtype=np.int64),
            "values": np.zeros((2, number), dtype=np.int64),
            "aside": np.zeros((2, self.aside[0].number_of_values if self.aside else 0), dtype=np.int64),
            "best": np.zeros((self.seats + 1, number), dtype=np.int64),
        }
        simulation.play(
            rounds, np.uint64(seed), block, self.seats, np.arange(self.deck.size, dtype=np.uint64),
            draw_plan(self.deck.size, self.packets), sizes, (own, dealers, aside), self.floor, self.cell_of_value,
            self.folded, self.policy, together, tuple(found.values()),
        )  # fmt: skip
        return found | {"moments": together.moments, "pairs": together.pairs}
