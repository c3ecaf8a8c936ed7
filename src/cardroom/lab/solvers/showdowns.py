"""Where the player's hand meets the dealer's: what settlements see of it, and how rounds then end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from cardroom.games.model import Compare, Game, Reaches, Result, Wager
from cardroom.games.settlement import facts_of
from cardroom.hands import PokerRanking
from cardroom.lab.solvers import payoffs
from cardroom.lab.solvers.ending_names import given_up_words, showdown_words
from cardroom.lab.solvers.payoffs import Cell
from cardroom.lab.solvers.protocol import Ending, Integers

SHOWDOWNS = [(result, qualifies) for result in Result for qualifies in (False, True)]


def qualifying_value(game: Game) -> int:
    """The value that the dealer's hand must reach."""
    facts = game.facts.values()
    return next((fact.least for fact in facts if isinstance(fact, Reaches) and fact.hand == "dealer"), 0)


def settlement_rows(game: Game, ranking: PokerRanking) -> tuple[list[list[Cell]], Integers]:
    """[row, showdown] cells, and the row that each value of the player's hand is on."""
    paid = [wager for wager in game.wagers if wager.hand_classes is not None and wager.reads == "you"]
    number = ranking.number_of_values
    floors = [fact.least for fact in game.facts.values() if isinstance(fact, Reaches) and fact.hand == "you"]
    all_classes = dict.fromkeys(wager.hand_classes for wager in paid if wager.hand_classes is not None)
    columns = [np.zeros(number, dtype=np.int64), *(np.arange(number) >= floor for floor in floors)]
    columns += [payoffs.hand_classes_by_value(classes, number) for classes in all_classes]
    _, first, row_of = np.unique(np.stack(columns, axis=1), axis=0, return_index=True, return_inverse=True)
    return [list(_cells_of(game, paid, int(value))) for value in first], row_of.reshape(-1).astype(np.int64)


def _cells_of(game: Game, paid: Sequence[Wager], value: int) -> tuple[Cell, ...]:
    """By showdown. What a fact says of the dealer's hand is taken from the showdown."""
    own = facts_of(game, lambda name: value if name == "you" else None)
    steps = tuple((wager.id, wager.class_of(value)) for wager in paid)

    def answer(name: str, result: Result, qualifies: bool) -> Any:
        match game.facts[name]:
            case Compare():
                return result
            case Reaches(hand="dealer"):
                return qualifies
        return getattr(own, name)

    return tuple(
        Cell(tuple((name, answer(name, result, qualifies)) for name in game.facts), steps)
        for result, qualifies in SHOWDOWNS
    )


Results = Sequence[Sequence[payoffs.Result]]  # [row, showdown]


def endings_on(
    game: Game, decision: int, path: tuple[str, ...], cells: list[list[Cell]], results: Results, deals: Integers
) -> Iterator[Ending]:
    """How rounds end that were decided so, the last time at this decision, from deals by [row, showdown]."""
    option = game.decisions[decision].option(path[-1])
    if payoffs.is_given_up(option):
        yield from _given_up(given_up_words(game, decision, option), path, results, deals)
        return
    for row, s in zip(*np.nonzero(deals), strict=True):
        cell, result, facts = cells[row][s], results[row][s], dict(cells[row][s].facts)
        name = showdown_words(facts, _detail(game, cell, result))
        yield Ending(name, int(deals[row, s]), path, result.stakes, result.nets, facts, dict(cell.steps))


def _given_up(name: str, path: tuple[str, ...], results: Results, deals: Integers) -> Iterator[Ending]:
    """The cards do not count unless a wager stays live."""
    by_result: dict[tuple[Any, ...], int] = defaultdict(int)
    for row, s in zip(*np.nonzero(deals), strict=True):
        result = results[row][s]
        by_result[tuple(result.stakes.items()), tuple(result.nets.items())] += int(deals[row, s])
    for (stakes, nets), number in by_result.items():
        yield Ending(name, number, path, dict(stakes), dict(nets), folded=True)


def _detail(game: Game, cell: Cell, result: payoffs.Result) -> str:
    """The player's hand, where it is ahead and a wager of the game itself is paid by it."""
    steps = dict(cell.steps)
    if dict(cell.facts)["result"] is not Result.WIN:
        return ""
    for wager in payoffs.base_game_wagers(game):
        step = steps.get(wager.id)
        if wager.hand_classes is not None and wager.is_staked and step is not None and result.nets[wager.id] > 0:
            return f" with {wager.hand_classes.classes[step].name}"
    return ""
