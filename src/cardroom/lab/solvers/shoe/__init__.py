"""A few cards from a shoe of one or more packs that count by points, drawn by the game's own conditions."""

from __future__ import annotations

from cardroom.games.model import Best, Game
from cardroom.hands import PointRanking
from cardroom.lab.solvers.protocol import Counted


def fits(game: Game) -> bool:
    """Only points are asked about; what else cannot be counted is refused with its reason when it is met."""
    return all(isinstance(ranking, PointRanking) for ranking in game.rankings) and not any(
        isinstance(reading, Best) for reading in game.hands.values()
    )


def counted(game: Game) -> Counted:
    from cardroom.lab.solvers.shoe.solved_game import ShoeCounted

    return ShoeCounted(game)
