"""What is wrong with a game file, each mistake with its line.

Everything here is found without dealing a card: from the game that the file makes, from every way its settlements and
conditions can go, and from the file's own text, which says where things stand.
"""

from cardroom.games.checks.all_checks import mistakes_in
from cardroom.games.checks.mistakes import Mistake

__all__ = ["Mistake", "mistakes_in"]
