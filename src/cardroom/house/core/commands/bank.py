"""What can be asked about the bank of a table: opening, counting, closing, slips for the cage, limits.

Chips are counted by value. Two people count a tray: one enters what is in it, another checks that. Chips between cage
and tray travel on a numbered slip, and every stage of it is somebody's.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from cardroom.bounds import LARGEST, Amount, AmountOrNothing, Name, Text
from cardroom.house.core.commands.root import Command
from cardroom.house.core.counts import Purpose
from cardroom.house.core.slips import SlipKind
from cardroom.house.floor import Dealer

__all__ = [
    "ApproveSlip", "AskSlip", "ChangeTable", "CheckCount", "CheckDrop", "CloseTable", "CollectDrop", "CountDrop",
    "CountTray", "KeepOpen", "OpenTable", "PrintSlip", "ReceiveCredit", "ReceiveFill",
    "SendCredit", "SendFill", "VoidSlip",
]  # fmt: skip

ChipValue = Annotated[int, Meta(ge=1, le=LARGEST)]
ChipCount = Annotated[int, Meta(ge=0, le=1_000_000)]
CountedRack = Annotated[dict[ChipValue, ChipCount], Meta(max_length=20)]
SlipNumber = Annotated[int, Meta(ge=1, le=2**53)]
Reason = Annotated[str, Meta(max_length=400)]
WagerIds = Annotated[tuple[Name, ...], Meta(max_length=12)]

# --- opening and closing ----------------------------------------------------------------------------------------------


class OpenTable(Command, frozen=True, tag="OpenTable"):
    """Open a table where the house deals, with an inventory of chips from the cage."""

    table: Name
    inventory: Amount


class CloseTable(Command, frozen=True, tag="CloseTable", omit_defaults=True):
    """Close a table, after the round in play; where a person deals its tray is then counted."""

    table: Name
    counted: AmountOrNothing | None = None  # of earlier versions: what is in the tray


class KeepOpen(Command, frozen=True, tag="KeepOpen"):
    """A closing that was announced is taken back, before the tray is counted: the table goes on."""

    table: Name


class CountTray(Command, frozen=True, tag="CountTray"):
    """What is in the tray by chip, for the opening or the closing. Somebody else checks it."""

    table: Name
    purpose: Purpose
    rack: CountedRack


class CheckCount(Command, frozen=True, tag="CheckCount", omit_defaults=True):
    """The tray is as another person has counted it: the table opens with that, or closes."""

    table: Name
    rack: CountedRack
    why: Reason = ""  # it differs by more than the house lets pass


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
    why: Reason = ""  # it differs by more than the house lets pass


class ChangeTable(Command, frozen=True, tag="ChangeTable", omit_defaults=True):
    """Other limits, side bets or way of dealing, from the next round on. What is left out stays."""

    table: Name
    minimum: Amount | None = None
    maximum: Amount | None = None
    side_minimum: Amount | None = None
    side_maximum: Amount | None = None
    side_bets: WagerIds | None = None  # that are offered; jackpots are their links'
    dealer: Dealer | None = None


# --- slips ------------------------------------------------------------------------------------------------------------


class AskSlip(Command, frozen=True, tag="AskSlip"):
    """Ask for a fill or a credit: a slip is numbered for it."""

    table: Name
    kind: SlipKind
    rack: CountedRack


class ApproveSlip(Command, frozen=True, tag="ApproveSlip"):
    """Approve a fill or a credit that somebody else has asked for."""

    slip: SlipNumber


class SendFill(Command, frozen=True, tag="SendFill"):
    """The chips of an approved fill leave the cage."""

    slip: SlipNumber


class ReceiveFill(Command, frozen=True, tag="ReceiveFill"):
    """The chips of a fill are in the tray."""

    slip: SlipNumber


class SendCredit(Command, frozen=True, tag="SendCredit"):
    """The chips of an approved credit leave the tray."""

    slip: SlipNumber


class ReceiveCredit(Command, frozen=True, tag="ReceiveCredit"):
    """The chips of a credit are in the cage."""

    slip: SlipNumber


class VoidSlip(Command, frozen=True, tag="VoidSlip"):
    """A slip whose chips have not left is not needed, or wrong. Its number stays its own."""

    slip: SlipNumber
    why: Text


class PrintSlip(Command, frozen=True, tag="PrintSlip"):
    """Print a slip; every print but the first says that it is a reprint."""

    slip: SlipNumber


OfBank = (
    OpenTable | CloseTable | KeepOpen | CountTray | CheckCount | CollectDrop | CountDrop | CheckDrop | ChangeTable
    | AskSlip | ApproveSlip | SendFill | ReceiveFill | SendCredit | ReceiveCredit | VoidSlip | PrintSlip
)  # fmt: skip
