"""Trays counted by chip and drop boxes by note: one person counts, another checks."""

from __future__ import annotations

from enum import StrEnum

from cardroom.bounds import Name
from cardroom.house.floor import Rack
from cardroom.house.kernel.messages import Command, EventAtTable, Remark
from cardroom.house.kernel.racks import CountedRack
from cardroom.money import Money


class Purpose(StrEnum):
    OPENING = "opening"
    CLOSING = "closing"
    DROP = "drop"


class CountTray(Command, frozen=True, tag="CountTray"):
    """What is in the tray by chip, for the opening or the closing. Somebody else checks it."""

    table: Name
    purpose: Purpose
    rack: CountedRack


class CheckCount(Command, frozen=True, tag="CheckCount", omit_defaults=True):
    """The tray is as another person has counted it: the table opens with that, or closes."""

    table: Name
    rack: CountedRack
    why: Remark = ""  # it differs by more than the house lets pass


class CollectDrop(Command, frozen=True, tag="CollectDrop"):
    """Empty the drop box of a table where the house deals into the cage: its books know what is in it."""

    table: Name


class CountDrop(Command, frozen=True, tag="CountDrop"):
    """What is in the drop box by note, where a person deals. Somebody else checks it."""

    table: Name
    rack: CountedRack


class CheckDrop(Command, frozen=True, tag="CheckDrop", omit_defaults=True):
    """The drop is as another person has counted it: it goes into the cage."""

    table: Name
    rack: CountedRack
    why: Remark = ""  # it differs by more than the house lets pass


class DropCounted(EventAtTable, frozen=True, kw_only=True, tag="DropCounted"):
    """One person has counted a drop box; nothing moves until another has checked it."""

    public = ()

    rack: Rack
    amount: Money
    expected: Money | None = None  # by the books; None where the cash is real: nobody can know


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


CountCommand = CountTray | CheckCount | CollectDrop | CountDrop | CheckDrop
CountAtTable = DropCounted | TrayCounted | TrayChecked
