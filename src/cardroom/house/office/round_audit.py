"""A round played again: the same bets, decisions and irregularities on the deck of its seed."""

from __future__ import annotations

from cardroom.errors import CardroomError
from cardroom.table import Round
from cardroom.table import commands as t
from cardroom.table.events import (
    AnyEvent,
    BetPlaced,
    Folded,
    HandFouled,
    LateBetRefused,
    MispayCorrected,
    Raised,
    RoundOpened,
    RoundVoided,
)
from cardroom.table.shuffler import shuffle


def play_again(events: list[AnyEvent], seed: bytes) -> list[AnyEvent]:
    """The events that the same bets, decisions and irregularities lead to on the deck of this seed."""
    opened = events[0]
    assert isinstance(opened, RoundOpened)
    deck, dice = shuffle(seed)
    round_ = Round([opened], deck, dice)
    while len(round_.events) < len(events):
        command = _command_behind(events[len(round_.events)])
        if command is None:
            command = round_.next_act()
        if command is None:
            raise CardroomError("stuck", "an act of the dealer is recorded where none is due")
        round_.do(command)
    return round_.events


def _command_behind(event: AnyEvent) -> t.AnyCommand | None:
    """What somebody did that led to this event; None where it was the dealer's next act."""
    match event:
        case BetPlaced():
            return t.Bet(event.seat, event.stakes)
        case Raised():
            return t.Choose(event.seat, event.multiple)
        case Folded():
            return t.Choose(event.seat, 0)
        case HandFouled():
            return t.FoulHand(event.seat, event.reason)
        case RoundVoided():
            return t.DeclareMisdeal(event.reason)
        case LateBetRefused():
            return t.RefuseLateBet(event.seat, event.wager, event.amount)
        case MispayCorrected():
            return t.CorrectMispay(event.seat, event.wager, event.paid, event.reason)
        case _:
            return None
