"""Hands known little by little, counted by classes of known cards. No pay is known here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from cardroom.hands import PokerRanking
from cardroom.lab.solvers import payoffs
from cardroom.lab.solvers.card_sets.suit_classes import SuitedDeck, suited_deck
from cardroom.lab.solvers.payoffs import Cell
from cardroom.lab.solvers.protocol import ANY, Counted, Integers
from cardroom.lab.solvers.streets import known_at
from cardroom.lab.solvers.streets.option_tree import Tree
from cardroom.lab.solvers.streets.position_counts import StreetsCount, count_streets
from cardroom.lab.solvers.streets.strategy_conditions import VOCABULARY
from cardroom.table import TableSettings

if TYPE_CHECKING:
    from cardroom.lab.solvers.streets.solved_game import StreetSolved


@dataclass(frozen=True, eq=False)
class StreetCounted(Counted):
    """Where hands end, from every position; and the ways that lead from one decision to the next."""

    @cached_property
    def ranking(self) -> PokerRanking:
        assert isinstance(self.game.ranking, PokerRanking)
        return self.game.ranking

    @cached_property
    def deck(self) -> SuitedDeck:
        return suited_deck(self.game.deck)

    @cached_property
    def tree(self) -> Tree:
        return Tree(self.game)

    @cached_property
    def _by_value(self) -> tuple[list[Cell], Integers]:
        """All cells, and the one that each value is in."""
        paid = {w.id: w.hand_classes for w in self.game.wagers if w.hand_classes is not None and w.reads == "you"}
        all_classes = list(dict.fromkeys(paid.values()))
        steps = np.stack(
            [payoffs.hand_classes_by_value(classes, self.ranking.number_of_values) for classes in all_classes], axis=1
        )
        found, cell_of = np.unique(steps, axis=0, return_inverse=True)
        places = [[None if step < 0 else step for step in row] for row in found.tolist()]
        cells = [
            Cell(ANY, tuple((w, row[all_classes.index(classes)]) for w, classes in paid.items())) for row in places
        ]
        return cells, cell_of.reshape(-1)

    @property
    def cells(self) -> list[Cell]:
        return self._by_value[0]

    @property
    def cell_of_value(self) -> Integers:
        return self._by_value[1]

    @cached_property
    def count(self) -> StreetsCount:
        return count_streets(self.deck, self.ranking, tuple(known_at(self.game)), self.cell_of_value)

    @cached_property
    def ahead(self) -> list[Integers]:
        """By decision: [position, cell] the ways that the cards to come can fall."""
        found = [self.count.endings]
        for onward in reversed(self.count.onward):
            found.insert(0, onward.back(found[0]))
        return found

    @property
    def vocabulary(self) -> Mapping[str, str]:
        return VOCABULARY

    def priced(self, settings: TableSettings) -> StreetSolved:
        from cardroom.lab.solvers.streets.solved_game import StreetSolved

        return StreetSolved(self.game, settings, self)
