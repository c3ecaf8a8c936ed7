"""A table: placed, opened, changed, closed; its seats and its chips."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

from cardroom.bounds import Amount, Name
from cardroom.documents import Hash
from cardroom.house.floor import Dealer, Rack
from cardroom.house.kernel.messages import Command, EventAtTable
from cardroom.money import Money
from cardroom.table.commands import Seat


class FaultyPart(StrEnum):
    GAME = "game"  # what is done at the table: a round that is in play cannot go on
    VIEW = "view"  # what is shown or said of it: the round itself stands


class Fault(msgspec.Struct, frozen=True):
    part: FaultyPart
    error: Annotated[str, Meta(max_length=100)]  # the kind of the error; the server's own log has the rest


class Pace(StrEnum):
    """How fast a player wants to play."""

    CALM = "calm"
    NORMAL = "normal"
    QUICK = "quick"


WagerIds = Annotated[tuple[Name, ...], Meta(max_length=12)]


class OpenTable(Command, frozen=True, tag="OpenTable"):
    """Open a table where the house deals, with an inventory of chips from the cage."""

    table: Name
    inventory: Amount


class ChangeTable(Command, frozen=True, tag="ChangeTable", omit_defaults=True):
    """Other limits, side bets or way of dealing, from the next round on. What is left out stays."""

    table: Name
    minimum: Amount | None = None
    maximum: Amount | None = None
    side_minimum: Amount | None = None
    side_maximum: Amount | None = None
    side_bets: WagerIds | None = None  # that are offered; jackpots are their links'
    dealer: Dealer | None = None


class TablePlaced(EventAtTable, frozen=True, kw_only=True, tag="TablePlaced"):
    """The table comes to be, or goes on under another plan from the next round on."""

    public = ("plan",)

    plan: Hash


class TableRemoved(EventAtTable, frozen=True, kw_only=True, tag="TableRemoved"):
    """The table is no longer on the floor."""

    public = ()


class TableStopped(EventAtTable, frozen=True, kw_only=True, tag="TableStopped"):
    """Something of the table has failed: nothing more is played there until it is opened anew."""

    public = ("part", "round_id")

    part: FaultyPart
    error: str  # the kind of the error; the server's own log has the rest
    round_id: str  # in play then; "" where none was


class TableOpened(EventAtTable, frozen=True, kw_only=True, tag="TableOpened"):
    public = ()

    inventory: Money


class TableClosing(EventAtTable, frozen=True, kw_only=True, tag="TableClosing"):
    """The table closes when the round in play is over."""

    public = ()


class TableKeptOpen(EventAtTable, frozen=True, kw_only=True, tag="TableKeptOpen"):
    """The table goes on after all."""

    public = ()


class TableClosed(EventAtTable, frozen=True, kw_only=True, tag="TableClosed"):
    public = ()

    inventory: Money


class TableChanging(EventAtTable, frozen=True, kw_only=True, tag="TableChanging"):
    """The table goes on under another plan when its next round begins."""

    public = ("plan",)

    plan: Hash


class TableChanged(EventAtTable, frozen=True, kw_only=True, tag="TableChanged"):
    """The table goes on under another plan, by the staff; until the floor file says something new about it."""

    public = ("plan",)

    plan: Hash


class InventoryCounted(EventAtTable, frozen=True, kw_only=True, tag="InventoryCounted"):
    """What is in the tray of a table with real cards, by hand: what patrons lost to it or won is known now."""

    public = ()

    inventory: Money
    found: Money  # beyond what the books knew of; below zero: it was not there


class DropCollected(EventAtTable, frozen=True, kw_only=True, tag="DropCollected", omit_defaults=True):
    """The drop is in the cage: as two people have counted it, or, where the house deals, by its books."""

    public = ()

    amount: Money
    rack: Rack = {}  # noqa: RUF012 - of a struct, a fresh one each time
    difference: Money = 0  # above zero: there was more than expected; below: it was short
    counted_by: str = ""
    checked_by: str = ""
    why: str = ""


class SatDown(EventAtTable, frozen=True, kw_only=True, tag="SatDown"):
    public = ("seat", "name", "chips")

    seat: Seat
    person: str
    name: str
    chips: Money


class ToppedUp(EventAtTable, frozen=True, kw_only=True, tag="ToppedUp"):
    public = ("seat", "chips")

    seat: Seat
    chips: Money


class StoodUp(EventAtTable, frozen=True, kw_only=True, tag="StoodUp"):
    public = ("seat", "chips")

    seat: Seat
    chips: Money


class SatOut(EventAtTable, frozen=True, kw_only=True, tag="SatOut"):
    """The seat is kept and not waited for."""

    public = ("seat", "cause")

    seat: Seat
    cause: str  # as the command has it


class PaceSet(EventAtTable, frozen=True, kw_only=True, tag="PaceSet"):
    """How fast a seat wants to play: "calm", "normal" or "quick"."""

    public = ("seat", "pace")

    seat: Seat
    pace: str


class CameBack(EventAtTable, frozen=True, kw_only=True, tag="CameBack"):
    public = ("seat",)

    seat: Seat


class SeatRenamed(EventAtTable, frozen=True, kw_only=True, tag="SeatRenamed"):
    """Whoever sits there is called otherwise now."""

    public = ("seat", "name")

    seat: Seat
    name: str


TableCommand = OpenTable | ChangeTable
TableAtTable = (
    TablePlaced
    | TableRemoved
    | TableStopped
    | TableOpened
    | TableClosing
    | TableKeptOpen
    | TableClosed
    | TableChanging
    | TableChanged
    | InventoryCounted
    | DropCollected
    | SatDown
    | ToppedUp
    | StoodUp
    | SatOut
    | PaceSet
    | CameBack
    | SeatRenamed
)
