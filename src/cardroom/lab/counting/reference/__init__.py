"""The plain reference: a game on a small deck, solved by playing the table engine through a seat's view.

It is slow and knows no shortcut that it has not tried out, so that the fast ways of counting can be held against it.
"""

from cardroom.lab.counting.reference.holding import hold_against, hold_worth
from cardroom.lab.counting.reference.solving import Decided, Reference, play_out, worth_at

__all__ = ["Decided", "Reference", "hold_against", "hold_worth", "play_out", "worth_at"]
