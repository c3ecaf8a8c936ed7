"""What happens in the house: on a table's stream around its rounds, and on the house's own."""

from __future__ import annotations

import msgspec

from cardroom.cards import Card
from cardroom.documents import Hash
from cardroom.jackpots.commands import ByTwoPeople
from cardroom.money import Money
from cardroom.table.commands import Seat
from cardroom.table.events import AnyEvent as RoundEvent


class Event(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The root of all events of the house; those of a round have one of their own."""


# --- a table's stream -------------------------------------------------------------------------------------------------


class TablePlaced(Event, frozen=True, kw_only=True, tag=True):
    """The table comes to be, or goes on under another plan from the next round on."""

    plan: Hash


class TableRemoved(Event, frozen=True, kw_only=True, tag=True):
    """The table is no longer on the floor."""


class TableOpened(Event, frozen=True, kw_only=True, tag=True):
    inventory: Money


class TableClosing(Event, frozen=True, kw_only=True, tag=True):
    """The table closes when the round in play is over."""


class TableClosed(Event, frozen=True, kw_only=True, tag=True):
    inventory: Money


class Filled(Event, frozen=True, kw_only=True, tag=True):
    amount: Money


class Credited(Event, frozen=True, kw_only=True, tag=True):
    amount: Money


class DropCollected(Event, frozen=True, kw_only=True, tag=True):
    amount: Money


class SatDown(Event, frozen=True, kw_only=True, tag=True):
    seat: Seat
    person: str
    name: str
    chips: Money


class ToppedUp(Event, frozen=True, kw_only=True, tag=True):
    seat: Seat
    chips: Money


class StoodUp(Event, frozen=True, kw_only=True, tag=True):
    seat: Seat
    chips: Money


class RoundBegan(Event, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """The deck is shuffled; anyone can later check it against the commitment."""

    round_id: str
    commitment: str
    nonce: str = ""  # what the seed is made from, with a key of the house; "" in format 1
    key: str = ""  # the short name of that key


class SeedRevealed(Event, frozen=True, kw_only=True, tag=True):
    round_id: str
    seed: str


class PayoutCapped(Event, frozen=True, kw_only=True, tag=True):
    """The house's posted payout cap was reached (WAC 230-15-490)."""

    round_id: str
    seat: Seat
    won: Money
    cap: Money


class RealRoundBegan(Event, frozen=True, kw_only=True, tag=True):
    """Real cards are dealt: the wagers of the round have been counted on a console."""

    round_id: str


class SensorsCounted(Event, frozen=True, kw_only=True, tag=True):
    """Real chips on lit sensors count for a link, and are taken into the tray.

    What the link has of them is the cage's to keep.
    """

    round_id: str
    link: str
    seats: tuple[Seat, ...]
    amount: Money


class CardsShown(Event, frozen=True, kw_only=True, tag=True):
    """Real cards that prove a hand: those of a seat, of the dealer, or of the community."""

    round_id: str
    holder: str
    seat: Seat  # whose hand they prove
    cards: tuple[Card, ...]
    entered_by: str
    verified_by: str


class JackpotChips(Event, frozen=True, kw_only=True, tag=True):
    """Real chips of a jackpot that came into the tray later, or, below zero, went back or out for the link."""

    round_id: str
    amount: Money


class Counted(Event, frozen=True, kw_only=True, tag=True):
    """What is in the tray of a table with real cards, by hand: what patrons lost to it or won is known now."""

    inventory: Money
    found: Money  # beyond what the books knew of; below zero: it was not there


class DealerTappedIn(Event, frozen=True, kw_only=True, tag=True):
    """Somebody deals here from now on, in the place of whoever did so before."""

    person: str
    name: str
    relieves: str = ""  # a person; "" for nobody


class DealerTappedOut(Event, frozen=True, kw_only=True, tag=True):
    person: str
    name: str


class SupervisorCalled(Event, frozen=True, kw_only=True, tag=True):
    why: str


class CallAnswered(Event, frozen=True, kw_only=True, tag=True):
    """The supervisor is there."""


HouseTableEvent = (
    TablePlaced | TableRemoved | TableOpened | TableClosing | TableClosed | Filled | Credited | DropCollected
    | SatDown | ToppedUp | StoodUp | RoundBegan | SeedRevealed | PayoutCapped
    | RealRoundBegan | SensorsCounted | CardsShown | JackpotChips | Counted
    | DealerTappedIn | DealerTappedOut | SupervisorCalled | CallAnswered
)  # fmt: skip
TableEvent = HouseTableEvent | RoundEvent


# --- the house's stream -----------------------------------------------------------------------------------------------


class HouseOpened(Event, frozen=True, kw_only=True, tag=True):
    """The house starts, or starts again, on this floor. The record says with which software."""

    floor: Hash
    is_changed: bool = False  # another floor than before


class Enrolled(Event, frozen=True, kw_only=True, tag=True):
    person: str
    name: str
    role: str


class Expired(Event, frozen=True, kw_only=True, tag=True):
    """A guest who cannot come back; what was left of the play money is the cage's again."""

    person: str
    amount: Money


class MoneyIssued(Event, frozen=True, kw_only=True, tag=True):
    person: str
    amount: Money


class LimitsSet(Event, frozen=True, kw_only=True, tag=True):
    """A player's own limits; looser ones wait a day."""

    person: str
    loss: Money | None
    minutes: int | None
    money_then: Money  # what the player had in all


class Asked(Event, frozen=True, kw_only=True, tag=True):
    """A change that needs a second person."""

    request: str
    link: str
    change: ByTwoPeople


class Answered(Event, frozen=True, kw_only=True, tag=True):
    request: str
    asked_by: str
    approved: bool


class Refused(Event, frozen=True, kw_only=True, tag=True):
    """An attempt at what a role does not give, or a wrong password."""

    person: str
    what: str
    reason: str


class CardIssued(Event, frozen=True, kw_only=True, tag=True):
    number: str
    person: str


class CardRevoked(Event, frozen=True, kw_only=True, tag=True):
    number: str
    person: str
    why: str


class CardRefused(Event, frozen=True, kw_only=True, tag=True):
    """A staff card was swiped and not taken; a supervisor sees it until another one is, or until he has seen it."""

    place: str  # a table; where there is none, who is signed in, or the terminal
    number: str  # "" where nobody knows which card it is
    person: str  # its holder; "" likewise
    entered_by: str  # who is signed in there; "" for nobody
    what: str
    reason: str


class RefusalCleared(Event, frozen=True, kw_only=True, tag=True):
    """Nothing about a refused card is left to be looked into at this place."""

    place: str


class RefusalsCounted(Event, frozen=True, kw_only=True, tag=True):
    """Strangers refused, by what they tried."""

    counts: dict[str, int]


class Flagged(Event, frozen=True, kw_only=True, tag=True):
    """Something that a report is due for; it never holds up play."""

    kind: str
    person: str
    amount: Money
    detail: str


class Checkpointed(Event, frozen=True, kw_only=True, tag=True):
    """The state that all records before this one make has this hash."""

    state: Hash


class DayClosed(Event, frozen=True, kw_only=True, tag=True):
    """The figures of a day are final; the record that says so is what is signed."""

    day: str
    figures: Hash


class Archived(Event, frozen=True, kw_only=True, tag=True):
    """Records up to this one are in files, which the manifest of this hash lists."""

    last: int
    manifest: Hash


HouseEvent = (
    HouseOpened | Enrolled | Expired | MoneyIssued | LimitsSet | Asked | Answered | Refused | RefusalsCounted | Flagged
    | CardIssued | CardRevoked | CardRefused | RefusalCleared | Checkpointed | DayClosed | Archived
)  # fmt: skip
