"""Simulated rounds from a shoe: the walk over all states as a small graph that a round goes through card by card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cardroom.games.round_facts import SEAT
from cardroom.lab.solvers.packet_draws import draw_plan, empty_seat_pairs
from cardroom.lab.solvers.shoe.kernels import simulation
from cardroom.lab.solvers.shoe.round_counts import ShoeCount
from cardroom.lab.solvers.shoe.stage_walk import WalkStep

Integers = npt.NDArray[Any]


class Graph(NamedTuple):
    """States that lead to the same are one node. A negative number is an end: -1 - cell."""

    first: int
    to: Integers  # [node, kind of the card or option]
    slots: Integers  # [node]: the slot whose card is looked at
    positions: Integers  # [node]: the position where an option is taken, or -1


def graph_of(count: ShoeCount) -> Graph:
    """Built from the end: states with the same ways onward become one node."""
    width = max(len(count.kinds), len(count.decision.options) if count.decision else 0)
    rows = [np.zeros((0, width + 2), dtype=np.int64)]
    nodes = 0
    ahead = -1 - count.cell_of_state
    for step in reversed(count.walk.steps):
        here = np.where(step.stays >= 0, ahead[step.stays], 0)
        moving = np.flatnonzero(step.stays < 0)
        if len(moving):
            found, where = np.unique(_onward(step, moving, ahead, width), axis=0, return_inverse=True)
            here[moving] = nodes + where.reshape(-1)
            nodes += len(found)
            rows.append(found)
        ahead = here
    table = np.concatenate(rows)
    return Graph(int(ahead[0]), table[:, :width].copy(), table[:, width].copy(), table[:, width + 1].copy())


def _onward(step: WalkStep, moving: Integers, ahead: Integers, width: int) -> Integers:
    """For each state that moves: where every card or option leads (0 for what cannot be), the slot, the position."""
    rows = np.zeros((len(moving), width + 2), dtype=np.int64)
    to = step.to[moving]
    rows[:, : to.shape[1]] = np.where(to >= 0, ahead[to], 0)
    rows[:, width] = max(step.slot, 0)
    rows[:, width + 1] = -1 if step.decides is None else step.decides[moving]
    return rows


@dataclass(frozen=True)
class ShoeRounds:
    """What the kernel needs; nets, stakes, folds and lines only matter for rounds with several seats."""

    kinds: tuple[int, ...]  # how many cards of each kind are in the shoe
    graph: Graph
    shared: tuple[bool, ...]  # by slot: whether all seats look at the same card
    choice: Integers  # [position]
    nets: Integers  # [cell]
    stakes: Integers  # [cell]
    folded: Integers  # [cell]
    places: Integers  # [side bet, cell]: its line
    lines: int  # of any side bet at most
    seats: int = 1

    @property
    def packets(self) -> tuple[int, ...]:
        """Shared cards first, then those of each seat."""
        shared = sum(self.shared)
        return tuple(filter(None, (shared, *[len(self.shared) - shared] * self.seats)))

    def play(self, rounds: int, seed: int, block: int) -> dict[str, Integers]:
        """Deal and settle the first rounds of a block: tally[cell] of all seats."""
        deck = np.repeat(np.arange(len(self.kinds), dtype=np.uint64), self.kinds)
        tally = np.zeros(len(self.nets), dtype=np.int64)
        together = empty_seat_pairs(self.nets, self.stakes, self.places, self.lines)
        simulation.play(
            rounds, np.uint64(seed), block, deck, draw_plan(len(deck), self.packets), self.graph, self._deck_places(),
            self.choice, self.folded, together, tally,
        )  # fmt: skip
        return {"tally": tally, "moments": together.moments, "pairs": together.pairs}

    def _deck_places(self) -> Integers:
        """[seat, slot]: where its card lies in the deck."""
        shared = sum(self.shared)
        own = len(self.shared) - shared
        places = np.zeros((self.seats, len(self.shared)), dtype=np.int64)
        for seat in range(self.seats):
            places[seat, np.array(self.shared, dtype=np.bool_)] = np.arange(shared)
            places[seat, ~np.array(self.shared, dtype=np.bool_)] = shared + seat * own + np.arange(own)
        return places


def shoe_rounds(count: ShoeCount, choice: Integers, seats: int = 1) -> ShoeRounds:
    """Rounds of a counted game, ready to be played; what they gain is nothing yet."""
    nothing = np.zeros(len(count.cells), dtype=np.int64)
    return ShoeRounds(
        tuple(kind.number for kind in count.kinds),
        graph_of(count),
        tuple(slot.holder != SEAT for slot in count.walk.ask.slots),
        choice,
        nothing,
        nothing,
        nothing,
        np.zeros((0, len(count.cells)), dtype=np.int64),
        1,
        seats,
    )
