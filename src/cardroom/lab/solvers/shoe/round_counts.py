"""All rounds of a game with a few cards from a shoe: where they end and how often, exactly. No pay is known here.

Ways are ordered: those of a whole round are all sequences of as many cards as a round can take at most, so a round that
ends with fewer cards counts for every way that the others could have come.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import perm
from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.cards import Card
from cardroom.errors import CardroomError
from cardroom.games.model import Decide, Game
from cardroom.lab.solvers.shoe.card_kinds import Alike, kind_of_card
from cardroom.lab.solvers.shoe.round_states import NO_CARD
from cardroom.lab.solvers.shoe.stage_walk import Walk

Integers = npt.NDArray[Any]

LARGEST_COUNT = 1 << 62


@dataclass(frozen=True)
class Settlement:
    """What a wager's settlement asks for: facts, and the step of the hand that its pay table is read on."""

    facts: Mapping[str, Any]
    step: int | None


@dataclass(frozen=True)
class Cell:
    """One way that rounds end."""

    taken: tuple[tuple[str, str], ...]  # by decision, the option
    settled: Mapping[str, Settlement]  # by wager; a wager that was given up is not among them


@dataclass(frozen=True)
class Position:
    """What a player sees when he decides: by holder his packets, with a card that stands for each kind."""

    seen: Mapping[str, tuple[tuple[Card, ...], ...]]
    ways: int


@dataclass(frozen=True)
class ShoeCount:
    """All rounds: those that end without a decision, and those at each position, by option."""

    game: Game
    kinds: tuple[Alike, ...]
    total: int
    cells: tuple[Cell, ...]
    undecided: Integers  # [cell]: ways of rounds in which nothing is decided
    decision: Decide | None
    positions: tuple[Position, ...]
    decided: Integers  # [position, option, cell]: ways; the same sum for every option
    walk: Walk

    @cached_property
    def cell_of_state(self) -> Integers:
        """The cell that each last state of the walk is in."""
        states = self.walk.states
        return np.unique(np.stack([states.path, states.settled]), axis=1, return_inverse=True)[1].reshape(-1)

    def locate(self, seen: Mapping[str, Sequence[Sequence[Card]]]) -> int:
        """The position at which a player sees these packets, by holder."""
        found = self._numbers.get(self._key(seen))
        if found is None:
            raise CardroomError("no-decision", f"{self.game.name}: with these cards there is nothing to decide.")
        return found

    @cached_property
    def _numbers(self) -> dict[object, int]:
        return {self._key(position.seen): number for number, position in enumerate(self.positions)}

    @cached_property
    def _kind_of(self) -> dict[Card, int]:
        return kind_of_card(self.game, self.kinds)

    def _key(self, seen: Mapping[str, Sequence[Sequence[Card]]]) -> object:
        """Who shows which kinds, in no order within a packet."""
        held = {
            holder: tuple(tuple(sorted(map(self._kind_of.__getitem__, packet))) for packet in packets)
            for holder, packets in seen.items()
        }
        return frozenset((holder, packets) for holder, packets in held.items() if packets)

    def ways(self, choice: Integers) -> Integers:
        """[cell]: the ways of all rounds when choice[position] is taken."""
        decided: Integers = self.decided[np.arange(len(self.positions)), choice].sum(axis=0)
        return self.undecided + decided


def count_shoe(game: Game) -> ShoeCount:
    """Count all rounds of a game, as one player at the table meets them."""
    walk = Walk(game).through()
    states, size = walk.states, len(game.deck.cards)
    drawn = (states.cards != NO_CARD).sum(axis=1)
    most = int(drawn.max())
    total = perm(size, most)
    if total >= LARGEST_COUNT:
        raise CardroomError("not-counted", f"{game.name}: {most} cards out of {size} can come in too many ways.")
    ways = states.ways * np.array([perm(size - cards, most - cards) for cards in range(most + 1)])[drawn]
    pairs, cell = np.unique(np.stack([states.path, states.settled]), axis=1, return_inverse=True)
    cell = cell.reshape(-1)
    settlements = list(walk.settlements)
    cells = tuple(
        Cell(
            walk.ask.paths[path].taken, {name: Settlement(dict(facts), step) for name, facts, step in settlements[done]}
        )
        for path, done in pairs.T.tolist()
    )
    undecided = np.zeros(len(cells), dtype=np.int64)
    np.add.at(undecided, cell[states.position < 0], ways[states.position < 0])
    options = [option.name for option in walk.decision.options] if walk.decision else []
    decided = np.zeros((len(walk.seen), len(options), len(cells)), dtype=np.int64)
    after = np.flatnonzero(states.position >= 0)
    option = np.array([options.index(path.taken[-1][1]) if path.taken else -1 for path in walk.ask.paths])
    np.add.at(decided, (states.position[after], option[states.path[after]], cell[after]), ways[after])
    assert int(undecided.sum()) + int(decided[:, :1].sum()) == total, "every round is counted once"
    return ShoeCount(game, walk.kinds, total, cells, undecided, walk.decision, _positions(walk, decided), decided, walk)


def _positions(walk: Walk, decided: Integers) -> tuple[Position, ...]:
    holders = tuple(dict.fromkeys(slot.holder for slot in walk.shown))
    found = []
    for position, seen in enumerate(walk.seen):
        padded = np.full(len(walk.ask.slots), NO_CARD)
        padded[: len(seen)] = seen
        found.append(Position(walk.ask.packets(padded, holders), int(decided[position, 0].sum())))
    return tuple(found)
