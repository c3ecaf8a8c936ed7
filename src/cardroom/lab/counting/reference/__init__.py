"""The plain reference: a game on a small deck, solved by playing the table engine through a seat's view.

It is slow and knows no shortcut that it has not tried out, so that the fast ways of counting can be held against it.
"""

from cardroom.lab.counting.reference.decks import on_deck, small_decks
from cardroom.lab.counting.reference.holding import Held, hold_against, hold_settlement, hold_worth
from cardroom.lab.counting.reference.reaching import Ways
from cardroom.lab.counting.reference.solving import Decided, Reference, play_out, worth_at

__all__ = [
    "Decided",
    "Held",
    "Reference",
    "Ways",
    "hold_against",
    "hold_settlement",
    "hold_worth",
    "on_deck",
    "play_out",
    "small_decks",
    "worth_at",
]
