"""What happens in the house: on a table's stream around its rounds, and on the house's own."""

from __future__ import annotations

import msgspec

from cardroom.house.core.commands import AskAdjustment, AskBackOut, AskRates
from cardroom.money import Money
from cardroom.table.commands import Seat
from cardroom.table.events import AnyEvent as RoundEvent


class Event(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The root of all events."""


# --- a table's stream -------------------------------------------------------------------------------------------------


class TableOpened(Event, frozen=True, kw_only=True, tag=True):
    inventory: Money


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


class RoundBegan(Event, frozen=True, kw_only=True, tag=True):
    """The deck is shuffled; anyone can later check it against the commitment."""

    round_id: str
    commitment: str


class Played(Event, frozen=True, kw_only=True, tag=True):
    """Something of the round itself."""

    round_id: str
    event: RoundEvent


class SeedRevealed(Event, frozen=True, kw_only=True, tag=True):
    round_id: str
    seed: str


class PayoutCapped(Event, frozen=True, kw_only=True, tag=True):
    """The house's posted payout cap was reached (WAC 230-15-490)."""

    round_id: str
    seat: Seat
    won: Money
    cap: Money


TableEvent = (
    TableOpened
    | TableClosed
    | Filled
    | Credited
    | DropCollected
    | SatDown
    | ToppedUp
    | StoodUp
    | RoundBegan
    | Played
    | SeedRevealed
    | PayoutCapped
)


# --- the house's stream -----------------------------------------------------------------------------------------------


class HouseOpened(Event, frozen=True, kw_only=True, tag=True):
    """The house starts, or starts again: under which floor file and which software."""

    floor_hash: str
    version: str


class Enrolled(Event, frozen=True, kw_only=True, tag=True):
    person: str
    name: str
    role: str


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
    command: AskAdjustment | AskBackOut | AskRates


class Answered(Event, frozen=True, kw_only=True, tag=True):
    request: str
    approved: bool


class Refused(Event, frozen=True, kw_only=True, tag=True):
    """An attempt at what a role does not give."""

    role: str
    command: str
    reason: str


class Flagged(Event, frozen=True, kw_only=True, tag=True):
    """Something that a report is due for; it never holds up play."""

    kind: str
    person: str
    amount: Money
    detail: str


class Anchored(Event, frozen=True, kw_only=True, tag=True):
    """The heads of all streams, so that no stream can be cut short unseen."""

    heads: dict[str, str]


HouseEvent = HouseOpened | Enrolled | MoneyIssued | LimitsSet | Asked | Answered | Refused | Flagged | Anchored
