"""The longest run against the dealer's, one decision: counted by how many cards are in each cell of a chain."""

from __future__ import annotations

from cardroom.games.model import DEALER, SEAT, Game
from cardroom.hands import RunRanking
from cardroom.lab.solvers.game_shape import is_one_decision_against_the_dealer, ranking_of_both
from cardroom.lab.solvers.protocol import Counted

CELLS = 13
MOST_IN_A_CELL = {1: 4, 2: 2}  # by number of chains
MOST_CARDS = 9


def fits(game: Game) -> bool:
    ranking = ranking_of_both(game)
    if not isinstance(ranking, RunRanking) or not is_one_decision_against_the_dealer(game):
        return False
    chains = ranking.chains
    return (
        len(chains) in MOST_IN_A_CELL
        and len({chain.values for chain in chains}) == 1
        and all(len(chain.distinct_cells) == CELLS for chain in chains)
        and all(cell.bit_count() <= MOST_IN_A_CELL[len(chains)] for chain in chains for cell in chain.cells)
        and max(game.cards_of(SEAT), game.cards_of(DEALER)) <= MOST_CARDS
        and not any(stage.dealer_up for stage in game.stages if hasattr(stage, "dealer_up"))
    )


def counted(game: Game) -> Counted:
    from cardroom.lab.solvers.runs.counted_game import RunCounted

    return RunCounted(game)
