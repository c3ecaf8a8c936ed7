"""What a player gains who sees other players' cards before his own hand is known."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

import numpy as np

from cardroom.games.model import SEAT
from cardroom.lab.solvers.card_sets.set_values import evaluator
from cardroom.lab.solvers.card_sets.subsets import kept_up_to
from cardroom.lab.solvers.parallel import in_chunks
from cardroom.lab.solvers.protocol import Floats, Integers, not_counted
from cardroom.lab.solvers.streets.kernels.seen_cards_advantage import MOST_TO_COME, peek_at_streets
from cardroom.lab.solvers.streets.simulated_rounds import street_policy

if TYPE_CHECKING:
    from cardroom.lab.solvers.streets.solved_game import StreetSolved


def peek_gains(solved: StreetSolved, dealt: Integers) -> tuple[Floats, Floats]:
    """The kernel over all deals."""
    counted, tree = solved.counted, solved.counted.tree
    known, own = counted.count.known, solved.game.cards_of(SEAT)
    if known != tuple(range(own, counted.ranking.cards)) or len(known) > MOST_TO_COME:
        raise not_counted(f"{solved.game.name}: what seen cards are worth is counted where each is decided on in turn.")
    if any(wager.live_after_fold for wager in solved.game.wagers if wager.id in solved.results[0][0].stakes):
        raise not_counted(
            f"{solved.game.name}: what seen cards are worth is not counted with bets that outlive a fold."
        )
    within = np.full(52, -1, dtype=np.int64)
    within[counted.deck.numbers] = np.arange(counted.deck.size)
    onward, rows, row_of = _standings(solved)
    policy = street_policy(known, solved.best_policy.choices, [tree.over(d).tolist() for d in range(len(known))])
    later = np.array([prod(map(len, tree.options[d + 1 :])) for d in range(len(known))], dtype=np.int64)
    cards, hand = within[dealt], evaluator(counted.deck, counted.ranking)
    kept = kept_up_to(counted.deck, known[-1])
    informed, ordinary = np.zeros(len(dealt)), np.zeros(len(dealt))
    in_chunks(
        lambda part: peek_at_streets(
            cards[part], own, len(known), counted.deck.size, hand, counted.cell_of_value, onward, rows, row_of, policy,
            kept, later, informed[part], ordinary[part],
        ), len(dealt)
    )  # fmt: skip
    return informed / solved.parts_per_unit, ordinary / solved.parts_per_unit


def _standings(solved: StreetSolved) -> tuple[Integers, Integers, Integers]:
    """[decision, standing, option]; the different rows of gains; and the row of every path to an end.

    Paths from which everything goes on alike are one standing.
    """
    tree = solved.counted.tree
    rows, row_of = np.unique(solved.gains, axis=0, return_inverse=True)
    row_of = row_of.reshape(-1)
    nowhere = -1 - len(rows)
    tables: list[list[tuple[int, ...]]] = []
    standing_of: dict[int, int] = {}
    for decision in reversed(range(len(tree.options))):
        options, over = tree.options[decision], tree.over(decision)
        later = prod(map(len, tree.options[decision + 1 :]))
        known: dict[tuple[int, ...], int] = {}
        here = {}
        for path in tree.before[decision]:
            leads = []
            for place in range(len(options)):
                to = path * len(options) + place
                is_end = over[place] or not tables
                leads.append(-1 - int(row_of[to * later]) if is_end else standing_of[to])
            here[path] = known.setdefault(tuple(leads), len(known))
        tables.insert(0, list(known))
        standing_of = here
    width, most = max(map(len, tree.options)), max(map(len, tables))
    onward = np.full((len(tables), most, width), nowhere, dtype=np.int64)
    for decision, table in enumerate(tables):
        for standing, ways in enumerate(table):
            onward[decision, standing, : len(ways)] = ways
    return onward, rows.astype(np.float64), row_of.astype(np.int64)
