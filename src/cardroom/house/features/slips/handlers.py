"""Fills and credits, stage by stage: asked, approved by another, sent, received; or void before anything has moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.errors import CardroomError, require_reason
from cardroom.house.features.cage import handlers as cage
from cardroom.house.features.cage.messages import CageMove
from cardroom.house.features.slips.messages import (
    ApproveSlip,
    AskSlip,
    Credited,
    Filled,
    PrintSlip,
    ReceiveCredit,
    ReceiveFill,
    SendCredit,
    SendFill,
    SlipApproved,
    SlipAsked,
    SlipKind,
    SlipPrinted,
    SlipReceived,
    SlipSent,
    SlipVoided,
    VoidSlip,
)
from cardroom.house.features.slips.state import Slip, SlipStage
from cardroom.house.floor import worth
from cardroom.house.kernel import accounts
from cardroom.house.kernel.dual_control import require_two
from cardroom.house.kernel.racks import validated_rack
from cardroom.ledger import PostingCode, transfer
from cardroom.money import Money, show_money
from cardroom.table.commands import VoidCause

if TYPE_CHECKING:
    from cardroom.house.engine.live_table import LiveTable
    from cardroom.house.engine.unit_of_work import UnitOfWork

NEXT = {
    SlipStage.ASKED: "is asked for and not approved",
    SlipStage.APPROVED: "is approved, and its chips have not left",
    SlipStage.SENT: "is on the way",
    SlipStage.RECEIVED: "is received and done with",
    SlipStage.VOID: "is void",
}


def ask(work: UnitOfWork, command: AskSlip) -> None:
    table = _open_table(work, command.table)
    rack = validated_rack(command.rack, work.house.floor.chips_of(table.plan))
    if not rack:
        raise CardroomError("no-chips", f"Say which chips the {command.kind} is to be of.")
    amount = worth(rack)
    if command.kind is SlipKind.CREDIT:
        _require_in_tray(work, table, amount)
    number = work.house.last_slip + 1
    work.in_house(SlipAsked(slip=number, kind=command.kind, table=table.id, rack=rack, amount=amount))


def approve(work: UnitOfWork, command: ApproveSlip) -> None:
    slip = _slip(work, command.slip, SlipStage.ASKED)
    _open_table(work, slip.table)
    alone = f"You have asked for {slip.kind} {slip.number} yourself: another supervisor approves it."
    require_two(work.house, slip.asked.by, work.by, alone)
    work.in_house(SlipApproved(slip=slip.number))


def send(work: UnitOfWork, command: SendFill | SendCredit) -> None:
    """The chips leave one end: from here on they stand on an account of their own."""
    kind = SlipKind.FILL if isinstance(command, SendFill) else SlipKind.CREDIT
    slip = _slip(work, command.slip, SlipStage.APPROVED, kind)
    table = _open_table(work, slip.table)
    carried, number = accounts.carried(table.id), str(slip.number)
    if kind is SlipKind.FILL:
        work.in_house(
            SlipSent(slip=slip.number),
            transfer(accounts.CAGE, carried, slip.amount, PostingCode.FILL_SENT, reference=number),
        )
        cage.note(work, CageMove.FILL, chips=-slip.amount, reference=number, table=table.id)
        return
    _require_in_tray(work, table, slip.amount)
    chips = transfer(accounts.tray(table.id), carried, slip.amount, PostingCode.CREDIT_SENT, reference=number)
    work.at_table(table, Credited(amount=slip.amount), chips)
    work.in_house(SlipSent(slip=slip.number))


def receive(work: UnitOfWork, command: ReceiveFill | ReceiveCredit) -> None:
    """The chips arrive at the other end."""
    kind = SlipKind.FILL if isinstance(command, ReceiveFill) else SlipKind.CREDIT
    slip = _slip(work, command.slip, SlipStage.SENT, kind)
    table = work.house.table(slip.table)
    carried, number = accounts.carried(table.id), str(slip.number)
    if kind is SlipKind.FILL:
        chips = transfer(carried, accounts.tray(table.id), slip.amount, PostingCode.FILL_RECEIVED, reference=number)
        work.at_table(table, Filled(amount=slip.amount), chips)
        work.in_house(SlipReceived(slip=slip.number))
        return
    chips = transfer(carried, accounts.CAGE, slip.amount, PostingCode.CREDIT_RECEIVED, reference=number)
    work.in_house(SlipReceived(slip=slip.number), chips)
    cage.note(work, CageMove.CREDIT, chips=slip.amount, reference=number, table=table.id)


def void(work: UnitOfWork, command: VoidSlip) -> None:
    slip = _slip(work, command.slip)
    if slip.stage not in (SlipStage.ASKED, SlipStage.APPROVED):
        mended = ": receive it, and put right what is wrong with another slip" if slip.is_on else ""
        raise CardroomError("slip-stage", f"{_named(work, slip)} {NEXT[slip.stage]}{mended}.")
    require_reason(command.why, "a void slip")
    work.in_house(SlipVoided(slip=slip.number, why=command.why))


def print_slip(work: UnitOfWork, command: PrintSlip) -> None:
    slip = _slip(work, command.slip)
    work.in_house(SlipPrinted(slip=slip.number, number=slip.prints + 1))


def require_none_on_the_way(work: UnitOfWork, table: LiveTable) -> None:
    """A table does not close while chips are between it and the cage."""
    for slip in work.house.chip_slips.values():
        if slip.table == table.id and slip.stage is SlipStage.SENT:
            where = "at the table" if slip.kind is SlipKind.FILL else "in the cage"
            raise CardroomError("slip-on-the-way", f"{_named(work, slip)} is on the way: it is received {where} first.")


def end_all(work: UnitOfWork, table: LiveTable) -> None:
    """A table has closed: nothing more is filled or credited. Where nobody could receive them, chips are the cage's."""
    for slip in work.house.chip_slips.values():
        if slip.table == table.id and slip.is_on:
            code = PostingCode.FILL_ENDED if slip.kind is SlipKind.FILL else PostingCode.CREDIT_ENDED
            carried = accounts.carried(table.id)
            back = transfer(carried, accounts.CAGE, slip.amount, code, reference=str(slip.number))
            is_carried = slip.stage is SlipStage.SENT
            work.in_house(SlipVoided(slip=slip.number, cause=VoidCause.TABLE_CLOSED), *([back] if is_carried else []))
            if is_carried:
                kind = CageMove.FILL if slip.kind is SlipKind.FILL else CageMove.CREDIT
                cage.note(work, kind, chips=slip.amount, reference=str(slip.number), table=table.id)


def _slip(work: UnitOfWork, number: int, stage: SlipStage | None = None, kind: SlipKind | None = None) -> Slip:
    """A slip that is where it must be for what is to be done."""
    slip = work.house.chip_slips.get(number)
    if slip is None and number <= work.house.last_slip:
        raise CardroomError("old-slip", f"Slip {number} is done with, and its day is closed.")
    if slip is None:
        raise CardroomError("unknown-slip", f"There is no slip {number}.")
    if kind is not None and slip.kind is not kind:
        raise CardroomError("other-kind", f"Slip {number} is a {slip.kind}, no {kind}.")
    if stage is not None and slip.stage is not stage:
        raise CardroomError("slip-stage", f"{_named(work, slip)} {NEXT[slip.stage]}.")
    return slip


def _named(work: UnitOfWork, slip: Slip) -> str:
    table = work.house.table(slip.table).title
    return f"{slip.kind.capitalize()} {slip.number} of {show_money(slip.amount)} for {table}"


def _open_table(work: UnitOfWork, name: str) -> LiveTable:
    table = work.house.table(name)
    if not table.is_open:
        raise CardroomError("table-closed", f"{table.title} is closed.")
    if table.is_closing:
        raise CardroomError("table-closing", f"{table.title} closes: no chips travel there or back any more.")
    return table


def _require_in_tray(work: UnitOfWork, table: LiveTable, amount: Money) -> None:
    """Of a tray with real chips the books know a part only."""
    held = work.balance(accounts.tray(table.id))
    if amount > held and not table.plan.is_real:
        raise CardroomError("short-tray", f"The tray holds {show_money(held)} only.")
