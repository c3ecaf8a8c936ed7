"""A winner's data: that it was entered, and that it is erased. The data itself never comes here."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from cardroom.errors import CardroomError
from cardroom.house.features.winner_data.messages import EraseWinner, NoteWinner, WinnerErased, WinnerNoted
from cardroom.house.features.winner_data.state import TAX_DATA
from cardroom.house.kernel.dual_control import require_two
from cardroom.jackpots.setup.config import Source
from cardroom.money import show_money

if TYPE_CHECKING:
    from cardroom.house.engine.unit_of_work import UnitOfWork


def note(work: UnitOfWork, command: NoteWinner) -> None:
    """Of awards off a meter and posted prizes; tax data only where a threshold of the floor file asks for it."""
    if command.source is Source.TRAY:
        raise CardroomError("paid-from-tray", f"Win {command.win} was paid from the tray: nobody is asked who won it.")
    if not command.fields:
        raise CardroomError("no-winner", "Write down the winner's name, or whatever else is asked for.")
    asked = work.house.floor.winners.tax_threshold(_day(command.won))
    if TAX_DATA & set(command.fields) and (asked is None or command.amount < asked.amount):
        since = "no threshold is in the floor file" if asked is None else f"it is asked from {show_money(asked.amount)}"
        raise CardroomError("not-asked", f"For {show_money(command.amount)} no tax data is kept: {since}.")
    work.in_house(WinnerNoted(link=command.link, win=command.win, fields=command.fields))


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise CardroomError("bad-day", f"“{text}” is no day.") from None


def erase(work: UnitOfWork, command: EraseWinner) -> None:
    """By two people, when the house's time is over."""
    alone = "It takes two people to erase a winner's data: another one swipes the card."
    require_two(work.house, command.entered_by, work.by, alone)
    days = work.house.floor.winners.keep_days
    if days is None:
        raise CardroomError(
            "no-retention", "How long winners' data is kept is not in the floor file: [winners] keep_days says it."
        )
    until = _day(command.won) + timedelta(days=days)
    if work.at.date() < until:
        raise CardroomError("kept", f"The data of win {command.win} is kept until {until}, for {days} days.")
    work.in_house(WinnerErased(link=command.link, win=command.win, entered_by=command.entered_by))
