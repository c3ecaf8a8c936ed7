"""Games of runs, counted by classes of hands and columns of cells. No pay is known here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from cardroom.games.model import DEALER, SEAT, Compare, Fact, Lower, Margin, Reaches, Wager
from cardroom.games.settlement import derive, facts_of
from cardroom.hands import RunRanking
from cardroom.lab.solvers.game_shape import deck_of, is_of_both
from cardroom.lab.solvers.payoffs import Cell
from cardroom.lab.solvers.protocol import Counted, Integers, not_counted
from cardroom.lab.solvers.runs import deal_counts
from cardroom.lab.solvers.runs.strategy_conditions import VOCABULARY
from cardroom.table import TableSettings

if TYPE_CHECKING:
    from cardroom.lab.solvers.runs.solved_game import RunSolved


@dataclass(frozen=True, eq=False)
class RunCounted(Counted):
    """Which cells there are, and how many of the dealer's hands of each cell every class of hands meets."""

    @cached_property
    def ranking(self) -> RunRanking:
        assert isinstance(self.game.ranking, RunRanking)
        return self.game.ranking

    @cached_property
    def deck(self) -> int:
        return deck_of(self.game)

    @cached_property
    def player_values(self) -> list[int]:
        return deal_counts.possible_values(self.ranking, self.game.cards_of(SEAT), self.deck)

    @cached_property
    def dealer_values(self) -> list[int]:
        return deal_counts.possible_values(self.ranking, self.game.cards_of(DEALER), self.deck)

    @cached_property
    def paid_wagers(self) -> list[Wager]:
        """Those paid by a table on a reading of the two hands."""
        return [w for w in self.game.wagers if w.hand_classes is not None and is_of_both(self.game, w.reads or "")]

    def cell_of(self, player: int, dealer: int) -> Cell:
        """What settlements see when player and dealer hold hands of these values."""
        values = {"you": player, "dealer": dealer}

        def look(name: str) -> int | None:
            return values[name] if name in values else derive(self.game, name, look)

        facts = facts_of(self.game, look)
        steps = []
        for wager in self.paid_wagers:
            value = look(wager.reads or "")
            assert value is not None
            steps.append((wager.id, wager.class_of(value)))
        return Cell(tuple((name, getattr(facts, name)) for name in self.game.facts), tuple(steps))

    @cached_property
    def _numbered(self) -> tuple[list[Cell], Integers]:
        """All cells; and [player's value, dealer's value] their numbers. Each is asked for once."""
        columns = [self._answers_of(fact) for fact in self.game.facts.values()]
        for wager in self.paid_wagers:
            values, place = np.unique(self._reading(wager.reads or ""), return_inverse=True)
            steps = [wager.class_of(int(value)) for value in values]
            columns.append(np.array([-1 if step is None else step for step in steps])[place])
        shape = len(self.player_values), len(self.dealer_values)
        rows = np.stack([column.reshape(-1) for column in columns], axis=1)
        _, first, number = np.unique(rows, axis=0, return_index=True, return_inverse=True)
        pairs = [divmod(int(place), shape[1]) for place in first]
        cells = [self.cell_of(self.player_values[p], self.dealer_values[d]) for p, d in pairs]
        return cells, number.reshape(shape)

    def _reading(self, name: str) -> Integers:
        """[player's value, dealer's value]: the value of a reading."""
        shape = len(self.player_values), len(self.dealer_values)
        match self.game.hands[name]:
            case Lower(first, second):
                return np.minimum(self._reading(first), self._reading(second))
            case Margin(first, second):
                measure = np.vectorize(self.ranking.measure, otypes=[np.int64])
                return np.asarray(measure(self._reading(first)) - measure(self._reading(second)))
        values = np.array(self.player_values)[:, None] if name == "you" else np.array(self.dealer_values)
        return np.broadcast_to(values, shape)

    def _answers_of(self, fact: Fact) -> Integers:
        """[player's value, dealer's value]: numbers that tell the answers of a fact apart."""
        match fact:
            case Compare(first, second):
                return np.asarray(np.sign(self._reading(first) - self._reading(second)))
            case Reaches(hand, least):
                return np.asarray(self._reading(hand) >= least, dtype=np.int64)
        raise not_counted(f"{self.game.name} asks for more than how the two hands compare.")

    @property
    def cells(self) -> list[Cell]:
        """All that can occur."""
        return self._numbered[0]

    @property
    def cell_numbers(self) -> Integers:
        """[player's value, dealer's value]: the number of the cell."""
        return self._numbered[1]

    @cached_property
    def columns(self) -> tuple[Integers, Integers]:
        """[player's value, dealer's value] the column that a deal is counted in; [player's value, column] its cell.

        A hand of one value meets few cells, so columns are numbered for each value anew; -1 where there is none.
        """
        found = [np.unique(row, return_inverse=True) for row in self.cell_numbers]
        most = max(len(cells) for cells, _ in found)
        cells = np.full((len(found), most), -1, dtype=np.int64)
        for row, (numbers, _) in enumerate(found):
            cells[row, : len(numbers)] = numbers
        return np.array([column for _, column in found], dtype=np.int64), cells

    @cached_property
    def classes(self) -> deal_counts.RunClasses:
        column, cells = self.columns
        player, dealer = self.game.cards_of(SEAT), self.game.cards_of(DEALER)
        return deal_counts.count_classes(self.ranking, self.deck, player, dealer, column, cells.shape[1])

    @property
    def dealer_hands(self) -> int:
        """That each of the player's hands can meet."""
        return comb(self.deck.bit_count() - self.game.cards_of(SEAT), self.game.cards_of(DEALER))

    @property
    def hands(self) -> int:
        return comb(self.deck.bit_count(), self.game.cards_of(SEAT))

    @property
    def vocabulary(self) -> Mapping[str, str]:
        return VOCABULARY

    def priced(self, settings: TableSettings) -> RunSolved:
        from cardroom.lab.solvers.runs.solved_game import RunSolved

        return RunSolved(self.game, settings, self)
