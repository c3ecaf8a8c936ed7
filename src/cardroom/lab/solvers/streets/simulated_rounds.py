"""Simulated rounds of a hand known little by little, tallied by the options taken and the cell of the hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cardroom.hands import PokerRanking
from cardroom.lab.solvers.card_sets.set_values import evaluator, no_hand
from cardroom.lab.solvers.card_sets.subsets import kept_up_to
from cardroom.lab.solvers.card_sets.suit_classes import SuitedDeck
from cardroom.lab.solvers.packet_draws import draw_plan, empty_seat_pairs
from cardroom.lab.solvers.streets.kernels import street_hands

Integers = npt.NDArray[Any]


class StreetPolicy(NamedTuple):
    """What is done at each decision. A path is the options taken so far as digits, 0 for decisions after an end."""

    known: Integers
    positions: Integers  # by decision, how many
    starts: Integers  # by decision, where its choices begin
    options: Integers  # by decision, how many
    choice: Integers  # [start of the decision + path before it × its positions + position]: the option
    ends: Integers  # [decision, option]: whether the hand is over with it

    @property
    def paths(self) -> int:
        return prod(map(int, self.options))


def street_policy(known: Sequence[int], choices: Sequence[Integers], ends: Sequence[Sequence[bool]]) -> StreetPolicy:
    """From the choices [path so far, position] of each decision, and which of its options end the hand."""
    options = [len(of) for of in ends]
    over = np.zeros((len(known), max(options)), dtype=np.bool_)
    for decision, of in enumerate(ends):
        over[decision, : len(of)] = of
    return StreetPolicy(
        np.array(known, dtype=np.int64),
        np.array([choice.shape[1] for choice in choices], dtype=np.int64),
        np.cumsum([0, *(choice.size for choice in choices)])[:-1],
        np.array(options, dtype=np.int64),
        np.concatenate([choice.ravel() for choice in choices]).astype(np.int8),
        over,
    )


@dataclass(frozen=True)
class StreetRounds:
    """What the kernel needs; nets, stakes, folds and places only matter for rounds with several seats."""

    deck: SuitedDeck
    ranking: PokerRanking
    own_cards: int
    policy: StreetPolicy
    cell_of_value: Integers
    nets: Integers  # [path, cell]
    stakes: Integers  # [path, cell]
    folded: Integers  # [path]: 1 where the hand was given up
    places: Integers  # [side bet, folded, value]: its line
    lines: int  # of any side bet at most
    seats: int = 1
    aside: tuple[PokerRanking, int] | None = (
        None  # another hand, from this card of a seat's own and the shared cards on
    )

    @property
    def packets(self) -> tuple[int, ...]:
        return (self.ranking.cards - self.own_cards, *[self.own_cards] * self.seats)

    def play(self, rounds: int, seed: int, block: int) -> dict[str, Integers]:
        """Deal and settle the first rounds of a block: tally[path, cell] and values of all seats."""
        hand = evaluator(self.deck, self.ranking)
        aside = evaluator(self.deck, *self.aside) if self.aside else no_hand(hand)
        together = empty_seat_pairs(self.nets, self.stakes, self.places, self.lines)
        found = {
            "tally": np.zeros((self.policy.paths, int(self.cell_of_value.max()) + 1), dtype=np.int64),
            "values": np.zeros((2, len(self.cell_of_value)), dtype=np.int64),
            "aside": np.zeros((2, self.aside[0].number_of_values if self.aside else 0), dtype=np.int64),
        }
        street_hands.play(
            rounds, np.uint64(seed), block, self.seats, np.arange(self.deck.size, dtype=np.uint64),
            draw_plan(self.deck.size, self.packets), (self.packets[0], self.own_cards), (hand, aside),
            self.cell_of_value, self.folded, self.policy, kept_up_to(self.deck, int(self.policy.known[-1])), together,
            tuple(found.values()),
        )  # fmt: skip
        return found | {"moments": together.moments, "pairs": together.pairs}
