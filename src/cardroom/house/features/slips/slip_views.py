"""A slip and its chips as people are shown them: colours, who signed, where it stands and what takes it on."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

from cardroom.house.features.slips.messages import SlipKind
from cardroom.house.features.slips.state import Slip, SlipStage
from cardroom.house.floor import Chips
from cardroom.house.floor.chips import COINS
from cardroom.house.floor.display_names import table_title
from cardroom.house.kernel.racks import countable_pieces
from cardroom.money import Money, show_money

if TYPE_CHECKING:
    from cardroom.house.engine.house import House


class ChipPile(msgspec.Struct, frozen=True):
    """Chips of one value; of coins, cents."""

    value: Money
    colour: str
    name: str
    count: int


class SlipSigned(msgspec.Struct, frozen=True):
    what: str  # "asked for", "approved", …
    by: str
    name: str
    at: datetime


class SlipView(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    kind: SlipKind
    table: str
    table_name: str
    amount: Money
    piles: tuple[ChipPile, ...]
    stage: SlipStage
    says: str  # where it stands, and what is waited for
    next: str  # the command that takes it on; "" where it is done with, or its table closes
    can_be_void: bool
    signed: tuple[SlipSigned, ...]
    why: str  # it is void
    prints: int


TOO_LATE = "The table closes: no chips travel any more, and this is void when the tray has been counted."
STAGES = {
    SlipStage.ASKED: "A supervisor who has not asked for it approves it.",
    SlipStage.RECEIVED: "It is done with.",
}
NEXT = {
    (SlipKind.FILL, SlipStage.ASKED): "ApproveSlip",
    (SlipKind.CREDIT, SlipStage.ASKED): "ApproveSlip",
    (SlipKind.FILL, SlipStage.APPROVED): "SendFill",
    (SlipKind.CREDIT, SlipStage.APPROVED): "SendCredit",
    (SlipKind.FILL, SlipStage.SENT): "ReceiveFill",
    (SlipKind.CREDIT, SlipStage.SENT): "ReceiveCredit",
}


def slip_view(house: House, slip: Slip) -> SlipView:
    table = house.tables.get(slip.table)
    chips = countable_pieces(house.floor.chips_of(table.plan)) if table is not None else ()
    stages = (
        ("asked for", slip.asked),
        ("approved", slip.approved),
        ("sent", slip.sent),
        ("received", slip.received),
        ("void", slip.voided),
        ("printed", slip.printed),
    )
    can_be_void = slip.stage in (SlipStage.ASKED, SlipStage.APPROVED)
    is_too_late = can_be_void and table is not None and table.is_closing
    return SlipView(
        number=slip.number,
        kind=slip.kind,
        table=slip.table,
        table_name=table_title(table.plan) if table is not None else slip.table,
        amount=slip.amount,
        piles=piles(slip.rack, chips),
        stage=slip.stage,
        says=TOO_LATE if is_too_late else _slip_says(slip),
        next="" if is_too_late else NEXT.get((slip.kind, slip.stage), ""),
        can_be_void=can_be_void,
        signed=tuple(
            SlipSigned(what, signed.by, house.people[signed.by].name if signed.by in house.people else "", signed.at)
            for what, signed in stages
            if signed is not None
        ),
        why=slip.cause.told(slip.why),
        prints=slip.prints,
    )


def open_slips(house: House, table: str) -> tuple[SlipView, ...]:
    """Those of a table that are not done with."""
    return tuple(slip_view(house, slip) for slip in house.chip_slips.values() if slip.table == table and slip.is_on)


def piles(rack: Mapping[Money, int], chips: Chips) -> tuple[ChipPile, ...]:
    """The chips of a rack, the largest first."""
    colours = {chip.value: chip.colour for chip in chips}
    return tuple(
        ChipPile(value, colours.get(value, COINS), _chip_name(value, colours.get(value, "")), count)
        for value, count in sorted(rack.items(), reverse=True)
    )


def _chip_name(value: Money, colour: str) -> str:
    return "coins, in cents" if colour == COINS else show_money(value)


def _slip_says(slip: Slip) -> str:
    is_fill = slip.kind is SlipKind.FILL
    match slip.stage:
        case SlipStage.APPROVED:
            return "The cage sends the chips." if is_fill else "The dealer sends the chips to the cage."
        case SlipStage.SENT:
            return "On the way: it is received at the table." if is_fill else "On the way: the cage receives it."
        case SlipStage.VOID:
            return f"Void: {slip.cause.told(slip.why)}"
        case stage:
            return STAGES[stage]
