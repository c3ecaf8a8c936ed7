"""Tables in words."""

from __future__ import annotations

from typing import Protocol

from cardroom.games.model import Game
from cardroom.house.features.tables.messages import (
    CameBack,
    DropCollected,
    Fault,
    FaultyPart,
    InventoryCounted,
    PaceSet,
    SatDown,
    SatOut,
    SeatRenamed,
    StoodUp,
    TableAtTable,
    TableChanged,
    TableChanging,
    TableClosed,
    TableClosing,
    TableKeptOpen,
    TableOpened,
    TableRemoved,
    TableStopped,
    ToppedUp,
)
from cardroom.house.kernel.feature_table import Noted
from cardroom.money import Money, show_money


def told(event: TableAtTable, game: Game | None) -> str:
    """To those at the table; "" where it is the staff's business, or says nothing new."""
    match event:
        case SatDown():
            return f"{event.name} sits down at seat {event.seat} with {show_money(event.chips)}."
        case ToppedUp():
            return f"Seat {event.seat} buys {show_money(event.chips)} more in chips."
        case StoodUp():
            return f"Seat {event.seat} gets up with {show_money(event.chips)}."
        case SeatRenamed():
            return f"Seat {event.seat} is called {event.name} now."
        case SatOut():
            return f"Seat {event.seat} sits out."
        case PaceSet():
            return f"Seat {event.seat} wishes for {event.pace} speed."
        case CameBack():
            return f"Seat {event.seat} is back."
        case TableOpened():
            return "The table is open."
        case TableClosing():
            return "The table is closing: no new round begins."
        case TableKeptOpen():
            return "The table does not close: it goes on."
        case TableChanging():
            return "From the next round on the table has other limits, side bets or another way of dealing."
        case TableChanged():
            return "The table has other limits, side bets or another way of dealing."
        case TableClosed():
            return "The table is closed."
        case TableStopped():
            return fault_in_words(event)
        case _:
            return ""


def significant(event: TableAtTable, noted: Noted) -> str:
    """To the staff."""
    table = noted.table
    match event:
        case TableOpened():
            return f"Table {table} opens with {show_money(event.inventory)}."
        case TableClosing():
            return f"Table {table} closes when its round is over."
        case TableKeptOpen():
            return f"Table {table} does not close: it goes on."
        case TableClosed():
            return f"Table {table} closes with {show_money(event.inventory)}."
        case DropCollected():
            return f"The drop of table {table} is collected: {show_money(event.amount)}{by_two(event)}."
        case InventoryCounted():
            return f"The tray of table {table} is counted: {show_money(event.inventory)}."
        case TableChanging():
            return f"Table {table} has another plan from the next round on."
        case TableChanged():
            return f"Table {table} has another plan."
        case TableStopped():
            during = f" during round {event.round_id}" if event.round_id else ""
            return f"Table {table} is stopped{during}: its {event.part} has failed ({event.error})."
        case TableRemoved():
            return f"Table {table} is taken off the floor."
        case _:
            return ""


class ByTwo(Protocol):
    """What two people agree on."""

    @property
    def difference(self) -> Money: ...
    @property
    def counted_by(self) -> str: ...
    @property
    def checked_by(self) -> str: ...
    @property
    def why(self) -> str: ...


def by_two(event: ByTwo) -> str:
    """As two people agree on it, with what was missing or too much; "" where nobody has counted."""
    if not event.counted_by:
        return ""
    over = "over" if event.difference > 0 else "short"
    found = f", {show_money(abs(event.difference))} {over}" if event.difference else ""
    why = f" ({event.why.rstrip('.')})" if event.why else ""
    return f"{found}{why}, counted by {event.counted_by}, checked by {event.checked_by}"


def fault_in_words(fault: Fault | TableStopped) -> str:
    """Why a table has stopped, to everyone."""
    if fault.part is FaultyPart.GAME:
        return (
            "The table is closed: its game could not go on. What was paid stays paid, and the stakes of a round"
            " that was in play are back. The staff has been told."
        )
    return (
        "The table is closed: it cannot be shown at the moment. Every chip lies where it lay, and is yours. The"
        " staff has been told, and sees to it."
    )
