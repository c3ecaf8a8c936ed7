"""What happens to the house as a whole: on its own stream."""

from __future__ import annotations

from enum import StrEnum

from cardroom.documents import Hash
from cardroom.house.core.events.root import Event
from cardroom.house.core.winners import WinnerField
from cardroom.jackpots.commands import ByTwoPeople
from cardroom.money import Money
from cardroom.table.commands import Seat

__all__ = [
    "Answered", "Archived", "Asked", "Checkpointed", "DayClosed", "DayCorrected", "Expired", "FlagKind",
    "Flagged", "HouseOpened", "LimitsSet", "LogVerified", "MoneyIssued", "RecordsLost", "RefusalsCounted", "Refused",
    "Renamed", "WinnerErased", "WinnerNoted",
]  # fmt: skip


class HouseOpened(Event, frozen=True, kw_only=True, tag="HouseOpened"):
    """The house starts, or starts again, on this floor. The record says with which software."""

    floor: Hash
    is_changed: bool = False  # another floor than before


class Renamed(Event, frozen=True, kw_only=True, tag="Renamed"):
    person: str
    name: str


class Expired(Event, frozen=True, kw_only=True, tag="Expired"):
    """A guest who cannot come back; what was left of the play money is the cage's again."""

    person: str
    amount: Money


class MoneyIssued(Event, frozen=True, kw_only=True, tag="MoneyIssued"):
    person: str
    amount: Money


class LimitsSet(Event, frozen=True, kw_only=True, tag="LimitsSet", omit_defaults=True):
    """A player's own limits; looser ones wait a day."""

    person: str
    loss: Money | None
    minutes: int | None
    money_then: Money  # what the player had in all
    keeps_loss: bool = False  # as it was, whatever is said of it here
    keeps_time: bool = False


class Asked(Event, frozen=True, kw_only=True, tag="Asked"):
    """A change that needs a second person."""

    request: str
    link: str
    change: ByTwoPeople


class Answered(Event, frozen=True, kw_only=True, tag="Answered"):
    request: str
    asked_by: str
    approved: bool


class Refused(Event, frozen=True, kw_only=True, tag="Refused"):
    """An attempt at what a role does not give."""

    person: str
    what: str  # the command's tag
    code: str  # of the refusal


class RefusalsCounted(Event, frozen=True, kw_only=True, tag="RefusalsCounted"):
    """Strangers refused, by what they tried: a command's tag, or the door."""

    counts: dict[str, int]


class FlagKind(StrEnum):
    CASH = "cash"  # bought in on one day
    WINNINGS = "winnings"


class Flagged(Event, frozen=True, kw_only=True, tag="Flagged", omit_defaults=True):
    """Something that a report is due for; it never holds up play."""

    kind: FlagKind
    person: str  # "": a patron whom nobody knows, at a table with real cards
    amount: Money
    table: str  # of cash, where it was bought in last
    round_id: str = ""
    seat: Seat | None = None
    win: str = ""  # of a jackpot; "": the table's own pays


class Checkpointed(Event, frozen=True, kw_only=True, tag="Checkpointed"):
    """The state that all records before this one make has this hash."""

    state: Hash


class DayClosed(Event, frozen=True, kw_only=True, tag="DayClosed"):
    """The figures of a day are final; the record that says so is what is signed."""

    day: str
    figures: Hash


class DayCorrected(Event, frozen=True, kw_only=True, tag="DayCorrected"):
    """A day began by a wrong clock: the records from the first on count for another, whatever they say themselves."""

    wrong: str
    right: str
    first: int
    why: str
    entered_by: str
    approved_by: str


class Archived(Event, frozen=True, kw_only=True, tag="Archived"):
    """Records up to this one are in files, which the manifest of this hash lists."""

    last: int
    manifest: Hash


class LogVerified(Event, frozen=True, kw_only=True, tag="LogVerified"):
    """Every command up to a record was done again and compared."""

    last: int
    head: Hash
    findings: int  # what is not as it must be
    asked_by: str  # a person; "" for whoever has the command line


class RecordsLost(Event, frozen=True, kw_only=True, tag="RecordsLost"):
    """A copy was put in the place of a longer log, and goes on from where it was made."""

    first: int
    last: int  # that is known of
    head: Hash  # of that one


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


OfHouse = (
    HouseOpened | Renamed | Expired | MoneyIssued | LimitsSet | Asked | Answered | Refused
    | RefusalsCounted | Flagged | Checkpointed | DayClosed | DayCorrected | Archived | LogVerified | RecordsLost
    | WinnerNoted | WinnerErased
)  # fmt: skip
