"""Which fields are told of a winner. What they say is in no command and in no record."""

from __future__ import annotations

from enum import StrEnum

from cardroom.bounds import Amount, Name
from cardroom.house.kernel.messages import Command, Event
from cardroom.jackpots.setup.config import Source


class WinnerField(StrEnum):
    NAME = "name"
    IDENTIFICATION = "identification"
    ADDRESS = "address"
    TAX_NUMBER = "tax_number"


class NoteWinner(Command, frozen=True, tag="NoteWinner"):
    """Somebody has written down who won: which fields, and nothing of what they say. Only the server makes it."""

    link: Name
    win: Name
    fields: tuple[WinnerField, ...]
    source: Source  # as the log has it
    amount: Amount
    won: Name  # the day


class EraseWinner(Command, frozen=True, tag="EraseWinner"):
    """The key to a winner's data is destroyed. Two people want it: one is this command's. Only the server makes it."""

    link: Name
    win: Name
    entered_by: Name  # the other
    won: Name  # the day, as the log has it


class WinnerNoted(Event, frozen=True, kw_only=True, tag="WinnerNoted"):
    """Which fields of a winner's data somebody has entered. What they say is not here."""

    link: str
    win: str
    fields: tuple[WinnerField, ...]


class WinnerErased(Event, frozen=True, kw_only=True, tag="WinnerErased"):
    """Nobody reads the data of a winner any more: `entered_by` and whose record this is have destroyed its key."""

    link: str
    win: str
    entered_by: str


WinnerByHouse = NoteWinner | EraseWinner
WinnerInHouse = WinnerNoted | WinnerErased
