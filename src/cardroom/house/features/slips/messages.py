"""Fills and credits: chips between cage and tray, each on a slip with a number of its own.

A slip is asked for, approved by another person, and then its chips travel: they leave the cage or the tray, and are
received at the other end. On the way they stand on an account of their own (`accounts.carried`), so that at every
stage the books say who answers for them. A slip whose chips have left is received, and what was wrong with it is put
right by another one; before that it may be void. No number is ever used twice or left out.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from cardroom.bounds import Name, Text
from cardroom.house.floor import Rack
from cardroom.house.kernel.messages import Command, Event, EventAtTable
from cardroom.house.kernel.racks import CountedRack
from cardroom.money import Money
from cardroom.table.commands import VoidCause


class SlipKind(StrEnum):
    FILL = "fill"  # from the cage to the tray
    CREDIT = "credit"  # from the tray to the cage


SlipNumber = Annotated[int, Meta(ge=1, le=2**53)]


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


class Filled(EventAtTable, frozen=True, kw_only=True, tag="Filled"):
    public = ("amount",)

    amount: Money


class Credited(EventAtTable, frozen=True, kw_only=True, tag="Credited"):
    public = ("amount",)

    amount: Money


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


SlipCommand = AskSlip | ApproveSlip | SendFill | ReceiveFill | SendCredit | ReceiveCredit | VoidSlip | PrintSlip
SlipAtTable = Filled | Credited
SlipInHouse = SlipAsked | SlipApproved | SlipSent | SlipReceived | SlipVoided | SlipPrinted
