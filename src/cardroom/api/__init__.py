"""The public face for Python: what `import cardroom as cr` offers."""

from cardroom.api.catalogue import Game, game, games
from cardroom.api.figures import Advice, Analysis, SideBet, Simulation, Strategy
from cardroom.api.hand_values import evaluate, ranking
from cardroom.api.rounds import Deal
from cardroom.errors import CardroomError
from cardroom.games.paytable import Line, PayTable

__all__ = [
    "Advice",
    "Analysis",
    "CardroomError",
    "Deal",
    "Game",
    "Line",
    "PayTable",
    "SideBet",
    "Simulation",
    "Strategy",
    "evaluate",
    "game",
    "games",
    "ranking",
]
