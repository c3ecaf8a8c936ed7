"""What happens at a table of the house in sentences; the round's own events are told by the table room."""

from __future__ import annotations

from collections.abc import Iterable

from cardroom.games.facts import SEAT
from cardroom.games.model import Game
from cardroom.house.engine.event_text import kept_in_words
from cardroom.house.features.tables.messages import Fault
from cardroom.house.kernel.people import PLAYERS, Role
from cardroom.house.log import events as e
from cardroom.money import show_money
from cardroom.table.events import Event as OfRound
from cardroom.table.lines import TranscriptLine, line
from cardroom.table.transcript import tell


def in_words(event: e.TableEvent, game: Game | None, hand: str = "") -> str:
    """An event as a sentence; "" where it is the staff's business, says nothing new, or its game is gone."""
    match event:
        case OfRound():
            return "" if game is None else tell(event, game, hand)
        case e.SatDown():
            return f"{event.name} sits down at seat {event.seat} with {show_money(event.chips)}."
        case e.ToppedUp():
            return f"Seat {event.seat} buys {show_money(event.chips)} more in chips."
        case e.StoodUp():
            return f"Seat {event.seat} gets up with {show_money(event.chips)}."
        case e.SeatRenamed():
            return f"Seat {event.seat} is called {event.name} now."
        case e.HostNamed():
            return f"{event.name} is the host."
        case e.KickedOut():
            return f"The host has asked seat {event.seat} to leave."
        case e.SatOut():
            return f"Seat {event.seat} sits out."
        case e.PaceWished():
            return f"Seat {event.seat} wishes for {event.pace} speed."
        case e.CameBack():
            return f"Seat {event.seat} is back."
        case e.TableOpened():
            return "The table is open."
        case e.TableClosing():
            return "The table is closing: no new round begins."
        case e.TableKeptOpen():
            return "The table does not close: it goes on."
        case e.TableChanging():
            return "From the next round on the table has other limits, side bets or another way of dealing."
        case e.TableChanged():
            return "The table has other limits, side bets or another way of dealing."
        case e.TableClosed():
            return "The table is closed."
        case e.TableStopped():
            return Fault(event.part, event.error).says
        case e.CardsShown():
            return f"{_shown(event)}: {' '.join(event.cards)}."
        case e.DealerTappedIn():
            return f"{event.name} deals."
        case e.DealerTappedOut():
            return f"{event.name} deals no longer."
        case e.SupervisorCalled():
            return "A supervisor is called."
        case e.ShufflerPressed():
            return "" if event.what == "mode" else "The dealer presses the green button of the shuffler."
        case e.PayoutDiffered():
            return f"The payout of seat {event.seat} is looked into by a supervisor."
        case e.PayoutCorrected():
            return f"The payout of seat {event.seat} is put right."
        case e.TableHeld():
            return "The table is held: everything stands still, and no clock runs."
        case e.TableReleased():
            return "The table goes on."
        case e.RoundCorrected():
            return _corrected(event, game)
        case e.PayoutCapped():
            return f"Seat {event.seat} wins {show_money(event.won)}; the posted cap pays {show_money(event.cap)}."
        case _:
            return ""


def line_of(event: e.TableEvent, game: Game | None, hand: str = "") -> TranscriptLine:
    """The same with the rule that it follows."""
    if isinstance(event, OfRound):
        return TranscriptLine("") if game is None else line(event, game, hand)
    cite = game.cite(event.rule) if isinstance(event, e.ShufflerPressed) and game is not None else ""
    return TranscriptLine(in_words(event, game), cite)


def cleared_by(role: Role, events: Iterable[e.TableEvent]) -> str:
    """By whom seats were cleared, as those are told who sat there: the staff by what they are, never by name."""
    kinds = {type(event) for event in events}
    if e.StoodUp not in kinds:
        return ""
    if e.TableClosed in kinds:
        return "The table is closed."
    if e.KickedOut in kinds:
        return "The host has asked you to leave."
    if role in PLAYERS:
        return ""
    return "The house has cleared your seat." if role is Role.SERVICE else "A supervisor has cleared your seat."


def _corrected(event: e.RoundCorrected, game: Game | None) -> str:
    names = {} if game is None else {wager.id: wager.name for wager in game.wagers}
    handed = f" ({show_money(event.paid)} was handed over)" if event.paid != event.booked else ""
    return (
        f"Round {event.round_id}, seat {event.seat}: {names.get(event.wager, event.wager)} is put right,"
        f" {show_money(event.due)} instead of {show_money(event.booked)}{handed}{kept_in_words(event)}."
        if event.due != event.booked
        else f"Round {event.round_id}, seat {event.seat}: {names.get(event.wager, event.wager)} got"
        f" {show_money(event.paid)} instead of {show_money(event.due)}; made good."
    )


def _shown(event: e.CardsShown) -> str:
    return f"Seat {event.seat} shows" if event.holder == SEAT else f"The {event.holder} cards are"
