"""The plain reference: a game on a small deck, solved by playing the table engine through a seat's view.

It is slow and knows no shortcut that it has not tried out, so that the fast ways of counting can be held against it.
"""

from cardroom.lab.solvers.reference.deck_search import on_deck, small_decks
from cardroom.lab.solvers.reference.reference_solution import Decided, Reference, play_out, worth_at
from cardroom.lab.solvers.reference.settlement_coverage import Ways
from cardroom.lab.solvers.reference.solver_comparison import (
    ReferenceCheck,
    check_against_reference,
    check_option_worth,
    check_settlement,
)

__all__ = [
    "Decided",
    "Reference",
    "ReferenceCheck",
    "Ways",
    "check_against_reference",
    "check_option_worth",
    "check_settlement",
    "on_deck",
    "play_out",
    "small_decks",
    "worth_at",
]
