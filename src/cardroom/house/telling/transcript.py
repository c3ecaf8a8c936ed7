"""What happens at a table of the house in sentences; the round's own events are told by the table room."""

from __future__ import annotations

from cardroom.games.facts import SEAT
from cardroom.games.model import Game
from cardroom.house.core import events as e
from cardroom.money import show_money
from cardroom.table.events import Event as OfRound
from cardroom.table.transcript import tell


def in_words(event: e.TableEvent, game: Game | None) -> str:
    """An event as a sentence; "" where it is the staff's business, says nothing new, or its game is gone."""
    match event:
        case OfRound():
            return "" if game is None else tell(event, game)
        case e.SatDown():
            return f"{event.name} sits down at seat {event.seat} with {show_money(event.chips)}."
        case e.ToppedUp():
            return f"Seat {event.seat} buys {show_money(event.chips)} more in chips."
        case e.StoodUp():
            return f"Seat {event.seat} gets up with {show_money(event.chips)}."
        case e.TableOpened():
            return "The table is open."
        case e.TableClosing():
            return "The table closes when this round is over."
        case e.TableClosed():
            return "The table is closed."
        case e.CardsShown():
            return f"{_shown(event)}: {' '.join(event.cards)}."
        case e.DealerTappedIn():
            return f"{event.name} deals."
        case e.DealerTappedOut():
            return f"{event.name} deals no longer."
        case e.SupervisorCalled():
            return "A supervisor is called."
        case e.PayoutCapped():
            return f"Seat {event.seat} wins {show_money(event.won)}; the posted cap pays {show_money(event.cap)}."
        case _:
            return ""


def _shown(event: e.CardsShown) -> str:
    return f"Seat {event.seat} shows" if event.holder == SEAT else f"The {event.holder} cards are"
