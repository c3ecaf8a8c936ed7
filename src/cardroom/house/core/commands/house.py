"""What concerns the house as a whole: what its people ask, and what it does by itself."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from cardroom.bounds import Amount, Name, Text
from cardroom.documents import Hash
from cardroom.house.core.alerts import AlertKind
from cardroom.house.core.commands.root import Command
from cardroom.house.core.duty import CardRefusal
from cardroom.house.core.faults import Fault
from cardroom.house.core.winners import WinnerField
from cardroom.jackpots.config import Source
from cardroom.table.commands import VoidCause

__all__ = [
    "Admit", "Archive", "ClearAlert", "CloseDay", "CorrectDay", "CountRefusals", "Day", "EraseWinner", "ExpireGuests",
    "NoteLoss", "NoteRefusedCard", "NoteVerification", "NoteWinner", "OpenHouse", "RaiseAlert", "StopTable",
    "TakeCheckpoint", "VoidWithoutKey",
]  # fmt: skip

Day = Annotated[str, Meta(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]  # of the house: see `days`

# --- its days ---------------------------------------------------------------------------------------------------------


class CloseDay(Command, frozen=True, tag="CloseDay"):
    """Freeze the figures of a gaming day that is over."""

    day: Day


class CorrectDay(Command, frozen=True, tag="CorrectDay"):
    """The gaming day that is on began by a wrong clock: what was done from its first record on counts for another."""

    day: Day  # that it counts for
    first: Annotated[int, Meta(ge=1, le=2**53)]  # the record that the wrong day began with
    why: Text


# --- the house itself -------------------------------------------------------------------------------------------------


class OpenHouse(Command, frozen=True, tag="OpenHouse", omit_defaults=True):
    """Start, or start again, on this floor: tables and links that are new on it come to be, others change or end."""

    floor: Hash
    closes: dict[Name, VoidCause] = {}  # noqa: RUF012 - tables that cannot be played at: their rounds are void


class ExpireGuests(Command, frozen=True, tag="ExpireGuests"):
    """Guests who cannot come back; their play money returns to the cage."""

    people: tuple[Name, ...]


class Admit(Command, frozen=True, tag="Admit"):
    """Somebody has come to a table among friends by its invitation, which is no part of this."""

    table: Name
    person: Name


class NoteRefusedCard(Command, frozen=True, tag="NoteRefusedCard"):
    """A staff card was not taken: it is unknown or revoked, its PIN was wrong, or it is not enough."""

    place: Name  # the table; where there is none, who is signed in, or the terminal
    number: str  # "" where nobody knows which card it is
    entered_by: str  # who is signed in there; "" for nobody
    what: str
    refusal: CardRefusal


class CountRefusals(Command, frozen=True, tag="CountRefusals"):
    """How often strangers were refused since the last count, by what they tried."""

    counts: dict[str, int]


class RaiseAlert(Command, frozen=True, tag="RaiseAlert"):
    """The watcher has found something that somebody has to look at."""

    kind: AlertKind
    place: Name  # a table, a link, or "house"
    cause: Annotated[str, Meta(max_length=200)]  # another one at the same place is another alert
    says: Text


class ClearAlert(Command, frozen=True, tag="ClearAlert"):
    """The cause of an alert has gone. It stands all the same until somebody has acknowledged it."""

    alert: Name


class NoteVerification(Command, frozen=True, tag="NoteVerification"):
    """The log was verified up to this record, in the running house or from the command line."""

    last: int
    head: Hash
    findings: int
    asked_by: str = ""


class StopTable(Command, frozen=True, tag="StopTable"):
    """Something of a table has failed: nothing more is played there. Only what cannot go on is given back."""

    table: Name
    fault: Fault


class NoteLoss(Command, frozen=True, tag="NoteLoss"):
    """A copy has been put in the place of a log that was longer: these records are lost."""

    first: int
    last: int  # that is known of; there may have been more
    head: Hash  # of that one


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


class VoidWithoutKey(Command, frozen=True, tag="VoidWithoutKey"):
    """A round in progress is void, as the key of its cards is lost. Two people know of it: one is this command's."""

    table: Name
    round_id: Name
    entered_by: Name  # the other


class TakeCheckpoint(Command, frozen=True, tag="TakeCheckpoint"):
    """Keep the state that all records so far make, so that a start need not read them."""


class Archive(Command, frozen=True, tag="Archive"):
    """The records up to this one have been written to files; the manifest of these has this hash."""

    last: int
    manifest: Hash


AboutHouse = CloseDay | CorrectDay
ByItself = (
    OpenHouse | ExpireGuests | Admit | NoteRefusedCard | CountRefusals | RaiseAlert
    | ClearAlert | NoteVerification | NoteLoss | NoteWinner | EraseWinner | StopTable | VoidWithoutKey
    | TakeCheckpoint | Archive
)  # fmt: skip
