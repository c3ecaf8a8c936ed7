"""The states of a round as rows of arrays, and what the game says about many of them at once.

A state is what everyone holds, as kinds of cards in no order within a packet, the options taken, and the wagers already
settled. Nothing about a game is known here: values, facts and conditions are asked of the game, once for each way that
the cards in question can be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cardroom.cards import Card
from cardroom.errors import CardroomError
from cardroom.games.model import Game
from cardroom.games.round_facts import (
    Compare,
    Condition,
    Count,
    Facts,
    Hand,
    Lower,
    Made,
    Margin,
    Measure,
    Reaches,
    asked_by,
)
from cardroom.games.settlement import Layout, Read, derive, facts_of, read
from cardroom.lab.solvers.shoe.card_kinds import Alike

Integers = npt.NDArray[Any]

NO_CARD = -1
NO_VALUE = -(1 << 20)
LARGEST_CODE = 1 << 62


class Slot(NamedTuple):
    """A place for a card: whose, in which of his packets, and whether the player sees it there."""

    holder: str
    packet: int  # the number of the stage that deals it
    is_seen: bool


class Path(NamedTuple):
    """The options taken so far, by decision."""

    taken: tuple[tuple[str, str], ...]
    made: frozenset[str]  # wagers that stand on the layout
    is_over: bool = False


@dataclass(frozen=True)
class States:
    """Different states of a round, each with the ordered ways that the cards can have come to it."""

    cards: Integers  # [state, slot]: a kind, or none
    path: Integers
    position: Integers  # of the decision that it has gone through, or -1
    settled: Integers
    ways: Integers

    def __len__(self) -> int:
        return len(self.ways)

    @property
    def columns(self) -> list[Integers]:
        return [*self.cards.T, self.path, self.position, self.settled]

    def rows(self, chosen: Integers) -> States:
        return States(
            self.cards[chosen], self.path[chosen], self.position[chosen], self.settled[chosen], self.ways[chosen]
        )


def start_states() -> States:
    nothing = np.zeros(1, dtype=np.int64)
    return States(np.zeros((1, 0), dtype=np.int64), nothing, nothing - 1, nothing, nothing + 1)


def joined_states(parts: Sequence[States]) -> States:
    return States(*(np.concatenate([getattr(part, name) for part in parts]) for name in States.__dataclass_fields__))


def merged_states(states: States) -> tuple[States, Integers]:
    """The same states each once, and for each of the given ones where it is now."""
    first, where = grouped_rows(states.columns)
    ways = np.zeros(len(first), dtype=np.int64)
    np.add.at(ways, where, states.ways)
    return replace(states.rows(first), ways=ways), where


def grouped_rows(columns: Sequence[Integers]) -> tuple[Integers, Integers]:
    """The first of all rows that are alike, and for each row which group it is in."""
    code, codes = np.zeros(len(columns[0]), dtype=np.int64), 1
    for column in columns:
        lowest = int(column.min())
        span = int(column.max()) - lowest + 1
        if codes * span > LARGEST_CODE:
            _, code = np.unique(code, return_inverse=True)
            codes = int(code.max()) + 1
        code, codes = code * span + (column - lowest), codes * span
    _, first, where = np.unique(code, return_index=True, return_inverse=True)
    return first, where


@dataclass
class Asking:
    """Asks a game about states."""

    game: Game
    kinds: tuple[Alike, ...]
    slots: list[Slot] = field(default_factory=list)
    paths: list[Path] = field(default_factory=list)

    def holds(self, when: Condition, states: States) -> Integers:
        """Where a condition holds."""
        asked = asked_by(when, self.game.domains)
        groups, where = self.facts(states, asked, ())
        return np.array([bool(when(facts)) for facts, _, _ in groups], dtype=np.bool_)[where]

    def facts(
        self, states: States, asked: Sequence[str], readings: Sequence[str]
    ) -> tuple[list[tuple[Facts, Read, int]], Integers]:
        """Facts and readings for every way that these facts and readings can be, with a state of that way.

        And for each state, which way it is.
        """
        hands = sorted(self._hands_of(asked, readings))
        counted = sorted({fact.of for name in asked if isinstance(fact := self.game.facts[name], Count)})
        values = {hand: self._values(hand, states) for hand in hands}
        numbers = {holder: self._number(holder, states) for holder in counted}
        first, where = grouped_rows([*values.values(), *numbers.values(), states.path, states.settled])
        groups = []
        for row in first.tolist():
            known = {hand: int(value[row]) for hand, value in values.items()}
            held = {holder: int(number[row]) for holder, number in numbers.items()}
            look = self._look(known)
            made = self.paths[int(states.path[row])].made
            groups.append((facts_of(self.game, look, held.__getitem__, made), look, row))
        return groups, where

    def packets(self, row: Integers, holders: Sequence[str]) -> Mapping[str, tuple[tuple[Card, ...], ...]]:
        """The packets of some holders, with the cards that stand for their kinds."""
        found: dict[str, dict[int, list[Card]]] = {holder: {} for holder in holders}
        for slot, kind in zip(self.slots, row.tolist(), strict=True):
            if kind != NO_CARD and slot.holder in found:
                found[slot.holder].setdefault(slot.packet, []).append(self.kinds[kind].card)
        return {holder: tuple(map(tuple, packets.values())) for holder, packets in found.items()}

    def _look(self, known: Mapping[str, int]) -> Read:
        def look(name: str) -> int | None:
            if name in known:
                return None if known[name] == NO_VALUE else known[name]
            return derive(self.game, name, look)

        return look

    def _values(self, name: str, states: States) -> Integers:
        """What a hand is worth in each state."""
        hand = self.game.hands[name]
        assert isinstance(hand, Hand)
        chosen = [i for i, slot in enumerate(self.slots) if slot.holder in hand.of]
        if not chosen:
            return np.full(len(states), NO_VALUE)
        first, where = grouped_rows([states.cards[:, i] for i in chosen])
        values = [read(self.game, name, Layout(self.packets(states.cards[row], hand.of))) for row in first]
        return np.array([NO_VALUE if value is None else value for value in values], dtype=np.int64)[where]

    def _number(self, holder: str, states: States) -> Integers:
        chosen = [i for i, slot in enumerate(self.slots) if slot.holder == holder]
        number: Integers = (states.cards[:, chosen] != NO_CARD).sum(axis=1)
        return number

    def _hands_of(self, asked: Sequence[str], readings: Sequence[str]) -> set[str]:
        """The hands of cards that facts and readings come from."""
        found: set[str] = set()
        names = list(readings)
        for name in asked:
            match self.game.facts[name]:
                case Compare(first, second):
                    names += [first, second]
                case Reaches(hand) | Measure(hand):
                    names.append(hand)
                case Count() | Made():
                    pass
        for name in names:
            match self.game.hands[name]:
                case Hand():
                    found.add(name)
                case Lower(first, second) | Margin(first, second):
                    found |= self._hands_of((), (first, second))
                case _:
                    raise CardroomError("not-counted", f"{self.game.name}: “{name}” is not counted from a shoe.")
        return found
