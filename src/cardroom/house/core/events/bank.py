"""What happens to the bank of a table: its chips and another plan on its own stream, slips on the house's."""

from __future__ import annotations

from cardroom.documents import Hash
from cardroom.house.core.counts import Purpose
from cardroom.house.core.events.root import Event, EventAtTable
from cardroom.house.core.slips import SlipKind
from cardroom.house.floor import Rack
from cardroom.money import Money
from cardroom.table.commands import VoidCause

__all__ = [
    "Counted", "Credited", "DropCollected", "DropCounted", "Filled", "OfSlip", "SlipApproved", "SlipAsked",
    "SlipPrinted", "SlipReceived", "SlipSent", "SlipVoided", "TableChanged", "TableChanging", "TableClosed",
    "TableClosing", "TableKeptOpen", "TableOpened", "TrayChecked", "TrayCounted",
]  # fmt: skip

# --- a table's stream -------------------------------------------------------------------------------------------------


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


class Filled(EventAtTable, frozen=True, kw_only=True, tag="Filled"):
    public = ("amount",)

    amount: Money


class Credited(EventAtTable, frozen=True, kw_only=True, tag="Credited"):
    public = ("amount",)

    amount: Money


class DropCounted(EventAtTable, frozen=True, kw_only=True, tag="DropCounted"):
    """One person has counted a drop box; nothing moves until another has checked it."""

    public = ()

    rack: Rack
    amount: Money
    expected: Money | None = None  # by the books; None where the cash is real: nobody can know


class DropCollected(EventAtTable, frozen=True, kw_only=True, tag="DropCollected", omit_defaults=True):
    """The drop is in the cage: as two people have counted it, or, where the house deals, by its books."""

    public = ()

    amount: Money
    rack: Rack = {}  # noqa: RUF012 - of a struct, a fresh one each time
    difference: Money = 0  # above zero: there was more than expected; below: it was short
    counted_by: str = ""
    checked_by: str = ""
    why: str = ""


class Counted(EventAtTable, frozen=True, kw_only=True, tag="Counted"):
    """What is in the tray of a table with real cards, by hand: what patrons lost to it or won is known now."""

    public = ()

    inventory: Money
    found: Money  # beyond what the books knew of; below zero: it was not there


class TrayCounted(EventAtTable, frozen=True, kw_only=True, tag="TrayCounted"):
    """One person has counted the tray; nothing moves until another has checked it."""

    public = ("purpose",)

    purpose: Purpose
    rack: Rack
    amount: Money
    expected: Money | None = None  # by the books or the last closing; None: nobody can know


class TrayChecked(EventAtTable, frozen=True, kw_only=True, tag="TrayChecked"):
    """Two people agree on what is in the tray. What differs from what was expected has an account of its own."""

    public = ("purpose",)

    purpose: Purpose
    rack: Rack
    amount: Money
    difference: Money  # above zero: there was more than expected; below: it was short
    counted_by: str
    checked_by: str
    why: str = ""  # it differs


class TableChanging(EventAtTable, frozen=True, kw_only=True, tag="TableChanging"):
    """The table goes on under another plan when its next round begins."""

    public = ("plan",)

    plan: Hash


class TableChanged(EventAtTable, frozen=True, kw_only=True, tag="TableChanged"):
    """The table goes on under another plan, by the staff; until the floor file says something new about it."""

    public = ("plan",)

    plan: Hash


# --- the house's stream -----------------------------------------------------------------------------------------------


class OfSlip(Event, frozen=True, kw_only=True):
    """The root of what happens to a fill or a credit."""

    slip: int


class SlipAsked(OfSlip, frozen=True, kw_only=True, tag="SlipAsked"):
    """A fill or a credit is asked for, under the next number."""

    kind: SlipKind
    table: str
    rack: Rack
    amount: Money


class SlipApproved(OfSlip, frozen=True, kw_only=True, tag="SlipApproved"):
    pass


class SlipSent(OfSlip, frozen=True, kw_only=True, tag="SlipSent"):
    """Its chips are on the way."""


class SlipReceived(OfSlip, frozen=True, kw_only=True, tag="SlipReceived"):
    pass


class SlipVoided(OfSlip, frozen=True, kw_only=True, tag="SlipVoided"):
    """Nothing has moved, or, where a table is gone, the chips on the way are the cage's again."""

    cause: VoidCause = VoidCause.DECLARED
    why: str = ""  # as a person says it


class SlipPrinted(OfSlip, frozen=True, kw_only=True, tag="SlipPrinted"):
    number: int  # every print but the first is a reprint


AtBank = (
    TableOpened | TableClosing | TableKeptOpen | TableClosed | Filled | Credited | DropCounted | DropCollected | Counted
    | TrayCounted | TrayChecked | TableChanging | TableChanged
)  # fmt: skip
AnyOfSlip = SlipAsked | SlipApproved | SlipSent | SlipReceived | SlipVoided | SlipPrinted
